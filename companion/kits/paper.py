"""Printed sheets that people draw on: maps, tracks, frames, and an answer that is drawn on a map."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from companion.core.answers import DrawnAnswer, FormPart, Picture
from companion.core.blocks import Block
from companion.core.state import Data, Seat
from companion.core.words import Text

Cell = tuple[int, int]
"""Row and column."""


class Ink(msgspec.Struct, frozen=True, omit_defaults=True):
    """A colour that people paint with: that of a wooden piece (`companion/pieces.toml`), whose shape stands beside it."""

    piece: int
    """1 to 10."""
    words: Text
    """What people call the colour: "red"."""
    seat: Seat | None = None
    """Who paints with it; None: nobody, or nobody any more."""


Inks = Mapping[str, Ink]
"""By a letter each, by which paint is told in rows. Of what stands on a Sheet its `inks` serve."""


class Ground(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is printed on a cell of a map."""

    words: Text
    """What people call it: "area 1", "altar"."""
    look: str
    """How it is drawn: "area1" to "area4", "plain", "altar" (in no area), "altar1" to "altar4", "centre"."""


class Map(Block, frozen=True, tag="map"):
    """A printed map of cells, and what is painted on it."""

    rows: tuple[str, ...]
    """Of one length; each letter is one of `grounds`."""
    grounds: Mapping[str, Ground]
    paint: tuple[str, ...]
    """As `rows`: "." or one of `inks`."""
    inks: Mapping[str, Ink] = {}
    title: Text | None = None
    lit: tuple[str, ...] = ()
    """As `rows`, "#" for what people should look at: the longest chain, the drawing that is new. Empty: nothing."""
    outlined: Mapping[str, str] = {}
    """Grounds that stand for an ink without being painted: the letter of the ink by that of the ground."""
    words: tuple[Text, ...] = ()
    """What is to be seen, for readers: "green joins 3 altars"."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of a track, and the number that is printed in it."""

    n: int
    shape: Literal["circle", "hexagon"] = "circle"


class Section(FormPart, frozen=True):
    """One part of a printed sheet that people read off: the field of that name, a row for each of its keys."""

    hint: Text | None = None
    marks: tuple[Mark, ...] = ()
    """Each row is a track of these cells: the right-most painted one is tapped. Without them it is a number."""


class Lane(msgspec.Struct, frozen=True, omit_defaults=True):
    """One track, that of an ink: in which inks its cells are painted, a letter each, from the left."""

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
    """"#" a cell of it, "." none."""
    painted: str = ""
    """The letters of inks."""
    price: int | None = None
    """What it costs now; None: it cannot be bought."""
    die: Text | None = None
    """Which number of which die it is."""
    words: Text | None = None
    """What people call it, or what else is to be said of it."""


class Frame(Block, frozen=True, tag="frame"):
    """Pieces that can be bought, and who has ticked the frame's level."""

    title: Text
    shapes: tuple[Shape, ...]
    ticked: str = ""
    """The letters of inks."""
    inks: Mapping[str, Ink] = {}
    note: Text | None = None


class Sheet(Block, frozen=True, tag="sheet"):
    """A whole sheet drawn small: several of them stand side by side."""

    title: Text
    """Whose it is."""
    map: Map
    inks: Inks
    tracks: Tracks | None = None
    frames: tuple[Frame, ...] = ()
    holder: Seat | None = None
    """Before whom it lies now."""
    notes: tuple[Text, ...] = ()
    active: bool = False
    """The table waits for who holds it."""


class Stroke(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was painted on a map at one go; no cells: nothing."""

    words: Text
    """When, or by whom: "turn 5"."""
    ink: str
    cells: tuple[Cell, ...] = ()


class Strip(Block, frozen=True, tag="strip"):
    """How a map was painted, in small pictures one after the other."""

    title: Text
    map: Map
    """As it is printed, with what was painted before the first stroke."""
    strokes: tuple[Stroke, ...]

    @property
    def is_past(self) -> bool:
        """True: it shows the turns before."""
        return True


Spot = tuple[int, int, int, int]
"""Which turn of the piece, at which row and column the top left of its box lies, and which of `says` that does."""


class Placing(DrawnAnswer, frozen=True):
    """All places where a piece may lie, and what each of them does. A place is told by the cells that it covers."""

    do: dict[str, object]
    """The fixed fields of the action."""
    map: Map
    ink: str
    """Which of the map's inks draws."""
    turns: tuple[tuple[Cell, ...], ...]
    """The different ways in which the piece can be turned, the printed one first: its cells within its box, row by row."""
    spots: tuple[Spot, ...]
    """Every legal place, once."""
    says: tuple[Text, ...]
    """What a spot does: "Paints 2 red and 1 green, opens level 2"."""
    words: Text
    """What the button that sends it says."""
    apart: Text
    """Why it may not lie where it touches nothing that counts."""
    closed: tuple[str, ...] = ()
    """As the map's rows: "." where a piece may lie, else the digit of one of `whys`."""
    whys: tuple[Text, ...] = ()
    """Why nothing may lie on a cell, at most ten: "There is paint already"."""
    name: str = "cells"
    """The field of the action that the cells are told in."""

    def legal(self) -> Iterator[tuple[dict[str, object], Text]]:
        """Each legal answer, with what it does."""
        for turn, row, column, says in self.spots:
            yield self._laid(self._cells(turn, row, column)), self.says[says]

    def admit(self, do: Data) -> dict[str, object] | None:
        """The answer with its cells in reading order, however they were told; None if it is none. Cells of the map that are
        no legal place pass, for the rules to refuse with the reason."""
        if do.keys() != self.do.keys() | {self.name} or any(not _same(do[key], value) for key, value in self.do.items()):
            return None
        cells = self._read(do[self.name])
        return None if cells is None else self._laid(cells)

    def _cells(self, turn: int, row: int, column: int) -> tuple[Cell, ...]:
        return tuple(sorted((row + down, column + right) for down, right in self.turns[turn]))

    def _laid(self, cells: tuple[Cell, ...]) -> dict[str, object]:
        return {**self.do, self.name: [list(cell) for cell in cells]}

    def _read(self, said: object) -> tuple[Cell, ...] | None:
        """As many different cells of the map as the piece has."""
        try:
            cells = msgspec.convert(said, tuple[Cell, ...], strict=True)
        except msgspec.ValidationError:
            return None
        height, width = len(self.map.rows), len(self.map.rows[0])
        fits = all(0 <= row < height and 0 <= column < width for row, column in cells)
        return tuple(sorted(cells)) if fits and len(set(cells)) == len(cells) == len(self.turns[0]) else None


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)
