"""What comes in Bali's box: kinds, cards, numbers and prices."""

from collections.abc import Mapping
from typing import Final, Literal, TypeGuard

Kind = Literal["rice", "peanut", "banana", "pepper"]
Card = Literal[Kind, "stonemason", "priest", "shrine"]

KINDS: Final[tuple[Kind, ...]] = ("rice", "peanut", "banana", "pepper")
CARDS: Final[tuple[Card, ...]] = (*KINDS, "stonemason", "priest", "shrine")
"""What may lie before a seat: farmers are named by their kind."""
Drawn = Literal[Card, "oracle"]
"""What the deck may bring."""
PLACE: Final[Mapping[Card, int]] = {card: i for i, card in enumerate(CARDS)}
"""Where a card, or a kind, stands in tuples of numbers."""

STONEMASON: Final = PLACE["stonemason"]
PRIEST: Final = PLACE["priest"]
SHRINE: Final = PLACE["shrine"]

EACH: Final = 25  # BALI-02: sacrifice cards of each kind
FIRST_STONES: Final = 2  # BALI-04
SHRINE_COST: Final = 7  # BALI-07
SHRINE_WORTH: Final = 4  # BALI-24
COLUMNS: Final = 4  # BALI-05
LONG: Final = 4  # BALI-05: cards of a column that is laid out
HAND: Final = 3  # BALI-12
IN_DECK: Final[Mapping[Drawn, int]] = {
    **dict.fromkeys(KINDS, 5),
    "stonemason": 12,
    "priest": 9,
    "shrine": 9,
    "oracle": 8,
}
"""BALI-01: the cards that are drawn; start sets are none of them, and oracles only in their variant."""
SEEN: Final = 4  # BALI-28: an oracle shows so many cards of the altar
LOOKS: Final = 3  # a seat takes at most three cards, so it empties at most three columns


def is_kind(name: str) -> TypeGuard[Kind]:
    """Whether this is a kind of sacrifice card; farmers go by it, too."""
    return name in KINDS


def farmers_cost(count: int) -> int:
    """BALI-07: the first farmer is free, each other one costs a stone."""
    return count - 1


def card_cost(farmers: int) -> int:
    """BALI-06: what a sacrifice card costs a seat with so many farmers of its kind on the table, in stones."""
    return max(0, 5 - farmers)


def bonus(counts: tuple[int, ...]) -> int | None:
    """BALI-15, BALI-20: which place alone has most and at least two; None: nobody, or a tie."""
    most = max(counts)
    return counts.index(most) if most >= 2 and counts.count(most) == 1 else None
