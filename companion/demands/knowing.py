"""Whether more seats may know an answer than it changes anything for."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from companion.core.actions import said
from companion.core.dues import Chance, Due
from companion.core.game import Pick
from companion.core.history import History
from companion.core.journal import Told
from companion.core.state import Data, Seat, State, known_part
from companion.core.words import Refused

OTHERS: Final = 3


def draws_told_too_far(history: History, pick: Pick) -> Iterator[Due]:
    """Find the draws of a game of which somebody may know more than changed for them. Each is held against OTHERS draws that
    might have come out of the same due."""
    for before, after in pairwise(history.so_far()):
        drawn = after.last
        if drawn is None or drawn.event.due.chance not in (Chance.BOX, Chance.LOTS):
            continue
        due = drawn.event.due
        others = (said(history.game.draw(before.state, due, pick)) for _ in range(OTHERS))
        if any(is_told_too_far(before, due, drawn.entry.do, other) for other in others):
            yield due


def is_told_too_far(history: History, due: Due, one: Data, other: Data) -> bool:
    """Whether somebody may know which of two answers it was, though both leave the same on the table and with that seat.

    Then only hidden things differ: a hand, or a card that lies face down.
    """
    first, second = _after(history, due, one), _after(history, due, other)
    if first is None or second is None or first.public != second.public:
        return False
    if (first.own, first.box) == (second.own, second.box):
        return False
    blind = [None, *(seat for seat in first.own if first.own[seat] == second.own[seat] and seat != due.seat)]
    return any(_known(due, one, seat) != _known(due, other, seat) for seat in blind)


def _known(due: Due, do: Data, seat: Seat | None) -> Data:
    """What a seat may know of an answer. Of one that is not open nobody else knows the type. A seat's own cards may come in
    another order."""
    part = known_part(do, due.known_to, seat)
    known = {name: sorted(map(repr, value)) if isinstance(value, list) else value for name, value in part.items()}
    return known if due.opens(do["type"]) else {**known, "type": None}


def _after(history: History, due: Due, do: Data) -> State[Any, Any, Any] | None:
    entry = Told(n=0, due=due.id, seat=due.seat, do=dict(do), bits="", hash="")
    try:
        return history.plus(entry).state
    except Refused:
        return None
