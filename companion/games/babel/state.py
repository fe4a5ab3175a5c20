"""What is known of a game of Babel Builders: open on the table, to one seat, to nobody."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from companion.core.state import Seat, State, with_public
from companion.games.babel import pieces
from companion.games.babel.pieces import Card, Cell, Role
from companion.games.babel.tower import FLAT, Nine

Stage = Literal[
    "setup",
    "appoint",
    "commit",
    "storms",
    "swap",
    "reveal",
    "draw",
    "master",
    "declare",
    "seal",
    "punish",
    "zealot",
    "end",
]
Side = Literal["architects", "messenger"]
Why = Literal[Card, "set", "seals", "punishments"]
"""Why something moved on the table."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may agree on before it begins."""

    hands: Literal["cardboard", "phones"] = "cardboard"


@dataclass(frozen=True, slots=True)
class Chosen:
    """BABEL-09: what a builder plays and discards, face down."""

    play: Card
    discard: Card | None


@dataclass(frozen=True, slots=True)
class Pointing:
    """At whom a seat points with how many cards, by its place at the table; `to` None: at nobody."""

    to: int | None
    cards: int


Told = Role | bool | Chosen | Pointing
"""An answer under seal: to `role`, to `declare` and `zealot`, to `commit`, and to `seal` and `punish`."""


@dataclass(frozen=True, slots=True)
class Given:
    """Seal or punishment cards that went from one seat to another."""

    by: int
    to: int
    cards: int


@dataclass(frozen=True, slots=True)
class Moved:
    """What moved on the table last without a tap of whoever moves it: blocks, or cards that were given."""

    of: str
    """Which place in the game that belongs to, as due ids say it."""
    why: Why
    """The card that took effect, or what else it was."""
    before: Nine = FLAT
    after: Nine = FLAT


@dataclass(frozen=True, slots=True)
class Effect:
    """A card that was shown, the cells it changed, and the tower before and after."""

    card: Card
    cells: tuple[Cell, ...]
    before: Nine
    after: Nine
    seat: int | None = None
    """Deliberation: whose discard is shown."""
    discard: Card | None = None
    """What that was; None also if nothing was discarded, or if only the cardboard knows."""


Shown = Literal["received", "hand"]


@dataclass(frozen=True, slots=True)
class Round:
    """BABEL-24: what all saw of a round. Seats by their place at the table."""

    number: int
    master: int
    builders: tuple[int, ...]
    """As appointed."""
    storms: int | None = None
    """How many were shown; None before."""
    effects: tuple[Effect, ...] = ()
    nothing: tuple[int, ...] = ()
    """Builders who discarded nothing; only phones tell it."""
    shown: Shown | None = None
    """The punishment cards that ended the game."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """What nobody saw of a round, until the end: what each builder did, and what the Master took and gave."""

    number: int
    commits: tuple[tuple[int, Chosen], ...]
    swap: tuple[Card, Card] | None = None


@dataclass(frozen=True, slots=True)
class Final:
    """What the end shows. Seats by their place at the table."""

    winner: Side
    rule: str
    messenger: int
    zealots: tuple[int, ...]
    turned: tuple[int | None, ...]
    """Phones: in which round (0: at the deal) each seat became a zealot; None: it is none, or only the cardboard knows."""
    seals: int = 0
    """On the Messenger."""
    punishments: int = 0
    given: tuple[Given, ...] = ()
    """Who pointed at whom with how many punishment cards."""
    deeds: tuple[Deeds, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()


class Public(msgspec.Struct, frozen=True):
    """All that lies open. Seats are counted from 0, clockwise."""

    seats: tuple[Seat, ...]
    options: Options
    stage: Stage = "setup"
    round: int = 0
    """0 before the first one."""
    has_roles: bool = False
    """Everybody has a role."""
    blueprint: Nine | None = None
    heights: Nine = FLAT
    master: int | None = None
    rounds: tuple[Round, ...] = ()
    """From the first appointment on, the present round last."""
    tries: int = 1
    """How often the present sealed question was asked."""
    told: int = 0
    """How many of those asked have answered it."""
    pile: int = 0
    """How many cards are left to draw, where phones hold the hands."""
    declared: tuple[int, ...] = ()
    """Phones: who uses a seal."""
    seals: tuple[Given, ...] = ()
    """BABEL-16: who sealed whom, once all have pointed."""
    zealots: tuple[int, ...] = ()
    """Phones: who showed itself as a zealot in the punishment phase."""
    moved: Moved | None = None
    """Until the next round begins, or something else moves."""
    mended: int = 0
    """How often the tower was set right."""
    fallen: str | None = None
    """The rule by which the Messenger's side won without a reversal, from the moment that it has."""
    final: Final | None = None

    @property
    def on_phones(self) -> bool:
        """Whether the companion holds the hands."""
        return self.options.hands == "phones"

    @property
    def last(self) -> int:
        """BABEL-13: the number of the last round."""
        return pieces.rounds(len(self.seats))


