"""The box that is handed round among seats without a phone."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.core.blocks import Secret
from companion.core.dues import Due
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.words import Refused, text
from companion.house.house import House
from companion.house.snapshots import Looks
from companion.house.store import Round
from companion.snapshot.panel import Handing, Mine, Newcomer
from companion.speech.say import say


def awaited_openly(moment: Moment) -> set[Seat]:
    """The seats that the game waits for, as everybody knows. Of a course of steps nobody knows how far a seat is, and one
    box cannot go about among those who work side by side."""
    return {
        due.seat for due in moment.history.dues if due.seat is not None and due.waits and due.open and not _is_quiet(due)
    }


def next_to(moment: Moment, phoneless: tuple[Seat, ...], now: Round) -> Seat | None:
    """Who is to have the box next, of those without a phone as they sit clockwise; None: nobody has to."""
    if now.asked_for in phoneless:
        return now.asked_for
    openly = awaited_openly(moment)
    quietly = {seat for question in _questions(moment, phoneless).items() for seat in _turns(moment, *question, now)}
    return next((seat for seat in _clockwise(phoneless, now.last) if seat in openly or seat in quietly), None)


def neighbour(phoneless: tuple[Seat, ...], seat: Seat | None) -> Seat | None:
    """The next one without a phone, clockwise."""
    return next(iter(_clockwise(phoneless, seat)), None)


def taken(now: Round, seat: Seat) -> Round:
    """It was given to this seat."""
    return replace(now, holder=seat, last=seat, asked_for=None)


def handed_on(moment: Moment, phoneless: tuple[Seat, ...], now: Round) -> Round:
    """Nobody has it any more; whoever had it had its turn in every question that is open under seal."""
    had = Counter(dict(now.had))
    had.update((question, now.holder) for question, seats in _questions(moment, phoneless).items() if now.holder in seats)
    return replace(now, holder=None, asked_for=None, had=MappingProxyType(dict(had)))


def _is_quiet(due: Due) -> bool:
    """Whether only whoever answered it knows that it was answered."""
    return due.sealed is not None or due.course is not None or not due.open


def _questions(moment: Moment, phoneless: tuple[Seat, ...]) -> dict[str, tuple[Seat, ...]]:
    """The questions of which nobody learns who has answered: those without a phone who may be asked. Of one under seal
    everybody knows who is; else it might be anybody."""
    found: dict[str, tuple[Seat, ...]] = {}
    for due in moment.history.dues:
        if due.waits and due.seat is not None and due.sealed is not None:
            asked = found.get(moment.full_id(due.sealed), ())
            found[moment.full_id(due.sealed)] = (*asked, due.seat) if due.seat in phoneless else asked
        elif due.waits and due.seat is not None and due.course is None and not due.open:
            found[moment.full_id(due.kind)] = phoneless
    return found


def _turns(moment: Moment, question: str, asked: tuple[Seat, ...], now: Round) -> Iterable[Seat]:
    """Whose turn it is in a question: all who have not had it yet; then, while one of them has not answered, all again."""
    often = {seat: now.had.get((question, seat), 0) for seat in asked}
    least = min(often.values(), default=0)
    return [seat for seat, n in often.items() if n == least] if least == 0 or _lacks(moment, question, asked) else []


def _lacks(moment: Moment, question: str, asked: tuple[Seat, ...]) -> bool:
    """Whether somebody without a phone has still to answer this."""
    return any(moment.full_id(due.sealed or due.kind) == question for due in unanswered(moment, asked))


def unanswered(moment: Moment, seats: Collection[Seat]) -> list[Due]:
    """What the game waits for from these seats, without what they answered under seal and may still change."""
    told = {answered.event.due.id for answered in moment.history.newest()}
    return [due for due in moment.history.dues if due.seat in seats and due.waits and due.id not in told]


def _clockwise(seats: tuple[Seat, ...], after: Seat | None) -> tuple[Seat, ...]:
    """All of them, beginning behind this one."""
    at = seats.index(after) + 1 if after in seats else 0
    return (*seats[at:], *seats[:at])


class Hands:
    """The one box of a house, in whoever's hand it is. Acts raise Refused, and then nothing has changed."""

    def __init__(self, house: House) -> None:
        self._house = house
        house.watch(self._let_go)

    # What there is to be seen

    def shown(self, looks: Looks) -> dict[str, Any]:
        """What a `BoxMoment` says of it."""
        moment = looks.moment
        if moment is None:
            return {"newcomer": self._newcomer(), "sat": self._last_sat()}
        seats, holder = self._phoneless(moment), self.holder(looks)
        if looks.closed_for is not None or looks.waits_for_the_room(None):
            return {"hands": bool(seats)}
        to = None if moment.over and looks.now.round.asked_for is None else next_to(moment, seats, looks.now.round)
        return {
            "hands": bool(seats),
            "mine": mine_of(moment, holder) if holder is not None else None,
            "hand_to": Handing(to, moment.number, to == looks.now.round.asked_for) if to and holder is None else None,
        }

    def holder(self, looks: Looks) -> Seat | None:
        """Who has the box in hand; nobody any more as soon as a phone has that seat, or the game is left."""
        seat = looks.now.round.holder
        return seat if looks.moment is not None and seat in self._phoneless(looks.moment) else None

    def _phoneless(self, moment: Moment) -> tuple[Seat, ...]:
        """Who plays without a phone, clockwise. In a demo those are bots."""
        guests = self._house.guests
        if guests.open_seats:
            return ()
        return tuple(seat for seat in moment.seqs if seat is not None and not guests.has_phone(seat))

    def _newcomer(self) -> Newcomer | None:
        """The first piece that nobody has, and its colour for a name; None: no seat is left."""
        guests, language = self._house.guests, self._house.settings.language
        named = ((say(text(f"box_seat.{piece}"), language), piece) for piece in guests.seating.free_pieces)
        return next((Newcomer(Seat(name), piece) for name, piece in named if guests.named(name) is None), None)

    def _last_sat(self) -> Seat | None:
        return next(iter(reversed(self._house.guests.book.without_phone)), None)

    # What people do

    def take(self, shown: Handing) -> None:
        """It was given to who was shown. Raises Refused if that is somebody else by now."""
        with self._house.course.lock:
            looks = self._house.looks
            if self.shown(looks).get("hand_to") != shown:
                raise Refused("other_shown")
            self._turn(taken(looks.now.round, shown.to))

    def hand_on(self) -> None:
        """Nobody has it in hand any more, or wants it."""
        with self._house.course.lock:
            looks = self._house.looks
            if looks.moment is not None:
                self._turn(handed_on(looks.moment, self._phoneless(looks.moment), looks.now.round))

    def turn(self) -> None:
        """Somebody wants the box: the next one without a phone, clockwise from who is shown."""
        with self._house.course.lock:
            looks = self._house.looks
            if looks.moment is not None:
                seats, now = self._phoneless(looks.moment), looks.now.round
                after = now.asked_for or next_to(looks.moment, seats, now) or now.last
                self._turn(Round(now.holder, now.last, neighbour(seats, after), now.had))

    def tell(self, due: str | None, do: dict[str, Any], key: str) -> None:
        """An answer: of whoever has the box in hand, where it is asked that, else of the table."""
        holder = self.holder(self._house.looks)
        if holder is not None and due is not None:
            self._house.play(holder, due, do, key)
        else:
            self._house.tell(due, do, key)

    def take_own_back(self, shown: Mine) -> None:
        """Whoever has the box in hand takes its own last answer back, as on a phone. Raises Refused, also if that is another
        one by now."""
        with self._house.course.lock:
            looks = self._house.looks
            holder = self.holder(looks)
            mine = mine_of(looks.moment, holder) if looks.moment is not None and holder is not None else None
            if mine is None or (mine.seat, mine.undo) != (shown.seat, shown.undo):
                raise Refused("other_shown")
            self._house.back(mine.seat, "")

    def seat_one(self, shown: Newcomer) -> None:
        """Somebody without a phone sits down, as was shown."""
        with self._house.changing() as guests:
            guests.sit_at_box(shown.seat, shown.piece)

    def unseat(self, shown: Seat) -> None:
        """The one without a phone who sat down last gets up. Raises Refused if that is somebody else by now."""
        with self._house.changing() as guests:
            if self._house.table is not None or self._last_sat() != shown:
                raise Refused("other_shown")
            guests.leave(shown)

    def _let_go(self) -> None:
        """Whose phone came, or whose game is left, has the box in hand no more, also when the phone goes again."""
        with self._house.course.lock:
            looks = self._house.looks
            if looks.now.round.holder is not None and self.holder(looks) is None:
                self._house.course.keep(round=replace(looks.now.round, holder=None))

    def _turn(self, now: Round) -> None:
        self._house.course.turn(round=now)


def mine_of(moment: Moment, seat: Seat) -> Mine:
    """What this seat sees while it has the box in hand, and no other may."""
    blocks = moment.screen(seat).view.blocks
    secret = next((block for block in blocks if isinstance(block, Secret)), None)
    own = {moment.full_id(due.id) for due in moment.history.dues if due.seat == seat}
    asks = tuple(ask for ask in moment.asks(seat) if ask.due in own and ask.answers.placing is None)
    awaited = {moment.full_id(due.id) for due in unanswered(moment, (seat,))}
    asks = tuple(sorted(asks, key=lambda ask: ask.due not in awaited))
    is_awaited = any(ask.due in awaited for ask in asks)
    return Mine(seat, secret, asks, seat in awaited_openly(moment), is_awaited, moment.screens.undo(seat))
