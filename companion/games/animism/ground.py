"""The geometry of a layout. A board is a whole number with one bit for each cell of the map (bit row * width + column), so
one operation works on all cells together."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Final

from companion.core.caching import cached_by_identity
from companion.games.animism.layout import ALTARS, AREAS, CENTRE, LONE, OPEN, Cell, Layout, Piece, cells_of
from companion.games.animism.pieces import CELL

Board = int
"""A set of cells."""

QUARTERS: Final = 4
TRUTH: Final = bytes.maketrans(b"01", b"\0\1")
"""The table that translates binary digits into bytes that are true or false."""


@dataclass(frozen=True, slots=True)
class PieceTurns:
    """A piece in all its turns by a quarter. Each turn has its cells row after row, from the corner (0, 0) of the smallest
    rectangle around them. The first turn is the printed one."""

    id: str
    level: int
    size: int
    turns: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Geometry:
    """The geometry of a layout: its cells as boards, its pieces in all their turns, and its tracks."""

    layout: Layout
    height: int
    width: int
    open: Board
    """The cells that may be painted: all but altars and the centre."""
    centre: Board
    altars: Board
    """The altars of one cell. The centre counts as an altar, too (ANIM-21), but is not here."""
    lone: Board
    """The altars that are in no area (ANIM-23)."""
    areas: tuple[Board, ...]
    shapes: Mapping[str, PieceTurns]
    """The pieces of the frames in the layout's order, and the single cell, by ID."""
    place: Mapping[str, int]
    """The index of each piece in the layout's order."""
    hexagons: tuple[int, ...]
    """The indices of the hexagons on a track, from 0 at the left."""

    @cached_property
    def whole(self) -> Board:
        """The board of all cells."""
        return (1 << self.height * self.width) - 1

    @cached_property
    def grid(self) -> tuple[Cell, ...]:
        """Every cell of the map, row after row."""
        return tuple((row, col) for row in range(self.height) for col in range(self.width))

    @cached_property
    def west(self) -> Board:
        """The board of the first column."""
        return self.board((row, 0) for row in range(self.height))

    @cached_property
    def east(self) -> Board:
        """The board of the last column."""
        return self.west << (self.width - 1)

    def board(self, cells: Iterable[Cell]) -> Board:
        """Return the board of these cells. All of them must be on the map."""
        return sum(1 << row * self.width + col for row, col in set(cells))

    def cells(self, board: Board) -> tuple[Cell, ...]:
        """Return the cells of a board, row after row."""
        digits = bin(board)[:1:-1].encode()  # reversed: the digit of the first cell comes first
        return tuple(compress(self.grid, digits.translate(TRUTH)))

    def beside(self, board: Board) -> tuple[Board, Board, Board, Board]:
        """Return four boards: the cells that have a cell of `board` to their north, south, west and east."""
        return (
            board << self.width & self.whole,
            board >> self.width,
            (board & ~self.east) << 1,
            (board & ~self.west) >> 1,
        )

    def near(self, board: Board) -> Board:
        """Return the cells that share an edge with a cell of `board`."""
        north, south, west, east = self.beside(board)
        return north | south | west | east

    def is_on(self, cell: Cell) -> bool:
        """Return whether a cell is on the map."""
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width

    def corners(self, turn: tuple[Cell, ...]) -> Board:
        """Return the cells on which the corner (0, 0) of a turned piece may be, if the whole piece must be on the map."""
        height, width = 1 + max(row for row, _ in turn), 1 + max(col for _, col in turn)
        if height > self.height or width > self.width:
            return 0
        row = (1 << self.width - width + 1) - 1
        return sum(row << r * self.width for r in range(self.height - height + 1))

    def at(self, turn: tuple[Cell, ...], corner: Cell) -> Board:
        """Return the cells that a turned piece covers if its corner is on `corner`."""
        return self.board((corner[0] + row, corner[1] + col) for row, col in turn)


@cached_by_identity
def ground(layout: Layout) -> Geometry:
    """Return the geometry of a layout."""
    height, width = len(layout.map), len(layout.map[0])
    signs = "".join(layout.map)

    def board_of(wanted: str) -> Board:
        return sum(1 << i for i, sign in enumerate(signs) if sign in wanted)

    return Geometry(
        layout=layout,
        height=height,
        width=width,
        open=board_of(OPEN + AREAS),
        centre=board_of(CENTRE),
        altars=board_of(ALTARS + LONE),
        lone=board_of(LONE),
        areas=tuple(map(board_of, AREAS)),
        shapes={shape.id: shape for shape in (*map(_shape, layout.pieces), SINGLE_CELL)},
        place={piece.id: i for i, piece in enumerate(layout.pieces)},
        hexagons=tuple(i for i, (shape, _) in enumerate(layout.track) if shape == "hexagon"),
    )


def _shape(piece: Piece) -> PieceTurns:
    cells = cells_of(piece)
    turns: list[tuple[Cell, ...]] = []
    for _ in range(QUARTERS):
        turn = _to_corner(cells)
        turns += [turn] if turn not in turns else []
        cells = tuple((col, -row) for row, col in cells)
    return PieceTurns(piece.id, piece.level, len(cells), tuple(turns))


def _to_corner(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells))


SINGLE_CELL: Final = PieceTurns(CELL, 1, 1, (((0, 0),),))


# Chains: altars that a colour's paint joins. The one with the most altars counts (ANIM-21).


@dataclass(frozen=True, slots=True)
class Chain:
    """Altars that one colour's paint joins."""

    n: int
    """The number of altars. The centre counts as one."""
    routes: Board
    """The painted cells that join them."""
    altars: Board
    """The cells of these altars. The centre counts with all its cells."""


def longest(ground: Geometry, paint: Board) -> Chain:
    """Return the chain with the most altars, or an empty chain. Among equal chains, it is the one with the most painted
    cells."""
    return max(chains(ground, paint), key=_length, default=Chain(0, 0, 0))


def _length(chain: Chain) -> tuple[int, int]:
    return chain.n, chain.routes.bit_count()


def chains(ground: Geometry, paint: Board) -> Iterator[Chain]:
    """Yield every chain of one colour's paint that touches an altar."""
    left = paint
    while left:
        chain = _chain(ground, paint, left & -left)
        left &= ~chain.routes
        if chain.n:
            yield chain


def _chain(ground: Geometry, paint: Board, routes: Board) -> Chain:
    """Return the chain of the painted cell `routes`: all paint of its colour that is joined to that cell, directly or
    through altars."""
    altars, before = 0, -1
    while altars != before:
        before = altars
        routes = _flooded(ground, paint, routes | paint & ground.near(altars))
        altars = _touched(ground, routes)
    alone = (altars & ground.altars).bit_count()
    return Chain(alone + bool(altars & ground.centre), routes, altars)


def _flooded(ground: Geometry, paint: Board, routes: Board) -> Board:
    before = 0
    while routes != before:
        before, routes = routes, routes | paint & ground.near(routes)
    return routes


def _touched(ground: Geometry, routes: Board) -> Board:
    near = ground.near(routes)
    return near & ground.altars | (ground.centre if near & ground.centre else 0)
