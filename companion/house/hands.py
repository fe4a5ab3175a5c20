"""Seats without a phone at the box itself: they sit down there, it is handed round among them, and whoever has it in hand
sees and answers as on a phone of its own.
"""

from dataclasses import replace
from typing import Any

from companion.core.blocks import Secret
from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.words import Refused, text
from companion.house.handing import Round, awaited_openly, handed_on, neighbour, next_to, taken, unanswered
from companion.house.house import House
from companion.house.looks import Looks
from companion.ports.hands import Handing, Mine, Newcomer
from companion.speech.i18n import say


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
