"""The promises of every game of the shelf and of the toy. A new game needs no change of this file."""

import pytest

from companion.promises.every_game import *  # noqa: F403
from companion.promises.settings import each_of, settings_of
from tests.promises.settings import GAMES, SHELF, settings


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    each_of(metafunc, GAMES)


def test_there_are_games_on_the_shelf():
    assert SHELF
    assert settings()
    assert all(settings_of(game) for game in GAMES)
