"""The state of a game of Bali: what all know, what one seat knows, and what nobody knows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from companion.core.state import Seat, State, add_at, with_own, with_public
from companion.games.bali.pieces import (
    CARDS,
    CARDS_PER_KIND,
    FIRST_STONES,
    KINDS,
    PLACE,
    SHRINE,
    STONEMASON,
    Card,
    Kind,
    Offer,
    first_offer,
)

Four = tuple[int, ...]
"""A number for each of KINDS."""

Stage = Literal["setup", "turn", "sacrifice", "supply", "scored", "take", "refill", "keep", "reward", "substitute", "end"]
"""The phase of a game. In `scored` the active seat takes cards and the table enters which card is scored. With a tracked
offer the box knows that card, so the game leaves this stage by itself."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that a table agrees on before the game."""

    offer: Literal["cardboard", "tracked"] = "cardboard"
    oracle: bool = False
    demon: bool = False
    stones_per_point: Literal[5, 1] = 5
    altar_log: bool = False


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a seat at the end: sacrifice cards by kind, and the numbers of the other pieces."""

    held: Four
    points: int
    shrines: int
    stones: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The cards that the end reveals, and what people have counted since."""

    held: tuple[Four, ...]
    altar: Four
    pile: tuple[Kind, ...]
    """The altar card by card, from the top."""
    counted: tuple[Pieces | None, ...]
    altar_counted: Four | None = None
    accepted: Literal["companion", "counted"] | None = None

    @property
    def any_count(self) -> bool:
        """True if a seat, or the table at the altar, has counted."""
        return self.altar_counted is not None or any(self.counted)

    @property
    def all_counted(self) -> bool:
        """True if each seat has counted, and the table has counted the altar."""
        return self.altar_counted is not None and all(self.counted)


@dataclass(frozen=True, slots=True)
class Queued:
    """A seat, by its place, that still has to sacrifice, choose or get something."""

    seat: int
    extra: bool = False
    """True if this is the second sacrifice card, which the seat with most gets (BALI-19)."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A change of one open number of a seat: a payment or a correction. `seat` is its place."""

    seat: int
    tally: Literal["stone", "point", "card"]
    n: int
    kind: Kind | None = None
    """The kind of the sacrifice cards, else None."""
    now: int | None = None
    """The new number if this is a correction, else None."""


@dataclass(frozen=True, slots=True)
class Paid:
    """The last payout and all corrections since. Screens show them until the next seat plays."""

    of: str
    """The place in the game, written like a due's id, such as `scored-7`."""
    card: Card | None = None
    """The card that was scored, if any."""
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """The last turn of a seat."""

    card: Card | None = None
    """The card that it played. None if it discarded a shrine."""
    count: int = 1
    bought: Kind | None = None


@dataclass(frozen=True, slots=True)
class AltarCard:
    """A card of the altar. `kind` is None for a card of the set-up, which nobody knows. `by` is the seat that gave it, or
    None for the supply and the set-up."""

    kind: Kind | None
    face_up: bool
    by: int | None


class Public(msgspec.Struct, frozen=True):
    """The facts that everybody may know. Seats are counted from 0, clockwise, and the first player is 0."""

    seats: tuple[Seat, ...]
    options: Options
    stones: tuple[int, ...]
    points: tuple[int, ...]
    table: tuple[tuple[int, ...], ...]
    """The number of each of CARDS in front of each seat."""
    cards: tuple[int, ...]
    """The number of each seat's sacrifice cards."""
    supply: Four
    altar: int
    top: AltarCard | None
    """The altar's top card as all see it: without its kind if it is face down."""
    log: tuple[AltarCard, ...]
    """The cards that came face up to the altar, in order."""
    demon: int
    """The demon's column, 1 to 4, or 0 without the variant."""
    turn: int
    active: int
    stage: Stage
    bought: Kind | None
    queue: tuple[Queued, ...]
    """The seats that still have to answer in this stage, the next one first."""
    scored: Card | None
    paid: Paid
    played: tuple[Played | None, ...]
    """The last turn of each seat."""
    looks: int
    """The number of oracles that came up in this turn."""
    final: Revealed | None
    offer: Offer | None
    """Columns, hands and deck of a tracked offer (BALI-36). None: the table alone knows them."""


