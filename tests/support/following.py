"""Plays at a box from outside. It folds the box's file a second time, and so knows the next answer and everybody's new
screen beforehand, unless the box draws."""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.bots import choose
from companion.core.dues import Chance
from companion.core.journal import AnswerEntry, MemoryJournal, TableHead, decode_entry
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.words import Refused
from companion.house.dice import SeededDice
from companion.records.record import parse_head


@dataclass(frozen=True)
class Answer:
    """One answer to post, and the number that every screen has after it."""

    seat: Seat
    due: str
    do: dict[str, Any]
    seqs: Mapping[Seat | None, int] | None
    """The numbers of the screens. None: the box draws something now, so nobody knows."""
    needs_confirmation: bool = False
    """True if another seat must say the same first. Nothing is kept until this seat does."""


class Following:
    """The game that is on at the box with this state folder."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._file = folder / "companion.db"
        self._dice = SeededDice(seed)
        self.table = self._read()

    def answers(self) -> Iterator[Answer]:
        """Yield one answer after the other until the end. Each must be on the box's disk before the next one is asked
        for."""
        while not self.table.moment.over:
            seat, due, do = next(self._tries())
            before, needs_confirmation = self.table, self._takes_two(seat, due, do)
            if self._is_foreseen(due, do, seat):
                yield Answer(seat, due, do, self.table.moment.seqs, needs_confirmation)
            else:
                yield Answer(seat, due, do, None, needs_confirmation)
                self.table = self._read()
                assert self.table.moment.entries > before.moment.entries, "the box has not kept the answer"

    def _tries(self) -> Iterator[tuple[Seat, str, dict[str, Any]]]:
        """Yield possible answers of the asked seats."""
        moment, game = self.table.moment, self.table.game
        answered = {step.entry.due for step in moment.history.answered}
        for due in moment.history.dues:
            if due.waits and due.chance is not Chance.BOX and due.id not in answered:
                seat = due.seat or self.table.head.seats[0]
                view = moment.screen(seat).view
                for _ in range(100):
                    do = choose(game, view, moment.answers(due), self._dice.pick)
                    if self._fits(due, do):
                        yield seat, moment.full_id(due.id), do

    def _fits(self, due: Any, do: dict[str, Any]) -> bool:
        if due.chance is Chance.DRAWN and do.keys() == {"type"} and self.table.moment.answers(due).lots is not None:
            return True
        entry = AnswerEntry(n=0, due=due.id, seat=due.seat, do=do, bits="", hash="")
        try:
            self.table.moment.history.plus(entry)
        except Refused:
            return False
        return True

    def _takes_two(self, seat: Seat, due: str, do: dict[str, Any]) -> bool:
        try:
            return self.table.needs_confirmation(seat, due, do)
        except Refused:  # a bid for a draw
            return False

    def _is_foreseen(self, due: str, do: dict[str, Any], seat: Seat) -> bool:
        """Give the answer to the second table, too. Return False if dice of the box follow, so that the box's file must be
        read."""
        try:
            self.table.answer(seat, due, do, "")
        except Refused:  # a request to draw
            return False
        return not any(due.chance is Chance.BOX for due in self.table.moment.history.dues)

    def _read(self) -> Table:
        with sqlite3.connect(f"file:{self._file}?mode=ro", uri=True) as db:
            number, head = db.execute("SELECT number, head FROM tables ORDER BY number DESC LIMIT 1").fetchone()
            rows = db.execute("SELECT entry FROM entries WHERE number = ? ORDER BY n", (number,)).fetchall()
        db.close()
        kept = MemoryJournal()
        for row in rows:
            entry = decode_entry(row[0])
            kept.append(number, entry.n - 1, entry)
        known = msgspec.json.decode(head, type=TableHead)
        _, game, options = parse_head(known.fields())
        return Table(game, known, options, kept, number, self._dice.bits, None)
