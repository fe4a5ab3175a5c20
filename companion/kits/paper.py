"""Printed sheets on which people draw: maps, tracks, frames, and an answer that people draw on a map. Also the parts of a
sheet that an owner copies from the cardboard."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from companion.core.answers import DrawnAnswer, FormPart, Picture, same
from companion.core.blocks import Block, Scene
from companion.core.owner_things import Part
from companion.core.state import Data, Seat
from companion.core.words import Text

Cell = tuple[int, int]
"""The row and the column of a cell, from 0."""


class Ink(msgspec.Struct, frozen=True, omit_defaults=True):
    """A colour in which people paint. It is the colour of a wooden piece (`companion/pieces.toml`), and is drawn with the
    shape of that piece."""

    piece: int
    """The number of the wooden piece, 1 to 10."""
    words: Text
    """The name of the colour: "red"."""
    seat: Seat | None = None
    """The seat that paints in this colour. None: no seat does, or no longer."""


Inks = Mapping[str, Ink]
"""The inks by the letters that rows of paint use. A block on a Sheet uses the `inks` of the Sheet."""


class Ground(msgspec.Struct, frozen=True, omit_defaults=True):
    """The print on a cell of a map: its name and its look."""

    words: Text
    """The name that people use: "area 1", "altar"."""
    look: str
    """The look of the cell: "area1" to "area4", "plain", "altar" (in no area), "altar1" to "altar4", or "centre"."""


class Map(Block, frozen=True, tag="map"):
    """A printed map of cells, and the paint on it."""

    rows: tuple[str, ...]
    """Rows of equal length. Each letter is a key of `grounds`."""
    grounds: Mapping[str, Ground]
    paint: tuple[str, ...]
    """The paint, in rows as long as `rows`: "." for a bare cell, or a key of `inks`."""
    inks: Mapping[str, Ink] = {}
    title: Text | None = None
    lit: tuple[str, ...] = ()
    """Cells to look at, marked "#" in rows as long as `rows`: the longest chain, or the new drawing. Empty: there are
    none."""
    outlined: Mapping[str, str] = {}
    """The grounds that count as painted although nobody painted them. Each letter of a ground has the letter of its ink."""
    words: tuple[Text, ...] = ()
    """The picture in words, for screen readers: "green joins 3 altars"."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of a track, and the number that is printed in it."""

    n: int
    shape: Literal["circle", "hexagon"] = "circle"


class Section(FormPart, frozen=True):
    """One part of a printed sheet from which people read the field `name`, with a row for each of its keys."""

    hint: Text | None = None
    marks: tuple[Mark, ...] = ()
    """The cells of each row's track. People tap the right-most painted one. Without cells people enter a number."""


class Lane(msgspec.Struct, frozen=True, omit_defaults=True):
    """The track of one ink. `painted` has the letter of the ink on each painted cell, from the left."""

    ink: str
    painted: str = ""


class Tracks(Block, frozen=True, tag="tracks"):
    """Printed tracks, all alike, one for each ink."""

    marks: tuple[Mark, ...]
    lanes: tuple[Lane, ...]
    inks: Mapping[str, Ink] = {}
    title: Text | None = None


class Shape(Picture, frozen=True):
    """A piece as it is printed in its frame. Each purchase paints one of its cells, in reading order."""

    cells: tuple[str, ...]
    """The rows of the shape: "#" is a cell of the piece, and "." is not."""
    painted: str = ""
    """The letter of the ink on each painted cell, in reading order."""
    price: int | None = None
    """The present price of the piece. None: nobody can buy it."""
    die: Text | None = None
    """The number of a die for which people take this piece."""
    words: Text | None = None
    """The name of the piece, or a remark on it."""


class Frame(Block, frozen=True, tag="frame"):
    """Pieces that can be bought, and the inks that have ticked the frame's level."""

    title: Text
    shapes: tuple[Shape, ...]
    ticked: str = ""
    """The letters of the inks that have ticked it."""
    inks: Mapping[str, Ink] = {}
    note: Text | None = None


class Sheet(Block, frozen=True, tag="sheet"):
    """A whole sheet, drawn small beside others."""

    title: Text
    """The name of its owner."""
    map: Map
    inks: Inks
    tracks: Tracks | None = None
    frames: tuple[Frame, ...] = ()
    holder: Seat | None = None
    """The seat that has the sheet now."""
    notes: tuple[Text, ...] = ()
    active: bool = False
    """True if the table waits for the seat that has the sheet."""


class NewDrawing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cells that a seat has drawn on a sheet. It may have drawn none."""

    seat: Seat
    sheet: int
    """The index of the sheet among the blocks `sheet`."""
    words: Text
    """The deed in words: "drew 3 cells on Ana's sheet"."""
    cells: tuple[Cell, ...] = ()


class UnknownSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sheet of paper whose drawing no screen knows, and the seat that has it now."""

    title: Text
    holder: Seat


class SheetScene(Scene, frozen=True, tag="sheets"):
    """The sheets (the blocks `sheet`) as they were at the beginning of the turn, or only which seat has which sheet. After a
    turn the room's screen shows each new drawing large (a highlight `drawn`)."""

    unknown: tuple[UnknownSheet, ...] = msgspec.field(default=(), name="lying")
    drawn: tuple[NewDrawing, ...] = ()


