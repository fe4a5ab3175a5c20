"""Whole games played at random at a real table, each step kept."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import msgspec

from companion.bots import choose, fill
from companion.core.dues import Chance, Due
from companion.core.game import Pick
from companion.core.journal import CorrectionEntry, Entry, MemoryJournal
from companion.core.moment import Moment
from companion.core.screens import Screens
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.words import Malformed, Refused
from companion.house.dice import SeededLots
from tests.promises.settings import NUMBER, Setting, is_one_more

MOST = 3000
"""Steps; a random game that is longer never ends."""


@dataclass(frozen=True)
class Tell:
    """Somebody (None: the panel) answers a due; `due` None sets a tally right."""

    by: Seat | None
    due: str | None
    do: dict[str, Any]


@dataclass(frozen=True)
class Draw:
    """The box draws."""

    due: str
    do: dict[str, Any]


@dataclass(frozen=True)
class Back:
    """Somebody (None: the panel) takes back."""

    by: Seat | None


Op = Tell | Draw | Back


def apply(table: Table, op: Op, key: str) -> None:
    """Do it at another table. Raises Refused as the table does."""
    if isinstance(op, Tell):
        table.answer(op.by, None if op.due is None else table.moment.full_id(op.due), op.do, key)
    elif isinstance(op, Draw):
        due = table.moment.history.standing(op.due, None)
        if due is None:
            raise Refused("too_late")
        table.retell(due, op.do)
    elif op.by is None:
        table.take_back_last(key)
    else:
        table.take_back(op.by, key)


class Player:
    """Plays for everybody at a table: answers as a bot likes them, sealed ones also twice, offers, tallies set right; and,
    if it is restless, answers taken back."""

    def __init__(self, table: Table, pick: Pick, restless: bool) -> None:
        self.table = table
        self._pick = pick
        self._restless = restless
        self._acts = 0

    def act(self) -> Op | None:
        """Do one thing at the table; None: it was refused, or there was nothing to do."""
        self._acts += 1
        assert self._acts < MOST, "the game does not end"
        chance = self._pick(24)
        if chance < 2 and self._restless:
            return self._back()
        return self.offer() if chance < 4 else self._answer(self._one(self._unanswered()))

    def offer(self) -> Op | None:
        """Take up an offer, or give a sealed answer once more."""
        told = self._told()
        open_again = [due for due in self.table.moment.history.dues if not due.waits or due.id in told]
        return self._answer(self._one(open_again)) if open_again else None

    def _told(self) -> set[str | None]:
        return {step.entry.due for step in self.table.moment.history.newest()}

    def _unanswered(self) -> list[Due]:
        dues = [due for due in self.table.moment.history.dues if due.waits and due.chance is not Chance.BOX]
        told = self._told()
        return [due for due in dues if due.id not in told]

    def _one(self, dues: list[Due]) -> Due:
        assert dues, "nobody can answer, and the game is not over"
        return dues[self._pick(len(dues))]

    def _answer(self, due: Due) -> Op | None:
        by = due.seat or self._anybody()
        for do in wishes(self.table, due, self._pick):
            if op := self._done(Tell(by, None if due.kind == "set" else due.id, do)):
                return op
        assert not due.waits, f"nothing fits {due}"
        return None

    def _back(self) -> Op | None:
        return self._done(Back(self._anybody()))

    def _done(self, op: Op) -> Op | None:
        try:
            apply(self.table, op, f"key {self._acts}-{self.table.moment.entries}")
        except Malformed:
            raise
        except Refused:
            return None
        return op

    def _anybody(self) -> Seat | None:
        seats = (*self.table.head.seats, None)
        return seats[self._pick(len(seats))]


class Walk:
    """One random game, each step kept. What the box drew is an op of its own."""

    def __init__(self, setting: Setting, seed: int, restless: bool) -> None:
        self.setting = setting
        self.journal = MemoryJournal()
        self.table = setting.table(SeededLots(seed), self.journal)
        self.ops: list[Op] = []
        self.moments: list[Moment] = [setting.table(draws=False).moment]
        """Before each op, and at last after all."""
        player = Player(self.table, SeededLots(seed + 1000).pick, restless)
        self._note(None)
        while not self.table.moment.over:
            self._note(player.act())
        for _ in range(4):
            self._note(player.offer())

    @property
    def entries(self) -> list[Entry]:
        return list(self.journal.read(self.table.number))

    def _note(self, op: Op | None) -> None:
        for entry in self.entries[len(self.ops) :]:
            self.ops.append(_op(op, entry))
            self.moments.append(self._moment(entry.n))
            op = None

    def at(self, n: int) -> Table:
        """A table that stands where this game stood after `n` entries."""
        return self.setting.table(journal=journal_of(self.entries[:n]), draws=False)

    def _moment(self, n: int) -> Moment:
        # Hundreds of them are kept: what was drawn can be drawn again.
        return fresh(self.table.moment if n == self.table.moment.entries else self.at(n).moment)


def fresh(moment: Moment) -> Moment:
    """The same moment, of which nothing has been drawn yet."""
    return replace(moment, screens=Screens(moment.history, moment.number, moment.screens.back, places=moment.screens.places))


def _op(op: Op | None, entry: Entry) -> Op:
    """What was done, as it was kept: a bid for a draw as what came out."""
    if isinstance(entry, CorrectionEntry):
        assert isinstance(op, Back)
        return op
    return replace(op, do=entry.do) if isinstance(op, Tell) else Draw(entry.due or "", entry.do)


def journal_of(entries: list[Entry]) -> MemoryJournal:
    journal = MemoryJournal()
    for entry in entries:
        journal.append(NUMBER, entry.n - 1, entry)
    return journal


def wishes(table: Table, due: Due, pick: Pick) -> list[dict[str, Any]]:
    """What a bot would answer, and then (forms may be refused) more of it. Lots are told as often as drawn."""
    asked = table.moment.answers(due)
    answers = msgspec.structs.replace(asked, lots=None)
    lots = [asked.lots.do] if asked.lots else []
    bid = lots if pick(2) else []
    forms = [fill(answers.forms[pick(len(answers.forms))], pick) for _ in range(40)] if answers.forms else []
    if not answers.legal():
        return [*bid, *forms, *lots]
    liked = choose(table.game, table.moment.screen(due.seat).view, answers, pick)
    return [*bid, *forms[: pick(3)], liked, *lots]


def walk(setting: Setting, seed: int, restless: bool = False) -> Walk:
    return _played(setting, seed, restless)  # one and the same, however it was asked for


@lru_cache(maxsize=40)
def _played(setting: Setting, seed: int, restless: bool) -> Walk:
    return Walk(setting, seed, restless)


def evenings(setting: Setting) -> list[Walk]:
    """The games that all promises of a setting look at: each is played, drawn and asked once. Every other one has answers
    taken back. A single option more than usual gets two of them, the usual game and all options together get four."""
    return [walk(setting, seed, restless=bool(seed % 2)) for seed in _seeds(setting)]


def straight(setting: Setting) -> list[Walk]:
    """Those in one go; the first is `walk(setting, 0)`."""
    return [walk(setting, seed) for seed in _seeds(setting)[::2]]


def restless(setting: Setting) -> list[Walk]:
    """Those with answers taken back."""
    return [walk(setting, seed, restless=True) for seed in _seeds(setting)[1::2]]


def _seeds(setting: Setting) -> range:
    return range(2 if is_one_more(setting) else 4)
