"""A table's own words, which every screen shows in its own language."""

from companion.core.caching import cached_by_value
from companion.core.words import Text, own_words, text
from companion.games.own.plan import PlanText

Pieces = tuple[str | Text, ...]
Words = tuple[tuple[str, Pieces], ...]
"""A text by language, in the form that a state keeps."""


def spoken(by: Words) -> Text:
    """Return a table's own words as a text, which each screen shows in its own language."""
    return own_words(dict(by), by[0][0]) if by else text("own.none")


@cached_by_value
def words(plain: PlanText) -> Text:
    """Return the text of a plan's text without blanks."""
    return spoken(tuple((language, (one,)) for language, one in plain.plain.items()))
