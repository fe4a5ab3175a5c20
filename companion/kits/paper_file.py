"""The parts of a printed sheet that an owner copies from the cardboard."""

from typing import Literal

import msgspec

from companion.core.owner_things import Part
from companion.core.words import Text

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
