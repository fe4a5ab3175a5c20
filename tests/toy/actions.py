"""What can be answered in a night market."""

from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, ActionTypes
from companion.core.state import Seat
from tests.toy.state import Place, Take


class Deal(Action, frozen=True, tag="deal"):
    """The box deals each seat a hidden card."""

    hands: dict[Seat, int] | UnsetType = UNSET


class First(Action, frozen=True, tag="first"):
    """Who begins."""

    seat: Seat


class Choose(Action, frozen=True, tag="choose"):
    """Under seal."""

    take: Take | UnsetType = UNSET


class Pack(Action, frozen=True, tag="pack"):
    """One more thing into the own bag, out of sight."""

    goods: int | UnsetType = UNSET


class Ready(Action, frozen=True, tag="ready"):
    """The bag is packed, and all hear of it."""


class Bid(Action, frozen=True, tag="bid"):
    """A token face down; all see where."""

    at: Place
    token: int | UnsetType = UNSET


class Reveal(Action, frozen=True, tag="reveal"):
    """The tokens of a place are turned up."""

    at: Place


class Oath(Action, frozen=True, tag="oath"):
    """To somebody or nobody, secret for ever."""

    to: Seat | UnsetType | None = UNSET


class SetRight(Action, frozen=True, tag="set"):
    """How many coins a seat really has."""

    seat: Seat
    coins: int


class Count(Action, frozen=True, tag="count"):
    """After the end: the coins a seat counted, and those it found under the table."""

    coins: int
    found: int | UnsetType = UNSET


ToyAct = Deal | First | Choose | Pack | Ready | Bid | Reveal | Oath | SetRight | Count
ACTIONS: Final[ActionTypes[ToyAct]] = ActionTypes(ToyAct)
