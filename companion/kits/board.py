"""Blocks for the places of a board: stacks, areas with their pieces, tracks, columns of cards, rings of spaces."""

import msgspec

from companion.core.answers import Cards
from companion.core.blocks import Block, Count, Marker, Scene
from companion.core.state import Seat
from companion.core.words import Text


class Stack(Block, frozen=True, tag="stack"):
    """A pile of cards: the number of cards, and the top one. `top` None means that the top card is face down, or that there
    is none."""

    title: Text
    n: int
    words: Text
    top: str | None = None
    face: str | None = None
    """The key of the picture of the top card or of its back."""
    lines: tuple[Text, ...] = ()


class Price(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that a seat can buy, and its price."""

    words: Text
    cards: Cards
    price: Count
    short: Text | None = None
    """The reason in two words why the seat could not buy it with what the seat has now."""


class Prices(Block, frozen=True, tag="prices"):
    """The things that a seat could buy in its next turn, from open facts alone. Its phone shows them while the seat
    waits."""

    title: Text
    words: Text
    rows: tuple[Price, ...]


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tokens of a seat in an area, face up, and their total. An automatic seat has no wooden piece."""

    seat: Seat
    tokens: tuple[Text, ...]
    total: int
    note: Text | None = None
    """The seat's act there, or the reason for its rank."""
    active: bool = False
    """True if the seat acts now."""
    marks: tuple[Marker, ...] = ()
    """The seat's tokens without a number."""
    total_spoken: Text | None = None
    """The total with its word, for screen readers: "power 5"."""


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A space on a board, and the pieces on it. People name it by its place in its row or ring, counted from 1."""

    words: Text
    """The name of the space, or everything that it gives: "guide, 1 clay"."""
    counts: tuple[Count, ...] = ()
    """The goods of the space, as numbers with signs."""
    pieces: tuple[Seat, ...] = ()
    marks: tuple[Marker, ...] = ()


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the board with the tokens of seats. Face-up tokens show the order in which the seats act."""

    name: Text
    sign: str | None = None
    pieces: tuple[Seat, ...] = ()
    """The seat of each token in the area, in the order in which people placed them."""
    order: tuple[Stake, ...] = ()
    """The seats in the order in which they act. It is empty while the tokens are face down."""
    mark: Text | None = None
    """A word beside the name: "Ben leads"."""
    mark_sign: str | None = None
    mark_spoken: Text | None = None
    """The mark with its word, for screen readers, if people see only a name beside a sign."""
    notes: tuple[Text, ...] = ()
    """Other things that are there, or that people can win there."""
    active: bool = False
    """True if the table is here now."""
    panel: Text | None = None
    """The name in few letters, for the display. Without it the display shows the name."""
    marks: tuple[Marker, ...] = ()
    """Things that are no tokens. A seat's thing is drawn with the seat's wooden piece."""
    spaces: tuple[Space, ...] = ()
    """The spaces of the area's row from the left, if there is anything on one of them."""


class Areas(Block, frozen=True, tag="regions"):
    """Places on the board, in their order on the table. The display shows the active one, once its seats' order is known."""

    areas: tuple[Area, ...] = msgspec.field(name="regions")
    """The areas. In JSON they are called `regions`, as the block is."""

    @property
    def present(self) -> Text | None:
        """Return the name of the active area."""
        return next((area.name for area in self.areas if area.active), None)


class Stop(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named place on a track."""

    words: Text
    sign: str | None = None


class Track(Block, frozen=True, tag="track"):
    """Progress: a bar of `n` of `of`, or named stops. With stops `n` is the number of the present one, from 1, or 0 before
    the first."""

    title: Text
    n: int
    of: int
    words: Text | None = None
    """The words beside the bar. Without them the block shows "n/of"."""
    stops: tuple[Stop, ...] = ()

    @property
    def present(self) -> Text | None:
        """Return the words of the stop that was reached last."""
        return self.stops[self.n - 1].words if 0 < self.n <= len(self.stops) else None


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that are placed one below the other."""

    name: Text
    """The name that people use: "column 2"."""
    cards: tuple[Count, ...] = ()
    """The cards from the top down. The last one is taken next. A card without a number has no `n`."""
    marks: tuple[Marker, ...] = ()
    """Things on the column, such as a pawn."""


class Columns(Block, frozen=True, tag="columns"):
    """Cards as they are on the table, in columns side by side."""

    columns: tuple[Column, ...]
    size: int = msgspec.field(name="room")
    """The number of places in a column. A place without a card is drawn empty."""
    title: Text | None = None


class Ring(Block, frozen=True, tag="ring"):
    """At least four spaces in a ring, which pieces move round clockwise."""

    title: Text
    spaces: tuple[Space, ...]
    """The spaces in order. A piece comes to the first one from the start, and again from the last one."""
    start: Text | None = None
    """The name of the start. A piece at the start is on no space."""
    waiting: tuple[Seat, ...] = ()
    """The seats whose pieces are still at the start."""


class PileScene(Scene, frozen=True, tag="pile"):
    """Cards in columns on the left, and a pile on an altar on the right (the blocks `columns` and `stack`). Below the
    columns is the card that was scored last, with the gain of each seat (`moves`)."""

    card: Count | None = None
    """The card that was scored last: its sign, and words for its name and its fate."""
    column: int | None = None
    """The index of the column from which this card came."""
    shut: int | None = None
    """The index of a column from which nobody may take a card now."""
    shut_words: Text | None = None
    matters: bool = False
    """True if people take from the pile now, and not from the columns."""


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number out of a larger one, drawn large: "answers, 3 of 4"."""

    words: Text
    n: int
    of: int


class StackScene(Scene, frozen=True, tag="stacks"):
    """Stacks of blocks on a board, seen from a corner. The block `grid` has the number for each cell, and the number that
    the plan asks for. Beside the board are the seats that work on it."""

    changed: tuple[int, ...] = ()
    """The number of blocks that the last card added to each cell, or removed (below 0). The cells are in the order of the
    block."""
    workers: tuple[Seat, ...] = ()
    """The seats that work on the board in this round. Their drawings differ only in the seat."""
    progress: Progress | None = None
    gap: Progress | None = None
    """The number of blocks that are still missing, out of all that the plan asks for."""
    held: Count | None = None
    """The cards that people hold while they point."""
    point: str | None = None
    """The place in the game at which all people point together. A screen that comes to a new place counts down once."""
    point_words: Text | None = None
    dark: bool = False
    """True if a storm stops all building in this round."""


class AreaScene(Scene, frozen=True, tag="area"):
    """The place where the table is, with the tokens there (the active area of the block `regions`). If no area is active,
    all places are drawn. If pieces go round a ring (`ring`), it also shows how far the active piece can go."""

    pictures: tuple[str, ...]
    """The key of the picture of each area, in the order of the block."""
    stops: tuple[Stop, ...] = ()
    """The areas in the order in which the table goes through them."""
    at: int = 0
    """The number of the present stop, from 1, or 0 before the first."""
    won: Text | None = None
    """Words for the gain of the first seat in the present area."""
    line: Text | None = None
    """A sentence under the tokens, such as the reason for their order."""
    ring: bool = False
    """True if the present area has the ring around it."""
    steps: tuple[int, ...] = ()
    """The space of the ring to which each number of steps leads, both counted from 1."""
