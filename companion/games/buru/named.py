"""What can be answered by a card of the owner's, in place of what it says (BURU-01). Only in a game that has such cards."""

from typing import Literal

from msgspec import UNSET, UnsetType

from companion.core.actions import Action
from companion.games.buru.pieces import Rival


class Recruiting(Action, frozen=True):
    """An islander is recruited, by group or by name."""


class Taking(Action, frozen=True):
    """What a region gives is taken: an action space, or a forest card."""


class UsingTokoh(Action, frozen=True):
    """The Tokoh acts in place of that."""


class DecreeByName(Action, frozen=True, tag="decree"):
    """BURU-04: the token that is shown."""

    card: str


class PlotByName(Action, frozen=True, tag="plot"):
    """BURU-24: the plot cards, as they were drawn until all lie."""

    cards: list[str]


class PlanByName(Action, frozen=True, tag="plan"):
    """BURU-29: the open plot card."""

    rival: Rival
    card: str


class RecruitByName(Recruiting, frozen=True, tag="recruit"):
    """BURU-14: for the printed fish, or for what is told."""

    card: str
    cost: int | UnsetType = UNSET


class TaskByName(Action, frozen=True, tag="task"):
    """BURU-15, BURU-34."""

    card: str
    way: int | UnsetType = UNSET
    """Which of what it does is done, from 1; left out: nothing."""
    value: int | UnsetType = UNSET


class AltarByName(Action, frozen=True, tag="tribute"):
    """BURU-16: a tribute for what the altar's card asks."""

    card: str
    value: int | UnsetType = UNSET


class UkumByName(Action, frozen=True, tag="tribute"):
    """BURU-33: a tribute for which this islander is discarded."""

    spirit: Literal["ukum"]
    card: str
    way: int | UnsetType = UNSET
    value: int | UnsetType = UNSET


class SpaceWay(Taking, frozen=True, tag="space"):
    """BURU-12: an action space, and which way of it is taken."""

    space: int
    way: int


class ForestByName(Taking, frozen=True, tag="space"):
    """BURU-14: a forest card."""

    card: str
    way: int | UnsetType = UNSET


class TokohByName(Action, frozen=True, tag="tokoh"):
    """BURU-38: who lies before a person, told at the start."""

    card: str


class TokohWay(UsingTokoh, frozen=True, tag="tokoh"):
    """BURU-38: the action, and which way of it."""

    way: int


NamedTurn = RecruitByName | TaskByName | AltarByName | UkumByName | SpaceWay | ForestByName | TokohByName | TokohWay
"""In a turn."""
NamedAct = DecreeByName | PlotByName | PlanByName | NamedTurn
