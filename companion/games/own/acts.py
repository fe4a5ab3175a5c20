"""The answers of a game of a plan, as a record keeps them. Each answer has its rule and its words."""

from msgspec import UNSET, UnsetType, field

from companion.core.actions import Action, or_default, required, type_of
from companion.core.dues import Event
from companion.core.state import Seat, revealed_to, with_own, with_public
from companion.core.words import Malformed, Refused, Text, joined, names, refuse_if, text
from companion.games.own import steps
from companion.games.own.asks import allowed, bounds, comes_out, how_many, pick_words
from companion.games.own.spoken import name_of, words
from companion.games.own.starting import roles
from companion.games.own.state import GameState, Given, Moved, Public, worker


class Starter(Action, frozen=True, tag="starter"):
    """The seat that starts (OWN-07)."""

    seat: Seat

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        state = with_public(state, starter=state.public.seats.index(self.seat))
        return with_public(state, stage="roles") if state.public.plan.roles else steps.start_round(state)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("own.told.starter", seat=self.seat)


class Roles(Action, frozen=True, tag="roles"):
    """The roles that the box dealt (OWN-05)."""

    roles: dict[Seat, str] | UnsetType = UNSET

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        public, dealt = state.public, required(self.roles)
        if sorted(dealt.values()) != sorted(roles(public.plan, public.players)):
            raise Refused("own.other_roles")
        known = {role.id: role.knows for role in public.plan.roles}
        for seat in public.seats:
            ids = known[dealt[seat]]
            knows = tuple((i, dealt[s]) for i, s in enumerate(public.seats) if dealt[s] in ids and s != seat)
            state = with_own(state, seat, role=dealt[seat], knows=knows)
            state = revealed_to(state, seat) if ids else state
        return with_public(state, stage="look", asked=tuple(range(public.players)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.roles is UNSET:
            return text("own.told.roles")
        rows = (text("own.is_role", seat=one, role=name_of(public.plan.roles, role)) for one, role in self.roles.items())
        return text("own.told.roles_dealt", what=joined(rows))


class Tap(Action, frozen=True):
    """An answer without content: somebody tapped."""

    step: str

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text(f"own.told.{type_of(type(self))}")


class Seen(Tap, frozen=True, tag="seen"):
    """A seat's answer that it has read the words under its cover."""

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        return steps.answered_by(state, state.public.seats.index(event.asked))


class Pick(Action, frozen=True, tag="pick"):
    """An answer to an ask (OWN-10)."""

    step: str | UnsetType = UNSET
    n: int | UnsetType = UNSET
    seats: list[Seat] | UnsetType = UNSET

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        public, place = state.public, state.public.seats.index(event.asked)
        own = state.own[event.asked]
        picked = () if self.seats is UNSET else tuple(sorted(public.seats.index(seat) for seat in self.seats))
        n = len(picked) if public.step.pick == "players" else picked[0] + 1 if picked else required(self.n)
        if public.step.pick == "number":
            low, high = bounds(public, own, place)
            refuse_if(None if low <= n <= high else text("own.beyond", low=low, high=high))
        if public.step.pick == "players":
            refuse_if(None if n == how_many(public, place) else text("own.how_many", count=how_many(public, place)))
        if public.step.pick in ("yes", "one") and n not in allowed(public, own, place):
            raise Refused("own.not_allowed")
        if not public.step.is_sealed:
            return steps.picked_openly(state, place, Given(n, picked))
        state = with_own(state, event.asked, answer=Given(n, picked))
        answered = sum(state.own[public.seats[asked]].answer is not None for asked in public.asked)
        state = with_public(state, answered=answered)
        return steps.sealed_in(state) if answered == len(public.asked) else state

    def words(self, public: Public, seat: Seat | None) -> Text:
        at = public.plan.at(or_default(self.step, ""))
        if at is None or (self.n is UNSET and self.seats is UNSET):
            return text("own.told.pick_hidden")
        if self.seats is not UNSET:
            return text("own.told.pick_seats", seats=names(self.seats)) if self.seats else text("own.told.pick_nobody")
        return text("own.told.pick", what=pick_words(public.plan.steps[at], required(self.n)))


class Enter(Action, frozen=True, tag="enter"):
    """The numbers that the table counted (OWN-13)."""

    step: str
    numbers: dict[Seat, int] | UnsetType = UNSET
    n: int | UnsetType = UNSET

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        public, is_table = state.public, state.public.step.is_table
        sent = {} if is_table else {public.seats.index(seat): n for seat, n in required(self.numbers).items()}
        values = {0: required(self.n)} if is_table else {place: sent.get(place, 0) for place in public.asked}
        for place, n in values.items():
            low, high = bounds(public, None, None if is_table else place)
            if not low <= n <= high:
                raise Refused("own.beyond_of", seat=public.seats[place], low=low, high=high)
        if not comes_out(public, values):
            raise Refused("own.must", why=words(public.step.why))
        return steps.valued(state, values)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.numbers is UNSET:
            return text("own.told.enter", n=self.n)
        rows = (text("own.seat_number", seat=one, n=n) for one, n in self.numbers.items())
        return text("own.told.enter_each", what=joined(rows)) if self.numbers else text("own.told.enter_none")


class Turn(Action, frozen=True, tag="turn"):
    """The changes that a seat makes to its own counters in its turn (OWN-14)."""

    step: str | UnsetType = UNSET
    add: dict[str, int] | UnsetType = UNSET

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        place = state.public.seats.index(event.asked)
        for name, change in required(self.add).items():
            state = _counted(state, place, name, (worker(state).world.number(name, place) or 0) + change)
        return steps.answered_by(state, place)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.add is UNSET:
            return text("own.told.turn_hidden")
        rows = (text("own.counter_change", what=words(public.plan.counter(name).name), n=n) for name, n in self.add.items())
        return text("own.told.turn", what=joined(rows)) if self.add else text("own.told.turn_none")


class Roll(Action, frozen=True, tag="roll"):
    """The dice that the box rolled (OWN-15)."""

    step: str
    dice: dict[Seat, list[int]] | UnsetType = UNSET

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        dice = {state.public.seats.index(seat): tuple(thrown) for seat, thrown in required(self.dice).items()}
        if {place: len(thrown) for place, thrown in dice.items()} != dict(state.public.rolls):
            raise Malformed  # after a correction the seats may need other numbers of dice: the box then rolls again
        return steps.rolled(state, dice)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.dice is UNSET or not self.dice:
            return text("own.told.roll_hidden")
        rows = (text("own.seat_dice", seat=one, dice=" ".join(map(str, dice))) for one, dice in self.dice.items())
        return text("own.told.roll", what=joined(rows))


class Call(Tap, frozen=True, tag="call"):
    """A button that one seat pressed first (OWN-15)."""

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        first = state.public.seats.index(event.asked)
        return steps.valued(state, {place: int(place == first) for place in state.public.asked})


class Next(Tap, frozen=True, tag="next"):
    """The table's answer that the game may go on (OWN-09)."""

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        return steps.finish(state)


class Again(Action, frozen=True, tag="again"):
    """The table's answer whether it plays another round (OWN-07). True: it does."""

    yes: bool

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        return steps.next_round(state) if self.yes else steps.over(state, None)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("own.told.again" if self.yes else "own.told.that_was_it")


class SetRight(Action, frozen=True, tag="set"):
    """A correction (OWN-28): of an open counter, of a seat that is in or out, or of a seat's own hidden counter."""

    seat: Seat | UnsetType | None = UNSET
    counter: str | UnsetType = UNSET
    n: int | UnsetType = UNSET
    in_: bool | UnsetType = field(name="in", default=UNSET)

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        public = state.public
        # A table's counter has its only number at place 0.
        place = public.seats.index(event.seat or or_default(self.seat, None) or public.seats[0])
        if event.seat is None:
            state = with_public(state, sets=public.sets + 1)
        if self.in_ is UNSET:
            return _counted(state, place, required(self.counter), required(self.n))
        inside = tuple(self.in_ if i == place else is_in for i, is_in in enumerate(public.inside))
        return with_public(state, inside=inside)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.in_ is not UNSET:
            return text("own.told.set_in" if self.in_ else "own.told.set_out", seat=self.seat)
        if self.counter is UNSET:
            return text("own.told.set_hidden")
        what = words(public.plan.counter(self.counter).name)
        if self.seat is UNSET or self.seat is None:
            return text("own.told.set_table", what=what, n=self.n)
        return text("own.told.set", seat=self.seat, what=what, n=or_default(self.n, 0))


GameAct = Starter | Roles | Seen | Pick | Enter | Turn | Roll | Call | Next | Again | SetRight


def _counted(state: GameState, place: int, name: str, n: int) -> GameState:
    """Return the state with another number of a counter. Refuse a number beyond the counter's bounds."""
    counter = state.public.plan.counter(name)
    refuse_if(None if counter.cut(n) == n else text("own.beyond", low=counter.low, high=counter.high))
    return steps.counted_by(state, place, counter, n)


def moved(before: Public, state: GameState, event: Event[Action]) -> GameState:
    """Return the state with a note on the open counters that this answer moved. A seat's own taps are left out."""
    public, act = state.public, event.action
    own_taps = or_default(act.add, {}) if isinstance(act, Turn) else {}
    rows = tuple(
        (None if counter.is_table else place, at, now - was)
        for at, counter in enumerate(public.plan.counters)
        for place, (was, now) in enumerate(zip(before.counters[at], public.counters[at], strict=True))
        if was is not None and now is not None and now != was
        and not (counter.id in own_taps and public.seats[place] == event.seat)
    )  # fmt: skip
    if not rows:
        return state
    is_set = isinstance(act, SetRight)
    return with_public(state, moved=Moved(f"set-{public.sets}" if is_set else event.due.id, rows, is_set))