class Own(msgspec.Struct, frozen=True):
    """What one seat alone knows."""

    role: Role | None = None
    is_zealot: bool = False
    """BABEL-04: for good. With the cards in hand the box learns it at the end alone."""
    turned: int | None = None
    """Phones: in which round (0: at the deal) it became a zealot."""
    hand: tuple[Card, ...] = ()
    """By name, where phones hold the hands."""
    told: Told | None = None
    """Its answer to the present sealed question, not yet acted upon."""
    received: tuple[Card, ...] = ()
    """The Master's: the played cards that have still to be swapped or shown, by name."""
    laid: tuple[Card, ...] = ()
    """All that he swaps from, and then all that he shows, by name: a card keeps its number while others are shown."""


class Box(msgspec.Struct, frozen=True):
    """What nobody knows: the cards that left the pile, how many of its top it still has, and what was done face down."""

    out: tuple[Card, ...] = ()
    top: int = 0
    deeds: tuple[Deeds, ...] = ()


BabelState = State[Public, Own, Box]


def lay_out(seats: Sequence[Seat], options: Options) -> BabelState:
    """The table before anything is dealt."""
    return State(Public(tuple(seats), options), {seat: Own() for seat in seats}, Box())


def in_round(state: BabelState, this: Round) -> BabelState:
    """The state with the present round as it is by now."""
    return with_public(state, rounds=(*state.public.rounds[:-1], this))


def present(public: Public) -> Round:
    """The round that goes on, or the last one."""
    return public.rounds[-1]


def everybody(public: Public) -> tuple[int, ...]:
    """All seats, by their place."""
    return tuple(range(len(public.seats)))


def place_of(public: Public, seat: Seat) -> int:
    """Where a seat sits, counted from 0."""
    return public.seats.index(seat)


def master_seat(public: Public) -> Seat:
    """Who is Master, once somebody is."""
    assert public.master is not None
    return public.seats[public.master]


def is_building(public: Public, place: int) -> bool:
    """Whether this seat builds in the round that goes on: it has been appointed, and nobody for the next one yet."""
    return public.stage in ("commit", "storms", "swap", "reveal", "draw", "master") and place in present(public).builders


def is_stormy(public: Public) -> bool:
    """BABEL-12: no block is added in this round."""
    return bool(present(public).storms)


def to_show(public: Public) -> int:
    """BABEL-11: how many cards take effect in this round: all but storms, and but the one that is swapped."""
    this = present(public)
    return max(0, len(this.builders) - (this.storms or 0) - 1)


def times_shown(public: Public, card: Card) -> int:
    """How often a card has come up so far, storms included."""
    if card == "storm":
        return sum(this.storms or 0 for this in public.rounds)
    return sum(effect.card == card for this in public.rounds for effect in this.effects)


def is_used_up(public: Public, card: Card) -> bool:
    """BABEL-01, BABEL-02: all cards of this name have come up."""
    return times_shown(public, card) >= pieces.copies(card, len(public.seats))
