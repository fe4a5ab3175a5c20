"""What a bot likes: simple whole weights. Dice fall as they fall."""

from collections.abc import Sequence
from typing import Final

from companion.core.answers import Answers, Option
from companion.core.view import View
from companion.games.animism.actions import ACTIONS, CELL, Bonus, Buy, Confirm, Draw, Reroll, Resources, Roll

PIECE: Final = 12
"""Each way to pay for a piece; so a bot that can pay for much buys rather than saves."""
CELL_ALONE: Final = 60
"""It saves now and then, for an extra action."""
GAIN: Final = 30
"""A place that brings something, where others bring nothing."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """A whole weight for each answer that is not blocked, in their order."""
    return [_weight(option) for option in answers.options() if option.why is None]


def _weight(option: Option) -> int:
    match ACTIONS.heard(option.do):
        case Draw():
            return 1 if option.words.key == "animism.ask.paints_nothing" else GAIN
        case Buy(piece):
            return CELL_ALONE if piece == CELL else PIECE
        case Roll() | Resources():
            return 6
        case Confirm():
            return PIECE
        case Bonus() | Reroll():
            return 1
        case _:
            return 30
