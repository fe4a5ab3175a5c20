"""What is said of a game to whoever does not play it, and afterwards: in words meant for them, and each name once."""

import re

import pytest

from companion.speech.i18n import say
from tests.promises.settings import SHELF, Setting, settings_of
from tests.promises.walks import Walk, walk

SEEDS = range(3)
YOU = {"en": re.compile(r"\byou(rs?|rselves)?\b", re.I), "fr": re.compile(r"\b(vous|votre|vos|vôtres?)\b", re.I)}

every_setting = pytest.mark.parametrize("setting", [s for game in SHELF for s in settings_of(game)], ids=str)


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
