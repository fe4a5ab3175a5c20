"""What a house does about trouble with its disk."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from companion.core.words import Refused
from companion.house.guests import Guests
from companion.house.lobby import Agreed
from companion.house.owner_things import KeptThings
from companion.house.rollback import BACK_IN_TIME, Witnesses
from companion.house.store import CODE, PICKED, Course
from companion.journals.box_journal import BoxJournal, MemoryCopy

NEWS = ("trouble.damaged", "trouble.replaced", "trouble.unplayable", "trouble.other_rules", "trouble.back_in_time")
"""What people must have read before it goes; writing goes on beside it."""

BROKEN = ("trouble.damaged", "trouble.replaced")
"""What a new file is the remedy for."""


class Mending:
    """The house calls these under its lock."""

    def __init__(
        self, course: Course, journal: BoxJournal, guests: Guests, agreed: Agreed, kept: KeptThings, witnesses: Witnesses
    ) -> None:
        self._course = course
        self._journal = journal
        self._guests = guests
        self._agreed = agreed
        self._things = kept
        self._witnesses = witnesses

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Around what writes to the disk: when the disk will not, every screen says so, until something is kept again."""
        try:
            yield
        except Refused as why:
            if not why.key.startswith("trouble."):
                raise
            told = self._mended(why)
            self._course.turn(trouble=told.text)
            raise told from why
        trouble = self._course.now.trouble
        if trouble and trouble.key not in NEWS:
            self._catch_up()

    def calm(self) -> None:
        """Nothing is wrong but what phones bear witness to."""
        self._course.keep(trouble=BACK_IN_TIME if self._witnesses.alarmed else None)

    def retry(self) -> None:
        """Keep something again; the table has read what phones bear witness to. Raises Refused."""
        self._journal.keep_note(CODE, self._guests.door.code)
        self._witnesses.take_note()
        self._course.keep(trouble=None)

    def _catch_up(self) -> None:
        """Keep what could not be kept when the box started on a disk that took nothing; then all is well again."""
        with suppress(Refused):  # what was told just now is kept; the next answer tries again
            for name, value in {CODE: self._guests.door.code, **self._witnesses.notes}.items():
                self._journal.keep_note(name, value)
            self.calm()

    def _mended(self, why: Refused) -> Refused:
        """What to tell people of this trouble. A file that is damaged in mid-evening is replaced at once by what was good of
        it and what is in memory."""
        if why.key not in BROKEN:
            return why
        table = self._course.now.table
        try:
            on = (table.number, table.head, table.entries) if table else None
            self._journal.mend(MemoryCopy(self._notes(), on, self._things.things))
        except Refused as another:
            return another
        return why

    def _notes(self) -> dict[str, str]:
        notes = {**self._guests.notes, **self._agreed.notes, **self._witnesses.notes}
        chosen = self._course.now.chosen
        return notes | {PICKED: chosen} if chosen else notes
