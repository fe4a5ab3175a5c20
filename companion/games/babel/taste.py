"""What a bot likes: simple whole weights."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.actions import known, otherwise
from companion.core.answers import Answers, Option
from companion.core.view import View
from companion.games.babel.actions import (
    ACTIONS,
    Commit,
    Declare,
    OwnRole,
    Punish,
    Reveal,
    Seal,
    Show,
    Storms,
    Zealot,
)
from companion.games.babel.pieces import INSTRUCTIONS, Card

CARDS: Final[Mapping[Card, int]] = {"lightning": 2, "deliberation": 2, "seal": 2}
"""How readily they are told to have come up; an instruction more so."""
NEEDED: Final = 9
"""A cell that the blueprint still asks for."""
NOBODY: Final = 40
"""Most have no seal to give and are no zealots."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """A whole weight for each answer that is not blocked, in their order."""
    return [_weight(option) for option in answers.options() if option.why is None]


def _weight(option: Option) -> int:
    match ACTIONS.heard(option.do):
        case Reveal(card):
            return NEEDED if option.small else CARDS.get(card, 1)
        case Storms(count):
            return (96, 36, 12, 3, 1)[count]
        case Commit(play, discard):
            return _building(known(play)) * (6 - _building(known(discard)))
        case Declare(seal):
            return 3 if known(seal) else 1
        case Seal(target):
            return NOBODY if target is None else 2
        case Punish(target, cards):
            return NOBODY if target is None else max(0, 3 - otherwise(cards, 1))
        case OwnRole(role):
            return 5 if role == "architect" else 1
        case Show() | Zealot(now=True):
            return 1
        case _:
            return 4


def _building(card: Card | None) -> int:
    """Most build; who does not may as well say so."""
    return 5 if card in INSTRUCTIONS else 1
