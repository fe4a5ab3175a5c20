"""What a bot likes: simple whole weights."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.answers import Answers
from companion.core.view import View
from companion.kits.board import Areas

DONE: Final = "done"

TYPES: Final[Mapping[str, int]] = {
    "gain": 3,
    "recruit": 4,
    "task": 8,
    "tribute": 6,
    "elder": 6,
    "emissary": 3,
    "space": 3,
    "guide": 1,
    "tokoh": 1,
    "pay": 1,
    DONE: 16,  # so that a turn is over after a few actions
}
"""In a turn, told by card or not."""

LIKELY: Final[Mapping[str, tuple[str, ...]]] = {
    "recruit": ("first", "shore", "ambelau"),
    "task": ("village", "ambelau"),
    "tribute": ("ambelau", "lake"),
    "elder": ("lake",),
    "pay": ("village",),
    "gain": ("forest", "shore", "village"),
}
"""Where an action belongs; elsewhere a card may still bring it."""

TEMPTING: Final = 8
"""How much more a bot likes an action space on which something stands, and a blessing laid beside its token."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """How much a bot likes each answer that it may give, in their order."""
    legal = answers.legal()
    alike = Counter(str(do["type"]) for do in legal)
    if DONE not in alike:
        return [TEMPTING if do.get("blessing") else 1 for do in legal]
    taken = _taken(view)
    return [_weight(view, str(do["type"]), alike) * (TEMPTING if do.get("space") in taken else 1) for do in legal]


def _weight(view: View, of: str, alike: Mapping[str, int]) -> int:
    """All actions of a type are liked together, however many they are."""
    weight = 60 * TYPES[of] // alike[of]
    return max(1, weight // 10) if of in LIKELY and view.phase not in LIKELY[of] else weight


def _taken(view: View) -> list[object]:
    """The spaces of the region of the moment on which Kuda or its marker stands."""
    areas = (area for block in view.blocks if isinstance(block, Areas) for area in block.areas)
    return [n for area in areas if area.active for n, space in enumerate(area.spaces, 1) if space.marks]
