"""A table changes boxes: the one that had it is fenced off, and the one that takes it over goes on with its people."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

import msgspec

from companion.core.journal import Entry, Head
from companion.core.words import Refused
from companion.house.doors import new_code
from companion.house.elsewhere import Apart, Elsewhere, Taken, kept, read_taken
from companion.house.guests import Guests
from companion.house.notes import APART, CODE, ELSEWHERE, GUESTS, TAKEN
from companion.house.now import Course
from companion.house.witness import Witnesses
from companion.ports.journal import BoxJournal
from companion.ports.seating import GuestBook


class Takeover:
    """This box's side of it. `changing` is the house's; `begin` goes on with a table that the journal has just opened."""

    def __init__(
        self,
        course: Course,
        journal: BoxJournal,
        witnesses: Witnesses,
        changing: Callable[[], AbstractContextManager[Guests]],
        begin: Callable[[int, Head], None],
    ) -> None:
        self._course = course
        self._journal = journal
        self._witnesses = witnesses
        self._changing = changing
        self._begin = begin

    def fence(self, number: int, box: str, address: str, shown: int | None) -> None:
        """The box of this name has table `number` from now on, with the first `shown` answers that the room saw here (None:
        nobody knows how many): nothing is told here any more, also after a restart. Raises Refused where the disk takes
        nothing, and then it is so until a restart."""
        with self._course.lock:
            table, apart = self._course.now.table, self._course.now.apart
            if table is None or table.number != number:
                return
            if apart is not None:
                self._go_on_apart(Apart(apart.table, box))
                return
            # Counted under the lock: an answer that was told until now is among them, and none comes after.
            behind = None if shown is None else max(0, table.moment.seqs[None] - 1 - shown)
            elsewhere = Elsewhere(number, box, address, behind)
            self._course.turn(elsewhere=elsewhere, is_unsure=False)
            self._journal.keep_note(ELSEWHERE, kept(elsewhere))

    def doubt(self, number: int) -> bool:
        """Another box is to have this table: nobody may answer here, until `assure` or `fence`. False: the table goes on
        without the hall, or is not on."""
        with self._course.lock:
            now = self._course.now
            is_on = now.table is not None and now.table.number == number
            if is_on and now.apart is None and now.elsewhere is None:
                self._course.turn(is_unsure=True)
            return is_on and now.apart is None

    def assure(self, number: int) -> None:
        """The hall says that this table is this box's."""
        with self._course.lock:
            now = self._course.now
            if now.is_unsure and now.table is not None and now.table.number == number:
                self._course.turn(is_unsure=False)

    def play_apart(self, number: int) -> None:
        """Somebody says that this table goes on without the hall, which was not heard yet. Raises Refused where that is not
        so any more, or the disk takes nothing."""
        with self._changing():
            now = self._course.now
            if now.table is None or not now.is_unsure or now.table.number != number:
                raise Refused("other_shown")
            self._go_on_apart(Apart(now.table.head.name))

    def _go_on_apart(self, apart: Apart) -> None:
        self._journal.keep_note(APART, kept(apart))
        self._course.turn(apart=apart, is_unsure=False)

    def confirm(self) -> None:
        """Somebody has compared what a table that was taken over may lack. Raises Refused."""
        self._journal.keep_note(TAKEN, kept(None))
        self._course.keep(taken=None)

    @property
    def notes(self) -> dict[str, str]:
        """The notes that go with this table to its next box: the warning that nobody has confirmed."""
        taken = self._course.now.taken
        return {} if taken is None else {TAKEN: kept(taken)}

    def reclaim(self, number: int) -> None:
        """The table that was on here under this number, and that another box has, is to go on here again. Waits for nobody;
        what becomes of it is said later. Raises Refused where that is not so, or not any more."""
        now = self._course.now
        if now.table is None or now.elsewhere is None or now.table.number != number or self._course.others is None:
            raise Refused("other_shown")
        self._course.others.take_back(now.table.head.name)

    def check_takes(self) -> None:
        """Raises Refused while a game is on here: no other table can be taken over."""
        now = self._course.now
        if now.table is not None and not now.table.moment.over and now.elsewhere is None:
            raise Refused("game_on")

    def take(
        self,
        head: Head,
        entries: Sequence[Entry],
        least: int,
        book: GuestBook,
        notes: Mapping[str, str],
        taken: Taken | None = None,
    ) -> int:
        """Go on with a table that was another box's, and with its people; its number here. `notes`: what else is kept with
        it. `taken`: what people must know, where it may lack answers; else what nobody confirmed at its last box. Raises
        Refused while a game is on, or if the box cannot keep it."""
        with self._changing() as guests:
            self.check_takes()
            code, people = new_code(), msgspec.json.encode(book).decode()
            taken = taken or read_taken(notes.get(TAKEN, kept(None)))
            of_a_hall = {APART: kept(None), TAKEN: kept(taken)}
            number = self._journal.take_table(head, entries, least, {**notes, **of_a_hall, GUESTS: people, CODE: code})
            guests.arrived(book, code)
            self._witnesses.inherited()
            self._begin(number, head)
            self._course.keep(taken=taken)
            return number
