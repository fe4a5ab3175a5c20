"""What a screen is made of: blocks that every device knows how to draw. Games know neither HTML nor pixels."""

import msgspec

from companion.core.board import Columns, Marker, Ring, Space
from companion.core.board import Count as Count
from companion.core.paper import Paper
from companion.core.state import Seat
from companion.core.words import Text


class Heading(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="heading"):
    """A title over the blocks that come after it."""

    words: Text


class Note(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="note"):
    """A sentence to read, with smaller ones under it (`more`)."""

    words: Text
    alert: bool = False
    """A difference or fault that people should look at: framed, with a sign."""
    more: tuple[Text, ...] = ()
    sign: str | None = None


class Tally(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="tally"):
    """How many of each kind."""

    counts: tuple[Count, ...]


class Stack(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="stack"):
    """A pile of cards: how many, and what lies on top (`top` None: face down, or nothing)."""

    title: Text
    n: int
    words: Text
    top: str | None = None
    lines: tuple[Text, ...] = ()


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of a Grid; where people counted, marked if it differs from the number beside it, ticked if it agrees."""

    words: Text
    differs: bool = False
    agrees: bool = False
    of: int | None = None
    """How many it takes, small behind the words: "5/8"."""
    matters: bool = False
    """A thick border."""
    full: bool = False
    """All that it takes is there: a tick."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a Grid: what it is about, then a cell under each head after the first."""

    label: Text
    cells: tuple[Cell, ...]
    sign: str | None = None


class Grid(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="grid"):
    """A table with column heads; the first head is over the labels."""

    heads: tuple[Text, ...]
    rows: tuple[Row, ...]
    title: Text | None = None
    words: Text | None = None
    """What stands beside the title: "5 blocks missing"."""
    board: bool = False
    """Each cell in a box of its own, as places on a board."""


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat has in an area, turned up: its tokens, and their total. One that nobody sits for has no wooden piece."""

    seat: Seat
    tokens: tuple[Text, ...]
    total: int
    note: Text | None = None
    """What it did there, or why it stands where it stands."""
    active: bool = False
    """It acts now."""
    marks: tuple[Marker, ...] = ()
    """Its tokens that are no number."""


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the board where tokens lie: whose, in the order laid; once they are turned up, who acts in which order."""

    name: Text
    sign: str | None = None
    pieces: tuple[Seat, ...] = ()
    """One for each token that lies here, in the order laid, whoever it belongs to."""
    order: tuple[Stake, ...] = ()
    """Who acts first, next, ... ; empty while the tokens lie face down."""
    mark: Text | None = None
    """A word at the name, as a chip: "Ben leads"."""
    mark_sign: str | None = None
    notes: tuple[Text, ...] = ()
    """What else lies there, or is won there."""
    active: bool = False
    """The table is here now."""
    panel: Text | None = None
    """The name in few letters, for the OLED; without it the name serves."""
    marks: tuple[Marker, ...] = ()
    """What lies there besides the tokens; of a seat's it is drawn with its wooden piece."""
    spaces: tuple[Space, ...] = ()
    """The spaces of its row, from the left, where something stands on one of them."""


class Areas(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="regions"):
    """Places on the board, in the table's order. The display shows the active one once its order is known."""

    areas: tuple[Area, ...] = msgspec.field(name="regions")
    """In JSON `regions`, as the block is called there."""


