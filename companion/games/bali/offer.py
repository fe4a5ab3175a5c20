"""What of a tracked offer lies open: the columns, who took what, and so what the deck still has."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from companion.core.state import with_one
from companion.core.words import Text, text
from companion.games.bali.pieces import COLUMNS, IN_DECK, LONG, Card, Drawn, Kind

DRAWN: Final[tuple[Drawn, ...]] = tuple(IN_DECK)
PLACE: Final[Mapping[Drawn, int]] = {card: i for i, card in enumerate(DRAWN)}

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
        out[PLACE[card]] -= 1
    for card in came:
        out[PLACE[card]] += 1
    return replace(offer, out=tuple(out))


def left(offer: Offer, oracle: bool) -> Mapping[Drawn, int]:
    """How many of each card the deck still has; none of those that are not in it at all."""
    return {card: n - out for (card, n), out in zip(IN_DECK.items(), offer.out, strict=True) if oracle or card != "oracle"}


def deck(offer: Offer, oracle: bool) -> int:
    """How many cards the deck still has."""
    return sum(left(offer, oracle).values())


def is_last(offer: Offer, oracle: bool) -> bool:
    """BALI-21: the deck has fewer cards than a column takes."""
    return deck(offer, oracle) < LONG


def too_many(offer: Offer, oracle: bool) -> Text | None:
    """BALI-01, BALI-36: why so many of a card cannot be out."""
    for card, n in left(offer, oracle).items():
        if n < 0:
            return text("bali.too_many_out", card=text(f"bali.card_name.{card}"), most=IN_DECK[card])
    return None
