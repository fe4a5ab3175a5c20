"""What a screen shows: data made of known blocks. Games know neither HTML nor pixels."""

import msgspec

from companion.core.answers import Answers
from companion.core.knowledge import Seat
from companion.core.words import Text


class Heading(msgspec.Struct, frozen=True, tag_field="block", tag="heading"):
    words: Text


class Note(msgspec.Struct, frozen=True, tag_field="block", tag="note"):
    words: Text
    alert: bool = False
    """A difference or fault that people should look at: framed, with a sign."""
    more: tuple[Text, ...] = ()


class Count(msgspec.Struct, frozen=True):
    """A number of pieces of one kind."""

    n: int
    sign: str
    words: Text


class Tally(msgspec.Struct, frozen=True, tag_field="block", tag="tally"):
    """How many of each kind."""

    counts: tuple[Count, ...]


class Stack(msgspec.Struct, frozen=True, tag_field="block", tag="stack"):
    """A pile of cards: how many, and what lies on top (`top` None: face down, or nothing)."""

    title: Text
    n: int
    words: Text
    top: str | None = None
    lines: tuple[Text, ...] = ()


class Cell(msgspec.Struct, frozen=True):
    words: Text
    differs: bool = False
    agrees: bool = False


class Row(msgspec.Struct, frozen=True):
    label: Text
    cells: tuple[Cell, ...]
    sign: str | None = None


class Grid(msgspec.Struct, frozen=True, tag_field="block", tag="grid"):
    """A table with column heads; the first head is over the labels."""

    heads: tuple[Text, ...]
    rows: tuple[Row, ...]


class SeatRow(msgspec.Struct, frozen=True):
    seat: Seat
    counts: tuple[Count, ...] = ()
    active: bool = False
    note: Text | None = None


class Seats(msgspec.Struct, frozen=True, tag_field="block", tag="seats"):
    """A row for each seat, clockwise."""

    rows: tuple[SeatRow, ...]


class Secret(msgspec.Struct, frozen=True, tag_field="block", tag="secret"):
    """What stands behind the cover: one name, up to three lines of goal, up to three of hand; the same rows for all."""

    name: Text
    goal: tuple[Text, ...] = ()
    hand: tuple[Text, ...] = ()
    counts: tuple[Count, ...] = ()


class ScoreRow(msgspec.Struct, frozen=True):
    words: Text
    how: Text
    rule: str
    points: int
    sign: str | None = None
    rule_words: Text | None = None
    """What that rule says, for who taps its number."""


class Lines(msgspec.Struct, frozen=True, tag_field="block", tag="lines"):
    """A score that explains itself: what, how many times what, the rule, the points."""

    title: Text
    rows: tuple[ScoreRow, ...]


class Place(msgspec.Struct, frozen=True):
    place: int
    seat: Seat
    points: int


class Ranking(msgspec.Struct, frozen=True, tag_field="block", tag="ranking"):
    places: tuple[Place, ...]


class Undo(msgspec.Struct, frozen=True, tag_field="block", tag="undo"):
    """The seat's own last answer, while it stands. `free` False: only the box can take it back."""

    words: Text
    free: bool


Block = Heading | Note | Tally | Stack | Grid | Seats | Secret | Lines | Ranking | Undo


class Now(msgspec.Struct, frozen=True):
    """What now: one sentence, and at most two small lines under it."""

    line: Text
    small: tuple[Text, ...] = ()
    lit: bool = False
    """This seat is awaited."""


class Oled(msgspec.Struct, frozen=True):
    """The same for the box's few letters: who or what in large, and what they do. `told` of `asked` counts a seal."""

    right: Text
    sub: Text
    seat: Seat | None = None
    main: Text | None = None
    told: int | None = None
    asked: int | None = None


class View(msgspec.Struct, frozen=True):
    """Everything that one chair, or an onlooker, sees of a game."""

    where: Text
    """Which game and how far, for the seat bar: "Bali · turn 12"."""
    now: Now
    phase: str
    """Names the card that says what happens in this phase: `GAME.card.PHASE` in the texts."""
    rules: str
    """The numbers of the rules behind this phase, and the page: a message key."""
    oled: Oled
    blocks: tuple[Block, ...] = ()


class Ask(msgspec.Struct, frozen=True):
    """A due that this chair may answer now."""

    due: str
    kind: str
    answers: Answers


class Screen(msgspec.Struct, frozen=True):
    """A chair's view, with what it may answer. `seat` None: the public screen, which never asks."""

    seat: Seat | None
    view: View
    asks: tuple[Ask, ...] = ()
    over: bool = False
