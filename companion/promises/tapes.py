"""Games that bots play at a real table. Each is played once in a test run, and all promises read its tape."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

import msgspec
import pytest

from companion.bots import choose, fill
from companion.core.blocks import Undo
from companion.core.dues import Chance, Due
from companion.core.game import Pick
from companion.core.journal import CorrectionEntry, Entry, MemoryJournal
from companion.core.moment import Moment
from companion.core.screens import Screens
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import View
from companion.core.words import Malformed, Refused
from companion.house.dice import SeededDice
from companion.promises.settings import NUMBER, Setting, is_variation, settings_of
from companion.records.record import replay_line

MOST = 3000
"""The most acts of a bot. A game that takes more counts as endless."""


@dataclass(frozen=True)
class GivenAnswer:
    """The answer of a seat (None: the panel) to a due. A `due` of None sets a tally right."""

    by: Seat | None
    due: str | None
    do: dict[str, Any]


@dataclass(frozen=True)
class Draw:
    """A draw of the box, as an answer to a due."""

    due: str
    do: dict[str, Any]


@dataclass(frozen=True)
class Back:
    """A take-back by a seat, or (None) by the panel."""

    by: Seat | None


Op = GivenAnswer | Draw | Back


def apply(table: Table, op: Op, key: str) -> None:
    """Do `op` at a table. Raise Refused as the table does."""
    if isinstance(op, GivenAnswer):
        table.answer(op.by, None if op.due is None else table.moment.full_id(op.due), op.do, key)
    elif isinstance(op, Draw):
        due = table.moment.history.open_due(op.due, None)
        if due is None:
            raise Refused("too_late")
        table.append_recorded(due, op.do)
    elif op.by is None:
        table.take_back_last(key)
    else:
        table.take_back(op.by, key)


class Player:
    """A bot that plays for everybody at a table. It answers, takes up offers, answers again under seal, and sets tallies
    right. A restless bot also takes answers back."""

    def __init__(self, table: Table, pick: Pick, restless: bool) -> None:
        self.table = table
        self._pick = pick
        self._restless = restless
        self._acts = 0

    def act(self) -> Op | None:
        """Do one thing at the table, and return it. None: it was refused, or there was nothing to do."""
        self._acts += 1
        assert self._acts < MOST, "the game does not end"
        chance = self._pick(24)
        if chance < 2 and self._restless:
            return self._back()
        return self.offer() if chance < 4 else self._answer(self._one(self._unanswered()))

    def offer(self) -> Op | None:
        """Take up an offer, or answer once more under seal. Return the act, or None if there was none."""
        answered = self._answered()
        open_again = [due for due in self.table.moment.history.dues if not due.waits or due.id in answered]
        return self._answer(self._one(open_again)) if open_again else None

    def _answered(self) -> set[str | None]:
        return {step.entry.due for step in self.table.moment.history.newest()}

    def _unanswered(self) -> list[Due]:
        dues = [due for due in self.table.moment.history.dues if due.waits and due.chance is not Chance.BOX]
        answered = self._answered()
        return [due for due in dues if due.id not in answered]

    def _one(self, dues: list[Due]) -> Due:
        assert dues, "nobody can answer, and the game is not over"
        return dues[self._pick(len(dues))]

    def _answer(self, due: Due) -> Op | None:
        by = due.seat or self._anybody()
        for do in wishes(self.table, due, self._pick):
            if op := self._done(GivenAnswer(by, None if due.sets_right else due.id, do)):
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


class Tape:
    """One game as it was played: the acts, the entries, and the moment before each of them. A draw of the box is an act of
    its own. A moment makes the screen of a seat when a promise reads the screen for the first time."""

    def __init__(self, setting: Setting, seed: int, restless: bool) -> None:
        self.setting = setting
        self.journal = MemoryJournal()
        self.table = setting.table(SeededDice(seed), self.journal)
        self.ops: list[Op] = []
        self.moments: list[Moment] = [setting.table(draws=False).moment]
        """The moment before each act, and the last moment."""
        player = Player(self.table, SeededDice(seed + 1000).pick, restless)
        self._note(None)
        while not self.table.moment.over:
            self._note(player.act())
        for _ in range(4):
            self._note(player.offer())

    @property
    def entries(self) -> list[Entry]:
        """Return all entries of this game from the journal."""
        return list(self.journal.read(self.table.number))

    def _note(self, op: Op | None) -> None:
        for entry in self.entries[len(self.ops) :]:
            self.ops.append(_op(op, entry))
            self.moments.append(self._moment(entry.n))
            op = None

    def at(self, n: int) -> Table:
        """Return a new table, as this game was after `n` entries."""
        return self.setting.table(journal=journal_of(self.entries[:n]), draws=False)

    def _moment(self, n: int) -> Moment:
        # Hundreds of moments are kept. Without their screens they are small, and screens can be made again.
        return fresh(self.table.moment if n == self.table.moment.entries else self.at(n).moment)


def fresh(moment: Moment) -> Moment:
    """Return the same moment without the screens that it has made."""
    return replace(moment, screens=Screens(moment.history, moment.number, moment.screens.back, places=moment.screens.places))


def _op(op: Op | None, entry: Entry) -> Op:
    """Return the act with the answer that its entry has. So a request to draw becomes the result of the draw."""
    if isinstance(entry, CorrectionEntry):
        assert isinstance(op, Back)
        return op
    return replace(op, do=entry.do) if isinstance(op, GivenAnswer) else Draw(entry.due or "", entry.do)


def journal_of(entries: list[Entry]) -> MemoryJournal:
    """Return a journal in memory with these entries."""
    journal = MemoryJournal()
    for entry in entries:
        journal.append(NUMBER, entry.n - 1, entry)
    return journal


def wishes(table: Table, due: Due, pick: Pick) -> Iterator[dict[str, Any]]:
    """Yield answers in the order in which to try them: a request to draw (half the time), filled forms, a bot's choice, and
    the request to draw again. There are several forms, because a form may be refused."""
    asked = table.moment.answers(due)
    answers = msgspec.structs.replace(asked, lots=None)
    lots = [asked.lots.do] if asked.lots else []
    yield from lots if pick(2) else []
    is_form_alone = not answers.legal()
    for _ in range((40 if is_form_alone else pick(3)) if answers.forms else 0):
        yield fill(answers.forms[pick(len(answers.forms))], pick)
    if not is_form_alone:
        yield choose(table.game, _seen(table, due.seat), answers, pick)
    yield from lots


def _seen(table: Table, seat: Seat | None) -> View:
    """Return the view of a seat, or (None) of an onlooker. Bots need no more of a screen."""
    state = table.moment.history.state
    return table.game.view(state.public, None if seat is None else state.own[seat], seat)


def tape_of(setting: Setting, seed: int, restless: bool = False) -> Tape:
    """Return the tape of this game, which is played only once. If no game of the setting can be played, skip the test:
    another test fails on that."""
    try:
        return _played(setting, seed, restless)  # all arguments, so that a default makes no second tape
    except Exception:
        if why := trouble(setting):
            pytest.skip(why)
        raise


@lru_cache(maxsize=40)
def _played(setting: Setting, seed: int, restless: bool) -> Tape:
    return Tape(setting, seed, restless)


def play(setting: Setting) -> None:
    """Play the setting's own games. Raise any error that one of them raises."""
    for seed in _seeds(setting):
        _played(setting, seed, bool(seed % 2))


