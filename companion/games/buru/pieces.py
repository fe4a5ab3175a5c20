"""What comes in Buru's box: regions, spirits, islanders, goods, and how many there are of each."""

from collections.abc import Mapping
from typing import Final, Literal, TypeGuard

Region = Literal["forest", "shore", "village", "lake"]
Spirit = Literal["banyu", "gunung", "manuk"]
Site = Literal[Region, Spirit]
"""BURU-04: where a decree may lie: in a region, or beside a spirit's altar."""
Islander = Literal["artisan", "gatherer", "noble", "priest"]
"""The groups of islanders."""
Good = Literal["fish", "esteem", "clay", "palm", "ebony"]
Rival = Literal["A", "B"]
Bonus = Literal["emissary", "esteem"]
"""BURU-29: what two tokens at the lake bring a rival: the marker, or 1 esteem with each of its tributes."""

REGIONS: Final[tuple[Region, ...]] = ("forest", "shore", "village", "lake")
"""In the order of the afternoon."""
SPIRITS: Final[tuple[Spirit, ...]] = ("banyu", "gunung", "manuk")
SITES: Final[tuple[Site, ...]] = (*REGIONS, *SPIRITS)
GROUPS: Final[tuple[Islander, ...]] = ("artisan", "gatherer", "noble", "priest")
GOODS: Final[tuple[Good, ...]] = ("fish", "esteem", "clay", "palm", "ebony")
RESOURCES: Final = GOODS[2:]
"""What lies on the mats, and is followed with the full ledger only."""

FISH: Final = GOODS.index("fish")
ESTEEM: Final = GOODS.index("esteem")

TOTEMS: Final[Mapping[Region, Spirit]] = {"forest": "gunung", "shore": "banyu", "village": "manuk"}
"""BURU-02: where each totem stands until it is taken."""

POWERS: Final = (1, 2, 3, 4, 5)  # BURU-02
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


def forest_cards(players: int) -> int:
    """BURU-05: how many are shown each dawn; rivals count."""
    return max(LEAST_FOREST_CARDS, players)


def set_bonus(cards: int) -> int:
    """BURU-30: what a rival's islanders of one type are worth to it."""
    return SETS[min(cards, len(SETS) - 1)]


def is_region(site: Site) -> TypeGuard[Region]:
    """Whether a decree lies in a region; else it lies beside an altar."""
    return site in REGIONS
