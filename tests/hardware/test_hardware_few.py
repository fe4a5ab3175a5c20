"""The presses of a turn of Bali if nobody has a phone. People with real cards enter their plays at the box."""

import random
from collections import Counter
from statistics import median
from typing import Any

import pytest

from companion.core.state import Data, Seat
from companion.core.view import Question
from companion.games.bali.cards import price
from companion.games.bali.pieces import KINDS
from companion.house.dice import SeededDice
from companion.shelf import games
from companion.snapshot.panel import Button
from hardware.navigator import PageNavigator
from hardware.pages import pages
from hardware.pages.layouts import Listed
from tests.hardware.ways import BACK, NEXT, OK, PACE, HandedRound, press, way_to
from tests.promises.settings import Setting

USUAL = 7
MOST = 13
CHEAP = 2
"""The highest price in stones at which these players buy a sacrifice card."""
DECK = {"priest": 9, "shrine": 9, "stonemason": 12, **dict.fromkeys(KINDS, 5)}


class Evening:
    """Players who hold three cards each, take from four columns, and enter their acts at the box."""

    def __init__(self, seats: int, seed: int) -> None:
        self.dice, self.now = random.Random(seed), 10.0
        self.box = HandedRound(Setting(games()["bali"], seats).table(SeededDice(seed)))
        self.turning = PageNavigator(self.box, 0.0)
        self.deck = [card for card, n in DECK.items() for _ in range(n)]
        self.dice.shuffle(self.deck)
        self.columns = [[self.deck.pop() for _ in range(4)] for _ in range(4)]
        self.hands = {seat: Counter(self.dice.sample(KINDS, 3)) for seat in self.box.seats}
        self.presses, self.given = 0, Seat("")
        self.turns: list[int] = []
        """For each turn, the presses from the time that a player gets the box until the next player gets it."""

    @property
    def public(self) -> Any:
        return self.box.table.moment.history.state.public

    def play(self) -> list[int]:
        while not self.box.table.moment.over:
            self.step()
        return self.turns

    def step(self) -> None:
        """Press a button, or answer a question."""
        self.now += PACE
        page, snapshot = self.turning.page(self.now).page, self.turning.snapshot
        if page == pages.OWN:
            assert snapshot.mine is not None
            self.answer(self.own(snapshot.mine.seat, snapshot.mine.asks[0]))
        elif page == pages.QUESTION:
            self.answer(self.scored(self.public.seats[self.public.active]))
        elif page == pages.YOURS:
            self.press(NEXT if snapshot.mine is not None and snapshot.mine.awaited else BACK)
        else:
            assert snapshot.hand_to is not None, page
            self.turns.append(self.presses)
            self.presses = 0
            self.press(OK)

    def press(self, button: Button) -> None:
        self.now += PACE
        self.presses += 1
        press(self.box, self.turning, button, False, self.now)

    def answer(self, do: Data) -> None:
        for button in way_to(self.turning, do):
            self.press(button)

    def own(self, seat: Seat, ask: Question) -> Data:
        """Return this seat's answer."""
        legal = ask.answers.legal()
        if ask.kind != "turn":
            return self.dice.choice(legal)
        bought = [do for do in legal if do["type"] == "buy" and price(self.public, do["kind"]) <= CHEAP]
        return self.dice.choice(bought) if bought else self.played(self.hands[seat], legal)

    def played(self, hand: Counter[str], legal: list[Data]) -> Data:
        """Return a play that the seat's hand allows and stones can pay: one card, or several farmers of a kind. If there is
        none, discard a shrine."""
        can_be = [do for do in legal if do["type"] == "play" and hand[do["card"]] >= do.get("count", 1)]
        do = self.dice.choice(can_be or [{"type": "discard"}])
        hand[do.get("card", "shrine")] -= do.get("count", 1)
        return do

    def scored(self, seat: Seat) -> Data:
        """Fill the hand from the columns, and return the answer that scores the card above the last one taken."""
        column = self.dice.choice(self.columns)
        while self.hands[seat].total() < 3:
            column = self.dice.choice(self.columns)
            self.hands[seat][column.pop(0)] += 1
            if not column:
                if len(self.deck) < 4:
                    return {"type": "deck_empty"}
                column += [self.deck.pop() for _ in range(4)]
        return {"type": "scored", "card": column[0]}


@pytest.fixture(scope="module")
def turns() -> list[int]:
    return [n for seats in (2, 3, 4) for seed in range(8) for n in Evening(seats, seed).play()[1:]]


def test_a_usual_turn_of_bali_takes_few_presses(turns: list[int]) -> None:
    assert median(turns) <= USUAL


def test_three_of_five_turns_of_bali_take_no_more_than_a_usual_one(turns: list[int]) -> None:
    assert sum(n <= USUAL for n in turns) >= 0.6 * len(turns), Counter(turns)


def test_no_turn_of_bali_takes_many_presses(turns: list[int]) -> None:
    assert max(turns) <= MOST, Counter(turns)


def test_up_leads_to_the_cheapest_offering() -> None:
    evening = Evening(2, 0)
    while len(prices := costs(evening)) < 3:
        evening.step()
    evening.press(BACK)
    page = evening.turning.page(evening.now)
    assert isinstance(page, Listed)
    assert [row.price for row in page.rows if row.chosen] == [min(prices)]


def costs(evening: Evening) -> list[int]:
    """Return the prices of all offerings that the holder of the box may buy now."""
    if evening.turning.page(evening.now).page != pages.OWN:
        return []
    assert evening.turning.snapshot.mine is not None
    legal = evening.turning.snapshot.mine.asks[0].answers.legal()
    return [price(evening.public, do["kind"]) for do in legal if do["type"] == "buy"]


def test_up_leads_to_the_first_row_and_back_leaves_the_question_from_there() -> None:
    evening = Evening(2, 0)
    while evening.turning.page(evening.now).page != pages.QUESTION:
        evening.step()
    evening.press(BACK)
    first = evening.turning.page(evening.now)
    assert isinstance(first, Listed)
    assert first.rows[0].chosen
    evening.press(BACK)
    assert evening.turning.page(evening.now).page != pages.QUESTION
