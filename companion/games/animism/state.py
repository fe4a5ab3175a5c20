"""The state of a game of Animism: what all know, and what one seat knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import or_default
from companion.core.game import EachSeat, FromOwnerThing, OnlyWith
from companion.core.state import Seat, State
from companion.core.words import BadFile
from companion.games.animism.ground import Board, Geometry, ground
from companion.games.animism.layout import SAMPLE, Layout
from companion.games.animism.papers import Paper
from companion.games.animism.pieces import COLOURS, NONE, PIECES, BonusMark, Colour, Die, Four

SIZES: Final = range(3, 5)
ROUNDS: Final = 4

LAYOUT: Final = "layout"
"""The kind of thing that an owner keeps for this game."""

Stage = Literal["turn", "sheets", "resources", "end"]
Phase = Literal["die", "buy", "draw", "choose", "dice", "closing"]
"""The step of a seat's turn. The seat buys a piece (in round 1 it rolls the black die for one) and draws it. Then it may end
its turn, or roll both dice, buy one of their pieces and draw it. After that it can only end its turn."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that a table agrees on before the game."""

    sheets: Literal["score", "twin"] = "score"
    colours: Annotated[tuple[Colour, ...], EachSeat(PIECES)] | UnsetType = UNSET
    advanced: bool = False
    strict_levels: Annotated[bool, OnlyWith("sheets", "twin")] = False
    layout: Annotated[Layout, FromOwnerThing(LAYOUT)] = SAMPLE

    def __post_init__(self) -> None:
        """Raise BadFile if two seats have one colour."""
        colours = or_default(self.colours, ())
        if len(set(colours)) < len(colours):
            raise BadFile("animism.colour_twice")


@dataclass(frozen=True, slots=True)
class Counted:
    """The numbers of a sheet for its score, by colour (ANIM-28)."""

    tracks: Four
    """The number in the right-most painted cell of each colour's track."""
    hexagons: Four
    altars: Four
    bonus: Four | None = None
    """The bonus of a circled sheet (ANIM-25)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The last reading of a sheet."""

    counted: Counted
    times: int = 1
    """The number of times that the sheet was read: by its owner first, then by the left neighbour and the owner in turns."""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A piece that was drawn in a turn."""

    piece: str
    """Its ID, or `CELL`."""
    cells: Board
    paid: Four = NONE
    gained: Four = NONE
    """The number of cells that it painted on each track. Each brought a resource (ANIM-14, ANIM-16)."""
    new_level: int = 0
    """The level that it newly ticked, or 0 (ANIM-15)."""
    extra: bool = False
    """True if the seat bought it with the dice (ANIM-17)."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """The drawings, bonus and returned resources of a seat in a turn that is over."""

    sheet: int
    """The sheet that it worked on, by its owner's place."""
    drawn: tuple[DrawnPiece, ...]
    bonus: BonusMark | None
    given_back: Four
    """The resources over the limit that it gave back (ANIM-18)."""


class Public(msgspec.Struct, frozen=True):
    """The facts that everybody may know. Seats are counted from 0, clockwise. A sheet has the number of its owner."""

    seats: tuple[Seat, ...]
    options: Options
    colours: tuple[Colour, ...]
    """The colour of each seat."""
    stage: Stage = "turn"
    turn: int = 0
    """The number of turns that are over."""
    done: tuple[int, ...] = ()
    """The places of the seats that have finished this turn."""
    readings: tuple[Reading | None, ...] = ()
    """The reading of each sheet, once the last turn is over (ANIM-28)."""
    left: tuple[int | None, ...] = ()
    """The number of resources that each seat with an equal total has entered (ANIM-22)."""
    papers: tuple[Paper, ...] = ()
    """The sheets at the start of the turn, if phones hold them."""
    hands: tuple[Four, ...] = ()
    """Each seat's resources at the start of the turn, with its supply."""
    circled: tuple[BonusMark | None, ...] = ()
    """The bonus that each seat circled in a turn that is over (ANIM-25)."""
    past: tuple[tuple[Deeds, ...], ...] = ()
    """The deeds of all seats, for each turn that is over."""
    sheets_after: tuple[tuple[Paper, ...], ...] = ()
    """The sheets after each of these turns."""

    @property
    def is_twin(self) -> bool:
        """True if the sheets are on phones, too."""
        return self.options.sheets == "twin"

    @property
    def ground(self) -> Geometry:
        """The geometry of the sheet layout."""
        return ground(self.options.layout)

    @property
    def round(self) -> int:
        """The round, counted from 1. After the last turn it is the last one (ANIM-06)."""
        return min(self.turn // len(self.seats) + 1, ROUNDS)

    @property
    def turns(self) -> int:
        """The number of turns in a game (ANIM-06)."""
        return ROUNDS * len(self.seats)


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of the extra action (ANIM-17)."""

    black: int
    white: int
    paid: Die | None = None
    """The die for which the seat has paid rolls. `left` is the number of those rolls that are left."""
    left: int = 0


class Own(msgspec.Struct, frozen=True):
    """The facts that one seat alone knows during the turn."""

    hand: Four = NONE
    """Its resources. With sheets on paper alone it entered them in the payment helper."""
    paper: Paper | None = None
    """The sheet in front of it, with all that it has drawn there."""
    phase: Phase = "buy"
    steps: int = 0
    """The number of its answers in this turn."""
    piece: str | None = None
    """The ID of the piece that it bought and has not drawn. `paid` is its payment."""
    paid: Four = NONE
    dice: Dice | None = None
    drawn: tuple[DrawnPiece, ...] = ()
    bonus: BonusMark | None = None
    """The bonus that it circled in this turn."""
    given_back: Four = NONE
    """The resources that it gave back when it was done (ANIM-18)."""


AnimismState = State[Public, Own, None]


def colours_of(seats: Sequence[Seat], options: Options) -> tuple[Colour, ...]:
    """Return each seat's colour (ANIM-03). Raise BadFile if the options have another number of colours."""
    colours = or_default(options.colours, COLOURS[: len(seats)])
    if len(colours) != len(seats):
        raise BadFile("animism.colour_each", seats=len(seats), colours=len(colours))
    return colours


def pen(public: Public, place: int) -> int:
    """Return a seat's colour as its index in COLOURS."""
    return COLOURS.index(public.colours[place])


def pens(public: Public) -> tuple[int, ...]:
    """Return the colours of all seats as indices in COLOURS."""
    return tuple(pen(public, place) for place in range(len(public.seats)))


def place_of(public: Public, seat: Seat) -> int:
    """Return the place of a seat, counted from 0."""
    return public.seats.index(seat)


def sheet_of(public: Public, place: int) -> int:
    """Return the sheet in front of a seat, by its owner's place (ANIM-05). Sheets are passed to the left, so each turn the
    owner is one seat further to the right."""
    return (place - public.turn) % len(public.seats)


def holder(public: Public, sheet: int) -> int:
    """Return the place of the seat that has a sheet in front of it."""
    return (sheet + public.turn) % len(public.seats)


def neighbour(public: Public, place: int) -> int:
    """Return the place to the left, clockwise."""
    return (place + 1) % len(public.seats)


def turn_in_round(public: Public) -> int:
    """Return the number of the turn in its round, from 1. After the last turn of the game, return the number of that
    turn."""
    n = len(public.seats)
    return n if public.turn == public.turns else public.turn % n + 1
