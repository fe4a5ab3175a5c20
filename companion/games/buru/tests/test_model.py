"""Whole games held line by line against the rules said once more (`model/`): what is accepted and awaited, all numbers."""

from random import Random
from typing import Any

import pytest

from companion.games.buru.tests.side_by_side import Both, lines

RULES = [f"BURU-{n:02}" for n in (2, 3, 4, *range(6, 26), 28, 29, 30, 32, 44, 45)]


def any_options(dice: Random) -> dict[str, Any]:
    return {
        "lawan": dice.choice([0, 0, 1, 2]),
        "ledger": dice.choice(["esteem", "full"]),
        "long": dice.random() < 0.1,
        "fifth": dice.random() < 0.3,
    }


def seats_for(options: dict[str, Any], dice: Random) -> int:
    rivals = options["lawan"]
    return dice.randint(max(1, 2 - rivals), 4 + options["fifth"] - rivals)


@pytest.mark.parametrize("seed", range(12))
def test_the_game_and_the_rules_say_the_same_of_every_line(seed):
    dice = Random(seed)
    options = any_options(dice)
    both = Both(seats_for(options, dice), options)
    assert [*lines(both, dice)]
    assert both.referee.score


for number in RULES:
    pytest.mark.rule(number)(test_the_game_and_the_rules_say_the_same_of_every_line)
