"""What a screen is made of: blocks that every device knows how to draw. Games know neither HTML nor pixels."""

import msgspec

from companion.core.state import Seat
from companion.core.words import Text


class Block(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block"):
    """A piece of a screen. Its subclasses have the name that JSON calls them by as `tag`."""

    @property
    def present(self) -> Text | None:
        """The name of the place where the table is now, if the block shows one."""
        return None

    @property
    def is_past(self) -> bool:
        """Whether it shows how the game went, and nothing that lies on the table."""
        return False


class Count(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of pieces of one kind. `n` None: a marker, which is there or not."""

    n: int | None
    sign: str
    words: Text
    change: int | None = None
    """How many of them are new: to be taken now, or (below 0) given."""


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that is no seat's wooden piece, such as a pawn, a fish, a token of another kind."""

    words: Text
    """What it is: "the demon", "Ana's blessing". Where it has a sign, for readers."""
    sign: str | None = None
    seat: Seat | None = None
    """Whose it is, where that is to be seen."""


class Note(Block, frozen=True, tag="note"):
    """A sentence to read, with smaller ones under it (`more`)."""

    words: Text
    alert: bool = False
    """A difference or fault that people should look at: framed, with a sign."""
    more: tuple[Text, ...] = ()
    sign: str | None = None


class Tally(Block, frozen=True, tag="tally"):
    """How many of each kind."""

    counts: tuple[Count, ...]


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


class Grid(Block, frozen=True, tag="grid"):
    """A table with column heads; the first head is over the labels."""

    heads: tuple[Text, ...]
    rows: tuple[Row, ...]
    title: Text | None = None
    words: Text | None = None
    """What stands beside the title: "5 blocks missing"."""
    board: bool = False
    """Each cell in a box of its own, as places on a board."""


class Curve(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's value at each tick so far."""

    seat: Seat
    values: tuple[int, ...]


class Chart(Block, frozen=True, tag="chart"):
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


class Timeline(Block, frozen=True, tag="timeline"):
    """How the evening went, the first chapter first."""

    title: Text
    chapters: tuple[Chapter, ...]

    @property
    def is_past(self) -> bool:
        """True: it tells of the rounds before."""
        return True


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


class Seats(Block, frozen=True, tag="seats"):
    """A row for each seat, clockwise."""

    rows: tuple[SeatRow, ...]


class Secret(Block, frozen=True, tag="secret"):
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


class Lines(Block, frozen=True, tag="lines"):
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


class Ranking(Block, frozen=True, tag="ranking"):
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


class Moves(Block, frozen=True, tag="moves"):
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


class Undo(Block, frozen=True, tag="undo"):
    """The seat's own last answer, while it stands. `free` False: only the box can take it back."""

    words: Text
    free: bool
