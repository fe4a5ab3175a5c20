"""BURU-35, BURU-36: the twelve spaces round Ambelau, and where a canoe comes to lie on them."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from companion.games.buru.goods import NOTHING, Goods, goods

START: Final = 0
"""Where a canoe lies before its first move: no space, and room for all."""
PASSING: Final = 2  # BURU-35: esteem, each time the start is passed


@dataclass(frozen=True, slots=True)
class CanoeSpace:
    """What a space of the ring brings; each of it may be left."""

    goods: Goods = NOTHING
    guide: bool = False
    task: bool = False
    tribute: bool = False
    """To Ibu, for nothing."""
    islander: bool = False
    """The deck's first, for nothing."""


RING: Final[tuple[CanoeSpace, ...]] = (
    CanoeSpace(goods({"fish": 3})),
    CanoeSpace(goods({"fish": 1}), task=True),
    CanoeSpace(goods({"clay": 1}), guide=True),
    CanoeSpace(goods({"palm": 1}), tribute=True),
    CanoeSpace(goods({"palm": 1, "clay": 1, "fish": 1})),
    CanoeSpace(guide=True, task=True),
    CanoeSpace(goods({"palm": 1, "clay": 1}), tribute=True),
    CanoeSpace(goods({"palm": 1, "clay": 1, "ebony": 1})),
    CanoeSpace(goods({"ebony": 1}), guide=True),
    CanoeSpace(goods({"ebony": 1, "fish": 1}), tribute=True),
    CanoeSpace(goods({"ebony": 1}), task=True, islander=True),
    CanoeSpace(guide=True, tribute=True, islander=True),
)
"""From the start, clockwise: the first one is number 1."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a move ends."""

    space: int
    """1 to 12."""
    passed: int
    """How often the start was passed."""
    pushed: int
    """How many spaces further than the steps, as other canoes lay there."""

    @property
    def brings(self) -> CanoeSpace:
        """What lies there."""
        return RING[self.space - 1]

    @property
    def esteem(self) -> int:
        """BURU-35: for the start."""
        return PASSING * self.passed


def landing(lies: int, others: Container[int], steps: int) -> Landing:
    """BURU-35: a canoe that `lies` on a space, or at START, goes `steps` on; never onto one of `others`' spaces."""
    far = lies + steps
    while _space(far) in others:
        far += 1
    return Landing(_space(far), (far - 1) // len(RING), far - lies - steps)


def _space(far: int) -> int:
    """Spaces go round: after the last the first."""
    return (far - 1) % len(RING) + 1
