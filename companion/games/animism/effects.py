"""What a piece does in each place where it may lie (ANIM-14 to ANIM-16).

Numbers of all places at once: a number a cell is a row of boards, the first for its ones, the next for its twos, and so on.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from companion.games.animism.colours import Four
from companion.games.animism.ground import Board, Ground, Shape
from companion.games.animism.papers import Paper, fitted, level_opened, paying
from companion.games.animism.placing import Spots
from companion.games.animism.printed import Cell

Numbers = tuple[Board, ...]


class Effect(NamedTuple):
    """What a drawing does: track cells painted, and so resources got; the level that it ticks (0: none new)."""

    gains: Four
    opened: int


def effects(ground: Ground, paper: Paper, pen: int, shape: Shape, spots: Spots) -> dict[Effect, Spots]:
    """The spots of a piece, by what it does there."""
    edges = [_sum(ground.beside(board)) for board in paying(ground, paper, pen)]
    held = [ground.whole if area & paper.paint[pen] else area for area in ground.areas]
    found: dict[Effect, list[Board]] = {}
    for i, (turn, corners) in enumerate(zip(shape.turns, spots, strict=True)):
        for numbers, part in _parted(corners, [*_edges(ground, turn, edges), _areas(ground, turn, held)]).items():
            *shared, areas = numbers
            effect = Effect(fitted(ground, paper, tuple(shared)), level_opened(paper, pen, areas))
            found.setdefault(effect, [0] * len(spots))[i] |= part
    return {effect: tuple(boards) for effect, boards in found.items()}


def _edges(ground: Ground, turn: tuple[Cell, ...], edges: Sequence[Numbers]) -> list[Numbers]:
    """By colour: how many edges the piece shares with it, by where its corner lies."""
    return [_sum_of(_moved(ground, cell, each) for cell in turn) for each in edges]


def _areas(ground: Ground, turn: tuple[Cell, ...], held: Sequence[Board]) -> Numbers:
    """How many areas hold the colour once the piece lies there."""
    return _sum(_any(_moved(ground, cell, (area,))[0] for cell in turn) for area in held)


def _moved(ground: Ground, cell: Cell, numbers: Numbers) -> Numbers:
    """What is known of a piece's cell, told of its corner."""
    away = cell[0] * ground.width + cell[1]
    return tuple(board >> away for board in numbers)


def _any(boards: Iterable[Board]) -> Board:
    together = 0
    for board in boards:
        together |= board
    return together


def _sum(boards: Iterable[Board]) -> Numbers:
    """On how many of these boards each cell is."""
    return _sum_of((board,) for board in boards)


def _sum_of(rows: Iterable[Numbers]) -> Numbers:
    total: Numbers = ()
    for numbers in rows:
        total = _plus(total, numbers)
    return total


def _plus(one: Numbers, other: Numbers) -> Numbers:
    """As on paper, from the ones on: what two boards and what was carried have in common is carried."""
    total: list[Board] = []
    carry = 0
    for i, j in zip_longest(one, other, fillvalue=0):
        total.append(i ^ j ^ carry)
        carry = i & j | carry & (i ^ j)
    return (*total, carry) if carry else tuple(total)


def _parted(corners: Board, numbers: Sequence[Numbers]) -> dict[tuple[int, ...], Board]:
    """The cells by their numbers."""
    parts: dict[tuple[int, ...], Board] = {(): corners} if corners else {}
    for each in numbers:
        parts = {(*before, n): part for before, whole in parts.items() for n, part in _by_number(whole, each).items()}
    return parts


def _by_number(cells: Board, numbers: Numbers) -> dict[int, Board]:
    parts = {0: cells}
    for bit, board in enumerate(numbers):
        split = ((n + (on << bit), whole & (board if on else ~board)) for n, whole in parts.items() for on in (0, 1))
        parts = {n: part for n, part in split if part}
    return parts
