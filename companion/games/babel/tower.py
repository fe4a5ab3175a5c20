"""The tower on the base card: heights of nine cells, and what cards do to them."""

from companion.core.knowledge import Data
from companion.games.babel.pieces import BLOCKS, CELLS, INSTRUCTIONS, PLACE, Card, Cell, builds, sort_of

Nine = tuple[int, ...]
"""A number for each of CELLS."""

FLAT: Nine = (0,) * len(CELLS)


def nine(numbers: Data) -> Nine:
    """Numbers by cell, in order; a cell that is left out counts 0."""
    return tuple(numbers.get(cell, 0) for cell in CELLS)


def missing(heights: Nine, blueprint: Nine) -> int:
    """BABEL-03: how many blocks the blueprint still asks for; more than it asks, or elsewhere, count nothing."""
    return sum(max(0, asked - height) for height, asked in zip(heights, blueprint, strict=True))


def is_complete(heights: Nine, blueprint: Nine) -> bool:
    return missing(heights, blueprint) == 0


def blocks_left(heights: Nine) -> int:
    return BLOCKS - sum(heights)


def _changed(heights: Nine, cell: Cell, change: int) -> Nine:
    place = PLACE[cell]
    return (*heights[:place], heights[place] + change, *heights[place + 1 :])


def built(heights: Nine, card: Card, cell: Cell) -> Nine:
    """BABEL-12: an instruction's blocks on one cell, as far as blocks last."""
    return _changed(heights, cell, min(builds(card), blocks_left(heights)))


def highest(heights: Nine) -> tuple[Cell, ...]:
    """The cells of the highest stacks; none on an empty board."""
    top = max(heights)
    return tuple(cell for cell in CELLS if top and heights[PLACE[cell]] == top)


def struck(heights: Nine, chosen: tuple[Cell, ...]) -> Nine:
    """BABEL-12: lightning on the chosen cells, or on those where it must strike."""
    cells = chosen or highest(heights)
    if max(heights) <= 1:  # a stack of one loses it, and the next one too
        for cell in cells[:2]:
            heights = _changed(heights, cell, -1)
        return heights
    return _changed(heights, cells[0], -2)


def building(card: Card, heights: Nine, is_stormy: bool) -> tuple[Data, ...]:
    """What the Master may choose for an instruction: fields to add to the answer, one or more ways."""
    cells = INSTRUCTIONS[card]
    if len(cells) == 1 or is_stormy or not blocks_left(heights):
        return ({},)
    return tuple({"cell": cell} for cell in cells)


def strikes(heights: Nine) -> tuple[Data, ...]:
    """What the Master may choose for lightning: a stack among equals, two among three or more of a single block."""
    cells = highest(heights)
    if max(heights) > 1:
        return tuple({"cell": cell} for cell in cells) if len(cells) > 1 else ({},)
    if len(cells) < 3:
        return ({},)
    return tuple({"cell": one, "next": two} for one in cells for two in cells if one != two)


def after(heights: Nine, card: Card, do: Data, is_stormy: bool) -> Nine:
    """The tower once a card took effect."""
    if card == "lightning":
        return struck(heights, tuple(do[name] for name in ("cell", "next") if name in do))
    if is_stormy or sort_of(card) not in ("column", "row", "pair", "cell"):
        return heights
    return built(heights, card, do["cell"]) if "cell" in do else _only(heights, card)


def _only(heights: Nine, card: Card) -> Nine:
    """An instruction without a choice: of one cell, or with no block left to build with."""
    return built(heights, card, INSTRUCTIONS[card][0])
