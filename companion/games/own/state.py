"""The state of a game of a plan, and its numbers for formulas. Places of seats are counted from 0."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from companion.core.caching import cached_by_identity
from companion.core.game import FromOwnerThing
from companion.core.state import Seat, State
from companion.core.words import BadFile
from companion.games.own.formulas import Number, World
from companion.games.own.kept import sample
from companion.games.own.plan import Plan, PlanStep
from companion.games.own.reading import from_data
from companion.games.own.spoken import Words
from companion.games.own.starting import open_side, rounds, worth
from companion.games.own.working import Worker


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole plan (OWN-30). A table that chose none has one that comes with the box."""

    plan: Annotated[dict[str, object], FromOwnerThing("plan")] = msgspec.field(
        default_factory=lambda: dict(sample("highest"))
    )

    def __post_init__(self) -> None:
        assert self.read

    @property
    def read(self) -> Plan:
        """Return the plan. Raise BadFile with the first of its faults."""
        found = from_data(self.plan)
        if isinstance(found, Plan):
            return found
        raise BadFile("own.bad_plan", at=".".join(map(str, found[0].at)) or "-", why=found[0].words)


Stage = Literal["starter", "roles", "look", "step", "again", "end"]
Row = tuple[Number, ...]
"""A number for each seat, or a single one for the table. None: the number is unknown here, or does not exist."""


class Moved(msgspec.Struct, frozen=True):
    """An open counter that the last answer moved: the seat (None: the table), the counter, and the change."""

    of: str
    rows: tuple[tuple[int | None, int, int], ...]
    is_set_right: bool = False


class Shown(msgspec.Struct, frozen=True):
    """The facts on a step of a round that everybody knows."""

    values: Row | None = None
    """The answer of each seat, or the single number of the table."""
    got: Row | None = None
    """The number of picks that each seat got."""
    counts: tuple[tuple[int, int], ...] | None = None
    """Each value with the number of seats that picked it."""
    dice: tuple[tuple[int, ...], ...] | None = None


class Given(msgspec.Struct, frozen=True):
    """A seat's answer to a step: its number, and the seats that it picked or the dice that it rolled."""

    n: int
    seats: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()


class Public(msgspec.Struct, frozen=True):
    """The facts that everybody sees."""

    seats: tuple[Seat, ...]
    plan: Plan
    counters: tuple[Row, ...]
    inside: tuple[bool, ...]
    """For each seat: True while it plays, False once it is out."""
    roles: tuple[str | None, ...]
    shown: tuple[Shown, ...]
    """The answers of this round that everybody knows, by step."""
    stage: Stage = "step"
    at: int = 0
    """The place of the present step."""
    round: int = 1
    starter: int = 0
    next_starter: int | None = None
    asked: tuple[int, ...] = ()
    """The seats that the present step asks."""
    rolls: tuple[tuple[int, int], ...] = ()
    """The asked seats, each with its number of dice."""
    done: tuple[int, ...] = ()
    """The seats that have answered, where everybody sees that."""
    answered: int = 0
    """The number of sealed answers."""
    pickable: tuple[int, ...] = ()
    """The seats that could be picked when the step began."""
    played: tuple[int, ...] = ()
    """The steps of this round that are over."""
    text: Words = ()
    ended: int | None = None
    """The number of the plan's end that was reached."""
    earlier: tuple[Shown, ...] = ()
    """The answers of the previous round, which screens show until this round has some."""
    moved: Moved | None = None
    sets: int = 0
    """The number of corrections by the table."""

    @property
    def step(self) -> PlanStep:
        """Return the present step."""
        return self.plan.steps[self.at]

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return len(self.seats)

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.stage == "end"

    @property
    def phase(self) -> str:
        """Return the kind of the present step, or the stage at other times."""
        return self.step.do if self.stage == "step" else self.stage

    @property
    def left(self) -> tuple[int, ...]:
        """Return the places of the seats that are in, clockwise from the starter."""
        order = ((self.starter + i) % self.players for i in range(self.players))
        return tuple(place for place in order if self.inside[place])

    @property
    def rounds(self) -> int:
        """Return the number of rounds."""
        return rounds(self.plan, self.players)


class Own(msgspec.Struct, frozen=True):
    """The facts that only one seat knows."""

    counters: Row
    given: tuple[Given | None, ...]
    """The seat's answers of this round, by step."""
    role: str | None = None
    knows: tuple[tuple[int, str], ...] = ()
    """The seats whose role this seat knows, each with that role (OWN-05)."""
    is_asked: bool = False
    """True: the step needs this seat's answer. Other seats answer so that all phones look alike (OWN-12)."""
    answer: Given | None = None
    """The seat's sealed answer to the present step."""
    text: Words = ()
    """This step's words under the seat's cover."""


class Box(msgspec.Struct, frozen=True):
    """The counters that are hidden from all."""

    counters: tuple[Row, ...]


GameState = State[Public, Own, Box]


