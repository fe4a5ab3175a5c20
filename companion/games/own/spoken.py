"""A table's own words, which every screen shows in its own language."""

from collections.abc import Iterable
from typing import Final

from companion.core.caching import cached_by_value
from companion.core.words import Text, own_words, text
from companion.games.own.formulas import Number
from companion.games.own.plan import PlanText, Role, Side

Pieces = tuple[str | Text, ...]
Words = tuple[tuple[str, Pieces], ...]
"""A text by language, in the form that a state keeps."""
NONE: Final = "–"


def spoken(by: Words) -> Text:
    """Return a table's own words as a text, which each screen shows in its own language."""
    return own_words(dict(by), by[0][0]) if by else text("own.none")


@cached_by_value
def words(plain: PlanText) -> Text:
    """Return a text of the plan that has no blanks, in the form that screens show."""
    return spoken(tuple((language, (one,)) for language, one in plain.plain.items()))


def name_of(rows: Iterable[Role | Side], id_: str | None) -> Text:
    """Return the name of a role or a side."""
    return next((words(one.name) for one in rows if one.id == id_), text("own.none"))


def number(n: Number) -> str:
    """Return a number with a real minus sign, or a dash for nothing."""
    return NONE if n is None else str(n).replace("-", "−")
