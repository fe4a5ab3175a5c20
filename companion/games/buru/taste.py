"""What a bot likes: simple whole weights."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.action import Action
from companion.core.answers import Answers
from companion.core.blocks import Areas
from companion.core.view import View
from companion.games.buru.actions import (
    ACTIONS,
    Done,
    Elder,
    Emissary,
    Gain,
    Guide,
    Pay,
    Place,
    Recruit,
    Space,
    Task,
    Tribute,
    UseTokoh,
)
from companion.games.buru.named import (
    AltarByName,
    ForestByName,
    RecruitByName,
    SpaceWay,
    TaskByName,
    TokohByName,
    TokohWay,
    UkumByName,
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
    RecruitByName: 4,
    TaskByName: 8,
    AltarByName: 6,
    UkumByName: 6,
    SpaceWay: 3,
    ForestByName: 6,
    TokohByName: 8,
    TokohWay: 1,
    Done: 16,  # so that a turn is over after a few actions
}

LIKELY: Final[Mapping[type[Action], tuple[str, ...]]] = {
    Recruit: ("first", "shore", "ambelau"),
    Task: ("village", "ambelau"),
    Tribute: ("ambelau", "lake"),
    Elder: ("lake",),
    Pay: ("village",),
    Gain: ("forest", "shore", "village"),
    RecruitByName: ("first", "shore", "ambelau"),
    TaskByName: ("village", "ambelau"),
    AltarByName: ("lake",),
    UkumByName: ("lake",),
}
"""Where an action belongs; elsewhere a card may still bring it."""


TEMPTING: Final = 8
"""How much more a bot likes an action space on which something stands, and whatever a module lays beside a token."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """How much a bot likes each answer that it may give, in their order."""
    acts: list[Action] = [ACTIONS.heard(do) for do in answers.legal()]
    alike: Counter[type[Action]] = Counter(type(act) for act in acts)
    taken = _taken(view)
    if Done not in alike:
        return [TEMPTING if isinstance(act, Place) and act.blessing is True else 1 for act in acts]
    return [_weight(view, act, alike[type(act)]) * (TEMPTING if act in taken else 1) for act in acts]


def _weight(view: View, act: Action, alike: int) -> int:
    """All actions of a type are liked together, however many they are."""
    of = type(act)
    weight = 60 * TYPES[of] // alike
    return weight // 10 if of in LIKELY and view.phase not in LIKELY[of] else weight


def _taken(view: View) -> list[Space]:
    """The spaces of the region of the moment on which Kuda or its marker stands."""
    areas = (area for block in view.blocks if isinstance(block, Areas) for area in block.areas)
    return [Space(n) for area in areas if area.active for n, space in enumerate(area.spaces, 1) if space.marks]