class Stroke(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cells that were painted on a map together. There may be none."""

    words: Text
    """Words for the time or the painter: "turn 5"."""
    ink: str
    cells: tuple[Cell, ...] = ()


class Strip(Block, frozen=True, tag="strip"):
    """A row of small pictures that show in which order a map was painted."""

    title: Text
    map: Map
    """The printed map, with the paint that was there before the first stroke."""
    strokes: tuple[Stroke, ...]

    @property
    def is_past(self) -> bool:
        """True: a strip shows only earlier turns."""
        return True


Spot = tuple[int, int, int, int]
"""A place for the piece: the index of its turn, the row and column of the top left cell of the rectangle around it, and the
index of its effect in `says`."""


class Placing(DrawnAnswer, frozen=True):
    """All places where a piece may go, and the effect of each. An answer names a place by the cells that the piece
    covers."""

    do: dict[str, object]
    """The fixed fields of the action."""
    map: Map
    ink: str
    """The letter of the ink that paints."""
    turns: tuple[tuple[Cell, ...], ...]
    """The different turns of the piece, the printed one first. Each has the piece's cells within the rectangle around it,
    row by row."""
    spots: tuple[Spot, ...]
    """Every legal place, only once."""
    says: tuple[Text, ...]
    """Words for the effect of a place: "Paints 2 red and 1 green, opens level 2". The largest gain comes first."""
    words: Text
    """The words of the button that sends the answer."""
    apart: Text
    """The words for a place at which the piece does not touch what it must touch."""
    closed: tuple[str, ...] = ()
    """The map's rows. "." is a cell that a piece may cover. A digit is the index in `whys` of the reason why none may."""
    whys: tuple[Text, ...] = ()
    """The reasons why a piece may not cover a cell, at most ten: "There is paint already"."""
    name: str = "cells"
    """The field of the action that has the cells."""

    def legal(self) -> Iterator[tuple[dict[str, object], Text]]:
        """Yield each legal answer, with words for its effect."""
        for turn, row, column, says in self.spots:
            yield self._laid(self._cells(turn, row, column)), self.says[says]

    def admit(self, do: Data) -> dict[str, object] | None:
        """Return the answer with its cells in reading order. They may come in any order. Return None if it is no answer to
        this question.

        Cells that are on the map but are no legal place pass: the rules refuse them, with the reason."""
        if do.keys() != self.do.keys() | {self.name} or any(not same(do[key], value) for key, value in self.do.items()):
            return None
        cells = self._read(do[self.name])
        return None if cells is None else self._laid(cells)

    def _cells(self, turn: int, row: int, column: int) -> tuple[Cell, ...]:
        return tuple(sorted((row + down, column + right) for down, right in self.turns[turn]))

    def _laid(self, cells: tuple[Cell, ...]) -> dict[str, object]:
        return {**self.do, self.name: [list(cell) for cell in cells]}

    def _read(self, data: object) -> tuple[Cell, ...] | None:
        """Return the cells that an answer names, in reading order. Return None if they are not as many different cells of
        the map as the piece has."""
        try:
            cells = msgspec.convert(data, tuple[Cell, ...], strict=True)
        except msgspec.ValidationError:
            return None
        height, width = len(self.map.rows), len(self.map.rows[0])
        fits = all(0 <= row < height and 0 <= column < width for row, column in cells)
        return tuple(sorted(cells)) if fits and len(set(cells)) == len(cells) == len(self.turns[0]) else None


# Parts that an owner copies


Look = Literal["plain", "area1", "area2", "area3", "area4", "altar", "altar1", "altar2", "altar3", "altar4", "centre"]
"""The look of a cell on a page: bare, in an area, an altar (in no area or in one), or the middle."""


class Paint(msgspec.Struct, frozen=True):
    """One kind of cell in a painting."""

    value: str
    """The character for this kind in the rows."""
    words: Text
    look: Look


class Painting(Part, frozen=True, tag="painting"):
    """A map that people paint cell by cell. Its value is rows of equal length, with the character of a paint for each cell.
    The first paint is that of an empty cell."""

    hint: Text
    paints: tuple[Paint, ...]
    least: int
    most: int
    """The smallest and largest number of rows, and of cells in a row, are `least` and `most`."""


class Shapes(Part, frozen=True, tag="shapes"):
    """Pieces that people draw cell by cell. Its value is a list of `Drawn`."""

    hint: Text
    levels: tuple[int, ...]
    cells: tuple[int, int]
    """The smallest and largest number of cells of a piece."""


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of `Shapes`, with its rows: `#` is a cell of the piece, and `.` is not."""

    id: str
    level: int
    cells: tuple[str, ...]


class Faces(Part, frozen=True, tag="faces"):
    """A die with a piece on each number. Its value is the id of the piece for each number, or None before one is chosen."""

    hint: Text
    of: str
    """The name of the part `Shapes` that has the pieces."""
    n: int
    levels: tuple[int, ...]
    """The levels of the pieces that the die may show."""


class Rung(msgspec.Struct, frozen=True):
    """One kind of step on a ladder."""

    value: str
    words: Text
    look: Literal["circle", "hexagon"]


class Ladder(Part, frozen=True, tag="ladder"):
    """A track from left to right. Its value has a pair for each step: the kind, and the number from 0. None: the step is
    empty."""

    hint: Text
    kinds: tuple[Rung, ...]
    most: int
    """The largest number of steps."""
    top: int
    """The highest number."""


class Switch(Part, frozen=True, tag="switch"):
    """Yes or no. Its value is a bool."""

    hint: Text
