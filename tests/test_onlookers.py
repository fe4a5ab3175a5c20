"""What is said of a game to whoever does not play it, and afterwards: in words meant for them, and each name once."""

import re
from collections.abc import Iterable

import pytest

from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.hardware.test_hardware_fits import at_the_box, leaves
from tests.promises.settings import SHELF, Setting, settings_of
from tests.promises.shown import texts
from tests.promises.walks import straight, walk

PLAYER = {
    "en": re.compile(r"\byou(?:rs?|rsel(?:f|ves))?\b|\bbar\b|\bbelow\b", re.I),
    "fr": re.compile(r"\b(?:vous|votre|vos|vôtres?|tu|toi|ton|tes|maintenez|maintenue|barre)\b", re.I),
    "ja": re.compile("あなた|自分|長押し|バー|ここで答え"),
}
"""What is said to a player alone: of what is his or hers, and of the cover, which only a seat's phone has."""

every_setting = pytest.mark.parametrize("setting", [s for game in SHELF for s in settings_of(game)], ids=str)


def to_players(said: Iterable[str], language: str) -> list[str]:
    return sorted({words for words in said if PLAYER[language].search(words)})


@every_setting
def test_a_screen_without_a_seat_is_never_spoken_to_as_a_player(setting: Setting) -> None:
    """In no state of a game: neither what is told nor what is asked there."""
    seen: set[bytes] = set()
    screens = (moment.screen(None) for game in straight(setting) for moment in game.moments)
    found = [words for screen in screens for words in texts(screen, seen)]
    assert {say(words, "en") for words in found}
    assert [words for language in LANGUAGES for words in to_players((say(one, language) for one in found), language)] == []


@every_setting
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_box_is_never_spoken_to_as_a_player(setting: Setting, language: str) -> None:
    shown = {leaf.lines() for moment in walk(setting, 0).moments for leaf in leaves(at_the_box(setting, moment, language))}
    assert to_players((line for lines in shown for line in lines), language) == []


@every_setting
def test_a_story_does_not_say_twice_who_told_something(setting: Setting) -> None:
    for game in straight(setting):
        for told in game.table.moment.story():
            assert told.seat is None or not say(told.words, "en").startswith(str(told.seat)), told
