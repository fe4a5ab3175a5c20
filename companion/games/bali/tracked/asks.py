"""What may be answered where the offer is tracked, and how the question is laid out."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, permutations
from typing import Final

from companion.core.actions import begun, said
from companion.core.answers import Answers, Choice, Field, Form, Group, Option
from companion.core.caching import once
from companion.core.dues import Due
from companion.core.state import changed
from companion.core.words import Text, listed, text
from companion.games.bali.actions import Hold, LayOut, Refill, SetRight, Take
from companion.games.bali.hands import without_laid
from companion.games.bali.offer import is_last, left
from companion.games.bali.pieces import CARDS, COLUMNS, HAND, IN_DECK, KINDS, LONG, Card, Drawn, Kind
from companion.games.bali.state import Own, Public
from companion.games.bali.tracked.dues import column_of
from companion.games.bali.tracked.rules import closed, of
from companion.games.bali.tracked.view import columns, deck, short

HANDS: Final = tuple(combinations(KINDS, HAND))
"""BALI-01: three different farmers."""


def _card(card: Drawn) -> Text:
    return text(f"bali.card_name.{card}")


# Hands


def _hand(public: Public, own: Own | None, due: Due) -> Answers:
    assert due.seat is not None
    hand = of(public).hands[public.seats.index(due.seat)]
    return _farmers(frozenset(hand.laid), hand.told)


@once
def _farmers(laid: frozenset[Kind], is_told: bool) -> Answers:
    """Three of four kinds are one tap. Once told it stands apart, for who has mistaken itself."""
    options = tuple(
        Option(
            do=said(Hold(list(farmers))),
            also=tuple(said(Hold(list(others))) for others in permutations(farmers) if others != farmers),
            words=listed(text(f"bali.kind.{kind}") for kind in farmers),
            spoken=text("bali.say.hand", farmers=listed(_card(kind) for kind in farmers)),
            panel=text(f"bali.panel.all_but_{next(kind for kind in KINDS if kind not in farmers)}"),
            why=without_laid(laid, farmers),
        )
        for farmers in HANDS
    )
    fold = text("bali.ask.hand_again") if is_told else None
    question, panel = text("bali.ask.hand"), text("bali.panel.hand_again" if is_told else "bali.panel.hand")
    return Answers((Group(options, 2),), question=question, secret=True, fold=fold, apart=is_told, panel=panel)


# The offer


def _take(public: Public, own: Own | None, due: Due) -> Answers:
    """One tap on the card where it lies."""
    options = tuple(_bottom(public, number) for number in range(1, COLUMNS + 1))
    question, panel = text("bali.ask.take"), text("bali.panel.take")
    return Answers((Group(options, COLUMNS),), question=question, on=columns(public), panel=panel)


def _bottom(public: Public, number: int) -> Option:
    card = of(public).columns[number - 1][0]
    return Option(
        do=said(Take(number)),
        words=short(card),
        sign=card,
        spoken=text("bali.say.take", card=_card(card), column=number),
        panel=text("bali.panel.bottom", card=short(card), column=number),
        why=closed(public, number),
        at=number - 1,
    )


def _column(public: Public, own: Own | None, due: Due) -> Answers:
    """The first column that is not told yet stands open, the others are folded away."""
    number = column_of(due)
    missing = next(n for n, cards in enumerate(of(public).columns, 1) if not cards)
    question = text("bali.ask.column", column=number)
    form = _told(begun(LayOut, column=number), question, CARDS, _left(public), LONG)
    return Answers(
        forms=(form,),
        question=question,
        hint=text("bali.ask.from_below"),
        fold=question if number != missing else None,
        panel=text("bali.panel.column", column=number),
        lots=_lots(LayOut, number),
    )


def _refill(public: Public, own: Own | None, due: Due) -> Answers:
    """The deck's last two cards are known; of others the likely ones come first."""
    number, has_oracles = of(public).last, public.options.oracle
    question, panel = text("bali.ask.refill", column=number), text("bali.panel.refill", column=number, count=deck(public))
    lots = _lots(Refill, number)
    if is_last(of(public), has_oracles):
        last, sure = Group((_last(_left(public)),), 1), changed(lots, confirm=text("bali.ask.refill_sure"))
        return Answers((last,), question=text("bali.ask.refill_last"), panel=panel, lots=sure)
    cards = _left(public)
    form = _told(begun(Refill), question, sorted(cards, key=cards.__getitem__, reverse=True), cards, LONG)
    return Answers(forms=(form,), question=question, hint=text("bali.ask.from_below"), panel=panel, lots=lots)


