"""Whole games on random layouts, compared step by step with the plain program of the rules (`model.py`)."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.animism import GAME
from companion.games.animism.layout import SAMPLE
from companion.games.animism.pieces import COLOURS
from companion.games.animism.tests.model import Model
from companion.games.animism.tests.printing import layouts
from companion.house.dice import SeededDice
from companion.promises.sitting import Sitting

RULES = [f"ANIM-{n:02}" for n in (5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 29)]


class Both:
    """The game, and the model beside it."""

    def __init__(self, options: dict[str, Any], seats: int, seed: int) -> None:
        self.sitting = Sitting(GAME, seats, sheets="twin", **options)
        public = self.sitting.public
        pens = tuple(map(COLOURS.index, public.colours))
        self.model = Model(public.options.layout, pens, public.options.strict_levels, public.options.advanced)
        self.pick = SeededDice(seed).pick

    def play(self) -> None:
        while dues := self.sitting.dues():
            due = dues[self.pick(len(dues))]
            seat = self.sitting.names.index(due.seat)
            offered = self.sitting.answers(due).legal()
            rerolls = [do for do in offered if do["type"] == "reroll"]
            assert sorted_lines(do for do in offered if do["type"] != "reroll") == sorted_lines(self.model.legal(seat))
            do = self.liked(offered, bool(rerolls))
            self.sitting.answer_due(due, do, due.seat)
            self.model.answer(seat, do)
            self.compare(seat)

    def liked(self, offered: list[dict[str, Any]], is_rich: bool) -> dict[str, Any]:
        """Return a random answer. Each type is equally likely, and the extra action is taken whenever it can be."""
        types = sorted({do["type"] for do in offered} - ({"done"} if is_rich and self.pick(4) else set()))
        wanted = "roll" if types == ["done", "roll"] else types[self.pick(len(types))]
        some = [do for do in offered if do["type"] == wanted]
        cheap = [do for do in some if do.get("piece") == "cell" and self.pick(2)]
        return (cheap or some)[self.pick(len(cheap or some))]

    def compare(self, seat: int) -> None:
        own, player = self.sitting.own(self.sitting.names[seat]), self.model.players[seat]
        assert list(own.hand) == player.hand
        page, paper = self.model.page(seat), own.paper
        if paper is not None and self.sitting.dues():
            assert [list(track) for track in paper.tracks] == page.tracks
            assert [list(pens) for pens in paper.bought] == list(page.bought.values())


def sorted_lines(answers: Any) -> list[str]:
    return sorted(json.dumps(do, sort_keys=True) for do in answers)


@pytest.mark.long
@settings(max_examples=12, deadline=None)
@given(
    layout=st.one_of(st.just(SAMPLE), layouts(9)),
    seats=st.integers(3, 4),
    advanced=st.booleans(),
    strict=st.booleans(),
    colours=st.permutations(COLOURS),
    seed=st.integers(0, 999),
)
def test_offers_and_their_effects_are_those_of_the_rules(layout, seats, advanced, strict, colours, seed):
    options = {"layout": msgspec.to_builtins(layout), "advanced": advanced, "strict_levels": strict}
    both = Both({**options, "colours": colours[:seats]}, seats, seed)
    both.play()
    score = both.sitting.score()
    assert [score.total(seat) for seat in both.sitting.names] == [both.model.total(i) for i in range(seats)]
    assert both.model.turn == 4 * seats


for number in RULES:
    pytest.mark.rule(number)(test_offers_and_their_effects_are_those_of_the_rules)
