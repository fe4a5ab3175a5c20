"""The state of a game of Bali: what all know, what one seat knows, and what nobody knows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from companion.core.state import Seat, State, now_open, of_seat, put
from companion.games.bali.pieces import (
    CARDS,
    EACH,
    FIRST_STONES,
    KINDS,
    PLACE,
    SHRINE,
    STONEMASON,
    Card,
    Kind,
    Offer,
    nothing_out,
)

Four = tuple[int, ...]
"""A number for each of KINDS."""

Stage = Literal["setup", "turn", "sacrifice", "supply", "scored", "take", "refill", "keep", "reward", "substitute", "end"]
"""Where a game is. In `scored` the table takes cards and is asked which one counts; a tracked offer, which knows, goes from
there to `take`, `refill` or the payout, and is never left in it."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may agree on before it begins."""

    offer: Literal["cardboard", "tracked"] = "cardboard"
    oracle: bool = False
    demon: bool = False
    stones_per_point: Literal[5, 1] = 5
    altar_log: bool = False


@dataclass(frozen=True, slots=True)
class Pieces:
    """What lies before a seat at the end: sacrifice cards by kind, and numbers of the rest."""

    held: Four
    points: int
    shrines: int
    stones: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """What the end reveals, and what people counted since."""

    held: tuple[Four, ...]
    altar: Four
    pile: tuple[Kind, ...]
    """The altar card by card, from the top."""
    counted: tuple[Pieces | None, ...]
    altar_counted: Four | None = None
    accepted: Literal["companion", "counted"] | None = None

    @property
    def any_count(self) -> bool:
        """Whether anybody, or the table at the altar, has counted yet."""
        return self.altar_counted is not None or any(self.counted)

    @property
    def all_counted(self) -> bool:
        """Whether each seat has, and the table the altar."""
        return self.altar_counted is not None and all(self.counted)


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat, by its place at the table, that still has to put, choose or get something."""

    seat: int
    extra: bool = False
    """The majority's second sacrifice card."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What an open number before a seat (by its place) changed by, when pieces were paid out or a number was set right."""

    seat: int
    tally: Literal["stone", "point", "card"]
    n: int
    kind: Kind | None = None
    """Of sacrifice cards: which."""
    now: int | None = None
    """Set right: what the number is from then on."""


@dataclass(frozen=True, slots=True)
class Paid:
    """The last payout, until the next seat plays: what people have to take from the supply, and what was set right since."""

    of: str
    """Which place in the game it belongs to, as due ids say it."""
    card: Card | None = None
    """The card that was scored; None: none was."""
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """What a seat did in its last turn."""

    card: Card | None = None
    """None: a card went to the box, or nothing was played yet."""
    count: int = 1
    bought: Kind | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the altar. `kind` None: of the set-up, nobody knows which; `by` None: from the supply or the set-up."""

    kind: Kind | None
    face_up: bool
    by: int | None


class Public(msgspec.Struct, frozen=True):
    """All that lies open. Seats are counted from 0, clockwise, the first player first."""

    seats: tuple[Seat, ...]
    options: Options
    stones: tuple[int, ...]
    points: tuple[int, ...]
    table: tuple[tuple[int, ...], ...]
    """For each seat how many of each of CARDS lie before it."""
    cards: tuple[int, ...]
    """How many sacrifice cards each seat has."""
    supply: Four
    altar: int
    top: Laid | None
    """The altar's top card as all see it: without its kind when it lies face down."""
    log: tuple[Laid, ...]
    """What was laid face up on the altar, in order."""
    demon: int
    """Its column, 1 to 4; 0 without the variant."""
    turn: int
    active: int
    stage: Stage
    bought: Kind | None
    queue: tuple[Claim, ...]
    """Who is still to answer in this stage, the next one first."""
    scored: Card | None
    paid: Paid
    played: tuple[Played | None, ...]
    """What each seat did last."""
    looks: int
    """How many oracles were told in this turn."""
    final: Revealed | None
    offer: Offer | None
    """BALI-36: columns, hands and deck; None: they are known to the table alone."""


