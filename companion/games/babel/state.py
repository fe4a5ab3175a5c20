"""The state of a game of Babel Builders: what everybody, one seat and nobody knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from companion.core.state import Seat, State, with_public
from companion.games.babel import pieces
from companion.games.babel.pieces import FLAT, Card, Cell, Nine, Role

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
"""The reason why something moved on the table."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that a table agrees on before it begins."""

    hands: Literal["cardboard", "phones"] = "cardboard"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The cards that a builder plays and discards, face down (BABEL-09)."""

    play: Card
    discard: Card | None


@dataclass(frozen=True, slots=True)
class Pointing:
    """The place of the seat at which a seat points (None: nobody), and the number of cards with which it points."""

    to: int | None
    cards: int


SealedAnswer = Role | bool | Chosen | Pointing
"""A sealed answer: a Role to `role`, a bool to `declare` or `zealot`, a Chosen to `commit`, a Pointing to `seal` or
`punish`."""


@dataclass(frozen=True, slots=True)
class Given:
    """Seal or punishment cards that went from one seat to another."""

    by: int
    to: int
    cards: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The blocks or cards that the last event moved on the table."""

    of: str
    """The event, named like a due's id."""
    why: Why
    """The card that took effect, or the other cause."""
    before: Nine = FLAT
    after: Nine = FLAT


@dataclass(frozen=True, slots=True)
class Effect:
    """A card that was shown, the cells that it changed, and the tower before and after."""

    card: Card
    cells: tuple[Cell, ...]
    before: Nine
    after: Nine
    seat: int | None = None
    """The builder whose discard a deliberation shows."""
    discard: Card | None = None
    """The discard that it shows, or None if the builder discarded nothing or only people saw it."""


Shown = Literal["received", "hand"]
"""The place of the punishment cards that end a game: among the cards that the Master received, or in the Master's hand
(BABEL-11)."""


@dataclass(frozen=True, slots=True)
class Round:
    """The part of a round that everybody saw (BABEL-24). Seats are counted from 0, clockwise."""

    number: int
    master: int
    builders: tuple[int, ...]
    """The builders in the order in which the Master appointed them."""
    storms: int | None = None
    """The number of storms that were shown, or None before that."""
    effects: tuple[Effect, ...] = ()
    nothing: tuple[int, ...] = ()
    """The builders who discarded nothing, with cards on phones."""
    shown: Shown | None = None
    """The place of the punishment cards that ended the game in this round, else None."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """The cards of one round that stay face down until the end of the game: each builder's choice, and the Master's swap."""

    number: int
    commits: tuple[tuple[int, Chosen], ...]
    swap: tuple[Card, Card] | None = None


@dataclass(frozen=True, slots=True)
class Final:
    """The facts that the end reveals. Seats are counted from 0, clockwise."""

    winner: Side
    rule: str
    messenger: int
    zealots: tuple[int, ...]
    zealot_since: tuple[int | None, ...]
    """The round in which each seat became a zealot, 0 for the deal. None if it is no zealot, or if the cards are of
    cardboard."""
    seals: int = 0
    """The seals that the Messenger received."""
    punishments: int = 0
    given: tuple[Given, ...] = ()
    """The punishment cards that seats gave each other."""
    deeds: tuple[Deeds, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()


class Public(msgspec.Struct, frozen=True):
    """The part of the state that everybody may see. Seats are counted from 0, clockwise."""

    seats: tuple[Seat, ...]
    options: Options
    stage: Stage = "setup"
    round: int = 0
    """The number of the round, 0 before the first one."""
    has_roles: bool = False
    """True if every seat has a role."""
    blueprint: Nine | None = None
    heights: Nine = FLAT
    master: int | None = None
    rounds: tuple[Round, ...] = ()
    """All rounds since the first appointment, the present one last."""
    tries: int = 1
    """The number of times that the present sealed question was asked."""
    answered: int = 0
    """The number of seats that have answered that question."""
    pile: int = 0
    """The number of cards in the pile, with cards on phones."""
    declared: tuple[int, ...] = ()
    """The seats that use a seal, with cards on phones."""
    seals: tuple[Given, ...] = ()
    """The seals that seats gave each other, once all have pointed (BABEL-16)."""
    zealots: tuple[int, ...] = ()
    """The zealots, in a game with cards on phones. They are known from the moment at which they point."""
    moved: Moved | None = None
    """The pieces that moved last, until the next round begins."""
    mended: int = 0
    """The number of times that the tower was set right."""
    fallen: str | None = None
    """The rule by which the Messenger's side has won without a reversal, else None."""
    final: Final | None = None

    @property
    def on_phones(self) -> bool:
        """True if the hands are on phones, not of cardboard."""
        return self.options.hands == "phones"

    @property
    def last_round(self) -> int:
        """The number of the last round (BABEL-13)."""
        return pieces.last_round(len(self.seats))


