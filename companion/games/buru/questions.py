"""Parts that several questions share: choices, labels, columns, and blocked options."""

from typing import Final

from msgspec.structs import replace

from companion.core.answers import Choice, Option
from companion.core.words import Text, text
from companion.games.buru.naming import token_in, token_name
from companion.games.buru.pieces import MOST_AT_ONCE, POWERS, Explorer, Good, Region

MOST: Final = MOST_AT_ONCE
Labels = tuple[tuple[Text, str], ...]


def labels(goods: tuple[Good, ...]) -> Labels:
    """Return the label of each good: its word and its sign."""
    return tuple((text(f"buru.good.{name}"), name) for name in goods)


def across(n: int) -> int:
    """Return the number of columns for `n` choices. A small phone has no space for five names in a row."""
    return min(n, 3 if n in (5, 9) else 4)


def choices(kind: str, names: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return groups of islanders, or spirits, as choices. `kind` is the part of the texts that names them."""
    return tuple(Choice(text(f"buru.{kind}.{name}"), sign=name, panel=text(f"buru.{kind}.{name}")) for name in names)


def token_choice(one: Explorer) -> Choice:
    """Return the choice of an explorer."""
    return Choice(token_name(one), sign=None if isinstance(one, int) else one, spoken=token_in("buru.say.power", one))


def token_columns(tokens: tuple[Explorer, ...]) -> int:
    """Return the number of columns for these explorers. More than five need two rows."""
    return len(tokens) if len(tokens) <= len(POWERS) else 4


def blocked(option: Option, why: Text | None) -> Option:
    """Return the option, blocked with the reason `why` if there is one."""
    return option if why is None else replace(option, why=why)


def region_name(name: Region) -> Text:
    """Return the name of a region."""
    return text(f"buru.region.{name}")