class Stop(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named place on a Track."""

    words: Text
    sign: str | None = None


class Track(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="track"):
    """How far something is: a bar of `n` of `of`; or named stops, of which number `n` is the present one (0: none yet)."""

    title: Text
    n: int
    of: int
    words: Text | None = None
    """What stands beside the bar; without it "n/of"."""
    stops: tuple[Stop, ...] = ()


class Curve(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's value at each tick so far."""

    seat: Seat
    values: tuple[int, ...]


class Chart(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="chart"):
    """How numbers went: a line for each seat, its piece and name at the end."""

    title: Text
    ticks: tuple[Text, ...]
    """What stands under each value, such as the rounds."""
    curves: tuple[Curve, ...]


class Deed(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened, with a sign or the seat that did it."""

    words: Text
    seat: Seat | None = None
    sign: str | None = None


class Chapter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stretch of the evening: a round, the reversal."""

    title: Text
    deeds: tuple[Deed, ...] = ()
    note: Text | None = None
    """A muted word beside the title."""


class Timeline(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="timeline"):
    """How the evening went, the first chapter first."""

    title: Text
    chapters: tuple[Chapter, ...]


class SeatRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies open before one seat. `active`: it has its turn; `note`: a few words, such as what it did last."""

    seat: Seat
    counts: tuple[Count, ...] = ()
    active: bool = False
    note: Text | None = None
    more: tuple[Count, ...] = ()
    """What else lies open before it, such as its cards: for who taps the seat."""
    card: Text | None = None
    """The name of a card that lies open before it all the time."""


class Seats(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="seats"):
    """A row for each seat, clockwise."""

    rows: tuple[SeatRow, ...]


class Secret(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="secret"):
    """What stands behind the cover: one name, up to three lines of goal, up to three of hand; the same rows for all."""

    name: Text
    goal: tuple[Text, ...] = ()
    hand: tuple[Text, ...] = ()
    counts: tuple[Count, ...] = ()


class ScoreRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a score as people read it: for what, how many times what, the number of the rule (`BALI-24`), the points."""

    words: Text
    how: Text
    rule: str
    points: int
    sign: str | None = None
    rule_words: Text | None = None
    """What that rule says, for who taps its number."""


class Lines(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="lines"):
    """A score that explains itself: what, how many times what, the rule, the points."""

    title: Text
    rows: tuple[ScoreRow, ...]


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """`points` None: where sides win, not seats."""

    place: int
    seat: Seat
    points: int | None
    note: Text | None = None
    """Such as which side it was on, or why it stands before the next one."""
    lines: tuple[ScoreRow, ...] = ()
    """Its score, for who opens the row."""


class Ranking(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="ranking"):
    """Who stands where at the end, the first place first; who shares a place has the same number."""

    places: tuple[Place, ...]


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces that lie elsewhere from now on: how many of each kind more or (below 0) fewer before a seat."""

    counts: tuple[Count, ...]
    """Each with the sign under which `Game.tallies` counts it; `n` is the change. Where it is `still`, `n` is the number
    that was set, and `change` the difference."""
    seat: Seat | None = None
    """Before whom; None: on the board, in the supply."""
    words: Text | None = None
    """Where they come from or go to, or why: "from the bank"."""
    said: bool = False
    """Whether the answer that moved them says just that, so that it is no news to who gave it."""
    still: bool = False
    """A number was set right to what lies there already: nobody moves a piece."""


class Moves(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="moves"):
    """Pieces that nobody tapped for move: everybody reads who takes what from where, for as long as that matters."""

    of: str
    """Which place in the game they belong to, as due ids say it: the same payout twice is two."""
    title: Text
    """What they move for: "The stonemason is scored: take"."""
    rows: tuple[Move, ...]

    @property
    def still(self) -> bool:
        """Whether no piece moves: every row only says what a number was set to."""
        return all(row.still for row in self.rows)

    def since(self, before: "Moves | None") -> tuple[Move, ...]:
        """The rows that were not there before; of one place in the game rows are only ever added."""
        return self.rows[len(before.rows) :] if before is not None and before.of == self.of else self.rows


class Undo(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="undo"):
    """The seat's own last answer, while it stands. `free` False: only the box can take it back."""

    words: Text
    free: bool


Block = (
    Heading
    | Note
    | Tally
    | Stack
    | Grid
    | Areas
    | Track
    | Chart
    | Timeline
    | Seats
    | Secret
    | Lines
    | Ranking
    | Moves
    | Undo
    | Columns
    | Ring
    | Paper
)
