"""The contents of Bali's game box, prices, and the public part of a tracked offer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeGuard

import msgspec

from companion.core.state import with_item
from companion.core.words import Text, text

Kind = Literal["rice", "peanut", "banana", "pepper"]
Card = Literal[Kind, "stonemason", "priest", "shrine"]

KINDS: Final[tuple[Kind, ...]] = ("rice", "peanut", "banana", "pepper")
CARDS: Final[tuple[Card, ...]] = (*KINDS, "stonemason", "priest", "shrine")
"""The cards that may be in front of a seat. A farmer has the name of its kind."""
DeckCard = Literal[Card, "oracle"]
"""A card that may come from the deck."""
PLACE: Final[Mapping[Card, int]] = {card: i for i, card in enumerate(CARDS)}
"""The index of a card, or of a kind, in tuples of numbers."""

STONEMASON: Final = PLACE["stonemason"]
PRIEST: Final = PLACE["priest"]
SHRINE: Final = PLACE["shrine"]

CARDS_PER_KIND: Final = 25  # BALI-02: sacrifice cards of each kind
FIRST_STONES: Final = 2  # BALI-04
SHRINE_COST: Final = 7  # BALI-07
SHRINE_WORTH: Final = 4  # BALI-24
COLUMNS: Final = 4  # BALI-05
COLUMN_LENGTH: Final = 4  # BALI-05: the cards of a full column
HAND: Final = 3  # BALI-12
IN_DECK: Final[Mapping[DeckCard, int]] = {
    **dict.fromkeys(KINDS, 5),
    "stonemason": 12,
    "priest": 9,
    "shrine": 9,
    "oracle": 8,
}
"""The cards of the deck (BALI-01), without the start sets. Oracles are in it only in their variant."""
CARDS_SHOWN: Final = 4  # BALI-28: the number of cards of the altar that an oracle shows
MOST_LOOKS: Final = 3  # the most oracles of a turn: a seat takes at most three cards, so it empties at most three columns


def is_kind(name: str) -> TypeGuard[Kind]:
    """Return whether this is a kind of sacrifice card. Farmers have the same names."""
    return name in KINDS


def farmers_cost(count: int) -> int:
    """Return the cost of farmers in stones. The first farmer is free, each other one costs a stone (BALI-07)."""
    return count - 1


def card_cost(farmers: int) -> int:
    """Return the price of a sacrifice card in stones. `farmers` is the number of farmers of its kind in front of the seat
    (BALI-06)."""
    return max(0, 5 - farmers)


def bonus(counts: tuple[int, ...]) -> int | None:
    """Return the place of the seat with the most cards. Return None for a tie, or if the most is below two (BALI-15,
    BALI-20)."""
    most = max(counts)
    return counts.index(most) if most >= 2 and counts.count(most) == 1 else None


DECK_CARDS: Final[tuple[DeckCard, ...]] = tuple(IN_DECK)
DECK_PLACE: Final[Mapping[DeckCard, int]] = {card: i for i, card in enumerate(DECK_CARDS)}

Column = tuple[Card, ...]
"""The cards of a column, from the bottom."""


class Hand(msgspec.Struct, frozen=True):
    """The part of a seat's hand that everybody saw. No screen lists it (BALI-11): people may forget."""

    entered: bool = False
    """True if the seat has entered its start farmers."""
    taken: tuple[Card, ...] = ()
    """The cards that it took and still has."""
    played: tuple[Kind, ...] = ()
    """The start farmers that it has played."""


@dataclass(frozen=True, slots=True)
class Mended:
    """The last correction."""

    column: int | None = None
    seat: int | None = None
    """The place of the seat that had a wrong card in hand."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The tracked offer. Columns are counted from 1. `hands` has the order of the seats."""

    columns: tuple[Column, ...]
    out: tuple[int, ...]
    """The number of each of DECK_CARDS that has left the deck, in that order."""
    hands: tuple[Hand, ...]
    last: int = 0
    """The column from which the last card was taken."""
    oracle: bool = False
    """True if an oracle came up for the column that is being filled."""
    mended: Mended | None = None
    """The last correction, until a seat takes or plays."""


def first_offer(seats: int) -> Offer:
    """Return the offer before people deal the columns."""
    return Offer(((),) * COLUMNS, (0,) * len(DECK_CARDS), (Hand(),) * seats)


def with_column(offer: Offer, number: int, cards: Column) -> Offer:
    """Return the offer with these cards in a column, from the bottom. The deck does not change."""
    return replace(offer, columns=(*offer.columns[: number - 1], cards, *offer.columns[number:]))


def with_hand(offer: Offer, place: int, **changes: object) -> Offer:
    """Return the offer with these fields of one seat's hand changed."""
    return replace(offer, hands=with_item(offer.hands, place, **changes))


def with_cards_out(offer: Offer, came: Iterable[DeckCard], went: Iterable[DeckCard] = ()) -> Offer:
    """Return the offer after the cards in `came` left the deck. Those in `went` were counted by mistake, and are in the deck
    again."""
    out = list(offer.out)
    for card in went:
        out[DECK_PLACE[card]] -= 1
    for card in came:
        out[DECK_PLACE[card]] += 1
    return replace(offer, out=tuple(out))


def cards_left(offer: Offer, oracle: bool) -> Mapping[DeckCard, int]:
    """Return how many of each card the deck still has. Oracles are only among them with `oracle`."""
    return {card: n - out for (card, n), out in zip(IN_DECK.items(), offer.out, strict=True) if oracle or card != "oracle"}


def deck_size(offer: Offer, oracle: bool) -> int:
    """Return how many cards the deck still has."""
    return sum(cards_left(offer, oracle).values())


def is_last_refill(offer: Offer, oracle: bool) -> bool:
    """Return True if the deck has fewer cards than a full column (BALI-21)."""
    return deck_size(offer, oracle) < COLUMN_LENGTH


def too_many_out(offer: Offer, oracle: bool) -> Text | None:
    """Return the refusal if more copies of a card have left the deck than it had, else None (BALI-01, BALI-36)."""
    for card, n in cards_left(offer, oracle).items():
        if n < 0:
            return text("bali.too_many_out", card=text(f"bali.card_name.{card}"), most=IN_DECK[card])
    return None
