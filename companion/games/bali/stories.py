"""An answer in words, for the story and the undo card: as far as the reader may know it."""

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import Accept, Cases, case, known, otherwise
from companion.core.state import Seat
from companion.core.words import Text, joined, listed, text
from companion.games.bali.actions import (
    BaliAct,
    Buy,
    Choose,
    Count,
    DeckEmpty,
    Discard,
    Hold,
    Keep,
    LayOut,
    Oracle,
    Play,
    Refill,
    Sacrifice,
    Scored,
    SetRight,
    Substitute,
    Supply,
    Take,
)
from companion.games.bali.forbids import cost
from companion.games.bali.pieces import Drawn, Kind, is_kind
from companion.games.bali.tracked.view import short


def tell(seat: Seat | None, action: BaliAct) -> Text:
    """What a seat, or (None) the table, told. A kind that the reader may not know is left out of the sentence."""
    return STORIES(action, seat)


def _with_card(key: str, kind: Kind | UnsetType | None) -> Text:
    """The card, if the reader may know it: without it the story is `KEY_hidden`, with none taken `KEY_none`."""
    if kind is UNSET:
        return text(f"bali.told.{key}_hidden")
    if kind is None:
        return text(f"bali.told.{key}_none")
    return text(f"bali.told.{key}", card=text(f"bali.offering.{kind}"))


def _buy(told: Buy, seat: Seat | None) -> Text:
    return _with_card("buy", told.kind)


def _play(told: Play, seat: Seat | None) -> Text:
    card, count = told.card, otherwise(told.count, 1)
    cards = text(f"bali.farmers.{card}", count=count) if is_kind(card) else text(f"bali.one.{card}")
    paid = cost(card, count)
    return text("bali.told.play_for", cards=cards, count=paid) if paid else text("bali.told.play", cards=cards)


def _discard(told: Discard, seat: Seat | None) -> Text:
    return text("bali.told.discard")


def _sacrifice(told: Sacrifice, seat: Seat | None) -> Text:
    return _with_card("sacrifice", told.kind)


def _supply(told: Supply, seat: Seat | None) -> Text:
    return _with_card("supply", told.kind)


def _oracle(told: Oracle, seat: Seat | None) -> Text:
    return text("bali.told.oracle")


def _keep(told: Keep, seat: Seat | None) -> Text:
    return _with_card("keep", told.kind)


def _scored(told: Scored, seat: Seat | None) -> Text:
    return text("bali.told.scored", card=text(f"bali.card_name.{told.card}"))


def _reward(told: Choose, seat: Seat | None) -> Text:
    return text(f"bali.told.reward_{told.of}")


def _substitute(told: Substitute, seat: Seat | None) -> Text:
    return _with_card("substitute", told.kind)


def _deck_empty(told: DeckEmpty, seat: Seat | None) -> Text:
    return text("bali.told.deck_empty")


def _count(told: Count, seat: Seat | None) -> Text:
    return text("bali.told.count_altar") if seat is None else text("bali.told.count")


def _accept(told: Accept, seat: Seat | None) -> Text:
    return text(f"bali.told.accept_{told.of}")


def _hand(told: Hold, seat: Seat | None) -> Text:
    if told.farmers is UNSET:
        return text("bali.told.hand_hidden")
    return text("bali.told.hand", farmers=_cards(told.farmers))


def _cards(cards: Iterable[Drawn]) -> Text:
    return listed(map(short, cards))


def _column(told: LayOut, seat: Seat | None) -> Text:
    return text("bali.told.column", column=told.column, cards=_cards(told.cards))


def _take(told: Take, seat: Seat | None) -> Text:
    return text("bali.told.take", column=told.column)


def _refill(told: Refill, seat: Seat | None) -> Text:
    return text("bali.told.refill", cards=_cards(told.cards))


def _set(told: SetRight, seat: Seat | None) -> Text:
    if told.cards is not UNSET:
        return text("bali.told.set_column", column=told.column, cards=_cards(told.cards))
    if told.is_ is not UNSET:
        was, now = _cards([known(told.card)]), _cards([told.is_])
        return text("bali.told.set_card", seat=told.seat, was=was, now=now)
    tallies = {"stones": told.stones, "points": told.points}
    numbers = [text(f"bali.some.{tally}", count=n) for tally, n in tallies.items() if n is not UNSET]
    return text("bali.told.set", seat=told.seat, what=joined(numbers))


STORIES: Final = Cases(
    BaliAct,
    case(Hold, _hand),
    case(LayOut, _column),
    case(Take, _take),
    case(Refill, _refill),
    case(Buy, _buy),
    case(Play, _play),
    case(Discard, _discard),
    case(Sacrifice, _sacrifice),
    case(Supply, _supply),
    case(Oracle, _oracle),
    case(Keep, _keep),
    case(Scored, _scored),
    case(Choose, _reward),
    case(Substitute, _substitute),
    case(DeckEmpty, _deck_empty),
    case(Count, _count),
    case(Accept, _accept),
    case(SetRight, _set),
)
