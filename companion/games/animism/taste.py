"""What a bot likes: simple whole weights. Dice fall as they fall."""

from collections.abc import Sequence
from typing import Final

from companion.core.answers import Answers, Option
from companion.core.view import View
from companion.games.animism.actions import ACTIONS, CELL, Bonus, Buy, Confirm, Draw, Reroll, Resources, Roll

PIECE: Final = 12
"""A piece is bought rather than the single cell, and an extra action rather than none."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """A whole weight for each answer that is not blocked, in their order."""
    return [_weight(option) for option in answers.options() if option.why is None]


def _weight(option: Option) -> int:
    match ACTIONS.heard(option.do):
        case Draw():
            return 1 if option.words.key == "animism.ask.paints_nothing" else 6
        case Buy(piece):
            return 1 if piece == CELL else PIECE
        case Roll() | Resources():
            return 2
        case Confirm():
            return PIECE
        case Bonus() | Reroll():
            return 1
        case _:
            return 30
