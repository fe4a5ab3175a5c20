"""What can be answered in a game of Animism."""

from typing import Final, Literal

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, Vocabulary
from companion.core.state import Seat
from companion.games.animism.colours import Colour

Die = Literal["black", "white"]
Mark = Literal["I", "II", "III"]
"""ANIM-25: which bonus is circled on a sheet."""

CELL: Final = "cell"
"""ANIM-09: the single cell, which no layout calls a piece."""


class Done(Action, frozen=True, tag="done"):
    """ANIM-05: a seat has finished its turn."""


# With the sheets on paper alone


class Hand(Action, frozen=True, tag="hand"):
    """ANIM-27: what a seat tells the payment helper that it holds."""

    resources: dict[Colour, int] | UnsetType = UNSET


class Sheet(Action, frozen=True, tag="sheet"):
    """ANIM-28: what is read off a sheet: by colour the number in the right-most painted cell of its track, its hexagons,
    its joined altars, and of a circled sheet its bonus."""

    owner: Seat
    tracks: dict[Colour, int]
    hexagons: dict[Colour, int]
    altars: dict[Colour, int]
    bonus: dict[Colour, int] | UnsetType = UNSET


class Confirm(Action, frozen=True, tag="confirm"):
    """ANIM-28: what somebody else read off a sheet is right."""

    owner: Seat


class Resources(Action, frozen=True, tag="resources"):
    """ANIM-22: how many a seat has left, where totals are equal."""

    left: int


# With the sheets on phones, too


class Roll(Action, frozen=True, tag="roll"):
    """ANIM-10, ANIM-17: what the dice show that were asked for."""

    black: int | UnsetType = UNSET
    white: int | UnsetType = UNSET


class Buy(Action, frozen=True, tag="buy"):
    """ANIM-08, ANIM-09: a piece by its ID and what is paid for it, or the single cell."""

    piece: str | UnsetType = UNSET
    pay: dict[Colour, int] | UnsetType = UNSET


class Draw(Action, frozen=True, tag="draw"):
    """ANIM-12: the cells of the piece, as row and column, in any order."""

    cells: list[list[int]] | UnsetType = UNSET


class Reroll(Action, frozen=True, tag="reroll"):
    """ANIM-17: what is paid to roll one die again."""

    die: Die | UnsetType = UNSET
    pay: dict[Colour, int] | UnsetType = UNSET


class Bonus(Action, frozen=True, tag="bonus"):
    """ANIM-25: which bonus a seat circles on the sheet in front of it."""

    mark: Mark | UnsetType = UNSET


AnimismAct = Done | Hand | Sheet | Confirm | Resources | Roll | Buy | Draw | Reroll | Bonus
ACTIONS: Final[Vocabulary[AnimismAct]] = Vocabulary(AnimismAct)
