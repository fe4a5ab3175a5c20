"""Words in a row: "rice, peanut, pepper", "Ana and Ben"."""

from collections.abc import Iterable, Sequence
from functools import reduce

from companion.core.knowledge import Seat
from companion.core.words import Text, text


def listed(words: Iterable[Text]) -> Text | None:
    """The words one after the other; None if there are none."""
    all_words = tuple(words)
    return reduce(lambda a, b: text("bali.list", a=a, b=b), all_words) if all_words else None


def names(seats: Sequence[Seat]) -> Text:
    """The names of some seats, the last one after an "and"."""
    said = [text("bali.seat", seat=seat) for seat in seats]
    first, last = listed(said[:-1]), said[-1]
    return last if first is None else text("bali.both", a=first, b=last)
