"""Golden playthroughs: whole games, step by step, with every seat's screen. Each game must have one.

After an intended change, run `python -m tests.promises.golden --write` and read the difference.
"""

import pytest

from companion.promises.golden import golden
from tests.promises.golden import GAMES, playthroughs
from tests.promises.settings import SHELF


@pytest.mark.parametrize("game", [game.id for game in SHELF])
def test_every_game_has_a_playthrough(game):
    assert list((GAMES / game / "playthroughs").glob("*.jsonl"))


@pytest.mark.parametrize("file", playthroughs(), ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_a_playthrough_shows_what_it_showed(file):
    assert golden(file.read_text("utf-8")) == file.with_suffix(".txt").read_text("utf-8")


def test_every_golden_belongs_to_a_playthrough():
    goldens = {file.with_suffix("") for file in GAMES.glob("*/playthroughs/*.txt")}
    assert goldens == {file.with_suffix("") for file in playthroughs()}