def _left(public: Public) -> Mapping[Drawn, int]:
    return left(of(public), public.options.oracle)


def _lots(action: type[LayOut | Refill], number: int) -> Option:
    """The deck is not at hand: the box draws in its place."""
    return Option(
        do=begun(action),
        words=text("bali.ask.draw"),
        spoken=text("bali.say.draw", column=number),
        panel=text("bali.panel.draw"),
    )


def _last(left_over: Mapping[Drawn, int]) -> Option:
    """BALI-21: what the deck still has, in either order, ends the game."""
    cards: list[Drawn] = [card for card, n in left_over.items() for _ in range(n)]
    back = cards[::-1]
    return Option(
        do=said(Refill(cards)),
        also=(said(Refill(back)),) if back != cards else (),
        words=listed(_card(card) for card in cards),
        spoken=text("bali.say.refill_last", cards=listed(_card(card) for card in cards)),
        confirm=text("bali.ask.refill_sure"),
        panel=text("bali.panel.refill_last"),
    )


def _told(do: dict[str, object], words: Text, cards: Sequence[Drawn], there: Mapping[Drawn, int], n: int) -> Form:
    """Cards from the bottom up, in one tap each."""
    field = Field("cards", of=tuple(cards), many=n, again=True)
    choices = {"cards": tuple(_choice(card, there[card]) for card in cards)}
    return Form(do, (field,), words, choices=choices, panel=text("bali.panel.tell"))


def _choice(card: Drawn, n: int) -> Choice:
    return Choice(
        short(card),
        sign=card,
        spoken=_card(card),
        panel=text(f"bali.panel.{'oracle_card' if card == 'oracle' else card}"),
        left=n,
        gone=text("bali.too_many_out", card=_card(card), most=IN_DECK[card]),
    )


# Setting right


def settings(public: Public) -> tuple[Form, ...]:
    """What lies in a column, and what a seat took, may be told anew while the game goes on."""
    if public.offer is None or public.stage in ("setup", "end"):
        return ()
    lying = ((n, cards) for n, cards in enumerate(public.offer.columns, 1) if cards)
    return (*(_set_column(public, n, cards) for n, cards in lying), _set_card(public))


def _set_column(public: Public, number: int, cards: Sequence[Card]) -> Form:
    """What lies there now may be told again."""
    back: dict[Drawn, int] = {card: _left(public)[card] + cards.count(card) for card in CARDS}
    words = text("bali.ask.set_column", column=number)
    form = _told(begun(SetRight, column=number), text("bali.ask.set_done"), CARDS, back, len(cards))
    return _folded(form, words, text("bali.panel.set_column", column=number))


def _set_card(public: Public) -> Form:
    """Nothing is said of what a seat took (BALI-11)."""
    seat = Field("seat", of=tuple(public.seats))
    was, now = Field("card", of=CARDS), Field("is", of=CARDS)
    heads = {"card": text("bali.ask.set_was"), "is": text("bali.ask.set_is")}
    cards = tuple(Choice(short(card), sign=card, spoken=_card(card), panel=text(f"bali.panel.{card}")) for card in CARDS)
    form = Form(
        begun(SetRight), (seat, was, now), text("bali.ask.set_done"), choices={"card": cards, "is": cards}, heads=heads
    )
    return _folded(form, text("bali.ask.set_card"), text("bali.panel.set_card"))


def _folded(form: Form, words: Text, panel: Text) -> Form:
    return changed(form, fold=words, panel=panel)


Ask = Callable[[Public, Own | None, Due], Answers]

ASKS: Final[Mapping[str, Ask]] = {"hand": _hand, "take": _take, "column": _column, "refill": _refill}
