"""The answers of a game of a plan, as a record keeps them. Each answer has its rule and its words."""

from msgspec import UNSET, UnsetType, field

from companion.core.actions import Action, or_default, required
from companion.core.dues import Event
from companion.core.state import Seat, changed, revealed_to, with_own, with_public
from companion.core.words import Malformed, Refused, Text, joined, names, refuse_if, text
from companion.games.own import steps
from companion.games.own.asks import allowed, bounds, comes_out, how_many, pick_words
from companion.games.own.spoken import words
from companion.games.own.starting import roles
from companion.games.own.state import GameState, Given, Moved, Public, Table, place_of


class Starter(Action, frozen=True, tag="starter"):
    """The seat that starts (OWN-07)."""

    seat: Seat

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        return steps.after_starter(with_public(state, starter=place_of(state.public, self.seat)))

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
        return with_public(state, stage="look", done=())

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.roles is UNSET:
            return text("own.told.roles")
        names_of = {role.id: words(role.name) for role in public.plan.roles}
        rows = (text("own.is_role", seat=one, role=names_of[role]) for one, role in self.roles.items())
        return text("own.told.roles_dealt", what=joined(rows))


class Seen(Action, frozen=True, tag="seen"):
    """A seat's answer that it has read the words under its cover."""

    step: str

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        public = state.public
        done = (*public.done, place_of(public, event.asked))
        state = with_public(state, done=done)
        if public.stage == "look":
            return steps.start_round(state) if len(done) == public.players else state
        return steps.finish(state) if set(done) >= set(public.asked) else state

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("own.told.seen")


class Pick(Action, frozen=True, tag="pick"):
    """An answer to an ask (OWN-10)."""

    step: str | UnsetType = UNSET
    n: int | UnsetType = UNSET
    seats: list[Seat] | UnsetType = UNSET

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        public, place = state.public, place_of(state.public, event.asked)
        own = state.own[event.asked]
        picked = () if self.seats is UNSET else tuple(sorted(place_of(public, seat) for seat in self.seats))
        n = self._value(public, picked)
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

    def _value(self, public: Public, picked: tuple[int, ...]) -> int:
        if public.step.pick == "players":
            return len(picked)
        return picked[0] + 1 if public.step.pick == "player" else required(self.n)

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
        public = state.public
        if public.step.is_table:
            values = {0: required(self.n)}
        else:
            sent = {place_of(public, seat): n for seat, n in required(self.numbers).items()}
            values = {place: sent.get(place, 0) for place in public.asked}
        for place, n in values.items():
            low, high = bounds(public, None, None if public.step.is_table else place)
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
        public, place = state.public, place_of(state.public, event.asked)
        table = Table(public, state.own, state.box)
        for name, change in required(self.add).items():
            counter = public.plan.counter(name)
            now = (table.number(name, place) or 0) + change
            refuse_if(None if counter.cut(now) == now else text("own.beyond", low=counter.low, high=counter.high))
            at = public.plan.counters.index(counter)
            state = steps.counted_by(state, place, at, now)
        state = with_public(state, done=(*public.done, place))
        return steps.finish(state) if set(state.public.done) >= set(public.asked) else state

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
        public = state.public
        dice = {place_of(public, seat): tuple(thrown) for seat, thrown in required(self.dice).items()}
        if {place: len(thrown) for place, thrown in dice.items()} != {
            place: steps.dice_of(state, place) for place in public.asked
        }:
            raise Malformed
        return steps.rolled(state, dice)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.dice is UNSET or not self.dice:
            return text("own.told.roll_hidden")
        rows = (text("own.seat_dice", seat=one, dice=" ".join(map(str, dice))) for one, dice in self.dice.items())
        return text("own.told.roll", what=joined(rows))


class Call(Action, frozen=True, tag="call"):
    """A button that one seat pressed first (OWN-15)."""

    step: str

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        first = place_of(state.public, event.asked)
        return steps.valued(state, {place: int(place == first) for place in state.public.asked})

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("own.told.call")


class Next(Action, frozen=True, tag="next"):
    """The table's answer that the game may go on (OWN-09)."""

    step: str

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        return steps.finish(state)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("own.told.next")


class Again(Action, frozen=True, tag="again"):
    """The table's answer whether it plays another round (OWN-07). True: it does."""

    yes: bool

    def play(self, state: GameState, event: Event[Action]) -> GameState:
        return steps.again(state, self.yes)

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
        if event.seat is not None:
            return self._counted(state, place_of(public, event.seat))
        state = with_public(state, sets=public.sets + 1)
        if self.in_ is not UNSET:
            place = place_of(public, Seat(str(self.seat)))
            inside = tuple(self.in_ if i == place else is_in for i, is_in in enumerate(public.inside))
            return with_public(state, inside=inside)
        return self._counted(state, 0 if self.seat is None else place_of(public, Seat(str(self.seat))))

    def _counted(self, state: GameState, place: int) -> GameState:
        plan = state.public.plan
        counter, n = plan.counter(required(self.counter)), required(self.n)
        refuse_if(None if counter.cut(n) == n else text("own.beyond", low=counter.low, high=counter.high))
        return steps.counted_by(state, place, plan.counters.index(counter), n)

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


def moved(before: Public, state: GameState, event: Event[Action]) -> GameState:
    """Return the state with the open counters that this answer moved. Counters that a seat changed by its own taps are left
    out."""
    public = state.public
    tapped = place_of(public, event.asked) if isinstance(event.action, Turn) else None
    rows = tuple(
        (None if counter.is_table else place, at, now - was)
        for at, counter in enumerate(public.plan.counters)
        for place, (was, now) in enumerate(zip(before.counters[at], public.counters[at], strict=True))
        if was is not None and now is not None and now != was and not (place == tapped and _is_turn_s(event, counter.id))
    )
    if not rows:
        return state
    of = f"set-{public.sets}" if isinstance(event.action, SetRight) else event.due.id
    found = Moved(of, rows, isinstance(event.action, SetRight))
    return changed(state, public=changed(public, moved=found))


def _is_turn_s(event: Event[Action], counter: str) -> bool:
    return isinstance(event.action, Turn) and counter in or_default(event.action.add, {})
