"""What can be answered in a game of Babel Builders."""

from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import Action, Vocabulary
from companion.core.state import Seat
from companion.games.babel.pieces import Card, Cell, Role
from companion.games.babel.state import Shown

"""BABEL-11: the punishment cards that end the game: among those received, or the Master's whole hand."""


# Before the first round


class Deal(Action, frozen=True, tag="deal"):
    """BABEL-05, BABEL-06: roles, and where phones hold the hands each seat's cards."""

    roles: dict[Seat, Role] | UnsetType = UNSET
    hands: dict[Seat, list[Card]] | UnsetType = UNSET


class OwnRole(Action, frozen=True, tag="role"):
    """BABEL-05: the card that a seat drew."""

    role: Role | UnsetType = UNSET


class Blueprint(Action, frozen=True, tag="blueprint"):
    """BABEL-03: how many blocks it asks for on each cell."""

    cells: dict[Cell, int]


class Master(Action, frozen=True, tag="master"):
    """BABEL-07, BABEL-14: who is Master, first and next."""

    seat: Seat


# A round


class Appoint(Action, frozen=True, tag="appoint"):
    """BABEL-08: who builds."""

    seats: list[Seat]


class Commit(Action, frozen=True, tag="commit"):
    """BABEL-09: the card that a builder plays, and the one that it discards, or none."""

    card: Card | UnsetType = msgspec.field(default=UNSET, name="play")
    discard: Card | UnsetType | None = UNSET


class Storms(Action, frozen=True, tag="storms"):
    """BABEL-11 (b): how many the Master shows."""

    count: int


class Show(Action, frozen=True, tag="show"):
    """BABEL-11: the end by punishment cards."""

    what: Shown


class Swap(Action, frozen=True, tag="swap"):
    """BABEL-11 (c): a received card that the Master takes in, for one of the hand."""

    take: Card | UnsetType = UNSET
    give: Card | UnsetType = UNSET


class Reveal(Action, frozen=True, tag="reveal"):
    """BABEL-12: the next card that takes effect, with what the Master chooses for it, if there is a choice."""

    card: Card
    cell: Cell | UnsetType = UNSET
    next: Cell | UnsetType = UNSET
    """Lightning among single blocks: the second one."""
    seat: Seat | UnsetType = UNSET
    """Deliberation: the builder whose discard is shown."""


class Draw(Action, frozen=True, tag="draw"):
    """BABEL-13: the cards that the builders draw, in drawing order."""

    cards: list[Card] | UnsetType = UNSET


# The reversal


class Declare(Action, frozen=True, tag="declare"):
    """BABEL-16: whether a seat uses a seal."""

    seal: bool | UnsetType = UNSET


class Seal(Action, frozen=True, tag="seal"):
    """BABEL-16: at whom a seat points with a seal, or at nobody."""

    target: Seat | UnsetType | None = UNSET


class Punish(Action, frozen=True, tag="punish"):
    """BABEL-17: at whom a seat points with punishment cards, or at nobody; with how many only cardboard needs to be told."""

    target: Seat | UnsetType | None = UNSET
    cards: int | UnsetType = UNSET


# The end without a reversal


class Zealot(Action, frozen=True, tag="zealot"):
    """BABEL-22: whether a punishment card ever came into the hand of a seat; `now` is an old name."""

    now: bool | UnsetType = UNSET


# At any time


class SetRight(Action, frozen=True, tag="set"):
    """BABEL-15: how many blocks really lie on each cell."""

    cells: dict[Cell, int]


BabelAct = (
    Deal
    | OwnRole
    | Blueprint
    | Master
    | Appoint
    | Commit
    | Storms
    | Show
    | Swap
    | Reveal
    | Draw
    | Declare
    | Seal
    | Punish
    | Zealot
    | SetRight
)
ACTIONS: Final[Vocabulary[BabelAct]] = Vocabulary(BabelAct)
