"""What a bot likes: simple whole weights."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.action import Action
from companion.core.answers import Answers
from companion.core.view import View
from companion.games.buru.actions import (
    ACTIONS,
    Done,
    Elder,
    Emissary,
    Gain,
    Guide,
    Pay,
    Recruit,
    Space,
    Task,
    Tribute,
    UseTokoh,
)

TYPES: Final[Mapping[type[Action], int]] = {
    Gain: 3,
    Recruit: 4,
    Task: 8,
    Tribute: 6,
    Elder: 6,
    Emissary: 3,
    Space: 3,
    Guide: 1,
    UseTokoh: 1,
    Pay: 1,
    Done: 16,  # so that a turn is over after a few actions
}

LIKELY: Final[Mapping[type[Action], tuple[str, ...]]] = {
    Recruit: ("first", "shore", "ambelau"),
    Task: ("village", "ambelau"),
    Tribute: ("ambelau", "lake"),
    Elder: ("lake",),
    Pay: ("village",),
    Gain: ("forest", "shore", "village"),
}
"""Where an action belongs; elsewhere a card may still bring it."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """How much a bot likes each answer that it may give, in their order."""
    types: list[type[Action]] = [type(ACTIONS.heard(do)) for do in answers.legal()]
    alike = Counter(types)
    return [_weight(view, of, alike[of]) for of in types] if Done in alike else [1] * len(types)


def _weight(view: View, of: type[Action], alike: int) -> int:
    """All actions of a type are liked together, however many they are."""
    weight = 60 * TYPES[of] // alike
    return weight // 10 if of in LIKELY and view.phase not in LIKELY[of] else weight
