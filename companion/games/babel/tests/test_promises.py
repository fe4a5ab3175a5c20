"""The promises of every game, with any answers and any number of seats."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bots import choose
from companion.core.actions import as_data
from companion.core.dues import Chance, Due
from companion.core.words import Refused
from companion.games.babel import GAME, pieces
from companion.games.babel.pieces import BLOCKS, CARDS, copies
from companion.games.babel.tests.playing import Sitting
from companion.house.dice import SeededDice


class Dice:
    """A game that bots play, the table's chance drawn from the same seed."""

    def __init__(self, seed: int, seats: int, hands: str) -> None:
        self.lots = SeededDice(seed)
        self.sitting = Sitting(seats, hands)

    def step(self) -> None:
        """Answer one of the open dues."""
        dues = [due for due in self.sitting.dues() if not self._is_told(due)]
        due = dues[self.lots.pick(len(dues))]
        do = dict(self._answer(due))
        try:
            self.sitting.tell(due.seat, do.pop("type"), **do)
        except Refused:
            assert due.kind == "blueprint", "a form of random numbers may ask for too many blocks"

    def _is_told(self, due: Due) -> bool:
        """Return whether this due needs no answer: a sealed one that has one, and roles once they are dealt."""
        if due.kind == "deal":
            return due.chance is Chance.DRAWN
        return due.seat is not None and self.sitting.own(due.seat).told is not None

    def _answer(self, due: Due) -> dict[str, Any]:
        moment = self.sitting.moment
        if due.chance in (Chance.DRAWN, Chance.BOX):
            return as_data(GAME.draw(moment.history.state, due, self.lots.pick))
        return choose(GAME, moment.screen(due.seat).view, moment.answers(due), self.lots.pick)


def play(seed: int, seats: int, hands: str, hold: Any = lambda sitting: None) -> Sitting:
    dice = Dice(seed, seats, hands)
    while not dice.sitting.moment.over:
        dice.step()
        hold(dice.sitting)
    return dice.sitting


any_game = given(st.integers(0, 2**32), st.sampled_from(pieces.SIZES))


@settings(max_examples=12, deadline=None)
@any_game
def test_cards_are_never_lost_nor_doubled(seed, seats):
    play(seed, seats, "phones", no_card_is_doubled)


def no_card_is_doubled(sitting: Sitting) -> None:
    """Check that hands, the Master's received cards and the pile have no card more often than the game box."""
    state = sitting.moment.history.state
    held = Counter(card for own in state.own.values() for card in (*own.hand, *own.received))
    out = Counter(state.box.out)
    assert held <= out
    assert all(out[card] <= copies(card, len(state.own)) for card in CARDS)
    if sitting.public.has_roles:
        assert sitting.public.pile + out.total() == pieces.pile(len(state.own)) + pieces.dealt(len(state.own))


@settings(max_examples=12, deadline=None)
@any_game
def test_there_are_never_more_zealots_than_punishment_cards_and_each_keeps_one(seed, seats):
    play(seed, seats, "phones", zealots_keep_theirs)


def zealots_keep_theirs(sitting: Sitting) -> None:
    owns = [sitting.own(name) for name in sitting.names]
    zealots = [own for own in owns if own.is_zealot]
    assert len(zealots) <= copies("punishment", len(owns))
    assert all("punishment" in own.hand for own in zealots)
    assert all(own.is_zealot or own.role != "architect" for own in owns if "punishment" in own.hand)


@settings(max_examples=12, deadline=None)
@any_game
def test_the_tower_has_no_more_blocks_than_there_are(seed, seats):
    heights = [sitting.public.heights for sitting in (play(seed, seats, "cardboard"), play(seed, seats, "phones"))]
    assert all(min(nine) >= 0 and sum(nine) <= BLOCKS for nine in heights)


@pytest.mark.rule("BABEL-13")
@settings(max_examples=12, deadline=None)
@any_game
def test_the_pile_lasts_for_all_rounds(seed, seats):
    sitting = play(seed, seats, "phones")
    assert sitting.public.pile >= 0
    assert sitting.public.round <= sitting.public.last


@settings(max_examples=12, deadline=None)
@any_game
def test_every_seat_is_on_one_of_the_two_sides(seed, seats):
    score = play(seed, seats, "cardboard").table.moment.score()
    assert score is not None
    assert sorted(seat for place in score.ranking for seat in place) == sorted(Sitting(seats).names)
