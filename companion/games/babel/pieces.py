"""The contents of the game box of Babel Builders: cells, cards, their numbers for each number of seats, and the tower."""

from collections.abc import Mapping
from typing import Final, Literal, TypeGuard

Cell = Literal["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
"""A cell of the base card: its column, then its row."""
Line = Literal["column-A", "column-B", "column-C", "row-1", "row-2", "row-3"]
Pair = Literal[
    "pair-A1-A2",
    "pair-A1-B1",
    "pair-A2-A3",
    "pair-A2-B2",
    "pair-A3-B3",
    "pair-B1-B2",
    "pair-B1-C1",
    "pair-B2-B3",
    "pair-B2-C2",
    "pair-B3-C3",
    "pair-C1-C2",
    "pair-C2-C3",
]
One = Literal["cell-A1", "cell-A2", "cell-A3", "cell-B1", "cell-B2", "cell-B3", "cell-C1", "cell-C2", "cell-C3"]
Instruction = Literal[Line, Pair, One]
Special = Literal["lightning", "storm", "deliberation", "seal", "punishment"]
Card = Literal[Instruction, Special]
Role = Literal["messenger", "architect"]

ROLES: Final[tuple[Role, ...]] = ("messenger", "architect")

# BABEL-02: the base card
COLUMNS: Final = ("A", "B", "C")
ROWS: Final = ("1", "2", "3")
CELLS: Final[tuple[Cell, ...]] = ("A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3")
PLACE: Final[Mapping[Cell, int]] = {cell: i for i, cell in enumerate(CELLS)}
"""The index of a cell in tuples of nine numbers."""
BASE: Final = tuple(cell for row in ROWS for cell in CELLS if cell[1] == row)
"""The cells in the order of the base card, row after row."""
BLOCKS: Final = 25  # BABEL-01

INSTRUCTIONS: Final[Mapping[Instruction, tuple[Cell, ...]]] = {
    "column-A": ("A1", "A2", "A3"),
    "column-B": ("B1", "B2", "B3"),
    "column-C": ("C1", "C2", "C3"),
    "row-1": ("A1", "B1", "C1"),
    "row-2": ("A2", "B2", "C2"),
    "row-3": ("A3", "B3", "C3"),
    "pair-A1-A2": ("A1", "A2"),
    "pair-A1-B1": ("A1", "B1"),
    "pair-A2-A3": ("A2", "A3"),
    "pair-A2-B2": ("A2", "B2"),
    "pair-A3-B3": ("A3", "B3"),
    "pair-B1-B2": ("B1", "B2"),
    "pair-B1-C1": ("B1", "C1"),
    "pair-B2-B3": ("B2", "B3"),
    "pair-B2-C2": ("B2", "C2"),
    "pair-B3-C3": ("B3", "C3"),
    "pair-C1-C2": ("C1", "C2"),
    "pair-C2-C3": ("C2", "C3"),
    "cell-A1": ("A1",),
    "cell-A2": ("A2",),
    "cell-A3": ("A3",),
    "cell-B1": ("B1",),
    "cell-B2": ("B2",),
    "cell-B3": ("B3",),
    "cell-C1": ("C1",),
    "cell-C2": ("C2",),
    "cell-C3": ("C3",),
}
"""The cells that an instruction allows: a column, a row, two neighbours, or one."""

SPECIALS: Final[tuple[Special, ...]] = ("lightning", "storm", "deliberation", "seal", "punishment")
CARDS: Final[tuple[Card, ...]] = (*INSTRUCTIONS, *SPECIALS)

_COPIES: Final = {"column": 3, "row": 3, "pair": 1, "cell": 1, "lightning": 5, "storm": 5, "deliberation": 4}
"""The number of cards of each kind, by their sort (BABEL-01, BABEL-02)."""
_BUILDS: Final = {"column": 1, "row": 1, "pair": 2, "cell": 3}
"""The number of blocks that an instruction adds, by its sort (BABEL-02)."""
_BY_SEATS: Final = {5: (1, 3), 6: (2, 5), 7: (2, 5), 8: (3, 7), 9: (3, 7), 10: (4, 9)}
"""The numbers of punishment and seal cards for each number of seats (BABEL-01)."""

SIZES: Final = range(5, 11)
"""The numbers of seats that a game may have (BABEL-01)."""
HAND: Final = 3
"""The number of cards in a full hand (BABEL-06)."""
MOST_PUNISHMENTS: Final = max(punishments for punishments, _ in _BY_SEATS.values())
MOST_SEALS: Final = max(seals for _, seals in _BY_SEATS.values())


def is_instruction(name: str) -> TypeGuard[Instruction]:
    """Return True if this card is an instruction, which builds."""
    return name in INSTRUCTIONS


def sort_of(card: Card) -> str:
    """Return `column`, `row`, `pair`, `cell`, or the name of a special card."""
    return card.partition("-")[0]


def builds(card: Card) -> int:
    """Return how many blocks an instruction adds (BABEL-02). A special card adds none."""
    return _BUILDS.get(sort_of(card), 0)


def punishment_cards(seats: int) -> int:
    """Return how many punishment cards a game for `seats` seats has (BABEL-01)."""
    return _BY_SEATS[seats][0]


def seal_cards(seats: int) -> int:
    """Return how many seal cards a game for `seats` seats has (BABEL-01)."""
    return _BY_SEATS[seats][1]


def copies(card: Card, seats: int) -> int:
    """Return how many copies of a card a game for `seats` seats has (BABEL-01, BABEL-02)."""
    if card == "punishment":
        return punishment_cards(seats)
    return seal_cards(seats) if card == "seal" else _COPIES[sort_of(card)]


def cards_dealt(seats: int) -> int:
    """Return how many cards the deal gives to all hands together, the one punishment card among them (BABEL-06)."""
    return seats * HAND


def top_part_size(seats: int) -> int:
    """Return the number of cards in the pile's top part, into which the undealt punishment cards are shuffled (BABEL-06)."""
    return 0 if seats == 5 else seats * 2 + punishment_cards(seats) - 1


def pile_size(seats: int) -> int:
    """Return how many cards the pile has after the deal (BABEL-06)."""
    return sum(copies(card, seats) for card in CARDS) - cards_dealt(seats)


def builders_per_round(seats: int) -> int:
    """Return how many builders the Master appoints (BABEL-08)."""
    return 3 if seats <= 6 else 4


def last_round(seats: int) -> int:
    """Return the number of the last round, if the tower is not complete before (BABEL-13)."""
    return 8 if seats <= 6 else 5


# The tower on the base card: the heights of nine cells, and the effects of cards on them


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


def blocks_missing(heights: Nine, blueprint: Nine) -> int:
    """Return how many blocks the blueprint still asks for (BABEL-03). Blocks that it does not ask for do not count."""
    return sum(max(0, asked - height) for height, asked in zip(heights, blueprint, strict=True))


def is_complete(heights: Nine, blueprint: Nine) -> bool:
    """Return True if the blueprint asks for no more blocks (BABEL-03, BABEL-13)."""
    return blocks_missing(heights, blueprint) == 0


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
    if max(heights) <= 1:  # no stack has two blocks to lose, so two single blocks go
        for cell in cells[:2]:
            heights = _changed(heights, cell, -1)
        return heights
    return _changed(heights, cells[0], -2)
