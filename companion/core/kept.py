"""What an owner copies once from the cardboard, and keeps between games: a printed sheet, the cards of a box.

A game says which kinds there are (`Game.kept`), what each is made of, and what one still lacks. The pages of the editor draw
the parts, and the box keeps drafts, half done ones too, and knows neither. An option takes a complete one into a game
(`FromKept` of `options.py`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from companion.core.fields import Fault
from companion.core.words import Text

Look = Literal["plain", "area1", "area2", "area3", "area4", "altar", "altar1", "altar2", "altar3", "altar4", "centre"]
"""How a page draws a cell: bare, of an area, an altar (of an area, or of none), the middle."""


class Paint(msgspec.Struct, frozen=True):
    """What a cell of a painting can be."""

    value: str
    """One character, as the rows have it."""
    words: Text
    look: Look


class Painting(msgspec.Struct, frozen=True, tag="painting"):
    """A map, painted cell by cell. Its value: rows of one length, a character of `paints` for each cell. The first paint is
    that of an empty cell."""

    name: str
    title: Text
    hint: Text
    paints: tuple[Paint, ...]
    least: int
    most: int
    """Of rows, and of cells in a row."""


class Shapes(msgspec.Struct, frozen=True, tag="shapes"):
    """Pieces, drawn cell by cell. Its value: `Drawn`s."""

    name: str
    title: Text
    hint: Text
    levels: tuple[int, ...]
    cells: tuple[int, int]
    """How many at least and at most make one."""


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of `Shapes`: `#` a cell, `.` none."""

    id: str
    level: int
    cells: tuple[str, ...]


class Faces(msgspec.Struct, frozen=True, tag="faces"):
    """A die: which of the pieces each number shows. Its value: for each number an id, or None before one is chosen."""

    name: str
    title: Text
    hint: Text
    of: str
    """The name of a `Shapes`."""
    n: int
    levels: tuple[int, ...]
    """Of pieces that may stand on it."""


class Rung(msgspec.Struct, frozen=True):
    """What a step of a ladder can be."""

    value: str
    words: Text
    look: Literal["circle", "hexagon"]


class Ladder(msgspec.Struct, frozen=True, tag="ladder"):
    """A track from left to right. Its value: a pair for each step, its kind and its number from 0, or None while there is
    none."""

    name: str
    title: Text
    hint: Text
    kinds: tuple[Rung, ...]
    most: int
    """Of steps."""
    top: int
    """The highest number."""


class Label(msgspec.Struct, frozen=True, tag="label"):
    """A line of words, of 1 to `most` characters. Its value: a string."""

    name: str
    title: Text
    most: int


class Switch(msgspec.Struct, frozen=True, tag="switch"):
    """Yes or no. Its value: a bool."""

    name: str
    title: Text
    hint: Text


class Word(msgspec.Struct, frozen=True):
    """One of the words that a column knows: as it is kept, and as a page says it, of a number with it as `count`."""

    value: str
    words: Text


class Spoken(msgspec.Struct, frozen=True, tag="spoken"):
    """A name of 1 to `most` characters, which each page shows and writes in its own language: what it says stands under
    `NAME.en` and so on."""

    name: str
    title: Text
    most: int


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A whole number."""

    name: str
    title: Text
    least: int
    most: int


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """One of a few."""

    name: str
    title: Text
    of: tuple[Word, ...]


class Phrase(msgspec.Struct, frozen=True, tag="phrase"):
    """Numbers, marks and words that are known: "2 fish : 1 palm" (`phrases.py`). A page takes its own language's words, or
    their beginnings; they are kept by their values, with a space between any two."""

    name: str
    title: Text
    hint: Text
    """How one writes it: said where it is written otherwise."""
    of: tuple[Word, ...]
    marks: tuple[str, ...] = ()
    """Signs that stand between them."""


Column = Spoken | Number | Chosen | Phrase


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of `Rows`, as it was typed. One that says nothing is none yet."""

    id: str = ""
    """As the file calls it that it came from; no page shows it."""
    said: dict[str, str] = {}
    """By column; a column that says nothing is left out."""

    @property
    def is_blank(self) -> bool:
        """Whether nothing was typed in it."""
        return not any(self.said.values())


class Rows(msgspec.Struct, frozen=True, tag="rows"):
    """Cards, or whatever is alike and many: a row each, typed column by column. Its value: `Row`s. A `Lack` says row and
    column."""

    name: str
    title: Text
    hint: Text
    columns: tuple[Column, ...]
    most: int
    """Of rows."""
    printed: int = 0
    """How many the game's box has, each copy counted; 0: that differs. Fewer are enough, and the editor says how many there
    are."""


Part = Painting | Shapes | Faces | Ladder | Label | Switch | Rows
"""A part of a thing, by whose `name` its value stands in the draft."""


class Lack(msgspec.Struct, frozen=True):
    """What a draft still lacks, or what is wrong in it, and in which part."""

    part: str
    words: Text
    at: tuple[int, ...] = ()
    """Where in the part, from 0: row and column of a painting, or of rows; the place in a list of pieces, numbers, steps."""


Draft = TypeVar("Draft")
Made = TypeVar("Made", covariant=True)


class FileForm(Protocol):
    """What the files of a kind say that people may write by hand as well, in TOML or JSON: rows by their keys."""

    def faults(self, said: Mapping[str, object]) -> Sequence[Fault]:
        """Everything that is wrong in what a file says."""

    def counted(self, said: Mapping[str, object]) -> Text:
        """How much there is in it."""

    def drafted(self, said: Mapping[str, object]) -> Mapping[str, object]:
        """The parts of a draft as JSON, with what is wrong as far as a draft can hold that. Raises BadFile beyond."""

    def written(self, draft: object) -> Mapping[str, Mapping[str, object]]:
        """What the file of a draft says, complete or not."""


class Kind(Protocol[Draft, Made]):
    """A kind of thing that an owner keeps."""

    @property
    def id(self) -> str:
        """As `FromKept` names it; letters of a to z."""

    @property
    def title(self) -> Text:
        """What people call such a thing: "Sheet layout"."""

    @property
    def parts(self) -> Sequence[Part]:
        """What it is made of, in the order in which one copies it."""

    @property
    def draft(self) -> type[Draft]:
        """A thing as far as it is done: a frozen msgspec Struct that forbids unknown fields, one for each part under its
        name, of the type that the part says. Its defaults are a thing that was just begun. Without a `file` of its own a
        complete one has, as JSON, the same fields as the record of what is made of it; a file of it is that."""

    @property
    def file(self) -> FileForm | None:
        """What its file is, if not the draft as JSON."""

    @property
    def samples(self) -> Sequence[Draft]:
        """Whole ones that come with the game."""

    def name(self, draft: Draft) -> str:
        """What its owner calls it; it may be empty yet."""

    def is_sample(self, draft: Draft) -> bool:
        """Whether it is a sample, and not what is printed: wherever it is named, that is said."""

    def lacks(self, draft: Draft) -> Sequence[Lack]:
        """What it lacks, in the order of the parts; nothing: it is complete. A draft is of the right types, and that is all
        that is sure about it."""

    def made(self, draft: Draft, options: Mapping[str, object]) -> Made:
        """What the option takes, of a draft that lacks nothing; of a game with these other options, whose record may need
        but a part of it. Raises BadFile for another."""


AnyKind = Kind[Any, Any]
"""Of whichever game."""
