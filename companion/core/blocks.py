"""Blocks of a screen, which every device can draw. Games know neither HTML nor pixels."""

from typing import Literal

import msgspec

from companion.core.state import Seat
from companion.core.words import Text


class Block(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block"):
    """A piece of a screen. The `tag` of a subclass is its name in JSON."""

    @property
    def present(self) -> Text | None:
        """Return the name of the place where the table is now, if the block shows one."""
        return None

    @property
    def is_past(self) -> bool:
        """Return whether the block shows only past events, and nothing that is on the table."""
        return False


class Count(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of pieces of one kind. `n` None: a marker, which is there or not."""

    n: int | None
    sign: str
    words: Text
    change: int | None = None
    """The number of new pieces: people take them now, or (below 0) give them."""


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that is no seat's wooden piece, such as a pawn, a fish, a token of another kind."""

    words: Text
    """Its name: "the demon", "Ana's blessing". If it has a sign, the name is for screen readers."""
    sign: str | None = None
    seat: Seat | None = None
    """The seat that owns the thing, if people should see that."""


class Note(Block, frozen=True, tag="note"):
    """A sentence to read, with smaller ones under it (`more`). Several lines are drawn as a rule card."""

    words: Text
    alert: bool = False
    """True if it is a difference or fault that people should look at. It then has a frame and a sign."""
    more: tuple[Text, ...] = ()
    sign: str | None = None


class Tally(Block, frozen=True, tag="tally"):
    """The number of pieces of each kind."""

    counts: tuple[Count, ...]


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of a Grid. After people have counted, `differs` marks a number that differs from the one beside it. `agrees`
    ticks an equal one."""

    words: Text
    differs: bool = False
    agrees: bool = False
    of: int | None = None
    """The largest number that fits in, drawn small behind the words: "5/8"."""
    matters: bool = False
    """True if the cell has a thick border."""
    full: bool = False
    """True if the cell is full. It then has a tick."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a Grid: its label, then a cell under each head after the first."""

    label: Text
    cells: tuple[Cell, ...]
    sign: str | None = None


class Grid(Block, frozen=True, tag="grid"):
    """A table with column heads. The first head is over the labels."""

    heads: tuple[Text, ...]
    rows: tuple[Row, ...]
    title: Text | None = None
    words: Text | None = None
    """The words beside the title: "5 blocks missing"."""
    board: bool = False
    """True if each cell is a place on a board, in a box of its own."""


class Curve(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's value at each tick so far."""

    seat: Seat
    values: tuple[int, ...]


class Chart(Block, frozen=True, tag="chart"):
    """Numbers over time: a line for each seat, with its piece and name at the end."""

    title: Text
    ticks: tuple[Text, ...]
    """The words under each value, such as the rounds."""
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
    """The events of the evening, the first chapter first. `ahead`: the steps of a set-up, which people still have to do."""

    title: Text
    chapters: tuple[Chapter, ...]
    ahead: bool = False

    @property
    def is_past(self) -> bool:
        """Return whether the timeline shows past events."""
        return not self.ahead


class SeatRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The pieces and cards before one seat that everybody sees. `active`: it is the seat's turn. `note`: the seat's last
    act, for example."""

    seat: Seat
    counts: tuple[Count, ...] = ()
    active: bool = False
    note: Text | None = None
    more: tuple[Count, ...] = ()
    """Further things before the seat that everybody sees, such as cards. A tap on the seat shows them."""
    card: Text | None = None
    """The name of a card that is always face up before the seat."""


class Seats(Block, frozen=True, tag="seats"):
    """A row for each seat, clockwise."""

    rows: tuple[SeatRow, ...]


class Secret(Block, frozen=True, tag="secret"):
    """The secrets behind the cover: a name, at most three lines of goal and three of hand. Every seat has the same rows."""

    name: Text
    goal: tuple[Text, ...] = ()
    hand: tuple[Text, ...] = ()
    counts: tuple[Count, ...] = ()
    cards: Text | None = None
    """The title of a row of covered cards. It has as many cards as the counts add up to, which everybody may know. A phone
    draws the row while nothing is asked."""


class ScoreRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a score: what counts, how often, the number of the rule (`BALI-24`), and the points."""

    words: Text
    how: Text
    rule: str
    points: int
    sign: str | None = None
    rule_words: Text | None = None
    """The words of that rule. A tap on its number shows them."""


class Lines(Block, frozen=True, tag="lines"):
    """A score that explains itself, line by line."""

    title: Text
    rows: tuple[ScoreRow, ...]


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's place at the end. `points` is None if sides win, not seats."""

    place: int
    """The place from 1, or 0 in a game that nobody won."""
    seat: Seat
    points: int | None
    note: Text | None = None
    """A note, such as the seat's side, or why the seat is before the next one."""
    lines: tuple[ScoreRow, ...] = ()
    """The lines of its score. A tap on the row shows them."""


class Ranking(Block, frozen=True, tag="ranking"):
    """The places of all seats at the end, the first place first. Equal seats share a number."""

    places: tuple[Place, ...]


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces that moved: how many more, or (below 0) fewer, of each kind are now before a seat."""

    counts: tuple[Count, ...]
    """The changes, by the signs of `Game.tallies`. `n` is the change. In a row that is `still`, `n` is the corrected number
    and `change` the difference."""
    seat: Seat | None = None
    """The seat that has the pieces. None: the board or the supply."""
    words: Text | None = None
    """The place that the pieces come from or go to, or the reason: "from the bank"."""
    is_stated: bool = msgspec.field(default=False, name="said")
    """True if the words of the answer say the same, so that its seat need not read it again."""
    still: bool = False
    """True if somebody only corrected a number, so that nobody moves a piece."""
    kept: bool = False
    """True if nobody has to move a piece for it: the box alone keeps the number, or a step of the set-up says it already."""


class Moves(Block, frozen=True, tag="moves"):
    """Pieces that move without a tap. Everybody reads which seat takes what from where, for as long as that matters."""

    of: str
    """The place in the game that the moves belong to, as in the ids of dues. Two equal payouts have different places."""
    title: Text
    """The reason for the moves: "The stonemason is scored: take"."""
    rows: tuple[Move, ...]

    @property
    def still(self) -> bool:
        """Return whether no piece moves, because every row is a correction."""
        return all(row.still for row in self.rows)

    def since(self, before: "Moves | None") -> tuple[Move, ...]:
        """Return the rows that were not in `before`. For one place in the game rows are only added."""
        return self.rows[len(before.rows) :] if before is not None and before.of == self.of else self.rows


class Undo(Block, frozen=True, tag="undo"):
    """The seat's last answer, while people can take it back. `free` False: only the box can take it back."""

    words: Text
    free: bool


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="scene"):
    """The one thing that matters in this phase. The room's screen draws it large, from the blocks of the same view. A kit
    has a subclass for each kind of drawing, with fields for what no block says."""


HighlightKind = Literal["built", "given", "scored", "won", "storm", "complete", "drawn"]
"""The kinds of highlights. Each has a drawing and a sound: something was built, a card was given, a card paid, a seat won a
place, a storm came, the work is complete, a piece was drawn."""


class Highlight(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that an open answer just did. It fills the room's screen for a moment, and everybody may know all of it."""

    kind: HighlightKind
    words: Text
    """The event in large words under the name: "builds a shrine"."""
    line: Text
    """The event as a whole sentence, to hear or to read small."""
    seat: Seat | None = None
    """The seat that did it. The screen has its colour."""
    picture: str | None = None
    """The key of a picture of the game, or of a sign."""
    counts: tuple[Count, ...] = ()
    """The numbers that the event changed. `n` is the new number, or None if it is not known, and `change` is the
    difference."""
    rows: tuple[Move, ...] = ()
    """The gain of each seat."""
    stacks: tuple[tuple[int, ...], ...] = ()
    """The heights of blocks that are drawn in place of a picture (`Tale.stacks`)."""
    of: str | None = None
    """The name of the reveal that shows the same event (`RevealSteps.of`). A screen that has shown the reveal leaves the
    highlight out."""
    number: int = 0
    """The number of the answer among all open entries of the table. The table sets it."""
