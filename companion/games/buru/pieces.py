"""What comes in the box of Buru, and goods as the rules count with them."""

from collections.abc import Mapping
from typing import Final, Literal, TypeGuard

from companion.core.caching import cached_by_type

Region = Literal["forest", "shore", "village", "ambelau", "lake"]
Spirit = Literal["banyu", "gunung", "manuk", "ukum", "ibu"]
Site = Literal[Region, Spirit]
"""BURU-04: where a decree may lie: in a region, or beside a spirit's altar."""
Islander = Literal["artisan", "gatherer", "noble", "priest", "outlaw"]
"""The groups of islanders."""
Good = Literal["fish", "esteem", "clay", "palm", "ebony"]
Rival = Literal["A", "B"]
Explorer = int | Literal["guide", "liaison"]
"""What stands on an explorer's token: its power, or for two of the modules' what it is."""
Bonus = Literal["emissary", "esteem"]
"""BURU-29: what two tokens at the lake bring a rival: the marker, or 1 esteem with each of its tributes."""

Reward = Literal["dominance", "blessing"]
"""BURU-39: what somebody chooses between who alone has power in a region."""

REGIONS: Final[tuple[Region, ...]] = ("forest", "shore", "village", "ambelau", "lake")
"""In the order of the afternoon. Those of a game are `Public.regions`; so with spirits and groups."""
SPIRITS: Final[tuple[Spirit, ...]] = ("banyu", "gunung", "manuk", "ukum", "ibu")
ALTARS: Final = SPIRITS[:3]
"""Spirits whose altars ask for goods, in every game."""
GROUPS: Final[tuple[Islander, ...]] = ("artisan", "gatherer", "noble", "priest", "outlaw")
ISLAND: Final[tuple[Region, ...]] = ("forest", "shore", "village", "lake")
"""The regions of every game."""
PEOPLE: Final = GROUPS[:4]
"""The groups of every game."""
GOODS: Final[tuple[Good, ...]] = ("fish", "esteem", "clay", "palm", "ebony")
RESOURCES: Final = GOODS[2:]
"""What lies on the mats, and is followed with the full ledger only."""

FISH: Final = GOODS.index("fish")
ESTEEM: Final = GOODS.index("esteem")

TOTEMS: Final[Mapping[Region, Spirit]] = {"forest": "gunung", "shore": "banyu", "village": "manuk"}
"""BURU-02: where each totem stands until it is taken."""

POWERS: Final[tuple[Explorer, ...]] = (1, 2, 3, 4, 5)  # BURU-02
OTHERS: Final[Mapping[Explorer, int]] = {"guide": 1, "liaison": 0}  # BURU-37, BURU-40
"""The powers of those that have no number."""
SPACES: Final = (1, 2, 3, 4, 5)  # BURU-12
RIVALS: Final[tuple[Rival, ...]] = ("A", "B")
BONUSES: Final[tuple[Bonus, ...]] = ("emissary", "esteem")
PAIR: Final = 2  # BURU-24, BURU-29: so many tokens of a rival in one region, and no more

FIRST_FISH: Final = 3  # BURU-02
MOST_FISH: Final = 20  # BURU-08
DECREES: Final = 2  # BURU-04: each dawn
LEAST_FOREST_CARDS: Final = 3  # BURU-05
ROUNDS: Final = 5  # BURU-03
LONG_ROUNDS: Final = 6  # BURU-03
EACH_GROUP: Final = 9
"""Islanders of a group."""
EACH_SPIRIT: Final = 10  # BURU-16: tribute cards of a spirit
ALL_ELDERS: Final = 13  # BURU-18
MOST_AT_ONCE: Final = 20
"""What one answer can give, cost or be worth."""

SETS: Final = (0, 0, 1, 2, 3, 5)
"""BURU-30: a rival's esteem for so many cards of a type, and for more than these."""


def power_of(explorer: Explorer) -> int:
    """What an explorer counts in a region, and in fish at noon."""
    return explorer if isinstance(explorer, int) else OTHERS[explorer]


def forest_cards(players: int) -> int:
    """BURU-05: how many are shown each dawn; rivals count."""
    return max(LEAST_FOREST_CARDS, players)


def set_bonus(cards: int) -> int:
    """BURU-30: what a rival's islanders of one type are worth to it."""
    return SETS[min(cards, len(SETS) - 1)]


def is_region(site: Site) -> TypeGuard[Region]:
    """Whether a decree lies in a region; else it lies beside an altar."""
    return site in REGIONS


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
