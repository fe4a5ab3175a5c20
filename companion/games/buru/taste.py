"""What a bot likes: simple whole weights."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.core.answers import Answers
from companion.core.view import View

TYPES: Final = {"gain": 3, "recruit": 2, "task": 8, "tribute": 6, "elder": 6, "emissary": 3, "space": 1, "pay": 1}
DONE: Final = 16
"""So that a turn is over after a few actions."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    legal = answers.legal()
    kinds = [do["type"] for do in legal]
    if "done" not in kinds:
        return [1] * len(legal)
    return [_weight(view, do, kinds.count(do["type"])) for do in legal]


def _weight(view: View, do: Mapping[str, Any], alike: int) -> int:
    """All actions of a type are liked together, however many they are."""
    kind = do["type"]
    weight = 60 * (DONE if kind == "done" else TYPES[kind]) // alike
    if kind in LIKELY and view.phase not in LIKELY[kind]:
        return weight // 10
    return weight


LIKELY: Final = {
    "recruit": ("shore",),
    "task": ("village",),
    "tribute": ("lake",),
    "elder": ("lake",),
    "pay": ("village",),
    "gain": ("forest", "shore", "village"),
}
"""Where an action belongs; elsewhere a card may still bring it."""
