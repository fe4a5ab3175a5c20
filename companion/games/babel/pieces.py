"""What comes in the box of Babel Builders: cells, cards, and how many of each for how many seats."""

from typing import Final

Cell = str
"""One of CELLS."""
Card = str
"""One of CARDS."""
Role = str
"""One of ROLES."""

ROLES: Final = ("messenger", "architect")

# BABEL-02: the base card
COLUMNS: Final = ("A", "B", "C")
ROWS: Final = ("1", "2", "3")
CELLS: Final = tuple(column + row for column in COLUMNS for row in ROWS)
PLACE: Final = {cell: i for i, cell in enumerate(CELLS)}
"""Where a cell stands in tuples of nine numbers."""
BASE: Final = tuple(column + row for row in ROWS for column in COLUMNS)
"""The cells as they lie on the base card, row after row."""
BLOCKS: Final = 25  # BABEL-01

PAIRS: Final = tuple(
    (one, two)
    for i, one in enumerate(CELLS)
    for two in CELLS[i + 1 :]
    if abs(COLUMNS.index(one[0]) - COLUMNS.index(two[0])) + abs(int(one[1]) - int(two[1])) == 1
)
"""The neighbouring cells."""

INSTRUCTIONS: Final = {
    **{f"column-{column}": tuple(cell for cell in CELLS if cell[0] == column) for column in COLUMNS},
    **{f"row-{row}": tuple(cell for cell in CELLS if cell[1] == row) for row in ROWS},
    **{f"pair-{one}-{two}": (one, two) for one, two in PAIRS},
    **{f"cell-{cell}": (cell,) for cell in CELLS},
}
"""The cells that an instruction allows."""

SPECIALS: Final = ("lightning", "storm", "deliberation", "seal", "punishment")
CARDS: Final = (*INSTRUCTIONS, *SPECIALS)

_EACH: Final = {"column": 3, "row": 3, "pair": 1, "cell": 1, "lightning": 5, "storm": 5, "deliberation": 4}
_BUILDS: Final = {"column": 1, "row": 1, "pair": 2, "cell": 3}
_BY_SEATS: Final = {5: (1, 3), 6: (2, 5), 7: (2, 5), 8: (3, 7), 9: (3, 7), 10: (4, 9)}
"""BABEL-01: punishment and seal cards."""

SIZES: Final = range(5, 11)
HAND: Final = 3
MOST_PUNISHMENTS: Final = max(punishments for punishments, _ in _BY_SEATS.values())
MOST_SEALS: Final = max(seals for _, seals in _BY_SEATS.values())


def sort_of(card: Card) -> str:
    """`column`, `row`, `pair`, `cell`, or the name of a special card."""
    return card.partition("-")[0]


def builds(card: Card) -> int:
    """BABEL-02: how many blocks an instruction adds; a special card adds none."""
    return _BUILDS.get(sort_of(card), 0)


def punishments(seats: int) -> int:
    return _BY_SEATS[seats][0]


def seals(seats: int) -> int:
    return _BY_SEATS[seats][1]


def copies(card: Card, seats: int) -> int:
    """BABEL-01, BABEL-02: how many of a card a table of so many seats plays with."""
    if card == "punishment":
        return punishments(seats)
    return seals(seats) if card == "seal" else _EACH[sort_of(card)]


def dealt(seats: int) -> int:
    """BABEL-06: how many cards are dealt, the punishment card among them."""
    return seats * HAND


def on_top(seats: int) -> int:
    """BABEL-06: how many cards of the pile, from the top, hold the punishment cards that were not dealt."""
    return 0 if seats == 5 else seats * 2 + punishments(seats) - 1


def pile(seats: int) -> int:
    """BABEL-06: how many cards the pile has after the deal."""
    return sum(copies(card, seats) for card in CARDS) - dealt(seats)


def builders(seats: int) -> int:
    """BABEL-08: how many the Master appoints."""
    return 3 if seats <= 6 else 4


def rounds(seats: int) -> int:
    """BABEL-13: how many complete rounds there are at most."""
    return 8 if seats <= 6 else 5
