"""Words in a row: "storm, seal", "Ana and Ben"."""

from collections.abc import Iterable
from functools import reduce

from companion.core.words import Text, text


def listed(words: Iterable[Text]) -> Text:
    """The words one after the other, or a dash for none."""
    said = tuple(words)
    return reduce(lambda a, b: text("babel.list", a=a, b=b), said) if said else text("babel.none")


def names(seats: Iterable[str]) -> Text:
    return listed(text("babel.seat", seat=seat) for seat in seats)