@dataclass(frozen=True, slots=True)
class Look:
    """The cards that an oracle showed to a seat: the altar from the top down. `None` is a card of the set-up, which may be
    any kind in `among`."""

    cards: tuple[Kind | None, ...]
    among: tuple[Kind, ...]


class Own(msgspec.Struct, frozen=True):
    """The facts that one seat alone knows."""

    held: Four
    look: Look | None = None
    farmers: tuple[Kind, ...] = ()
    """The farmers of its start set (BALI-36), also those that it has played."""


class Box(msgspec.Struct, frozen=True):
    """The facts that nobody knows: the altar's cards from the bottom, and the kinds that are left among the cards of the
    set-up."""

    altar: tuple[AltarCard, ...]
    unknown: tuple[Kind, ...]


BaliState = State[Public, Own, Box]


def first_state(seats: Sequence[Seat], options: Options) -> BaliState:
    """Return the state before the first turn."""
    n = len(seats)
    hidden = KINDS if options.oracle else ()  # BALI-26: one of each kind, shuffled, face down
    offer = first_offer(n) if options.offer == "tracked" else None
    public = Public(
        seats=tuple(seats),
        options=options,
        stones=tuple(range(FIRST_STONES, FIRST_STONES + n)),  # BALI-04
        points=(0,) * n,
        table=(tuple(int(i == STONEMASON) for i in range(len(CARDS))),) * n,  # BALI-03
        cards=(len(KINDS),) * n,
        supply=(CARDS_PER_KIND - n - bool(hidden),) * len(KINDS),
        altar=len(hidden),
        top=AltarCard(None, False, None) if hidden else None,
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
    return State(public, own, Box(tuple(AltarCard(None, False, None) for _ in hidden), hidden))


def clockwise(public: Public, first: int) -> tuple[int, ...]:
    """Return the places of all seats, clockwise from `first` on."""
    n = len(public.seats)
    return tuple((first + i) % n for i in range(n))


def numbers_of(public: Public, card: int) -> tuple[int, ...]:
    """Return how many of a card are in front of each seat. `card` is an index in CARDS."""
    return tuple(row[card] for row in public.table)


def with_gains(state: BaliState, *gains: Gain) -> BaliState:
    """Return the state with these gains added to the last payout. They change no number: the caller has done that."""
    paid = state.public.paid
    return with_public(state, paid=replace(paid, gains=(*paid.gains, *gains))) if gains else state


def with_cards(state: BaliState, place: int, kind: Kind, change: int, **changes: object) -> BaliState:
    """Return the state after a seat gets `change` sacrifice cards of a kind. If it is below 0, the seat gives them.
    `changes` are further fields of Public."""
    public = state.public
    seat = public.seats[place]
    state = with_own(state, seat, held=add_at(state.own[seat].held, PLACE[kind], change))
    return with_public(state, cards=add_at(public.cards, place, change), **changes)


def with_supply_card(state: BaliState, place: int, kind: Kind, **changes: object) -> BaliState:
    """Return the state after a seat takes a sacrifice card from the supply. The supply must have one. `changes` are further
    fields of Public."""
    return with_cards(state, place, kind, 1, supply=add_at(state.public.supply, PLACE[kind], -1), **changes)


def next_turn(state: BaliState, **changes: object) -> BaliState:
    """Return the state in which the next seat clockwise begins its turn. `changes` are further fields of Public."""
    public = state.public
    return with_public(
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
    """Return how many shrines a seat has built."""
    return public.table[place][SHRINE]
