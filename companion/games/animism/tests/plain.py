"""A second, plain program for the rules of one sheet. It goes cell by cell, tries each way, and is slow."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from companion.games.animism.layout import Layout
from companion.games.animism.papers import Paper

Cell = tuple[int, int]
Paint = dict[Cell, int]
"""The colour of each painted cell, as its index in COLOURS."""


def sign_at(layout: Layout, cell: Cell) -> str:
    """Return the sign on a cell, or nothing beyond the edge."""
    row, col = cell
    inside = 0 <= row < len(layout.map) and 0 <= col < len(layout.map[0])
    return layout.map[row][col] if inside else ""


def all_cells(layout: Layout) -> list[Cell]:
    return [(r, c) for r in range(len(layout.map)) for c in range(len(layout.map[0]))]


def paint_of(layout: Layout, paper: Paper) -> Paint:
    width = len(layout.map[0])
    return {(r, c): pen for r, c in all_cells(layout) for pen, board in enumerate(paper.paint) if board >> r * width + c & 1}


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    row, col = cell
    return (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)


def turned(cells: frozenset[Cell]) -> frozenset[Cell]:
    return frozenset((col, -row) for row, col in cells)


def shifts(layout: Layout, cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    reach = range(-40, 41)
    rows = [d for d in reach if all(0 <= r + d < len(layout.map) for r, _ in cells)]
    cols = [d for d in reach if all(0 <= c + d < len(layout.map[0]) for _, c in cells)]
    return (frozenset((r + i, c + j) for r, c in cells) for i, j in product(rows, cols))


def may_lie(layout: Layout, paint: Paint, cells: frozenset[Cell], first: bool) -> bool:
    free = all(sign_at(layout, cell) in (*".abcd",) and cell not in paint for cell in cells)
    around = [n for cell in cells for n in neighbours(cell)]
    centre = any(sign_at(layout, n) == "+" for n in around)
    return free and (centre or (not first and any(n in paint for n in around)))


def placements(layout: Layout, paint: Paint, cells: frozenset[Cell], first: bool) -> set[frozenset[Cell]]:
    """Return the cells of a piece in every allowed turn and place."""
    found = set()
    for _ in range(4):
        found |= {placed for placed in shifts(layout, cells) if may_lie(layout, paint, placed, first)}
        cells = turned(cells)
    return found


def edges(layout: Layout, paint: Paint, fourth: int | None, pen: int, cells: frozenset[Cell]) -> tuple[int, ...]:
    """Return the number of edges shared with each other colour."""
    counts = [0, 0, 0, 0]
    for n in (n for cell in cells for n in neighbours(cell)):
        if n in paint and n not in cells:
            counts[paint[n]] += 1
        elif fourth is not None and sign_at(layout, n) == "O":
            counts[fourth] += 1
    counts[pen] = 0
    return tuple(counts)


def areas(layout: Layout, paint: Paint, pen: int) -> int:
    return len({sign_at(layout, cell) for cell, who in paint.items() if who == pen} & set("abcd"))


@cache
def worth(resources: tuple[int, ...]) -> int:
    """Return the highest price that the resources can pay, found by trying all ways to put them into sets."""
    best = 0
    for some in product(*(range(min(n, 1) + 1) for n in resources)):
        if any(some):
            left = tuple(n - m for n, m in zip(resources, some, strict=True))
            best = max(best, (0, 1, 3, 5)[sum(some)] + worth(left))
    return best


def joined_altars(layout: Layout, paint: Paint, pen: int) -> int:
    """Return the most altars that a colour joins. It walks from each painted cell, cell by cell and through altars."""

    def altars_of(cell: Cell) -> set[Cell]:
        """Return the cells of the altar here: all of the centre, one cell of another altar, or none."""
        sign = sign_at(layout, cell)
        if sign == "+":
            return {c for c in all_cells(layout) if sign_at(layout, c) == "+"}
        return {cell} if sign and sign in "ABCDO" else set()

    best = 0
    for start in all_cells(layout):
        if paint.get(start) != pen:
            continue
        seen, found, left = {start}, set(), [start]
        while left:
            cell = left.pop()
            for n in neighbours(cell):
                if paint.get(n) == pen and n not in seen:
                    seen.add(n)
                    left.append(n)
                altar = altars_of(n)
                if paint.get(cell) == pen and altar and min(altar) not in found:
                    found.add(min(altar))
                    onward = {m for part in altar for m in neighbours(part) if paint.get(m) == pen} - seen
                    seen |= onward
                    left += onward
        best = max(best, len(found))
    return best
