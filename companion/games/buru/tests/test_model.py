"""Whole games, compared line by line with the plain program of the rules (`model/`): accepted lines, dues, all numbers."""

import json
from random import Random
from typing import Any

import pytest

from companion.games.buru.tests.model import tables
from companion.games.buru.tests.side_by_side import Both, lines
from companion.records.record import awaited, replay

RULES = [f"BURU-{n:02}" for n in (1, 2, 3, 4, *range(6, 26), 28, 29, 30, 31, *range(32, 43), 44, 45)]
MODULES = (*tables.MODULES, "box")
EACH = [{}, *({module: True} for module in MODULES), dict.fromkeys(MODULES, True)]


def held(seed: int, **modules: bool) -> Both:
    """Return a whole game with these modules, or with random ones."""
    dice = Random(seed)
    seats, options = tables.any_table(dice, modules)
    both = Both(seats, options)
    assert [*lines(both, dice)]
    assert both.referee.score
    return both


def says_the_same(*seeds: int, **modules: bool) -> None:
    for seed in seeds:
        held(seed, **modules)


@pytest.mark.parametrize("modules", EACH, ids=lambda modules: "-".join(modules) or "base")
def test_the_game_and_the_rules_say_the_same_of_every_line(modules):
    says_the_same(0, 1, **dict.fromkeys(MODULES, False) | modules)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(4))
def test_the_game_and_the_rules_say_the_same_of_every_line_with_any_modules(hundred):
    says_the_same(*range(100 * hundred, 100 * hundred + 12))


for number in RULES:
    pytest.mark.rule(number)(test_the_game_and_the_rules_say_the_same_of_every_line)


@pytest.mark.parametrize(
    "modules", [{}, dict.fromkeys(tables.MODULES, True), dict.fromkeys(MODULES, True)], ids=["base", "modules", "cards"]
)
def test_all_that_is_offered_is_taken_and_all_that_is_blocked_is_refused(modules):
    dice = Random(7)
    seats, options = tables.any_table(dice, dict.fromkeys(MODULES, False) | modules)
    both = Both(seats, options)
    for n, _ in enumerate(lines(both, dice)):
        if n % 3 == 0:
            both.offered()


@pytest.mark.parametrize("seed", range(4))
def test_a_record_of_any_game_is_played_again_to_the_same_dues_and_score(seed):
    both = held(seed)
    for end in (len(both.record) // 3, len(both.record)):
        table = replay("\n".join(_record(both, end)))
        score = table.game.score(table.moment.history.state)
        assert awaited(table.moment.history.dues) == _rules_await(both, end)
        assert (score is None) == (end < len(both.record))
    assert [seat for (seat,) in score.ranking] == both.referee.score.ranking
    assert {seat: score.total(seat) for (seat,) in score.ranking} == both.referee.score.totals


def _record(both: Both, end: int) -> list[str]:
    head = {"game": "buru", "seats": list(both.sitting.names), "options": both.options}
    return [json.dumps(line) for line in (head, *both.record[:end])]


def _rules_await(both: Both, end: int) -> list[dict[str, Any]]:
    referee = both.again()
    for line in both.record[:end]:
        assert referee.answer(line["seat"], line["do"])
    return [{"kind": kind, "seat": seat} for kind, seat in referee.awaited]
