"""What is said of a game to whoever does not play it, and afterwards: in words meant for them, and each name once."""

import re
from typing import Any

import pytest

from companion.ports.frame import Frame
from companion.ports.panel import Join
from companion.speech.i18n import say
from tests.promises.settings import NAMES, SHELF, Setting, settings_of
from tests.promises.walks import Walk, walk
from web.drawing import render

SEEDS = range(3)
YOU = {"en": re.compile(r"\byou(rs?|rselves)?\b", re.I), "fr": re.compile(r"\b(vous|votre|vos|vôtres?)\b", re.I)}

every_setting = pytest.mark.parametrize("setting", [s for game in SHELF for s in settings_of(game)], ids=str)
every_game = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)


def walks(setting: Setting) -> list[Walk]:
    return [walk(setting, seed) for seed in SEEDS]


@every_setting
@pytest.mark.parametrize("language", sorted(YOU))
def test_after_the_end_who_did_not_play_is_not_spoken_to_as_a_player(setting: Setting, language: str) -> None:
    for game in walks(setting):
        for moment in filter(lambda moment: moment.over, game.moments):
            now = moment.screen(None).view.now
            said = [say(words, language) for words in (now.line, *now.small)]
            assert [words for words in said if YOU[language].search(words)] == []


@every_setting
def test_a_story_does_not_say_twice_who_told_something(setting: Setting) -> None:
    for game in walks(setting):
        for told in game.table.moment.story():
            assert told.seat is None or not say(told.words, "en").startswith(str(told.seat)), told


def at_the_end(game: Any) -> list[Frame]:
    """The host's phone at each moment after the end of a game with as many as can sit."""
    setting = Setting(game, max(game.sizes(game.options())))
    over = [moment.screen(NAMES[0]) for moment in walk(setting, 1).moments if moment.over]
    pieces = {name: n for n, name in enumerate(NAMES, 1)}
    join = Join("", "", "", setting.seats)
    return [Frame(NAMES[0], pieces, True, 1, "", join, game=game.id, screen=screen) for screen in over]


@every_game
def test_an_offer_does_not_stand_above_what_comes_after_the_end(game: Any) -> None:
    """But for the check of the score, which comes first, answered or not."""
    for frame in at_the_end(game):
        assert frame.screen is not None
        html = str(render.whole(frame, "en"))
        offers = html.find('class="ask"') % len(html)
        checks = any(ask.checks for ask in frame.screen.asks)
        assert (offers < html.index('data-id="again"')) == checks
