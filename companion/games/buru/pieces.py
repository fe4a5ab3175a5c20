"""The contents of the game box of Buru, and goods as the rules count with them."""

from collections.abc import Mapping
from typing import Final, Literal, TypeGuard

from companion.core.caching import cached_by_type

Region = Literal["forest", "shore", "village", "ambelau", "lake"]
Spirit = Literal["banyu", "gunung", "manuk", "ukum", "ibu"]
Site = Literal[Region, Spirit]
"""The place of a decree: a region, or beside a spirit's altar (BURU-04)."""
Islander = Literal["artisan", "gatherer", "noble", "priest", "outlaw"]
"""The groups of islanders."""
Good = Literal["fish", "esteem", "clay", "palm", "ebony"]
Rival = Literal["A", "B"]
Explorer = int | Literal["guide", "liaison"]
"""The face of an explorer's token: its power, or the name of a module's explorer."""
Bonus = Literal["emissary", "esteem"]
"""The bonus of a rival with two explorers at the lake: the Emissary's marker, or 1 esteem with each tribute (BURU-29)."""

Reward = Literal["dominance", "blessing"]
"""The choice of a player who alone has power in a region (BURU-39)."""

REGIONS: Final[tuple[Region, ...]] = ("forest", "shore", "village", "ambelau", "lake")
"""All regions, in the order of the afternoon. `Public.regions` has those of a game, and so have its fields for spirits and
groups."""
SPIRITS: Final[tuple[Spirit, ...]] = ("banyu", "gunung", "manuk", "ukum", "ibu")
ALTARS: Final = SPIRITS[:3]
"""The spirits of every game. Their altars ask for goods."""
GROUPS: Final[tuple[Islander, ...]] = ("artisan", "gatherer", "noble", "priest", "outlaw")
ISLAND: Final[tuple[Region, ...]] = ("forest", "shore", "village", "lake")
"""The regions of every game."""
PEOPLE: Final = GROUPS[:4]
"""The groups of every game."""
GOODS: Final[tuple[Good, ...]] = ("fish", "esteem", "clay", "palm", "ebony")
RESOURCES: Final = GOODS[2:]
"""The goods that only the full ledger counts. People keep them on their mats."""

FISH: Final = GOODS.index("fish")
ESTEEM: Final = GOODS.index("esteem")

TOTEMS: Final[Mapping[Region, Spirit]] = {"forest": "gunung", "shore": "banyu", "village": "manuk"}
"""The region of each totem until somebody takes it (BURU-02)."""

POWERS: Final[tuple[Explorer, ...]] = (1, 2, 3, 4, 5)  # BURU-02
OTHERS: Final[Mapping[Explorer, int]] = {"guide": 1, "liaison": 0}  # BURU-37, BURU-40
"""The powers of explorers that have no number."""
SPACES: Final = (1, 2, 3, 4, 5)  # BURU-12
RIVALS: Final[tuple[Rival, ...]] = ("A", "B")
BONUSES: Final[tuple[Bonus, ...]] = ("emissary", "esteem")
PAIR: Final = 2  # BURU-24, BURU-29: the most tokens of a rival in one region

FIRST_FISH: Final = 3  # BURU-02
MOST_FISH: Final = 20  # BURU-08
DECREES: Final = 2  # BURU-04: each dawn
LEAST_FOREST_CARDS: Final = 3  # BURU-05
ROUNDS: Final = 5  # BURU-03
LONG_ROUNDS: Final = 6  # BURU-03
EACH_GROUP: Final = 9
"""The number of islanders of a group."""
EACH_SPIRIT: Final = 10  # BURU-16: tribute cards of a spirit
ALL_ELDERS: Final = 13  # BURU-18
MOST_AT_ONCE: Final = 20
"""The highest number that an answer may have for a gain, a cost or a worth."""

SETS: Final = (0, 0, 1, 2, 3, 5)
"""A rival's esteem for 0, 1, 2 and more cards of one type (BURU-30). For more cards than listed, it is the last number."""


def power_of(explorer: Explorer) -> int:
    """Return the power of an explorer, which is also its fish at noon."""
    return explorer if isinstance(explorer, int) else OTHERS[explorer]


def forest_cards(players: int) -> int:
    """Return how many forest cards each dawn shows. `players` counts rivals, too (BURU-05)."""
    return max(LEAST_FOREST_CARDS, players)


def set_bonus(cards: int) -> int:
    """Return the esteem for this number of a rival's islanders of one type (BURU-30)."""
    return SETS[min(cards, len(SETS) - 1)]


def is_region(site: Site) -> TypeGuard[Region]:
    """Return True if a decree's place is a region. Else it is beside an altar."""
    return site in REGIONS


Goods = tuple[int, ...]
"""A number for each of GOODS."""

NOTHING: Final[Goods] = (0,) * len(GOODS)
ONE_ESTEEM: Final[Goods] = tuple(int(good == ESTEEM) for good in range(len(GOODS)))


@cached_by_type
def goods_of(full: bool) -> tuple[Good, ...]:
    """Return the goods that a ledger counts: all with the full one, else fish and esteem (BURU-44)."""
    return GOODS if full else tuple(name for name in GOODS if name not in RESOURCES)


def goods(numbers: Mapping[Good, int]) -> Goods:
    """Return a number for each of GOODS. A good that is left out counts 0."""
    return tuple(numbers.get(name, 0) for name in GOODS)


def plus(one: Goods, other: Goods) -> Goods:
    """Return the sum, good by good."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def fish(n: int) -> Goods:
    """Return `n` fish and no other goods."""
    return goods({"fish": n})
