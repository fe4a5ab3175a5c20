"""A sheet's map as a block: what is printed, and what is painted on it."""

from collections.abc import Mapping
from typing import Final

from companion.core.caching import once_for_all
from companion.core.paper import Ground, Ink, Inks, Map
from companion.core.words import text
from companion.games.animism.colours import COLOURS
from companion.games.animism.ground import Board
from companion.games.animism.naming import colour
from companion.games.animism.papers import Paper
from companion.games.animism.printed import ALTARS, AREAS, CENTRE, LONE, OPEN
from companion.games.animism.state import PIECES, Public

LETTERS: Final = "bgry"
"""The inks of COLOURS, in their order."""
BARE: Final = "."

GROUNDS: Final[Mapping[str, Ground]] = {
    OPEN: Ground(text("animism.ground.open"), "plain"),
    CENTRE: Ground(text("animism.ground.centre"), "centre"),
    LONE: Ground(text("animism.ground.altar"), "altar"),
    **{sign: Ground(text("animism.ground.area", n=n), f"area{n}") for n, sign in enumerate(AREAS, 1)},
    **{sign: Ground(text("animism.ground.altar_in", n=n), f"altar{n}") for n, sign in enumerate(ALTARS, 1)},
}


@once_for_all
def inks(public: Public) -> Inks:
    """The four colours, and who has which."""
    seats = dict(zip(public.colours, public.seats, strict=True))
    return {
        letter: Ink(piece, colour(of), seats.get(of)) for letter, piece, of in zip(LETTERS, PIECES, COLOURS, strict=True)
    }


def map_of(public: Public, paper: Paper, lit: Board = 0) -> Map:
    """The map of a sheet, with these cells lit."""
    rows = public.options.layout.map
    outlined = {} if paper.fourth is None else {LONE: LETTERS[paper.fourth]}
    return Map(
        rows=rows,
        grounds=GROUNDS,
        paint=drawn(public, dict(zip(LETTERS, paper.paint, strict=True))),
        inks=inks(public),
        lit=drawn(public, {"#": lit}) if lit else (),
        outlined=outlined,
    )


def drawn(public: Public, boards: Mapping[str, Board]) -> tuple[str, ...]:
    """Rows with a letter where one of the boards has a cell."""
    ground = public.ground
    cells = [[BARE] * ground.width for _ in range(ground.height)]
    for letter, board in boards.items():
        for row, col in ground.cells(board):
            cells[row][col] = letter
    return tuple("".join(row) for row in cells)
