"""A board's places as blocks: stacks, areas with their pieces, tracks, columns of cards, rings of spaces."""

import msgspec

from companion.core.answers import Cards
from companion.core.blocks import Block, Count, Marker, Scene
from companion.core.state import Seat
from companion.core.words import Text


class Stack(Block, frozen=True, tag="stack"):
    """A pile of cards: their number, and the top card (`top` None: face down, or no card)."""

    title: Text
    n: int
    words: Text
    top: str | None = None
    lines: tuple[Text, ...] = ()


class Price(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that a seat can buy."""

    words: Text
    cards: Cards
    price: Count
    short: Text | None = None
    """The reason in two words why the seat could not buy it with what it has now."""


class Prices(Block, frozen=True, tag="prices"):
    """The things that a seat could buy in its next turn, by open facts alone. Its phone shows them while it waits."""

    title: Text
    words: Text
    rows: tuple[Price, ...]


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tokens of a seat in an area, face up, and their total. A seat that nobody plays has no wooden piece."""

    seat: Seat
    tokens: tuple[Text, ...]
    total: int
    note: Text | None = None
    """A note: its act there, or the reason for its rank."""
    active: bool = False
    """Whether it acts now."""
    marks: tuple[Marker, ...] = ()
    """Its tokens without a number."""


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A space on a board with the pieces on it. People name it by its place in its row or ring, counted from 1."""

    words: Text
    """Its name, or all that it gives: "guide, 1 clay"."""
    counts: tuple[Count, ...] = ()
    """Its goods as numbers with signs."""
    pieces: tuple[Seat, ...] = ()
    marks: tuple[Marker, ...] = ()


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the board with the tokens of seats. Face up, they show the order in which the seats act."""

    name: Text
    sign: str | None = None
    pieces: tuple[Seat, ...] = ()
    """The seat of each token here, in the order in which people placed them."""
    order: tuple[Stake, ...] = ()
    """The seats in the order in which they act. It is empty while the tokens are face down."""
    mark: Text | None = None
    """A word at the name, as a chip: "Ben leads"."""
    mark_sign: str | None = None
    notes: tuple[Text, ...] = ()
    """Other things that are there or can be won there."""
    active: bool = False
    """Whether the table is here now."""
    panel: Text | None = None
    """The name in few letters, for the display. Without it the display shows the name."""
    marks: tuple[Marker, ...] = ()
    """Other things than tokens. A seat's thing is drawn with its wooden piece."""
    spaces: tuple[Space, ...] = ()
    """The spaces of its row from the left, if there is anything on one of them."""


class Areas(Block, frozen=True, tag="regions"):
    """Places on the board, in the table's order. The display shows the active one once its order is known."""

    areas: tuple[Area, ...] = msgspec.field(name="regions")
    """The areas. In JSON they are called `regions`, as the block is."""

    @property
    def present(self) -> Text | None:
        """Return the name of the active area."""
        return next((area.name for area in self.areas if area.active), None)


class Stop(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named place on a Track."""

    words: Text
    sign: str | None = None


class Track(Block, frozen=True, tag="track"):
    """Progress: a bar of `n` of `of`, or named stops. `n` is then the number of the present stop (0: none yet)."""

    title: Text
    n: int
    of: int
    words: Text | None = None
    """The words beside the bar. Without them it shows "n/of"."""
    stops: tuple[Stop, ...] = ()

    @property
    def present(self) -> Text | None:
        """Return the words of the stop that was reached last."""
        return self.stops[self.n - 1].words if 0 < self.n <= len(self.stops) else None


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that lie one below the other."""

    name: Text
    """The name that people use: "column 2"."""
    cards: tuple[Count, ...] = ()
    """The cards from the top down. People take the last one next. A card without a number has no `n`."""
    marks: tuple[Marker, ...] = ()
    """The things on it, such as a pawn."""


class Columns(Block, frozen=True, tag="columns"):
    """Cards as on the table, in columns side by side."""

    columns: tuple[Column, ...]
    room: int
    """The number of places in a column. Places without a card are drawn empty."""
    title: Text | None = None


class Ring(Block, frozen=True, tag="ring"):
    """Spaces that pieces go round, clockwise. There are at least four."""

    title: Text
    spaces: tuple[Space, ...]
    """The spaces in order. The first one is after the start, and comes again after the last."""
    start: Text | None = None
    """The name of the start, where a piece is on no space."""
    waiting: tuple[Seat, ...] = ()
    """The seats whose pieces are still at the start."""


class PileScene(Scene, frozen=True, tag="pile"):
    """Cards in columns at the left, a pile on an altar at the right (the blocks `columns` and `stack`). Below the columns is
    the card that was scored last, with what each seat gets (`moves`)."""

    card: Count | None = None
    """The card that was scored last: its sign, and its name with what happened to it."""
    column: int | None = None
    """The column that this card lay in, counted from 0."""
    shut: int | None = None
    """A column from which nobody takes a card now."""
    shut_words: Text | None = None
    face: str | None = None
    """The key of the picture of the pile's top card."""
    matters: bool = False
    """People take from the pile now, and not from the columns."""


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of a larger one, drawn large: "answers, 3 of 4"."""

    words: Text
    n: int
    of: int


class StackScene(Scene, frozen=True, tag="stacks"):
    """Blocks in stacks on a board, seen from a corner (the block `grid`: a number for each cell, and the one that the plan
    asks for). People work beside it."""

    changed: tuple[int, ...] = ()
    """The number of blocks that the last card added to each cell, or took (below 0), in the order of the block."""
    workers: tuple[Seat, ...] = ()
    """The seats that work on it in this round. Their drawings differ in nothing but the seat."""
    progress: Progress | None = None
    gap: Progress | None = None
    """The number of blocks that the plan still asks for, of all that it asks for."""
    held: Count | None = None
    """The cards that people use while they point."""
    point: str | None = None
    """The place in the game at which people point all together. A screen that comes to it counts down, one time."""
    point_words: Text | None = None
    dark: bool = False
    """A storm stops all building in this round."""


class AreaScene(Scene, frozen=True, tag="area"):
    """The place where the table is, with the tokens there (the active area of the block `regions`). Without one all places
    are drawn. Where pieces go round (`ring`), it shows how far the active one can go."""

    pictures: tuple[str, ...]
    """The key of the picture of each area, in the order of the block."""
    stops: tuple[Stop, ...] = ()
    """The way of the table from area to area."""
    at: int = 0
    """The number of the present stop. 0: none yet."""
    won: Text | None = None
    """The gain of the first seat in the present area."""
    line: Text | None = None
    """A sentence under the tokens, such as the reason for their order."""
    ring: bool = False
    """Whether the ring goes round the present area."""
    steps: tuple[int, ...] = ()
    """The space of the ring to which each number of steps leads, counted from 1."""
