"""What seats hold, as far as it is known: what they took, which all saw, and the farmers of their start set, which are
their own. Of cardboard hands nothing is known (BALI-35)."""

from collections.abc import Collection
from dataclasses import replace

from companion.core.state import now_open
from companion.core.words import Text, text
from companion.games.bali.offer import Offer, with_hand
from companion.games.bali.pieces import HAND, Card, Kind, is_kind
from companion.games.bali.state import BaliState, Own, Public


def held(offer: Offer, own: Own, place: int) -> tuple[Card, ...]:
    """All cards in the hand of a seat, for that seat: its start farmers first."""
    hand = offer.hands[place]
    return (*(kind for kind in own.farmers if kind not in hand.laid), *hand.taken)


def size(offer: Offer, place: int) -> int:
    """How many cards a seat holds, as all know."""
    hand = offer.hands[place]
    return HAND - len(hand.laid) + len(hand.taken)


def lacks(public: Public, own: Own, card: Card, count: int) -> Text | None:
    """Why the active seat does not have so many of a card in hand. The sentence names no card: neighbours see it."""
    if public.offer is None or held(public.offer, own, public.active).count(card) >= count:
        return None
    return text("bali.not_held")


def lay_down(state: BaliState, card: Card, count: int) -> BaliState:
    """So many of a card leave the active seat's hand: what it took goes before a start farmer."""
    offer, place = state.public.offer, state.public.active
    if offer is None:
        return state
    hand = offer.hands[place]
    taken, laid = list(hand.taken), hand.laid
    for _ in range(count):
        if card in taken:
            taken.remove(card)
        else:
            assert is_kind(card), "a start set has farmers alone in hand"
            laid = (*laid, card)
    offer = replace(with_hand(offer, place, taken=tuple(taken), laid=laid), mended=None)
    return now_open(state, offer=offer)


def without_laid(laid: Collection[Kind], farmers: Collection[Kind]) -> Text | None:
    """Why these cannot be the start farmers of a seat: one of those that it has played is not among them."""
    return None if set(laid) <= set(farmers) else text("bali.played_another")
