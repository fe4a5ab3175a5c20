"""A table changes boxes: the one that had it is fenced off, and the one that takes it over goes on with its people."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

import msgspec

from companion.core.journal import Entry, Head
from companion.core.words import Refused
from companion.house.doors import new_code
from companion.house.elsewhere import Elsewhere
from companion.house.guests import Guests
from companion.house.notes import CODE, ELSEWHERE, GUESTS
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

    def fence(self, elsewhere: Elsewhere) -> None:
        """Another box has this table from now on: nothing is told here any more, also after a restart. Raises Refused where
        the disk takes nothing, and then it is so until a restart."""
        with self._course.lock:
            table = self._course.now.table
            if table is None or table.number != elsewhere.table:
                return
            self._course.turn(elsewhere=elsewhere)
            self._journal.keep_note(ELSEWHERE, msgspec.json.encode(elsewhere).decode())

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

    def take(self, head: Head, entries: Sequence[Entry], least: int, book: GuestBook, witness: Mapping[str, str]) -> int:
        """A table that was another box's goes on here, with its people; its number here. Raises Refused while a game is on,
        or if the box cannot keep it."""
        with self._changing() as guests:
            self.check_takes()
            code, kept = new_code(), msgspec.json.encode(book).decode()
            number = self._journal.take_table(head, entries, least, {**witness, GUESTS: kept, CODE: code})
            guests.arrived(book, code)
            self._witnesses.inherited()
            self._begin(number, head)
            return number
