"""Lists the games to test, each with its options and numbers of seats. A new game on the shelf is included by itself."""

import os
from collections.abc import Iterable

import pytest

from companion.core.game import AnyGame
from companion.promises.settings import NAMES, NUMBER, PLACES, Setting, is_variation, set_up_error, settings_of
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from tests.toy import GAME as TOY

__all__ = [
    "GAMES",
    "NAMES",
    "NUMBER",
    "ONE",
    "PLACES",
    "SHELF",
    "Setting",
    "is_variation",
    "set_up_error",
    "settings",
    "settings_of",
    "spoken",
]

ONE = os.environ.get("ONE_GAME")
"""The only game to test, for `make game`. None: all games."""

SHELF: tuple[AnyGame, ...] = tuple(game for game in games().values() if ONE in (None, game.id))
GAMES: tuple[AnyGame, ...] = SHELF if ONE else (*SHELF, TOY)


def settings() -> tuple[Setting, ...]:
    return tuple(setting for game in GAMES for setting in settings_of(game))


def spoken(settings: Iterable[Setting]) -> pytest.MarkDecorator:
    """Return the mark that runs a test for each of these settings in each language. A setting that changes a single option
    has one language, in turn: the setting with all options has its words in all languages."""
    given = [
        pytest.param(setting, language, id=f"{setting}-{language}")
        for n, setting in enumerate(settings)
        for m, language in enumerate(LANGUAGES)
        if not is_variation(setting) or n % len(LANGUAGES) == m
    ]
    return pytest.mark.parametrize(("setting", "language"), given)
