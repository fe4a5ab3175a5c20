"""Promises of Babel Builders that hold in every game, with any answers and any number of seats."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from companion.bots import choose
from companion.core.actions import as_data
from companion.core.dues import Chance, Due
from companion.core.state import State
from companion.core.words import Refused
from companion.games.babel import GAME, pieces
from companion.games.babel.pieces import BLOCKS, CARDS, copies
from companion.games.babel.tests.playing import Sitting
from companion.house.dice import SeededDice


class Dice:
    """A game that bots play. The table's chance is drawn from the same seed."""

    def __init__(self, seed: int, seats: int, hands: str) -> None:
        self.lots = SeededDice(seed)
        self.sitting = Sitting(seats, hands)

    def step(self) -> None:
        """Answer one of the open dues."""
        dues = [due for due in self.sitting.dues() if not self._is_told(due)]
        due = dues[self.lots.pick(len(dues))]
        do = dict(self._answer(due))
        try:
            self.sitting.answer(due.seat, do.pop("type"), **do)
        except Refused:
            assert due.kind == "blueprint", "a form of random numbers may ask for too many blocks"

    def _is_told(self, due: Due) -> bool:
        """Return True if this due needs no answer: it is sealed and has one, or asks for roles that were dealt."""
        if due.kind == "deal":
            return due.chance is Chance.DRAWN
        return due.seat is not None and self.sitting.own(due.seat).sealed is not None

    def _answer(self, due: Due) -> dict[str, Any]:
        moment = self.sitting.moment
        if due.chance in (Chance.DRAWN, Chance.BOX):
            return as_data(GAME.draw(moment.history.state, due, self.lots.pick))
        return choose(GAME, moment.screen(due.seat).view, moment.answers(due), self.lots.pick)


Story = tuple[Sitting, list[State]]
"""A game that is over, and its state after each answer."""


@cache
def played(seed: int, hands: str) -> Story:
    """Return a game of bots, which is played once for all promises. The seeds have every number of seats."""
    dice, states = Dice(seed, pieces.SIZES[seed % len(pieces.SIZES)], hands), []
    while not dice.sitting.moment.over:
        dice.step()
        states.append(dice.sitting.moment.history.state)
    return dice.sitting, states


any_game = pytest.mark.parametrize("seed", range(12))


@any_game
def test_cards_are_never_lost_nor_doubled(seed):
    """Hands, the Master's received cards and the pile have no card more often than the game box."""
    for state in played(seed, "phones")[1]:
        held = Counter(card for own in state.own.values() for card in (*own.hand, *own.received))
        out = Counter(state.box.out)
        assert held <= out
        assert all(out[card] <= copies(card, len(state.own)) for card in CARDS)
        if state.public.has_roles:
            assert state.public.pile + out.total() == pieces.pile_size(len(state.own)) + pieces.cards_dealt(len(state.own))


@any_game
def test_there_are_never_more_zealots_than_punishment_cards_and_each_keeps_one(seed):
    for state in played(seed, "phones")[1]:
        owns = state.own.values()
        zealots = [own for own in owns if own.is_zealot]
        assert len(zealots) <= copies("punishment", len(owns))
        assert all("punishment" in own.hand for own in zealots)
        assert all(own.is_zealot or own.role != "architect" for own in owns if "punishment" in own.hand)


@any_game
@pytest.mark.parametrize("hands", ["cardboard", "phones"])
def test_the_tower_has_no_more_blocks_than_there_are(seed, hands):
    heights = played(seed, hands)[0].public.heights
    assert min(heights) >= 0
    assert sum(heights) <= BLOCKS


@pytest.mark.rule("BABEL-13")
@any_game
def test_the_pile_lasts_for_all_rounds(seed):
    public = played(seed, "phones")[0].public
    assert public.pile >= 0
    assert public.round <= public.last_round


@any_game
def test_every_seat_is_on_one_of_the_two_sides(seed):
    sitting = played(seed, "cardboard")[0]
    score = sitting.table.moment.score()
    assert score is not None
    assert sorted(seat for place in score.ranking for seat in place) == sorted(sitting.names)
