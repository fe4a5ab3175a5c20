"""Tables of the journal: a new one is opened, the one that was on goes on, and one that was left is looked at again."""

from dataclasses import replace
from typing import Any, Final

from companion.core.journal import Head
from companion.core.moment import Moment
from companion.core.table import Coming, Table
from companion.core.words import Refused, text
from companion.house.elsewhere import read_apart, read_elsewhere, read_taken
from companion.house.handing import Round
from companion.house.lots import Lots
from companion.house.notes import APART, ELSEWHERE, LEARNERS, PICKED, REVEAL, TAKEN, read_learners
from companion.house.now import Mind
from companion.house.staging import read_reveal, staged
from companion.ports.journal import BoxJournal, InHand
from companion.ports.seating import Left
from companion.records.record import NO_BITS, OtherRules, game_of
from companion.records.retold import UNPLAYABLE, as_it_lay, retold
from companion.shelf import games

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

    def begun(self, now: Mind, number: int, head: Head) -> Mind:
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

    def _of_a_hall(self, number: int, head: Head) -> dict[str, Any]:
        """What is kept of this table beside its entries, as `Mind` has it."""
        elsewhere, apart, taken = (self._journal.note(name) or "null" for name in (ELSEWHERE, APART, TAKEN))
        on, alone, over = read_elsewhere(elsewhere), read_apart(apart), read_taken(taken)
        return {
            "elsewhere": on if on is not None and on.table == number else None,
            "apart": alone if alone is not None and alone.table == head.name else None,
            "taken": over if over is not None and over.table == head.name else None,
        }

    def _going_on(self, now: Mind, number: int, head: Head) -> Mind:
        """Return it with this table, and the reveal as far as it was shown."""
        table, kept = self._table(number, head), self._journal.note(REVEAL)
        reveal = staged(table.moment, read_reveal(kept) if kept else None, watch=None)
        return replace(now, table=table, reveal=reveal, **self._of_a_hall(number, head))

    def _retold(self, now: Mind, number: int, head: Head) -> Mind:
        """With a game that cannot be played as it is kept. If all that its chain binds can be, the rest of it is damaged,
        and it goes on. Of a file that was just salvaged a head without any answer that bears it out is damage, too. Else
        the game is of another version: it is kept, and not gone on with. Raises Refused."""
        entries = self._journal.read(number)
        if told := retold(head, entries):
            self._journal.mend(InHand({}, (number, head, told)), is_damaged=True)
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

    def _as_it_lay(self, number: int, head: Head, why: OtherRules) -> Moment | None:
        """How a game of other rules lay. None also where today's rules do not agree whether it was over."""
        found = as_it_lay(head, self._journal.read(number), number, why.changed.gone)
        is_over = self._journal.result(number) is not None
        return found if found and found.over == is_over else None

    def _table(self, number: int, head: Head) -> Table:
        game, options = game_of(head)
        return Table(game, head, options, self._journal, number, self._lots.bits, self._lots.pick, self._coming)


def _is_trouble(why: Exception) -> bool:
    """Whether it is the disk that would not."""
    return isinstance(why, Refused) and why.key.startswith("trouble.")
