"""Goods as the rules reckon with them: a number for each."""

from collections.abc import Mapping
from typing import Final

from companion.core.caching import cached_by_type
from companion.games.buru.pieces import ESTEEM, GOODS, RESOURCES, Good

Goods = tuple[int, ...]
"""A number for each of GOODS."""

NOTHING: Final[Goods] = (0,) * len(GOODS)
ONE_ESTEEM: Final[Goods] = tuple(int(good == ESTEEM) for good in range(len(GOODS)))


@cached_by_type
def goods_of(full: bool) -> tuple[Good, ...]:
    """BURU-44: what a ledger follows."""
    return GOODS if full else tuple(name for name in GOODS if name not in RESOURCES)


def goods(told: Mapping[Good, int]) -> Goods:
    """What an answer tells; of what it leaves out none."""
    return tuple(told.get(name, 0) for name in GOODS)


def plus(one: Goods, other: Goods) -> Goods:
    """Both together, good by good."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def fish(n: int) -> Goods:
    """So many fish and nothing else."""
    return goods({"fish": n})
