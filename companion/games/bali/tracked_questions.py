"""The questions of a tracked offer."""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Final

from companion.core.actions import as_data, form_start
from companion.core.answers import Answers, Choice, Field, Form, Group, Option
from companion.core.caching import cached_by_type
from companion.core.dues import Due
from companion.core.game import AskedBy
from companion.core.state import changed
from companion.core.words import Text, listed, text
from companion.games.bali.cards import card_name, not_start_farmers, short_name
from companion.games.bali.pieces import (
    CARDS,
    COLUMN_LENGTH,
    COLUMNS,
    HAND,
    IN_DECK,
    KINDS,
    DeckCard,
    Kind,
    cards_left,
    is_last_refill,
)
from companion.games.bali.state import Own, Public
from companion.games.bali.tracked import Hold, LayOut, Refill, Take, column_of, offer_of, why_closed
from companion.games.bali.tracked_view import columns, deck

HANDS: Final = tuple(combinations(KINDS, HAND))
"""All hands of three different farmers (BALI-01)."""


def ask_hand(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat for its three start farmers."""
    assert due.seat is not None
    hand = offer_of(public).hands[public.seats.index(due.seat)]
    return _farmers(frozenset(hand.played), hand.entered)


@cached_by_type
def _farmers(played: frozenset[Kind], is_answered: bool) -> Answers:
    """Return the question with an option for each possible hand. Once the seat has answered (`is_answered`), the question
    moves to the menu, for corrections."""
    options = tuple(
        Option(
            do=as_data(Hold(list(farmers))),
            also=tuple(as_data(Hold(list(others))) for others in permutations(farmers) if others != farmers),
            words=listed(text(f"bali.kind.{kind}") for kind in farmers),
            panel=text(f"bali.panel.all_but_{next(kind for kind in KINDS if kind not in farmers)}"),
            why=not_start_farmers(played, farmers),
        )
        for farmers in HANDS
    )
    again = text("bali.ask.hand_again") if is_answered else None
    question, panel = text("bali.ask.hand"), text("bali.panel.hand_again" if is_answered else "bali.panel.hand")
    return Answers((Group(options, 2),), question=question, secret=True, collapsed=again, in_menu=is_answered, panel=panel)


def ask_take(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask from which column the active seat takes: one tap on its bottom card."""
    options = tuple(_bottom(public, number) for number in range(1, COLUMNS + 1))
    question, panel = text("bali.ask.take"), text("bali.panel.take")
    return Answers((Group(options, COLUMNS),), question=question, on=columns(public), panel=panel)


def _bottom(public: Public, number: int) -> Option:
    card = offer_of(public).columns[number - 1][0]
    return Option(
        do=as_data(Take(number)),
        words=short_name(card),
        sign=card,
        spoken=text("bali.say.take", card=short_name(card), column=number),
        panel=text("bali.panel.bottom", card=short_name(card), column=number),
        why=why_closed(public, number),
        at=number - 1,
    )


def ask_column(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the cards of a column. The question for the first missing column is open, and those for the others are
    collapsed."""
    number = column_of(due)
    missing = next(n for n, cards in enumerate(offer_of(public).columns, 1) if not cards)
    question = text("bali.ask.column", column=number)
    form = cards_form(form_start(LayOut, column=number), question, CARDS, left_in_deck(public), COLUMN_LENGTH)
    return Answers(
        forms=(form,),
        question=question,
        hint=text("bali.ask.from_below"),
        collapsed=question if number != missing else None,
        panel=text("bali.panel.column", column=number),
        lots=_lots(LayOut, number),
    )


def ask_refill(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the cards that fill the column. The form lists the likeliest card first. If the deck has too few cards for a
    full column, the box knows which they are, and asks for one tap."""
    number, has_oracles = offer_of(public).last, public.options.oracle
    question, panel = text("bali.ask.refill", column=number), text("bali.panel.refill", column=number, count=deck(public))
    lots = _lots(Refill, number)
    if is_last_refill(offer_of(public), has_oracles):
        last, sure = Group((_last(left_in_deck(public)),), 1), changed(lots, confirm=text("bali.ask.refill_sure"))
        return Answers((last,), question=text("bali.ask.refill_last"), panel=panel, lots=sure)
    cards = left_in_deck(public)
    form = cards_form(form_start(Refill), question, sorted(cards, key=cards.__getitem__, reverse=True), cards, COLUMN_LENGTH)
    return Answers(forms=(form,), question=question, hint=text("bali.ask.from_below"), panel=panel, lots=lots)


def left_in_deck(public: Public) -> Mapping[DeckCard, int]:
    """Return how many of each card the deck still has."""
    return cards_left(offer_of(public), public.options.oracle)


def _lots(action: type[LayOut | Refill], number: int) -> Option:
    """Return the option that lets the box draw cards for this column, for tables without the deck at hand."""
    return Option(
        do=form_start(action),
        words=text("bali.ask.draw"),
        spoken=text("bali.say.draw", column=number),
        panel=text("bali.panel.draw"),
    )


def _last(left_over: Mapping[DeckCard, int]) -> Option:
    """Return the option for the last cards of the deck, in either order. They end the game (BALI-21)."""
    cards: list[DeckCard] = [card for card, n in left_over.items() for _ in range(n)]
    other_order = cards[::-1]
    return Option(
        do=as_data(Refill(cards)),
        also=(as_data(Refill(other_order)),) if other_order != cards else (),
        words=listed(card_name(card) for card in cards),
        spoken=text("bali.say.refill_last", cards=listed(card_name(card) for card in cards)),
        confirm=text("bali.ask.refill_sure"),
        panel=text("bali.panel.refill_last"),
    )


def cards_form(do: dict[str, object], words: Text, cards: Sequence[DeckCard], there: Mapping[DeckCard, int], n: int) -> Form:
    """Return a form for at most `n` cards from the bottom up, one tap each. `there` says how many of each card there are."""
    field = Field("cards", of=tuple(cards), many=n, again=True)
    choices = {"cards": tuple(_choice(card, there[card]) for card in cards)}
    return Form(do, (field,), words, choices=choices, panel=text("bali.panel.tell"))


def _choice(card: DeckCard, n: int) -> Choice:
    return Choice(
        short_name(card),
        sign=card,
        panel=text(f"bali.panel.{'oracle_card' if card == 'oracle' else card}"),
        left=n,
        gone=text("bali.too_many_out", card=card_name(card), most=IN_DECK[card]),
    )


QUESTIONS: Final[Mapping[str, AskedBy[Public, Own]]] = {
    "hand": ask_hand,
    "take": ask_take,
    "column": ask_column,
    "refill": ask_refill,
}
