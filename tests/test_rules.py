"""Every rule of a game's RULES.md has a test that is marked with its number."""

import re

import pytest

from tests.promises.settings import SHELF
from tests.support.marks import GAMES, marked


def rules(game: str) -> dict[str, str]:
    """Return the numbered rules with their first words."""
    found = re.findall(r"^- \*\*([A-Z]+-\d+)\*\*\s*(.*)", (GAMES / game / "RULES.md").read_text("utf-8"), re.MULTILINE)
    assert found, f"{game}/RULES.md numbers no rule"
    return dict(found)


@pytest.mark.parametrize("game", [game.id for game in SHELF])
def test_every_rule_has_a_test(game):
    held = {number for number, _ in marked("rule")}
    now = [number for number, words in rules(game).items() if not words.startswith("*(later)*")]
    assert now
    assert [number for number in now if number not in held] == []


@pytest.mark.parametrize("game", [game.id for game in SHELF])
def test_a_games_rules_are_numbered_without_a_gap(game):
    numbers = [int(number.rpartition("-")[2]) for number in rules(game)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_mark_names_a_rule_that_exists():
    known = {number for game in SHELF for number in rules(game.id)}
    assert {number for number, _ in marked("rule")} <= known


@pytest.mark.parametrize("game", [game.id for game in SHELF])
def test_every_rule_that_the_code_cites_exists(game):
    numbers = rules(game)
    prefix = next(iter(numbers)).rpartition("-")[0]
    files = [*(GAMES / game).rglob("*.py"), *(GAMES / game).glob("texts/*.toml")]
    cited = {number for file in files for number in re.findall(rf"\b{prefix}-\d+\b", file.read_text("utf-8"))}
    assert cited
    assert cited <= set(numbers)
