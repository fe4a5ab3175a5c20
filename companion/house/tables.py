"""Tables of the journal: a new one is opened, the one that was on goes on, and one that was left is looked at again."""

from dataclasses import replace

from companion.core.journal import Head
from companion.core.moment import Moment
from companion.core.table import Coming, Table
from companion.core.words import Refused, text
from companion.house.elsewhere import Elsewhere, read_elsewhere
from companion.house.handing import Round
from companion.house.lots import Lots
from companion.house.notes import ELSEWHERE, LEARNERS, PICKED, read_learners
from companion.house.now import Mind
from companion.ports.journal import BoxJournal, InHand
from companion.ports.seating import Left
from companion.records.record import NO_BITS, parse_head
from companion.records.retold import UNPLAYABLE, retold
from companion.shelf import games


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
        return self.resumed(now, left)

    def begun(self, now: Mind, number: int, head: Head) -> Mind:
        """With this table, which was just opened."""
        return replace(
            now,
            table=self._table(number, head),
            left=None,
            laid=0,
            stage=None,
            elsewhere=None,
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
            return replace(now, table=self._table(*current), elsewhere=self._elsewhere(current[0]))
        except UNPLAYABLE as why:
            if _is_trouble(why):
                raise
        try:
            return self._retold(now, *current)
        except Refused as why:
            return replace(now, table=None, trouble=why.text if _is_trouble(why) else text("trouble.unplayable"))

    def _elsewhere(self, number: int) -> Elsewhere | None:
        """Where this table goes on, if another box has it."""
        kept = self._journal.note(ELSEWHERE)
        found = read_elsewhere(kept) if kept is not None else None
        return found if found is not None and found.table == number else None

    def _retold(self, now: Mind, number: int, head: Head) -> Mind:
        """With a game that cannot be played as it is kept. If all that its chain binds can be, the rest of it is damaged,
        and it goes on. Of a file that was just salvaged a head without any answer that bears it out is damage, too. Else
        the game is of another version: it is kept, and not gone on with. Raises Refused."""
        entries = self._journal.read(number)
        if told := retold(head, entries):
            self._journal.mend(InHand({}, (number, head, told)), is_damaged=True)
            return replace(now, table=self._table(number, head), trouble=text("trouble.damaged"))
        if self._journal.salvaged and not entries:
            self._journal.leave_table()
            return replace(now, table=None, trouble=text("trouble.damaged"))
        raise Refused("trouble.unplayable")

    def at_rest(self, number: int) -> Moment | None:
        """How a table stood when it was left; None if it cannot be read, or not by this version."""
        head = self._journal.table(number)
        try:
            if head is None:
                return None
            _, game, options = parse_head(head.said())
            return Table(game, head, options, self._journal, number, lambda: NO_BITS, pick=None).moment
        except UNPLAYABLE:
            return None

    def _table(self, number: int, head: Head) -> Table:
        _, game, options = parse_head(head.said())
        return Table(game, head, options, self._journal, number, self._lots.bits, self._lots.pick, self._coming)


def _is_trouble(why: Exception) -> bool:
    """Whether it is the disk that would not."""
    return isinstance(why, Refused) and why.key.startswith("trouble.")
