"""The contents of Bali's box, its prices, and the public part of a tracked offer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeGuard

import msgspec

from companion.core.state import with_one
from companion.core.words import Text, text

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


DRAWN: Final[tuple[Drawn, ...]] = tuple(IN_DECK)
DRAWN_PLACE: Final[Mapping[Drawn, int]] = {card: i for i, card in enumerate(DRAWN)}

Column = tuple[Card, ...]
"""From the bottom."""


class Hand(msgspec.Struct, frozen=True):
    """What all know of a seat's hand. Screens list none of it (BALI-11): people saw it, and may forget."""

    told: bool = False
    """Its start farmers were told."""
    taken: tuple[Card, ...] = ()
    """What it took and still has."""
    laid: tuple[Kind, ...] = ()
    """The start farmers that it has played."""


@dataclass(frozen=True, slots=True)
class Mended:
    """What was set right last."""

    column: int | None = None
    seat: int | None = None
    """By its place at the table: a card that it holds."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Columns are counted from 1, hands as seats are."""

    columns: tuple[Column, ...]
    out: tuple[int, ...]
    """How many of each of DRAWN came out of the deck, wherever they are now."""
    hands: tuple[Hand, ...]
    last: int = 0
    """The column that the last card was taken from."""
    oracle: bool = False
    """One came up for the column that is being filled."""
    mended: Mended | None = None
    """Until somebody takes or plays."""


def nothing_out(seats: int) -> Offer:
    """Before the columns are laid out."""
    return Offer(((),) * COLUMNS, (0,) * len(DRAWN), (Hand(),) * seats)


def with_column(offer: Offer, number: int, cards: Column) -> Offer:
    """What lies in a column, from the bottom; nothing is said of the deck."""
    return replace(offer, columns=(*offer.columns[: number - 1], cards, *offer.columns[number:]))


def with_hand(offer: Offer, place: int, **changes: object) -> Offer:
    """Something else is known of a seat's hand."""
    return replace(offer, hands=with_one(offer.hands, place, **changes))


def with_out(offer: Offer, came: Iterable[Drawn], went: Iterable[Drawn] = ()) -> Offer:
    """These came out of the deck; of what was told before, those never did."""
    out = list(offer.out)
    for card in went:
        out[DRAWN_PLACE[card]] -= 1
    for card in came:
        out[DRAWN_PLACE[card]] += 1
    return replace(offer, out=tuple(out))


def cards_left(offer: Offer, oracle: bool) -> Mapping[Drawn, int]:
    """How many of each card the deck still has; none of those that are not in it at all."""
    return {card: n - out for (card, n), out in zip(IN_DECK.items(), offer.out, strict=True) if oracle or card != "oracle"}


def deck_size(offer: Offer, oracle: bool) -> int:
    """How many cards the deck still has."""
    return sum(cards_left(offer, oracle).values())


def is_last(offer: Offer, oracle: bool) -> bool:
    """BALI-21: the deck has fewer cards than a column takes."""
    return deck_size(offer, oracle) < LONG


def too_many(offer: Offer, oracle: bool) -> Text | None:
    """BALI-01, BALI-36: why so many of a card cannot be out."""
    for card, n in cards_left(offer, oracle).items():
        if n < 0:
            return text("bali.too_many_out", card=text(f"bali.card_name.{card}"), most=IN_DECK[card])
    return None
