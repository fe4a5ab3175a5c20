"""Where a piece may lie (ANIM-12, ANIM-13): all places of all turns at once."""

from collections.abc import Collection, Iterator
from typing import Literal

from companion.games.animism.ground import Board, Ground, Shape
from companion.games.animism.papers import Paper
from companion.games.animism.printed import Cell

Spots = tuple[Board, ...]
"""By turn of a piece: the cells on which the corner of what it is drawn in may lie."""

Hindrance = Literal["other_piece", "altar", "centre", "paint", "apart", "apart_centre"]
"""Why cells cannot be drawn: they are not the piece at hand; what lies there; they touch nothing that counts."""


def free(ground: Ground, paper: Paper) -> Board:
    """The cells that may still be painted."""
    return ground.open & ~paper.painted


def joining(ground: Ground, paper: Paper, *, first: bool) -> Board:
    """The cells that touch what a drawing must touch: paint or the centre, in the first round the centre (ANIM-13)."""
    return ground.near(ground.centre if first else ground.centre | paper.painted)


def spots(ground: Ground, paper: Paper, shape: Shape, *, first: bool) -> Spots:
    """Every place for a piece: all its cells are free, and one at least is joined to what counts."""
    clear, joined = free(ground, paper), joining(ground, paper, first=first)
    return tuple(_corners(ground, turn, clear, joined) for turn in shape.turns)


def _corners(ground: Ground, turn: tuple[Cell, ...], clear: Board, joined: Board) -> Board:
    corners, touching = ground.corners(turn), 0
    for row, col in turn:
        away = row * ground.width + col
        corners &= clear >> away
        touching |= joined >> away
    return corners & touching


def fits(ground: Ground, paper: Paper, shape: Shape, *, first: bool) -> bool:
    """Whether a piece may lie anywhere."""
    return any(spots(ground, paper, shape, first=first))


def placements(ground: Ground, places: Spots) -> Iterator[tuple[int, int, int]]:
    """Each spot: which turn, and the row and column of its corner."""
    for turn, corners in enumerate(places):
        for row, col in ground.cells(corners):
            yield turn, row, col


def hindrance(ground: Ground, paper: Paper, shape: Shape, cells: Collection[Cell], *, first: bool) -> Hindrance | None:
    """Why a piece cannot be drawn on these cells, which may be any; None: it can."""
    if not is_piece(ground, shape, cells):
        return "other_piece"
    board = ground.board(cells)
    for lies, what in _lying(ground, paper).items():
        if board & what:
            return lies
    if not board & joining(ground, paper, first=first):
        return "apart_centre" if first else "apart"
    return None


def is_piece(ground: Ground, shape: Shape, cells: Collection[Cell]) -> bool:
    """Whether these are the piece as it may be turned, and on the map."""
    if len(cells) != shape.size or not all(map(ground.is_on, cells)):
        return False
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells)) in shape.turns


def closed(ground: Ground, paper: Paper) -> dict[Cell, Hindrance]:
    """What lies on each cell that can no longer be painted."""
    return {cell: lies for lies, what in _lying(ground, paper).items() for cell in ground.cells(what)}


def _lying(ground: Ground, paper: Paper) -> dict[Hindrance, Board]:
    return {"altar": ground.altars, "centre": ground.centre, "paint": paper.painted}
