"""The hands of the seats, the names of cards, and the refusals that several phases share."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data
from companion.core.answers import Cards, Group, Option
from companion.core.caching import cached_by_type
from companion.core.state import with_public
from companion.core.words import Text, listed, text
from companion.games.bali.pieces import (
    HAND,
    KINDS,
    PLACE,
    SHRINE_COST,
    Card,
    DeckCard,
    Kind,
    Offer,
    card_cost,
    farmers_cost,
    is_kind,
    with_hand,
)
from companion.games.bali.state import BaliState, Own, Public


def hand_of(offer: Offer, own: Own, place: int) -> tuple[Card, ...]:
    """Return all cards in a seat's hand, its start farmers first. `own` is what this seat alone knows."""
    hand = offer.hands[place]
    return (*(kind for kind in own.farmers if kind not in hand.played), *hand.taken)


def hand_size(offer: Offer, place: int) -> int:
    """Return how many cards a seat holds. All players know this number."""
    hand = offer.hands[place]
    return HAND - len(hand.played) + len(hand.taken)


def not_in_hand(public: Public, own: Own, card: Card, count: int) -> Text | None:
    """Return the refusal if the active seat does not hold `count` copies of a card, else None. It names no card, because
    neighbours see it."""
    if public.offer is None or hand_of(public.offer, own, public.active).count(card) >= count:
        return None
    return text("bali.not_held")


def lay_down(state: BaliState, card: Card, count: int) -> BaliState:
    """Return the state after `count` copies of a card left the active seat's hand. Cards that the seat took go first, then
    start farmers."""
    offer, place = state.public.offer, state.public.active
    if offer is None:
        return state
    hand = offer.hands[place]
    taken, played = list(hand.taken), hand.played
    for _ in range(count):
        if card in taken:
            taken.remove(card)
        else:
            assert is_kind(card), "a start set has farmers alone in hand"
            played = (*played, card)
    offer = replace(with_hand(offer, place, taken=tuple(taken), played=played), mended=None)
    return with_public(state, offer=offer)


def not_start_farmers(played: Collection[Kind], farmers: Collection[Kind]) -> Text | None:
    """Return the refusal if these cannot be the start farmers of a seat, else None. They must include those that the seat
    has played."""
    return None if set(played) <= set(farmers) else text("bali.played_another")


def price(public: Public, kind: Kind) -> int:
    """Return what the active seat pays for a sacrifice card of a kind, in stones."""
    return card_cost(public.table[public.active][PLACE[kind]])


def cost(card: Card, count: int) -> int:
    """Return the cost of a play, in stones."""
    if is_kind(card):
        return farmers_cost(count)
    return SHRINE_COST if card == "shrine" else 0


def too_few_stones(public: Public, need: int) -> Text | None:
    """Return the refusal if the active seat has fewer than `need` stones, else None."""
    have = public.stones[public.active]
    return text("bali.too_few_stones", need=need, have=have) if have < need else None


def short_of(have: int, need: int) -> Text | None:
    """Return in two words how many stones are missing, or None."""
    return text("bali.short_of", n=need - have) if have < need else None


def none_left(public: Public, kind: Kind) -> Text | None:
    """Return the refusal if the supply has no card of a kind left, else None (BALI-02)."""
    return None if public.supply[PLACE[kind]] else text("bali.supply_out", kind=text(f"bali.kind.{kind}"))


@cached_by_type
def short_name(card: DeckCard) -> Text:
    """Return the name of a card in one word, for a place beside its sign."""
    return text(f"bali.kind.{card}" if card in KINDS else f"bali.brief.{card}")


@cached_by_type
def card_name(card: DeckCard) -> Text:
    """Return the full name of a card."""
    return text(f"bali.card_name.{card}")


@cached_by_type
def kind_name(kind: Kind) -> Text:
    """Return the name of a kind in one word."""
    return text(f"bali.kind.{kind}")


def each_kind(
    action: Callable[[Kind], Action], spoken: str, why: Callable[[Kind], Text | None], covered: bool = False
) -> Group:
    """Return an option for each of the four kinds, in the order of KINDS. `action` makes the answer from the kind. `why`
    returns the refusal if the rules forbid that kind. Buttons show the card, unless people choose from `covered` cards."""
    return Group(
        tuple(
            Option(
                do=as_data(action(kind)),
                words=kind_name(kind),
                sign=kind,
                cards=None if covered else Cards(f"sacrifice_{kind}", sign=kind),
                spoken=text(f"bali.say.{spoken}", kind=kind_name(kind)),
                why=why(kind),
            )
            for kind in KINDS
        ),
        2 if covered else 4,
    )


def with_card(key: str, kind: Kind | UnsetType | None) -> Text:
    """Return the sentence `key` with the name of a card. It ends with _hidden if the reader may not know the card (UNSET),
    and with _none if there is no card (None)."""
    if kind is UNSET:
        return text(f"bali.told.{key}_hidden")
    if kind is None:
        return text(f"bali.told.{key}_none")
    return text(f"bali.told.{key}", card=text(f"bali.offering.{kind}"))


def cards_in_words(cards: Iterable[DeckCard]) -> Text:
    """Return the names of cards as one short list."""
    return listed(map(short_name, cards))