class Table(World):
    """The numbers of a state for formulas: of the whole state, or only the numbers that one seat knows."""

    def __init__(self, public: Public, own: Mapping[Seat, Own] = {}, box: Box | None = None) -> None:
        super().__init__(public.plan.tables, public.players)
        self.public = public
        self.own = own
        self.box = box
        self.round = public.round
        self.starter = public.starter
        self._named = _named(public.plan)

    def is_in(self, place: int) -> bool:
        return self.public.inside[place]

    def dice(self, roll: str, place: int) -> tuple[int, ...]:
        at = self._named[roll][1]
        shown, given = self.public.shown[at].dice, self._given(at, place)
        return (shown[place] if shown else ()) or (given.dice if given else ())

    def side(self, place: int) -> str | None:
        plan = self.public.plan
        if plan.are_sides_open:
            return open_side(plan, self.players, place)
        role = self.role(place)
        return next((one.side for one in plan.roles if one.id == role), None)

    def role(self, place: int) -> str | None:
        """Return the role of a seat. None: the reader does not know it."""
        own = self._own(place)
        return self.public.roles[place] or (own.role if own else None)

    def number(self, name: str, place: int | None) -> Number:
        kind, at = self._named.get(name, ("side", 0))
        match kind, place:
            case "table", _:
                return self._counter(at, 0)
            case "value", _:
                return self._value(at, 0 if place is None or self.public.plan.steps[at].is_table else place)
            case "counter", int(of):
                return self._counter(at, of)
            case "got", int(of):
                return self._got(at, of)
            case "role", int(of):
                return int(self.role(of) == name.removeprefix("is_"))
            case "side", int(of):
                return int(self.side(of) == name.removeprefix("on_"))
        return None

    def counted(self, name: str, n: int) -> Number:
        kind, at = self._named.get(name, ("side", 0))
        shown = self.public.shown[at] if kind == "value" and self.box is None else Shown()
        return None if shown.counts is None or shown.values is not None else dict(shown.counts).get(n, 0)

    def _own(self, place: int) -> Own | None:
        return self.own.get(self.public.seats[place])

    def _given(self, at: int, place: int) -> Given | None:
        own = self._own(place)
        return own.given[at] if own else None

    def _counter(self, at: int, place: int) -> Number:
        if (shown := self.public.counters[at][place]) is not None:
            return shown
        if self.public.plan.counters[at].who_sees == "owner":
            own = self._own(place)
            return own.counters[at] if own else None
        return self.box.counters[at][place] if self.box else None

    def _value(self, at: int, place: int) -> Number:
        shown, given = self.public.shown[at].values, self._given(at, place)
        if shown and shown[place] is not None:
            return shown[place]
        return given.n if given else None

    def _got(self, at: int, place: int) -> Number:
        if shown := self.public.shown[at].got:
            return shown[place]
        if self.box is None or at not in self.public.played:
            return None
        return sum(given.seats.count(place) for own in self.own.values() if (given := own.given[at]))


@cached_by_identity
def _named(plan: Plan) -> Mapping[str, tuple[str, int]]:
    """Return the kind of each name of a plan, and its place in the list of that kind."""
    found: dict[str, tuple[str, int]] = {
        one.id: ("table" if one.is_table else "counter", i) for i, one in enumerate(plan.counters)
    }
    for i, step in enumerate(plan.steps):
        found[step.id] = ("value", i)
        found[f"got_{step.id}"] = ("got", i)
    found |= {f"is_{role.id}": ("role", i) for i, role in enumerate(plan.roles)}
    return found


def worker(state: GameState, place: int | None = None) -> Worker:
    """Return the worker that knows the whole state."""
    return Worker(Table(state.public, state.own, state.box), place)


def own_worker(public: Public, own: Own | None, place: int | None) -> Worker:
    """Return the worker that knows only the facts of a seat, or (None) of everybody."""
    known = {} if own is None or place is None else {public.seats[place]: own}
    return Worker(Table(public, known, None), place)


def first_state(seats: Sequence[Seat], plan: Plan) -> GameState:
    """Return the game before its first answer. Counters begin at their start, within their bounds (OWN-03)."""
    players, unknown = len(seats), (None,) * len(plan.steps)
    starts = [
        tuple(one.cut(worth(plan, players, one.start, me) or 0) for me in ((None,) if one.is_table else range(players)))
        for one in plan.counters
    ]

    def seen_by(who: str) -> tuple[Row, ...]:
        pairs = zip(plan.counters, starts, strict=True)
        return tuple(row if one.who_sees == who else (None,) * len(row) for one, row in pairs)

    rows = (tuple(row[i] if len(row) == players else None for row in seen_by("owner")) for i in range(players))
    public = Public(
        seats=tuple(seats),
        plan=plan,
        counters=seen_by("all"),
        inside=(True,) * players,
        roles=(None,) * players,
        shown=(Shown(),) * len(plan.steps),
        stage="starter" if plan.rounds.is_starter_asked else "roles" if plan.roles else "step",
    )
    own = {seat: Own(row, unknown) for seat, row in zip(seats, rows, strict=True)}
    return State(public, own, Box(seen_by("nobody")))
