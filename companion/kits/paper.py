"""Printed sheets that people draw on: maps, tracks, frames, and an answer that is drawn on a map."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from companion.core.answers import DrawnAnswer, FormPart, Picture
from companion.core.blocks import Block, Scene
from companion.core.state import Data, Seat
from companion.core.words import Text

Cell = tuple[int, int]
"""Row and column."""


class Ink(msgspec.Struct, frozen=True, omit_defaults=True):
    """A colour that people paint with. It is the colour of a wooden piece (`companion/pieces.toml`), drawn with its
    shape."""

    piece: int
    """The number of the wooden piece, 1 to 10."""
    words: Text
    """The name of the colour: "red"."""
    seat: Seat | None = None
    """The seat that paints with it. None: nobody, or nobody any more."""


Inks = Mapping[str, Ink]
"""The inks by their letters, which rows of paint use. A block on a Sheet uses the Sheet's `inks`."""


class Ground(msgspec.Struct, frozen=True, omit_defaults=True):
    """The print on a cell of a map."""

    words: Text
    """The name that people use: "area 1", "altar"."""
    look: str
    """Its look: "area1" to "area4", "plain", "altar" (in no area), "altar1" to "altar4", "centre"."""


class Map(Block, frozen=True, tag="map"):
    """A printed map of cells, and the paint on it."""

    rows: tuple[str, ...]
    """Rows of one length. Each letter is one of `grounds`."""
    grounds: Mapping[str, Ground]
    paint: tuple[str, ...]
    """The paint, in rows as long as `rows`: "." or one of `inks`."""
    inks: Mapping[str, Ink] = {}
    title: Text | None = None
    lit: tuple[str, ...] = ()
    """The cells to look at, in rows as long as `rows`, as "#": the longest chain, the new drawing. Empty: there are none."""
    outlined: Mapping[str, str] = {}
    """The grounds that count as an ink without paint: the letter of the ink by the letter of the ground."""
    words: tuple[Text, ...] = ()
    """The picture in words, for screen readers: "green joins 3 altars"."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of a track, and the number that is printed in it."""

    n: int
    shape: Literal["circle", "hexagon"] = "circle"


class Section(FormPart, frozen=True):
    """One part of a printed sheet that people read off: the field of that name, a row for each of its keys."""

    hint: Text | None = None
    marks: tuple[Mark, ...] = ()
    """The cells of each row's track: people tap the right-most painted one. Without cells the field is a number."""


class Lane(msgspec.Struct, frozen=True, omit_defaults=True):
    """The track of one ink: the inks on its cells, a letter for each, from the left."""

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
    """Its rows: "#" is a cell of it, and "." is none."""
    painted: str = ""
    """The letters of inks."""
    price: int | None = None
    """Its price now. None: nobody can buy it."""
    die: Text | None = None
    """The number of a die that it belongs to."""
    words: Text | None = None
    """Its name, or a remark on it."""


class Frame(Block, frozen=True, tag="frame"):
    """Pieces that can be bought, and the inks that have ticked the frame's level."""

    title: Text
    shapes: tuple[Shape, ...]
    ticked: str = ""
    """The letters of inks."""
    inks: Mapping[str, Ink] = {}
    note: Text | None = None


class Sheet(Block, frozen=True, tag="sheet"):
    """A whole sheet drawn small, beside others."""

    title: Text
    """The name of its owner."""
    map: Map
    inks: Inks
    tracks: Tracks | None = None
    frames: tuple[Frame, ...] = ()
    holder: Seat | None = None
    """The seat that has it now."""
    notes: tuple[Text, ...] = ()
    active: bool = False
    """Whether the table waits for the seat that has it."""


class NewDrawing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cells that a seat has drawn on a sheet. There may be none."""

    seat: Seat
    sheet: int
    """The place of the sheet among the blocks `sheet`."""
    words: Text
    """The deed in words: "drew 3 cells on Ana's sheet"."""
    cells: tuple[Cell, ...] = ()


class LyingSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sheet of paper that no screen knows, and the seat that has it now."""

    title: Text
    holder: Seat


class SheetScene(Scene, frozen=True, tag="sheets"):
    """The sheets (the blocks `sheet`) as they lay when the turn began, or only who has which one. After a turn the room's
    screen shows each new drawing large (a highlight `drawn`)."""

    lying: tuple[LyingSheet, ...] = ()
    drawn: tuple[NewDrawing, ...] = ()


class Stroke(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cells that were painted on a map together. There may be none."""

    words: Text
    """The time or the painter: "turn 5"."""
    ink: str
    cells: tuple[Cell, ...] = ()


class Strip(Block, frozen=True, tag="strip"):
    """The way in which a map was painted, in a row of small pictures."""

    title: Text
    map: Map
    """The printed map, with the paint from before the first stroke."""
    strokes: tuple[Stroke, ...]

    @property
    def is_past(self) -> bool:
        """Return True: it shows the turns before."""
        return True


Spot = tuple[int, int, int, int]
"""A place for the piece: its turn, the row and column of the top left of its box, and the effect's place in `says`."""


class Placing(DrawnAnswer, frozen=True):
    """All places where a piece may go, and the effect of each. The cells that it covers name a place."""

    do: dict[str, object]
    """The fixed fields of the action."""
    map: Map
    ink: str
    """The ink of the map that draws."""
    turns: tuple[tuple[Cell, ...], ...]
    """The different turns of the piece, the printed one first: its cells within its box, row by row."""
    spots: tuple[Spot, ...]
    """Every legal place, each one time."""
    says: tuple[Text, ...]
    """The effect of a spot: "Paints 2 red and 1 green, opens level 2". The largest gain comes first."""
    words: Text
    """The words of the button that sends it."""
    apart: Text
    """The reason why it must touch something that counts."""
    closed: tuple[str, ...] = ()
    """The map's rows with "." where a piece may be, and the digit of one of `whys` elsewhere."""
    whys: tuple[Text, ...] = ()
    """The reasons why a cell is closed to pieces, at most ten: "There is paint already"."""
    name: str = "cells"
    """The field of the action that has the cells."""

    def legal(self) -> Iterator[tuple[dict[str, object], Text]]:
        """Yield each legal answer, with its effect."""
        for turn, row, column, says in self.spots:
            yield self._laid(self._cells(turn, row, column)), self.says[says]

    def admit(self, do: Data) -> dict[str, object] | None:
        """Return the answer with its cells in reading order, in any order that it came. None: it is no answer to this
        question.

        Cells of the map that are no legal place pass, and the rules refuse them with the reason."""
        if do.keys() != self.do.keys() | {self.name} or any(not _same(do[key], value) for key, value in self.do.items()):
            return None
        cells = self._read(do[self.name])
        return None if cells is None else self._laid(cells)

    def _cells(self, turn: int, row: int, column: int) -> tuple[Cell, ...]:
        return tuple(sorted((row + down, column + right) for down, right in self.turns[turn]))

    def _laid(self, cells: tuple[Cell, ...]) -> dict[str, object]:
        return {**self.do, self.name: [list(cell) for cell in cells]}

    def _read(self, said: object) -> tuple[Cell, ...] | None:
        """Return as many different cells of the map as the piece has. None: the answer names no such cells."""
        try:
            cells = msgspec.convert(said, tuple[Cell, ...], strict=True)
        except msgspec.ValidationError:
            return None
        height, width = len(self.map.rows), len(self.map.rows[0])
        fits = all(0 <= row < height and 0 <= column < width for row, column in cells)
        return tuple(sorted(cells)) if fits and len(set(cells)) == len(cells) == len(self.turns[0]) else None


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)
