"""The box that seats without a phone hand round."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from types import MappingProxyType

from companion.core.blocks import Secret
from companion.core.dues import Due
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.house.store import SharedBox
from companion.snapshot.panel import HolderView


def awaited_openly(moment: Moment) -> set[Seat]:
    """Return the seats that the game waits for, as everybody knows. A seat in a course is left out: nobody knows how far it
    is, and one box cannot serve people who take steps side by side."""
    return {due.seat for due in moment.history.dues if due.seat is not None and due.waits and not _is_quiet(due)}


def next_to(moment: Moment, at_box: tuple[Seat, ...], now: SharedBox) -> Seat | None:
    """Return the seat without a phone that gets the box next. None: no seat needs it."""
    if now.asked_for in at_box:
        return now.asked_for
    openly = awaited_openly(moment)
    quietly = {seat for question in _questions(moment, at_box).items() for seat in _turns(moment, *question, now)}
    return next((seat for seat in _clockwise(at_box, now.last) if seat in openly or seat in quietly), None)


def neighbour(at_box: tuple[Seat, ...], seat: Seat | None) -> Seat | None:
    """Return the next seat without a phone, clockwise from `seat`, else None."""
    return next(iter(_clockwise(at_box, seat)), None)


def taken(now: SharedBox, seat: Seat) -> SharedBox:
    """Return the state of the box after this seat has taken it."""
    return replace(now, holder=seat, last=seat, asked_for=None)


def handed_on(moment: Moment, at_box: tuple[Seat, ...], now: SharedBox) -> SharedBox:
    """Return the state of the box when nobody holds it. For each sealed question that is open, its last holder has had a
    turn."""
    had = Counter(dict(now.had))
    had.update((question, now.holder) for question, seats in _questions(moment, at_box).items() if now.holder in seats)
    return replace(now, holder=None, asked_for=None, had=MappingProxyType(dict(had)))


def _is_quiet(due: Due) -> bool:
    """Return whether only the seat of this due knows that it was answered."""
    return due.sealed is not None or due.course is not None or not due.announced


def _questions(moment: Moment, at_box: tuple[Seat, ...]) -> dict[str, tuple[Seat, ...]]:
    """Return the questions of which nobody learns who has answered, each with the seats without a phone that it may ask. For
    a sealed question everybody knows these seats. Another secret question may ask any seat."""
    found: dict[str, tuple[Seat, ...]] = {}
    for due in moment.history.dues:
        if due.waits and due.seat is not None and due.sealed is not None:
            asked = found.get(moment.full_id(due.sealed), ())
            found[moment.full_id(due.sealed)] = (*asked, due.seat) if due.seat in at_box else asked
        elif due.waits and due.seat is not None and due.course is None and not due.announced:
            found[moment.full_id(due.kind)] = at_box
    return found


def _turns(moment: Moment, question: str, asked: tuple[Seat, ...], now: SharedBox) -> Iterable[Seat]:
    """Return the seats whose turn it is in a question: all that have not held the box for it. Once all have held it, it is
    the turn of all again, while one of them has not answered."""
    often = {seat: now.had.get((question, seat), 0) for seat in asked}
    least = min(often.values(), default=0)
    return [seat for seat, n in often.items() if n == least] if least == 0 or _lacks(moment, question, asked) else []


def _lacks(moment: Moment, question: str, asked: tuple[Seat, ...]) -> bool:
    """Return whether one of these seats has not answered this question yet."""
    return any(moment.full_id(due.sealed or due.kind) == question for due in unanswered(moment, asked))


def unanswered(moment: Moment, seats: Collection[Seat]) -> list[Due]:
    """Return the dues that these seats have not answered yet. Sealed answers that a seat may still change count as given."""
    answered = {answered.event.due.id for answered in moment.history.newest()}
    return [due for due in moment.history.dues if due.seat in seats and due.waits and due.id not in answered]


def _clockwise(seats: tuple[Seat, ...], after: Seat | None) -> tuple[Seat, ...]:
    """Return all seats clockwise, beginning after this one."""
    at = seats.index(after) + 1 if after in seats else 0
    return (*seats[at:], *seats[:at])


def mine_of(moment: Moment, seat: Seat) -> HolderView:
    """Return what this seat sees while it holds the box. No other seat may see it."""
    blocks = moment.screen(seat).view.blocks
    secret = next((block for block in blocks if isinstance(block, Secret)), None)
    own = {moment.full_id(due.id) for due in moment.history.dues if due.seat == seat}
    asks = tuple(ask for ask in moment.asks(seat) if ask.due in own and ask.answers.placing is None)
    awaited = {moment.full_id(due.id) for due in unanswered(moment, (seat,))}
    asks = tuple(sorted(asks, key=lambda ask: ask.due not in awaited))
    is_awaited = any(ask.due in awaited for ask in asks)
    return HolderView(seat, secret, asks, seat in awaited_openly(moment), is_awaited, moment.screens.undo(seat))
