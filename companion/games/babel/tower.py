"""The tower on the base card: heights of nine cells, and what cards do to them."""

from collections.abc import Mapping

from companion.games.babel.pieces import BLOCKS, CELLS, PLACE, Cell, Instruction, builds

Nine = tuple[int, ...]
"""A number for each of CELLS."""

FLAT: Nine = (0,) * len(CELLS)


def nine(numbers: Mapping[Cell, int]) -> Nine:
    """Numbers by cell, in order; a cell that is left out counts 0."""
    return tuple(numbers.get(cell, 0) for cell in CELLS)


def missing(heights: Nine, blueprint: Nine) -> int:
    """BABEL-03: how many blocks the blueprint still asks for; more than it asks, or elsewhere, count nothing."""
    return sum(max(0, asked - height) for height, asked in zip(heights, blueprint, strict=True))


def is_complete(heights: Nine, blueprint: Nine) -> bool:
    """BABEL-03, BABEL-13: whether nothing is missing."""
    return missing(heights, blueprint) == 0


def blocks_left(heights: Nine) -> int:
    """BABEL-01: how many blocks are not on the tower."""
    return BLOCKS - sum(heights)


def _changed(heights: Nine, cell: Cell, change: int) -> Nine:
    place = PLACE[cell]
    return (*heights[:place], heights[place] + change, *heights[place + 1 :])


def built(heights: Nine, card: Instruction, cell: Cell) -> Nine:
    """BABEL-12: an instruction's blocks on one cell, as far as blocks last."""
    return _changed(heights, cell, min(builds(card), blocks_left(heights)))


def highest(heights: Nine) -> tuple[Cell, ...]:
    """The cells of the highest stacks; none on an empty board."""
    top = max(heights)
    return tuple(cell for cell in CELLS if top and heights[PLACE[cell]] == top)


def struck(heights: Nine, *chosen: Cell) -> Nine:
    """BABEL-12: lightning on the chosen cells, or on those where it must strike."""
    cells = chosen or highest(heights)
    if max(heights) <= 1:  # a stack of one loses it, and the next one too
        for cell in cells[:2]:
            heights = _changed(heights, cell, -1)
        return heights
    return _changed(heights, cells[0], -2)
