"""Bali at a table of its tests."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.answers import Answers
from companion.core.dues import Due
from companion.core.state import Reach, Seat, State, changed
from companion.games.bali import GAME
from companion.games.bali.cards import hand_of
from companion.games.bali.pieces import (
    DECK_CARDS,
    IN_DECK,
    KINDS,
    PLACE,
    Offer,
    cards_left,
    deck_size,
    with_column,
    with_hand,
)
from companion.games.bali.state import AltarCard, BaliState, Box
from companion.house.dice import SeededDice
from companion.promises import sitting


class Sitting(sitting.Sitting):
    """A game in progress, or one that starts in a state of the test."""

    def __init__(self, seats: int = 3, state: BaliState | None = None, **options: Any) -> None:
        super().__init__(GAME, seats, state, **options)
        self.secrets: list[int] = []
        """The indices of the record's lines that not everybody may know."""

    def due(self) -> Due:
        """Return the first due. Bali waits for one answer at a time."""
        return self.open_dues()[0]

    def answers(self, due: Due | None = None) -> Answers:
        return super().answers(due or self.due())

    def answer_due(self, due: Due, do: dict[str, Any], by: Seat | None) -> None:
        super().answer_due(due, do, by)
        self.secrets += [] if due.known_to is Reach.EVERYONE else [len(self.record) - 1]

    def give(self, seat: int, stones: int | None = None, **cards: int) -> "Sitting":
        """Set a seat's stones and the cards in front of it."""
        public = self.state.public
        row = list(public.table[seat])
        for card, n in cards.items():
            row[PLACE[card]] = n
        table = (*public.table[:seat], tuple(row), *public.table[seat + 1 :])
        now = public.stones[seat] if stones is None else stones
        new = (*public.stones[:seat], now, *public.stones[seat + 1 :])
        self.state = changed(self.state, public=changed(public, table=table, stones=new))
        return self

    def supply(self, **left: int) -> "Sitting":
        supply = tuple(left.get(kind, n) for kind, n in zip(KINDS, self.public.supply, strict=True))
        self.state = changed(self.state, public=changed(self.public, supply=supply))
        return self

    def held(self, seat: str) -> dict[str, int]:
        return dict(zip(KINDS, self.state.own[Seat(seat)].held, strict=True))

    def altar(self) -> list[str | None]:
        return [card.kind for card in self.state.box.altar]


def random_game(seed: int, seats: int = 3, **options: Any) -> Sitting:
    pick = SeededDice(seed).pick
    game = Sitting(seats, **options)
    while game.due().waits:
        game.post(game.due().seat, game.liked(game.due(), pick))
    return game


def all_views(state: State[Any, Any, Any]) -> Sequence[Any]:
    public = state.public
    seats = [GAME.view(public, state.own[seat], seat) for seat in public.seats]
    return [GAME.view(public, None, None), *seats]


COLUMNS = (
    ["stonemason", "priest", "shrine", "rice"],
    ["rice", "priest", "shrine", "peanut"],
    ["stonemason", "stonemason", "banana", "pepper"],
    ["priest", "pepper", "peanut", "banana"],
)
"""A laid-out offer. Each column is listed from the bottom."""

ROW = ("stonemason", "priest", "priest", "stonemason")
"""A column for tests to which its cards do not matter."""


class Following(Sitting):
    """A game with a tracked offer, after its set-up."""

    def deck(self) -> int:
        return deck_size(self.offer(), self.public.options.oracle)

    def offer(self) -> Offer:
        offer: Offer = self.public.offer
        return offer

    def left(self, card: str) -> int:
        return cards_left(self.offer(), True)[card]

    def hand(self, seat: str) -> list[str]:
        return list(hand_of(self.offer(), self.own(seat), self.names.index(Seat(seat))))

    def holding(self, *cards: str) -> "Following":
        """Return a game in which Ana has played her start farmers and taken these cards."""
        return self.open(offer=with_hand(self.offer(), 0, taken=cards, played=self.own("Ana").farmers))

    def with_cards_out(self, **out: int) -> "Following":
        """Return a game in which these numbers of cards have left the deck, too."""
        return self.open(
            offer=replace(self.offer(), out=tuple(out.get(c, n) for c, n in zip(DECK_CARDS, self.offer().out, strict=True)))
        )

    def all_out_but(self, *cards: str) -> "Following":
        """Return a game whose deck has only these cards left."""
        return self.with_cards_out(**{card: n - cards.count(card) for card, n in IN_DECK.items()})

    def with_altar(self, *kinds: str) -> "Following":
        cards = tuple(AltarCard(kind, True, None) for kind in kinds)
        self.state = changed(self.state, box=Box(cards, ()))
        return self.open(altar=len(cards), top=cards[-1] if cards else None)

    def emptied(self, count: int = 1, discarding: bool = False) -> "Following":
        """Let Ana play `count` cards, or discard one, and take the last card of column 1."""
        return self._emptied(1, count, discarding)

    def next_emptied(self, column: int) -> "Following":
        """Let the active seat play and take the last card of a column."""
        return self._emptied(column, 1, False)

    def _emptied(self, column: int, count: int, discarding: bool) -> "Following":
        self.open(offer=with_column(self.offer(), column, self.offer().columns[column - 1][-1:]))
        if discarding:
            self.now("discard")
        elif count > 1:
            self.now("play", card="rice", count=count)
        else:
            self.now("play", card=self.hand(self.dues()[0].seat)[0])
        return self.now("take", column=column)


def following(
    columns: Sequence[Sequence[str]] = (ROW,) * 4,
    hands: Mapping[str, Sequence[str]] | None = None,
    seats: int = 2,
    **options: Any,
) -> Following:
    """Return a tracked game in its first turn. All hands are rice, peanut and banana, unless the arguments say otherwise."""
    sitting = Following(seats, offer="tracked", **options)
    for seat in sitting.names:
        sitting.answer(seat, "hand", farmers=list((hands or {}).get(seat, ("rice", "peanut", "banana"))))
    for number, cards in enumerate(columns, 1):
        sitting.answer(None, "column", column=number, cards=list(cards))
    return sitting
