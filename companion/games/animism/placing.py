"""The places where a piece may be drawn (ANIM-12, ANIM-13), and its effect there (ANIM-14 to ANIM-16). One operation on a
board works on all places together."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

from companion.games.animism.ground import Board, Geometry, PieceTurns
from companion.games.animism.layout import Cell
from companion.games.animism.papers import Paper, newly_ticked, rewarding_cells, track_gains
from companion.games.animism.pieces import Four

Spots = tuple[Board, ...]
"""The places of a piece: for each of its turns, the cells on which the corner (0, 0) may be."""

Hindrance = Literal["other_piece", "altar", "centre", "paint", "apart", "apart_centre"]
"""The reason why cells cannot be drawn: they are not this piece, something is in the way, or they do not touch what they
must."""


def free(ground: Geometry, paper: Paper) -> Board:
    """Return the cells that may still be painted."""
    return ground.open & ~paper.painted


def joining(ground: Geometry, paper: Paper, *, first: bool) -> Board:
    """Return the cells that touch what a drawing must touch: paint or the centre, but in the first round only the centre
    (ANIM-13)."""
    return ground.near(ground.centre if first else ground.centre | paper.painted)


def spots(ground: Geometry, paper: Paper, shape: PieceTurns, *, first: bool) -> Spots:
    """Return every place for a piece: all its cells are free, and at least one touches what it must (see `joining`)."""
    clear, joined = free(ground, paper), joining(ground, paper, first=first)
    return tuple(_corners(ground, turn, clear, joined) for turn in shape.turns)


def _corners(ground: Geometry, turn: tuple[Cell, ...], clear: Board, joined: Board) -> Board:
    corners, touching = ground.corners(turn), 0
    for row, col in turn:
        away = row * ground.width + col
        corners &= clear >> away
        touching |= joined >> away
    return corners & touching


def placements(ground: Geometry, places: Spots) -> Iterator[tuple[int, int, int]]:
    """Yield each place: the number of the turn, and the row and column of its corner."""
    for turn, corners in enumerate(places):
        for row, col in ground.cells(corners):
            yield turn, row, col


def hindrance(
    ground: Geometry, paper: Paper, shape: PieceTurns, cells: Collection[Cell], *, first: bool
) -> Hindrance | None:
    """Return the reason why a piece cannot be drawn on these cells, or None. The cells may be outside the map."""
    if not is_piece(ground, shape, cells):
        return "other_piece"
    board = ground.board(cells)
    for what, there in _in_the_way(ground, paper).items():
        if board & there:
            return what
    if not board & joining(ground, paper, first=first):
        return "apart_centre" if first else "apart"
    return None


def is_piece(ground: Geometry, shape: PieceTurns, cells: Collection[Cell]) -> bool:
    """Return True if these cells are on the map and are the piece in one of its turns."""
    if len(cells) != shape.size or not all(map(ground.is_on, cells)):
        return False
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells)) in shape.turns


def closed_cells(ground: Geometry, paper: Paper) -> dict[Cell, Hindrance]:
    """Return the reason for each cell that can no longer be painted."""
    return {cell: what for what, there in _in_the_way(ground, paper).items() for cell in ground.cells(there)}


def _in_the_way(ground: Geometry, paper: Paper) -> dict[Hindrance, Board]:
    return {"altar": ground.altars, "centre": ground.centre, "paint": paper.painted}


Numbers = tuple[Board, ...]
"""A number for each cell of the map, as binary digits: the first board has the cells whose number has the digit 1, the next
those with the digit 2, then 4, and so on."""


class Effect(NamedTuple):
    """The effect of a drawing: the track cells painted, each of which brings a resource, and the level newly ticked, or
    0."""

    gains: Four
    new_level: int


def effects(ground: Geometry, paper: Paper, pen: int, shape: PieceTurns, spots: Spots) -> dict[Effect, Spots]:
    """Return these places of a piece, grouped by the effect of drawing it there."""
    edges = [_sum(ground.beside(board)) for board in rewarding_cells(ground, paper, pen)]
    # An area that the colour is in already counts, wherever the piece is drawn.
    held = [ground.whole if area & paper.paint[pen] else area for area in ground.areas]
    found: dict[Effect, list[Board]] = {}
    for i, (turn, corners) in enumerate(zip(shape.turns, spots, strict=True)):
        for numbers, part in _parted(corners, [*_edges(ground, turn, edges), _areas(ground, turn, held)]).items():
            *shared, areas = numbers
            effect = Effect(track_gains(ground, paper, tuple(shared)), newly_ticked(paper, pen, areas))
            found.setdefault(effect, [0] * len(spots))[i] |= part
    return {effect: tuple(boards) for effect, boards in found.items()}


def _edges(ground: Geometry, turn: tuple[Cell, ...], edges: Sequence[Numbers]) -> list[Numbers]:
    """Return for each colour the number of edges that the piece shares with it, by the cell of the piece's corner."""
    return [_sum_of(_moved(ground, cell, each) for cell in turn) for each in edges]


def _areas(ground: Geometry, turn: tuple[Cell, ...], held: Sequence[Board]) -> Numbers:
    """Return the number of areas that the colour is in once the piece is drawn, by the cell of the piece's corner."""
    return _sum(_any(_moved(ground, cell, (area,))[0] for cell in turn) for area in held)


def _moved(ground: Geometry, cell: Cell, numbers: Numbers) -> Numbers:
    """Return the numbers at one cell of a piece, moved to the cell of the piece's corner."""
    away = cell[0] * ground.width + cell[1]
    return tuple(board >> away for board in numbers)


def _any(boards: Iterable[Board]) -> Board:
    together = 0
    for board in boards:
        together |= board
    return together


def _sum(boards: Iterable[Board]) -> Numbers:
    """Return for each cell of the map how many of these boards have it."""
    return _sum_of((board,) for board in boards)


def _sum_of(rows: Iterable[Numbers]) -> Numbers:
    total: Numbers = ()
    for numbers in rows:
        total = _plus(total, numbers)
    return total


def _plus(one: Numbers, other: Numbers) -> Numbers:
    """Return the sum of two numbers for every cell, digit by digit as on paper. A cell has a carry if at least two of these
    three have it: both boards and the carry of the digit before."""
    total: list[Board] = []
    carry = 0
    for i, j in zip_longest(one, other, fillvalue=0):
        total.append(i ^ j ^ carry)
        carry = i & j | carry & (i ^ j)
    return (*total, carry) if carry else tuple(total)


def _parted(corners: Board, numbers: Sequence[Numbers]) -> dict[tuple[int, ...], Board]:
    """Return the cells in groups that have the same numbers."""
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
