"""What leads people through an evening beside their answers: set-up, reveals, the talk timer."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from math import ceil
from typing import Final

import msgspec

from companion.clock import Clock
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.words import Refused
from companion.house.doors import ROOM, Presence
from companion.house.first_time import Reveal, onward, staged, went_on
from companion.house.guests import Guests
from companion.house.snapshots import Looks
from companion.house.store import REVEAL, Course
from companion.journals.box_journal import Notes

MINUTE: Final = 60


class Talk(msgspec.Struct, frozen=True):
    """A talk that is on; `ends` by the house's clock, `total` in seconds."""

    ends: float
    total: int


class TalkTimer:
    """At most one talk at a time. The house calls what changes it under its lock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.on: Talk | None = None

    def start(self, minutes: int) -> None:
        """From the beginning, whatever was left."""
        self.on = Talk(self._clock() + minutes * MINUTE, minutes * MINUTE)

    def lengthen(self) -> None:
        """One minute more; a talk whose time was up has that minute."""
        if self.on is not None:
            ends = max(self.on.ends, self._clock()) + MINUTE
            self.on = Talk(ends, max(self.on.total, ceil(ends - self._clock())))

    def stop(self) -> None:
        """Whoever talks goes on without a clock."""
        self.on = None

    def left(self, talk: Talk) -> int:
        """Whole seconds; 0 once its time is up."""
        return max(0, ceil(talk.ends - self._clock()))


class Guiding:
    """How far people are led. `table` gives the one that is on, if it is of the number that was shown, or raises Refused."""

    def __init__(
        self,
        course: Course,
        clock: Clock,
        table: Callable[[int | None], Table],
        looks: Callable[[], Looks],
        guests: Guests,
        presence: Presence,
        notes: Notes,
    ) -> None:
        self.timer = TalkTimer(clock)
        self._course = course
        self._table = table
        self._looks = looks
        self._guests = guests
        self._presence = presence
        self._notes = notes
        course.watch(self._hush)

    def lay(self, step: int | None, number: int) -> None:
        """In game `number` the steps of laying the table are done up to this one, whoever did it; None: nobody wants to be
        led through the rest."""
        with self._course.lock:
            self._table(number)
            laid = self._course.now.laid
            self._course.turn(laid=None if step is None or laid is None else max(laid, step))

    def begin(self) -> None:
        """When the box starts: a room's screen that was in the middle of a reveal has a moment to come back."""
        reveal = self._course.now.reveal
        if reveal is not None and reveal.is_on:
            self._presence.asked(ROOM)
            self._course.keep(reveal=msgspec.structs.replace(reveal, watch=self._presence.watched or 0))

    def turned_up(self) -> None:
        """After an answer: what it turned up is still to be shown, where somebody watches the room's screen. Whoever answers
        a question behind that has seen it."""
        moment = self._table(None).moment
        reveal = staged(moment, self._course.now.reveal, self._presence.watched)
        if reveal is not None and reveal.hides and (by := went_on(moment)) is not None:
            reveal = self._seen(reveal, by)
        if reveal != self._course.now.reveal:
            self._keep(reveal)

    def stage(self, of: str, step: int | None) -> None:
        """The room's screen shows as much of a reveal as this step; None: it leaves it for the table. Does nothing if
        something else is shown by now."""
        with self._course.lock:
            reveal = self._course.now.reveal
            if reveal is not None and reveal.of == of:
                self._keep(onward(reveal, step))
                self._course.changed()

    def unveil(self, of: str, seats: Iterable[Seat]) -> None:
        """These seats, all on one phone, do not wait for the room's screen. Does nothing if it shows something else now."""
        with self._course.lock:
            reveal = self._course.now.reveal
            if reveal is not None and reveal.of == of:
                self._keep(self._seen(reveal, seats))
                self._course.changed()

    def _seen(self, reveal: Reveal, seats: Iterable[Seat | None]) -> Reveal:
        """Return the reveal when these seats have seen it; once nobody waits for it any more, nobody need lead it on."""
        seen = tuple(dict.fromkeys((*reveal.seen, *(seat for seat in seats if seat is not None))))
        playing = self._table(None).head.seats
        waiting = [seat for seat in playing if self._guests.has_phone(seat) and seat not in seen]
        reveal = msgspec.structs.replace(reveal, seen=seen)
        return reveal if waiting else onward(reveal, None)

    def _keep(self, reveal: Reveal | None) -> None:
        self._course.keep(reveal=reveal)
        with suppress(Refused):  # a box without room for it still shows all; only a restart would begin again
            self._notes.keep_note(REVEAL, msgspec.json.encode(reveal).decode())

    def talk(self, minutes: int | None, seat: Seat | None = None) -> None:
        """Start the talk timer, or (None) stop it. Raises Refused where the game has no use for it now, or where it is not
        this seat's (None: the panel's) to start."""
        with self._course.lock:
            self._table(None)
            if not self._looks().may_talk(seat):
                raise Refused("no_timer")
            self.timer.stop() if minutes is None else self.timer.start(minutes)
        self._course.changed()

    def talk_longer(self) -> None:
        """The panel gives the talk one minute more."""
        with self._course.lock:
            self.timer.lengthen()
        self._course.changed()

    def _hush(self) -> None:
        """The table has gone on: a talk that fits no more is over."""
        if self.timer.on is not None and not self._looks().may_talk(None):
            self.timer.stop()
