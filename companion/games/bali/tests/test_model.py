"""Whole games with a tracked offer: the engine and a plain program accept the same answers and reach the same state."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.words import Refused
from companion.games.bali.cards import hand_of, hand_size
from companion.games.bali.pieces import CARDS, KINDS, cards_left
from companion.games.bali.tests.model import DECK, Model
from companion.games.bali.tests.playing import Sitting
from companion.house.dice import SeededDice

Do = dict[str, Any]
MOST = 6000
CAME = (*CARDS, "oracle")


class Both:
    """The game and the model, which get the same answers."""

    def __init__(self, seed: int, seats: int, oracle: bool, demon: bool) -> None:
        self.pick = SeededDice(seed).pick
        self.sitting = Sitting(seats, offer="tracked", oracle=oracle, demon=demon)
        self.model = Model(tuple(map(str, self.sitting.names)), oracle, demon)
        self.told: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def one(self, things: Sequence[Any]) -> Any:
        return things[self.pick(len(things))]

    def some(self, n: int, things: Sequence[Any] = CARDS) -> list[Any]:
        return [self.one(things) for _ in range(n)]

    def drawn(self) -> list[str]:
        deck = list(self.model.deck.elements())
        return [deck.pop(self.pick(len(deck))) for _ in range(min(4, len(deck)))]

    def guess(self, kind: str) -> Do:
        """Return an answer of this kind, right or wrong."""
        few = self.pick(12) == 0
        guesses: dict[str, list[Do]] = {
            "hand": [{"type": "hand", "farmers": self.some(2 + self.pick(3) if few else 3, KINDS)}],
            "column": [{"type": "column", "column": 1 + self.pick(5), "cards": self.some(3 + self.pick(3) if few else 4)}],
            "turn": [
                {"type": "buy", "kind": self.one(KINDS)},
                {"type": "discard"},
                {"type": "play", "card": self.one(CARDS)},
                {"type": "play", "card": self.one(CARDS)},
                {"type": "play", "card": self.one(CARDS), "count": 1 + self.pick(3)},
            ],
            "take": [{"type": "take", "column": self.pick(6)}],
            "refill": [
                {"type": "refill", "cards": self.drawn()},
                {"type": "refill", "cards": self.some(1 + self.pick(5), CAME)},
                {"type": "refill", "cards": self.some(2 if self.model.deck.total() < 4 else 4, CAME)},
            ],
            "sacrifice": [{"type": "sacrifice", "kind": self.one(KINDS)}],
            "supply": [{"type": "supply", "kind": self.one(KINDS)}],
            "keep": [{"type": "keep", "kind": self.one((*KINDS, None))}],
            "reward": [{"type": "reward", "as": self.one(("stones", "points"))}],
            "substitute": [{"type": "substitute", "kind": self.one((*KINDS, None))}],
            "set": self.settings(),
        }
        return self.one(guesses[kind])

    def settings(self) -> list[Do]:
        seat, n = self.one(self.sitting.names), 1 + self.pick(4)
        length = len(self.model.columns.get(n, ())) + (self.pick(5) == 0)
        return [
            {"type": "set", "seat": seat, "stones": self.pick(12)},
            {"type": "set", "column": n, "cards": self.some(length)},
            {"type": "set", "column": n, "cards": self.some(length)},
            {"type": "set", "seat": seat, "card": self.one(CARDS), "is": self.one(CARDS)},
        ]

    def step(self) -> None:
        """Give an answer: mostly to a due, from the seat that is asked. At times it is any answer, from any seat."""
        kind, seat = self.one(self.model.asked)
        if self.pick(8) == 0:
            kind = self.one(("set", "set", "hand", "turn", "take", "refill", "column", "keep"))
            seat = None if kind == "set" else self.one((None, *self.sitting.names))
        self.answer(seat, self.guess(kind))

    def answer(self, seat: str | None, do: Do) -> None:
        taken = self.model.answer(seat, do)
        if taken:
            self.sitting.post(seat, do)
        else:
            before = self.sitting.state
            with pytest.raises(Refused):
                self.sitting.post(seat, do)
            assert self.sitting.state is before
        (self.told if taken else self.refused)[str(do["type"])] += 1
        self.compare()

    def compare(self) -> None:
        """Check that the game and the model are in the same state."""
        public, model = self.sitting.public, self.model
        offer = public.offer
        assert offer is not None
        asked = sorted({(due.kind, due.seat or "") for due in self.sitting.dues()})
        assert asked == sorted({(kind, seat or "") for kind, seat in model.asked})
        if not model.is_over:  # people may enter the last two cards in either order; one order is kept
            lying = {n: list(cards) for n, cards in enumerate(offer.columns, 1) if cards}
            assert lying == {n: cards for n, cards in model.columns.items() if cards}
        deck = cards_left(offer, public.options.oracle)
        assert {card: n for card, n in deck.items() if n} == {card: n for card, n in model.deck.items() if n}
        assert public.demon == model.demon
        assert [card.kind for card in self.sitting.state.box.altar] == model.altar
        assert dict(zip(KINDS, public.supply, strict=True)) == {kind: model.supply[kind] for kind in KINDS}
        for place, seat in enumerate(public.seats):
            self.compare_seat(place, seat)

    def compare_seat(self, place: int, seat: Any) -> None:
        public, model, own = self.sitting.public, self.model, self.sitting.own(seat)
        offer = public.offer
        assert offer is not None
        assert (public.stones[place], public.points[place]) == (model.stones[seat], model.points[seat])
        assert public.table[place] == tuple(model.table[seat][card] for card in CARDS)
        assert own.held == tuple(model.held[seat][kind] for kind in KINDS)
        if seat in model.farmers:
            hand = hand_of(offer, own, place)
            assert Counter(hand) == Counter(model.hand(seat))
            assert len(hand) == hand_size(offer, place)


def played(seed: int, seats: int, oracle: bool, demon: bool) -> Both:
    both = Both(seed, seats, oracle, demon)
    for _ in range(MOST):
        if both.model.is_over:
            return both
        both.step()
    raise AssertionError("the game does not end")


VARIANTS = [(False, False), (True, False), (False, True), (True, True)]


@pytest.mark.rule("BALI-36")
@pytest.mark.parametrize(("oracle", "demon"), VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_engine_accepts_the_same_answers_as_a_plain_program_and_reaches_the_same_state(seats, oracle, demon):
    accepted: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(4):
        both = played(seed, seats, oracle, demon)
        assert both.sitting.public.final is not None
        accepted, refused = accepted + both.told, refused + both.refused
    kinds = {"hand", "column", "buy", "play", "take", "refill", "set"}
    assert kinds <= set(accepted)
    assert kinds <= set(refused)


@pytest.mark.rule("BALI-36")
@pytest.mark.parametrize("seed", range(6))
def test_every_card_is_in_one_place(seed):
    """Each card that left the deck is in a column, in a hand, in front of a seat, or in the game box."""
    both = Both(seed, 2 + seed % 3, True, True)
    shrines = oracles = 0
    while not both.model.is_over:
        both.step()
        do = both.sitting.record[-1]["do"] if both.sitting.record else {}
        boxed = (shrines, oracles)
        shrines = sum(line["do"]["type"] == "discard" for line in both.sitting.record)
        oracles = sum(line["do"].get("cards", []).count("oracle") for line in both.sitting.record)
        assert boxed <= (shrines, oracles), do
        assert out(both) == Counter({**DECK, "oracle": 8}) - both.model.deck - Counter(shrine=shrines, oracle=oracles)


def out(both: Both) -> Counter[str]:
    """Return all cards in columns, in hands and in front of seats, without the start sets."""
    offer = both.sitting.public.offer
    assert offer is not None
    lying = Counter(card for column in offer.columns for card in column)
    for place, hand in enumerate(offer.hands):
        row = Counter(dict(zip(CARDS, both.sitting.public.table[place], strict=True)))
        lying += Counter(hand.taken) + row - Counter({"stonemason": 1, **dict.fromkeys(hand.played, 1)})
    return lying
