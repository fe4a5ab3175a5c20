"""An answer that is drawn on a map: a piece, turned and laid on cells."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.knowledge import Data
from companion.core.paper import Cell, Map
from companion.core.words import Text

Spot = tuple[int, int, int, int]
"""Which turn of the piece, at which row and column the top left of its box lies, and which of `says` that does."""


class Placing(msgspec.Struct, frozen=True, omit_defaults=True):
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
