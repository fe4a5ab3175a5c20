"""Opens a table, goes on with one, takes one over, and keeps how it ended."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from datetime import UTC
from typing import Any, Final

import msgspec

from companion.clock import Calendar
from companion.core.actions import Accept
from companion.core.journal import Entry, TableHead
from companion.core.moment import Moment
from companion.core.table import Coming, Table
from companion.core.words import Refused, text
from companion.house.dice import Lots
from companion.house.doors import new_code
from companion.house.first_time import read_reveal, staged
from companion.house.guests import Guests
from companion.house.rollback import Witnesses
from companion.house.store import (
    APART,
    CODE,
    ELSEWHERE,
    GUESTS,
    LEARNERS,
    PICKED,
    REVEAL,
    TAKEN,
    Apart,
    Course,
    Elsewhere,
    Mind,
    Round,
    Taken,
    kept,
    read_apart,
    read_elsewhere,
    read_learners,
    read_taken,
)
from companion.journals.box_journal import BoxJournal, MemoryCopy, Result
from companion.records.record import NO_BITS, UNPLAYABLE, OtherRules, game_of, last_position, replayed
from companion.shelf import games
from companion.snapshot.people import GuestBook, Left


def settle(table: Table, journal: BoxJournal, calendar: Calendar) -> None:
    """What may wait until then: the score of a finished game."""
    if not table.moment.over:
        return
    with suppress(Refused):  # the answer itself is kept; the next one finds out what is wrong with the disk
        _keep_result(table, journal, calendar)


def _keep_result(table: Table, journal: BoxJournal, calendar: Calendar) -> None:
    """What is counted and accepted later does not end the game anew."""
    score = table.moment.score()
    actions = (answered.event.action for answered in table.moment.history.answered)
    accepted = [action.of for action in actions if isinstance(action, Accept)]
    if score is not None:
        before = journal.result(table.number)
        ended = before.ended if before else _said(calendar)
        of = accepted[-1] if accepted else None
        journal.keep_result(table.number, Result(score.as_data(), of, ended, table.moment.agreed))


def _said(calendar: Calendar) -> str | None:
    now = calendar()
    return None if now is None else now.astimezone(UTC).isoformat(timespec="seconds")


NOT_OF_A_HALL: Final[dict[str, Any]] = {"elsewhere": None, "is_unsure": False, "apart": None, "taken": None}
"""What `Mind` has of a table that is on nowhere else, or of none."""


class Tables:
    """The house calls these under its lock; every one may raise Refused, for trouble with the disk."""

    def __init__(self, journal: BoxJournal, lots: Lots, coming: Coming) -> None:
        self._journal = journal
        self._lots = lots
        self._coming = coming

    def at_start(self, left: Left | None) -> Mind:
        """What the house has in mind when the box starts; `left`: the game that was broken off."""
        key = self._journal.trouble or ("trouble.damaged" if self._journal.salvaged else None)
        picked = self._journal.note(PICKED)
        learners = read_learners(self._journal.note(LEARNERS) or "[]")
        now = Mind(trouble=text(key) if key else None, chosen=picked if picked in games() else None, learners=learners)
        return self._in_doubt(self.resumed(now, left))

    def begun(self, now: Mind, number: int, head: TableHead) -> Mind:
        """With this table, which was just opened."""
        return replace(
            now,
            table=self._table(number, head),
            left=None,
            laid=0,
            reveal=None,
            **NOT_OF_A_HALL,
            round=Round(),
            before=self._journal.finished_before(number),
        )

    def resumed(self, now: Mind, left: Left | None) -> Mind:
        """With the table that was on, as it is on disk, or else the one that was broken off (`left`)."""
        current, newest = self._journal.current_table(), self._journal.newest_table()
        now = replace(now, before=self._journal.finished_before(current[0] if current else newest + 1), left=None)
        if current is None:
            return replace(now, table=None, left=self.at_rest(newest) if left and left.table == newest else None)
        try:
            return self._going_on(now, *current)
        except UNPLAYABLE as why:
            if _is_trouble(why):
                raise
            first = why
        try:
            return self._retold(now, *current)
        except Refused as why:
            if isinstance(first, OtherRules) and why.key == "trouble.unplayable":
                return self._with_other_rules(now, current[0], first)
            return replace(now, table=None, trouble=why.text if _is_trouble(why) else text("trouble.unplayable"))

    def _in_doubt(self, now: Mind) -> Mind:
        """A table of a hall may be another box's since this one was switched off. What goes on without the hall is not."""
        is_of_a_hall = now.table is not None and now.table.head.name != ""
        return replace(now, is_unsure=is_of_a_hall and now.elsewhere is None and now.apart is None)

    def _of_a_hall(self, number: int, head: TableHead) -> dict[str, Any]:
        """What is kept of this table beside its entries, as `Mind` has it."""
        elsewhere, apart, taken = (self._journal.note(name) or "null" for name in (ELSEWHERE, APART, TAKEN))
        on, alone, over = read_elsewhere(elsewhere), read_apart(apart), read_taken(taken)
        return {
            "elsewhere": on if on is not None and on.table == number else None,
            "apart": alone if alone is not None and alone.table == head.name else None,
            "taken": over if over is not None and over.table == head.name else None,
        }

    def _going_on(self, now: Mind, number: int, head: TableHead) -> Mind:
        """Return it with this table, and the reveal as far as it was shown."""
        table, kept = self._table(number, head), self._journal.note(REVEAL)
        reveal = staged(table.moment, read_reveal(kept) if kept else None, watch=None)
        return replace(now, table=table, reveal=reveal, **self._of_a_hall(number, head))

    def _retold(self, now: Mind, number: int, head: TableHead) -> Mind:
        """With a game that cannot be played as it is kept. If all that its chain binds can be, the rest of it is damaged,
        and it goes on. Of a file that was just salvaged a head without any answer that bears it out is damage, too. Else
        the game is of another version: it is kept, and not gone on with. Raises Refused."""
        entries = self._journal.read(number)
        if told := replayed(head, entries):
            self._journal.mend(MemoryCopy({}, (number, head, told)), is_damaged=True)
            return replace(self._going_on(now, number, head), trouble=text("trouble.damaged"))
        if self._journal.salvaged and not entries:
            self._journal.leave_table()
            return replace(now, table=None, trouble=text("trouble.damaged"))
        raise Refused("trouble.unplayable")

    def _with_other_rules(self, now: Mind, number: int, why: OtherRules) -> Mind:
        """With a game that cannot go on with today's rules. It stays in the journal; people go on with the cardboard. A game
        that is over needs nothing more: its result is kept."""
        if self._journal.result(number):
            return replace(now, table=None, before=self._journal.finished_before(number + 1))
        trouble = text("trouble.other_rules", why=why.changed.words)
        return replace(now, table=None, left=self.at_rest(number), trouble=trouble)

    def at_rest(self, number: int) -> Moment | None:
        """How a table stood when it was left; None if it cannot be read, or not by this version."""
        head = self._journal.table(number)
        try:
            if head is None:
                return None
            game, options = game_of(head)
            return Table(game, head, options, self._journal, number, lambda: NO_BITS, pick=None).moment
        except OtherRules as why:
            return self._as_it_lay(number, head, why) if head else None
        except UNPLAYABLE:
            return None

    def _as_it_lay(self, number: int, head: TableHead, why: OtherRules) -> Moment | None:
        """How a game of other rules lay. None also where today's rules do not agree whether it was over."""
        found = last_position(head, self._journal.read(number), number, why.changed.gone)
        is_over = self._journal.result(number) is not None
        return found if found and found.over == is_over else None

    def _table(self, number: int, head: TableHead) -> Table:
        game, options = game_of(head)
        return Table(game, head, options, self._journal, number, self._lots.bits, self._lots.pick, self._coming)


def _is_trouble(why: Exception) -> bool:
    """Whether it is the disk that would not."""
    return isinstance(why, Refused) and why.key.startswith("trouble.")


class Takeover:
    """This box's side of it. `changing` is the house's; `begin` goes on with a table that the journal has just opened."""

    def __init__(
        self,
        course: Course,
        journal: BoxJournal,
        witnesses: Witnesses,
        changing: Callable[[], AbstractContextManager[Guests]],
        begin: Callable[[int, TableHead], None],
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
        head: TableHead,
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
