"""A bot that follows its weights wins more often than one that answers by chance."""

from typing import Any

from companion.games.bali.tests.playing import Sitting
from companion.house.dice import SeededDice

GAMES = 24


def test_a_bot_that_follows_its_taste_beats_one_that_takes_what_comes():
    won = sum(points(game, "Ana") > points(game, "Ben") for game in map(played, range(GAMES)))
    assert won > GAMES * 2 / 3


def played(seed: int) -> Sitting:
    """Return a game in which Ana's bot follows its weights and Ben's answers by chance. The seed says which of them
    begins."""
    pick = SeededDice(seed).pick
    game = Sitting(2, offer="tracked", demon=bool(seed % 2), oracle=bool(seed % 3))
    while game.due().waits:
        due, legal = game.due(), game.answers().legal()
        do: dict[str, Any] = legal[pick(len(legal))] if due.seat == "Ben" else game.liked(due, pick)
        game.post(due.seat, do)
    return game


def points(game: Sitting, seat: str) -> int:
    score = game.score()
    assert score is not None
    return score.total(next(name for name in game.names if name == seat))