@dataclass(frozen=True, slots=True)
class Look:
    """What an oracle shows: the altar's top cards from the top down (None: of the set-up), and the kinds that cards of
    the set-up may still be."""

    cards: tuple[Kind | None, ...]
    among: tuple[Kind, ...]


class Own(msgspec.Struct, frozen=True):
    """What one seat alone knows."""

    held: Four
    look: Look | None = None
    farmers: tuple[Kind, ...] = ()
    """BALI-36: those of its start set, also when it has played them."""


class Box(msgspec.Struct, frozen=True):
    """What nobody knows: the altar from below, and the kinds that are left among the cards of the set-up."""

    altar: tuple[Laid, ...]
    unknown: tuple[Kind, ...]


BaliState = State[Public, Own, Box]


def lay_out(seats: Sequence[Seat], options: Options) -> BaliState:
    """The table before the first turn."""
    n = len(seats)
    hidden = KINDS if options.oracle else ()  # BALI-26: one of each kind, shuffled, face down
    offer = nothing_out(n) if options.offer == "tracked" else None
    public = Public(
        seats=tuple(seats),
        options=options,
        stones=tuple(range(FIRST_STONES, FIRST_STONES + n)),  # BALI-04
        points=(0,) * n,
        table=(tuple(int(i == STONEMASON) for i in range(len(CARDS))),) * n,  # BALI-03
        cards=(len(KINDS),) * n,
        supply=(EACH - n - bool(hidden),) * len(KINDS),
        altar=len(hidden),
        top=Laid(None, False, None) if hidden else None,
        log=(),
        demon=int(options.demon),  # BALI-31
        turn=1,
        active=0,
        stage="turn" if offer is None else "setup",
        bought=None,
        queue=(),
        scored=None,
        paid=Paid("begin"),
        played=(None,) * n,
        looks=0,
        final=None,
        offer=offer,
    )
    own = {seat: Own(held=(1,) * len(KINDS)) for seat in seats}
    return State(public, own, Box(tuple(Laid(None, False, None) for _ in hidden), hidden))


def clockwise(public: Public, first: int) -> tuple[int, ...]:
    """All places at the table, from `first` on."""
    n = len(public.seats)
    return tuple((first + i) % n for i in range(n))


def column(public: Public, card: int) -> tuple[int, ...]:
    """How many of a card lie before each seat."""
    return tuple(row[card] for row in public.table)


def gained(state: BaliState, *gains: Gain) -> BaliState:
    """The state in which all screens say that these pieces moved."""
    paid = state.public.paid
    return now_open(state, paid=replace(paid, gains=(*paid.gains, *gains))) if gains else state


def take(state: BaliState, place: int, kind: Kind, change: int, **changes: object) -> BaliState:
    """A seat gets (or, below 0, gives) sacrifice cards of a kind; other open facts change with it."""
    public = state.public
    seat = public.seats[place]
    state = of_seat(state, seat, held=put(state.own[seat].held, PLACE[kind], change))
    return now_open(state, cards=put(public.cards, place, change), **changes)


def from_supply(state: BaliState, place: int, kind: Kind, **changes: object) -> BaliState:
    """A seat takes one sacrifice card of a kind that is left in the supply."""
    return take(state, place, kind, 1, supply=put(state.public.supply, PLACE[kind], -1), **changes)


def next_turn(state: BaliState, **changes: object) -> BaliState:
    """The next seat clockwise begins; other open facts change with it."""
    public = state.public
    return now_open(
        state,
        turn=public.turn + 1,
        active=(public.active + 1) % len(public.seats),
        stage="turn",
        bought=None,
        queue=(),
        scored=None,
        looks=0,
        **changes,
    )


def shrines(public: Public, place: int) -> int:
    """How many a seat, by its place, has built."""
    return public.table[place][SHRINE]