class Own(msgspec.Struct, frozen=True):
    """The part of the state that one seat alone knows."""

    role: Role | None = None
    is_zealot: bool = False
    """True if the seat is a zealot, which it stays for the whole game (BABEL-04). With cards of cardboard the box learns it
    at the end."""
    zealot_since: int | None = None
    """The round in which it became a zealot, 0 for the deal, with cards on phones."""
    hand: tuple[Card, ...] = ()
    """Its cards, sorted by name, with cards on phones."""
    sealed: SealedAnswer | None = None
    """Its sealed answer, until the rules use it."""
    received: tuple[Card, ...] = ()
    """The played cards that this seat as the Master still has to swap or to show, sorted by name."""
    numbered: tuple[Card, ...] = ()
    """The received cards at the beginning of the swap, then those after the swap. Shown cards stay in this tuple, so each
    other card keeps its number."""


class Box(msgspec.Struct, frozen=True):
    """The part of the state that nobody knows."""

    out: tuple[Card, ...] = ()
    """The cards that have left the pile."""
    top: int = 0
    """The number of cards left in the pile's top part, which has all its punishment cards (BABEL-06)."""
    deeds: tuple[Deeds, ...] = ()


BabelState = State[Public, Own, Box]


def first_state(seats: Sequence[Seat], options: Options) -> BabelState:
    """Return the state before anything is dealt."""
    return State(Public(tuple(seats), options), {seat: Own() for seat in seats}, Box())


def in_round(state: BabelState, this: Round) -> BabelState:
    """Return the state with the present round replaced by `this`."""
    return with_public(state, rounds=(*state.public.rounds[:-1], this))


def present_round(public: Public) -> Round:
    """Return the present round, or the last one."""
    return public.rounds[-1]


def everybody(public: Public) -> tuple[int, ...]:
    """Return all seats by their index."""
    return tuple(range(len(public.seats)))


def place_of(public: Public, seat: Seat) -> int:
    """Return the index of a seat, counted from 0."""
    return public.seats.index(seat)


def master_seat(public: Public) -> Seat:
    """Return the Master's seat. There must be a Master."""
    assert public.master is not None
    return public.seats[public.master]


def is_building(public: Public, place: int) -> bool:
    """Return True if this seat builds in the present round."""
    return (
        public.stage in ("commit", "storms", "swap", "reveal", "draw", "master") and place in present_round(public).builders
    )


def is_stormy(public: Public) -> bool:
    """Return True if storms came in this round, so that no block is added (BABEL-12)."""
    return bool(present_round(public).storms)


def cards_to_show(public: Public) -> int:
    """Return how many cards take effect in this round: one for each builder, without the storms and the card that the Master
    takes (BABEL-11)."""
    this = present_round(public)
    return max(0, len(this.builders) - (this.storms or 0) - 1)


def times_shown(public: Public, card: Card) -> int:
    """Return how often a card has come up so far, storms included."""
    if card == "storm":
        return sum(this.storms or 0 for this in public.rounds)
    return sum(effect.card == card for this in public.rounds for effect in this.effects)


def is_used_up(public: Public, card: Card) -> bool:
    """Return True if all copies of this card have come up (BABEL-01, BABEL-02)."""
    return times_shown(public, card) >= pieces.copies(card, len(public.seats))
