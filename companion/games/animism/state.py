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
from companion.games.animism.ground import Board, Ground, ground
from companion.games.animism.layout import SAMPLE, Layout
from companion.games.animism.papers import Paper
from companion.games.animism.pieces import COLOURS, NONE, PIECES, Colour, Die, Four, Mark

SIZES: Final = range(3, 5)
ROUNDS: Final = 4


LAYOUT: Final = "layout"
"""The kind of thing that an owner keeps of this game."""

Stage = Literal["turn", "sheets", "resources", "end"]
Phase = Literal["die", "buy", "draw", "choose", "dice", "closing"]
"""Where a seat is in its turn: it rolls the black die (round 1), buys, draws; then it may end or roll both dice, buys one of
their pieces, draws that; and after that it can only end."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may agree on before it begins."""

    sheets: Literal["score", "twin"] = "score"
    colours: Annotated[tuple[Colour, ...], EachSeat(PIECES)] | UnsetType = UNSET
    advanced: bool = False
    strict_levels: Annotated[bool, OnlyWith("sheets", "twin")] = False
    layout: Annotated[Layout, FromOwnerThing(LAYOUT)] = SAMPLE

    def __post_init__(self) -> None:
        """Raises BadFile for a colour that two seats would have."""
        colours = or_default(self.colours, ())
        if len(set(colours)) < len(colours):
            raise BadFile("animism.colour_twice")


@dataclass(frozen=True, slots=True)
class Counted:
    """ANIM-28: what a sheet says of each colour when it is scored."""

    tracks: Four
    """The number in the right-most painted cell of each colour's track."""
    hexagons: Four
    altars: Four
    bonus: Four | None = None
    """ANIM-25: on a circled sheet."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read off a sheet last."""

    counted: Counted
    said: int = 1
    """How often it was entered: by its owner first, then by the left neighbour and the owner in turns."""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """A piece that was drawn in a turn."""

    piece: str
    """Its ID, or `CELL`."""
    cells: Board
    paid: Four = NONE
    gained: Four = NONE
    """ANIM-14, ANIM-16: the cells of each track that it painted, and so many resources."""
    opened: int = 0
    """ANIM-15: the level that it ticked; 0: none that was not ticked before."""
    extra: bool = False
    """ANIM-17: bought with the dice."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """What a seat did in a turn that is over."""

    sheet: int
    """On whose sheet, by its owner's place at the table."""
    drawn: tuple[Drawn, ...]
    bonus: Mark | None
    trimmed: Four
    """ANIM-18: what it had too many of."""


class Public(msgspec.Struct, frozen=True):
    """All that lies open. Seats are counted from 0, clockwise, and sheets as the seats that own them."""

    seats: tuple[Seat, ...]
    options: Options
    colours: tuple[Colour, ...]
    """Of each seat."""
    stage: Stage = "turn"
    turn: int = 0
    """How many turns are over."""
    done: tuple[int, ...] = ()
    """Who has finished the present one."""
    readings: tuple[Reading | None, ...] = ()
    """ANIM-28: by sheet, once the last turn is over."""
    left: tuple[int | None, ...] = ()
    """ANIM-22: the resources that seats with equal totals have told."""
    papers: tuple[Paper, ...] = ()
    """The sheets as the turn began, where phones hold them, too."""
    hands: tuple[Four, ...] = ()
    """The same of each seat's resources, its supply among them."""
    circled: tuple[Mark | None, ...] = ()
    """ANIM-25: the bonus that each seat circled in a turn that is over."""
    past: tuple[tuple[Deeds, ...], ...] = ()
    """Of each turn that is over, by seat."""
    strip: tuple[tuple[Paper, ...], ...] = ()
    """The sheets after each of these turns."""

    @property
    def is_twin(self) -> bool:
        """Whether phones hold the sheets, too."""
        return self.options.sheets == "twin"

    @property
    def ground(self) -> Ground:
        """The sheet layout as the rules use it."""
        return ground(self.options.layout)

    @property
    def round(self) -> int:
        """ANIM-06: counted from 1; after the last turn the last one."""
        return min(self.turn // len(self.seats) + 1, ROUNDS)

    @property
    def turns(self) -> int:
        """ANIM-06: how many a game has."""
        return ROUNDS * len(self.seats)


@dataclass(frozen=True, slots=True)
class Dice:
    """ANIM-17: what the dice of the extra action show."""

    black: int
    white: int
    paid: Die | None = None
    """The die for which something was paid last, and how often it may still be rolled."""
    left: int = 0


class Own(msgspec.Struct, frozen=True):
    """What one seat alone knows, while the turn goes on."""

    hand: Four = NONE
    """Its resources; with the sheets on paper alone as it told the payment helper."""
    paper: Paper | None = None
    """The sheet in front of it, with all that it has done there."""
    phase: Phase = "buy"
    steps: int = 0
    """How many answers it has given in this turn."""
    piece: str | None = None
    """What it has bought and not drawn yet, its ID or `CELL`; and what it paid for that."""
    paid: Four = NONE
    dice: Dice | None = None
    drawn: tuple[Drawn, ...] = ()
    bonus: Mark | None = None
    """What it circled in this turn."""
    trimmed: Four = NONE
    """ANIM-18: what it gave back when it was done."""


AnimismState = State[Public, Own, None]


def colours_of(seats: Sequence[Seat], options: Options) -> tuple[Colour, ...]:
    """ANIM-03: each seat's colour. Raises BadFile unless there is one for each."""
    colours = or_default(options.colours, COLOURS[: len(seats)])
    if len(colours) != len(seats):
        raise BadFile("animism.colour_each", seats=len(seats), colours=len(colours))
    return colours


def pen(public: Public, place: int) -> int:
    """A seat's colour, by its place in COLOURS."""
    return COLOURS.index(public.colours[place])


def pens(public: Public) -> tuple[int, ...]:
    """The colours of all seats, by their place in COLOURS."""
    return tuple(pen(public, place) for place in range(len(public.seats)))


def place_of(public: Public, seat: Seat) -> int:
    """Where a seat sits, counted from 0."""
    return public.seats.index(seat)


def sheet_of(public: Public, place: int) -> int:
    """ANIM-05: whose sheet lies in front of a seat: in each turn that of the next one to the right."""
    return (place - public.turn) % len(public.seats)


def holder(public: Public, sheet: int) -> int:
    """Who has a sheet in front of it."""
    return (sheet + public.turn) % len(public.seats)


def neighbour(public: Public, place: int) -> int:
    """Who sits to the left, clockwise."""
    return (place + 1) % len(public.seats)


def turn_in_round(public: Public) -> int:
    """Counted from 1; after the last turn the last one."""
    n = len(public.seats)
    return n if public.turn == public.turns else public.turn % n + 1
