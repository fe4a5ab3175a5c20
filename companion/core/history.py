"""A game folded from what happened: the state is never stored, it follows from the entries that still stand."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

import msgspec

from companion.core.answers import Answers
from companion.core.event import Chance, Due, Event
from companion.core.game import Game
from companion.core.journal import Entry
from companion.core.knowledge import Box, Own, Public, Seat, State
from companion.core.words import Refused


@dataclass(frozen=True, slots=True)
class Step:
    """One answer that stands, with what taking it back depends on."""

    entry: Entry
    event: Event
    stood: frozenset[str]
    """The dues that stood when it was given."""
    reveals: bool
    """It showed old secrets to somebody."""

    @property
    def is_bound(self) -> bool:
        """An open answer of somebody to what the rules wait for: it is not dropped unasked. The box's draws go with their
        cause, offers with what they were an answer to."""
        due = self.event.due
        return due.open and due.waits and due.chance is not Chance.BOX


@dataclass(frozen=True, slots=True)
class History(Generic[Public, Own, Box]):
    """A game so far: the state, what is due in it, and the answers that led there."""

    game: Game[Public, Own, Box]
    state: State[Public, Own, Box]
    dues: tuple[Due, ...]
    steps: tuple[Step, ...] = ()
    before: "History[Public, Own, Box] | None" = field(default=None, compare=False, repr=False)
    """Without the last step; what is taken back is folded again from there, not from the start."""

    def until(self, n: int) -> "History[Public, Own, Box]":
        """This history as it was before entry `n`."""
        history = self
        while history.before is not None and history.steps[-1].entry.n >= n:
            history = history.before
        return history

    def so_far(self) -> "tuple[History[Public, Own, Box], ...]":
        """This history after each of its steps, the first one first, its beginning before them."""
        found, history = [self], self
        while history.before is not None:
            history = history.before
            found.append(history)
        return tuple(reversed(found))

    def standing(self, due: str | None, seat: Seat | None) -> Due | None:
        """The due of this id that `seat` (None: the panel) may answer: its own, or the table's."""
        return next((d for d in self.dues if d.id == due and d.seat in (seat, None)), None)

    def answers(self, due: Due) -> Answers:
        """What may be answered to `due`, from what its seat can know."""
        own = None if due.seat is None else self.state.own[due.seat]
        return self.game.outcomes(self.state.public, own, due)

    def plus(self, entry: Entry) -> "History[Public, Own, Box]":
        """This history and one more answer. Raises Refused, also when its due does not stand here."""
        due = self._answered(entry)
        assert entry.do is not None
        event = Event(kind=entry.do["type"], seat=due.seat, data=entry.do, due=due, by=entry.by)
        state = self.game.play(self.state, event)
        step = Step(entry, event, frozenset(d.id for d in self.dues), state.shown != self.state.shown)
        return History(self.game, state, tuple(self.game.due(state)), (*self.steps, step), self)

    def again(self, entry: Entry) -> "History[Public, Own, Box]":
        """`plus`, for an answer whose past or words were corrected: it must still be one of those that may be given."""
        due = self._answered(entry)
        assert entry.do is not None
        return self.plus(msgspec.structs.replace(entry, do=self.answers(due).admit(entry.do)))

    def _answered(self, entry: Entry) -> Due:
        due = next((d for d in self.dues if d.id == entry.due and d.seat == entry.seat), None)
        if due is None:
            raise Refused("too_late")
        return due


def begin(game: Game[Public, Own, Box], seats: Sequence[Seat], options: Any) -> History[Public, Own, Box]:
    state = game.setup(seats, options)
    return History(game, state, tuple(game.due(state)))


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """The answers that still stand, each saying what its last correction made of it."""
    told: dict[int, Entry] = {}
    standing: dict[int, Entry | None] = {}
    for entry in entries:
        if entry.correct is None:
            told[entry.n] = standing[entry.n] = entry
        for n in entry.correct or ():
            if n not in told:
                raise Refused("no_such_entry", entry=n)
            standing[n] = None if entry.do is None else msgspec.structs.replace(told[n], do=entry.do)
    return [entry for entry in standing.values() if entry is not None]


def refold(start: History[Public, Own, Box], entries: Iterable[Entry]) -> History[Public, Own, Box]:
    """Every entry again from the start. Raises Refused if one does not fit."""
    history = start
    for entry in entries:
        history = history.again(entry)
    return history


def without(history: History[Public, Own, Box], gone: Collection[int]) -> tuple[History[Public, Own, Box], tuple[int, ...]]:
    """The history with these entries taken back, and all that went: secret answers, offers and the box's draws that no
    longer fit go with them, unseen. Raises Refused if an open answer of somebody would have to go."""
    went = set(gone)
    after = history.until(min(gone))
    for step in history.steps[len(after.steps) :]:
        if step.entry.n in went:
            continue
        try:
            after = after.again(step.entry)
        except Refused:
            if step.is_bound:
                raise Refused("followed") from None
            went.add(step.entry.n)
    return after, tuple(sorted(went))


def last_own(history: History[Any, Any, Any], seat: Seat) -> tuple[Step, bool] | None:
    """The seat's last answer while it may stand as one to take back, and whether the seat is free to do it; else None.

    It ends with the first open answer to a due that did not stand when it was given. Past a reveal only the panel may.
    """
    free = True
    followers: list[Step] = []
    for step in reversed(history.steps):
        if not step.event.due.waits:
            continue
        free = free and not step.reveals
        if step.entry.by == seat:
            followed = any(f.is_bound and f.event.due.id not in step.stood for f in followers)
            return None if followed else (step, free)
        followers.append(step)
    return None


def last_open(history: History[Any, Any, Any]) -> Step | None:
    """What the panel takes back: the last answer that everybody knows of."""
    return next((step for step in reversed(history.steps) if step.is_bound), None)


def question(history: History[Any, Any, Any], step: Step) -> tuple[int, ...]:
    """The entries that go with `step`: a reveal takes all answers of its sealed question along."""
    sealed = step.event.due.sealed
    if not (step.reveals and sealed):
        return (step.entry.n,)
    return tuple(s.entry.n for s in history.steps if s.event.due.sealed == sealed)


def draws(entries: Iterable[Entry]) -> Mapping[str, dict[str, Any]]:
    """What the box ever drew, by due: the same due draws the same again, so nobody gains a second draw."""
    return {entry.due: entry.do for entry in entries if entry.drawn and entry.due and entry.do}
