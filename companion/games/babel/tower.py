"""The tower on the base card: heights of nine cells, and what cards do to them."""

from collections.abc import Mapping

from companion.games.babel.pieces import BASE, BLOCKS, CELLS, PLACE, Cell, Instruction, builds

Nine = tuple[int, ...]
"""A number for each of CELLS."""

FLAT: Nine = (0,) * len(CELLS)


def nine(numbers: Mapping[Cell, int]) -> Nine:
    """Return numbers in the order of CELLS. A cell that is left out counts 0."""
    return tuple(numbers.get(cell, 0) for cell in CELLS)


def rows(heights: Nine) -> tuple[Nine, ...]:
    """Return the heights in three rows, as on the base card."""
    cells = [heights[PLACE[cell]] for cell in BASE]
    return tuple(tuple(cells[n : n + 3]) for n in (0, 3, 6))


def missing(heights: Nine, blueprint: Nine) -> int:
    """Return how many blocks the blueprint still asks for (BABEL-03). Blocks that it does not ask for do not count."""
    return sum(max(0, asked - height) for height, asked in zip(heights, blueprint, strict=True))


def is_complete(heights: Nine, blueprint: Nine) -> bool:
    """Return whether the blueprint asks for no more blocks (BABEL-03, BABEL-13)."""
    return missing(heights, blueprint) == 0


def blocks_left(heights: Nine) -> int:
    """Return how many blocks are not on the tower (BABEL-01)."""
    return BLOCKS - sum(heights)


def _changed(heights: Nine, cell: Cell, change: int) -> Nine:
    place = PLACE[cell]
    return (*heights[:place], heights[place] + change, *heights[place + 1 :])


def built(heights: Nine, card: Instruction, cell: Cell) -> Nine:
    """Return the tower with an instruction's blocks on one cell. If fewer blocks are left, the cell gets all of them
    (BABEL-12)."""
    return _changed(heights, cell, min(builds(card), blocks_left(heights)))


def highest(heights: Nine) -> tuple[Cell, ...]:
    """Return the cells of the highest stacks. An empty board has none."""
    top = max(heights)
    return tuple(cell for cell in CELLS if top and heights[PLACE[cell]] == top)


def struck(heights: Nine, *chosen: Cell) -> Nine:
    """Return the tower after lightning on the chosen cells. If none are chosen, it strikes the highest stacks (BABEL-12)."""
    cells = chosen or highest(heights)
    if max(heights) <= 1:  # lightning takes two single blocks
        for cell in cells[:2]:
            heights = _changed(heights, cell, -1)
        return heights
    return _changed(heights, cells[0], -2)