@cache
def trouble(setting: Setting) -> str | None:
    """Return why the setting's own games cannot be played. None: they can."""
    try:
        play(setting)
    except Exception as error:
        return f"{setting} cannot be played: {type(error).__name__}: {error}"
    return None


def tapes_of(setting: Setting) -> list[Tape]:
    """Return the tapes that all promises of a setting read. In every second game answers are taken back. The usual game with
    the fewest seats, and all options together, have three tapes. A setting with a few other options has one, in which
    answers are taken back. Any other setting has two."""
    return [tape_of(setting, seed, restless=bool(seed % 2)) for seed in _seeds(setting)]


def straight_tapes(setting: Setting) -> list[Tape]:
    """Return the tapes in which no answer is taken back. The first one is `tape_of(setting, 0)`."""
    return [tape_of(setting, seed) for seed in _seeds(setting) if seed % 2 == 0] or [tape_of(setting, 0)]


def restless_tapes(setting: Setting) -> list[Tape]:
    """Return the tapes in which answers are taken back."""
    return [tape_of(setting, seed, restless=True) for seed in _seeds(setting) if seed % 2]


def longest_tape(setting: Setting) -> Tape:
    """Return the tape with the most acts, because some games are over after a few answers."""
    return max(tapes_of(setting), key=lambda tape: len(tape.ops))


def _seeds(setting: Setting) -> range:
    settings = settings_of(setting.game)
    if setting in (settings[0], settings[-1]):
        return range(3)
    return range(1, 2) if is_variation(setting) else range(2)


# A journal as a record, and a record replayed


def record_of(entries: Iterable[Entry]) -> list[str]:
    """Return the lines of a record after its head, as JSON."""
    return [json.dumps(entry.fields(), ensure_ascii=False) for entry in entries]


def played_again(setting: Setting, lines: list[str]) -> Table:
    """Return a new table after replaying the lines of a record."""
    table = setting.table(draws=False)
    for line in lines:
        replay_line(table, json.loads(line))
    return table


def views(moment: Moment) -> list[View]:
    """Return the game's views for each seat and an onlooker. They lack the undo card, which depends on who answered."""
    screens = [moment.screen(seat) for seat in moment.seqs]
    return [_without_undo(screen.view) for screen in screens]


def _without_undo(view: View) -> View:
    return msgspec.structs.replace(view, blocks=tuple(b for b in view.blocks if not isinstance(b, Undo)))
