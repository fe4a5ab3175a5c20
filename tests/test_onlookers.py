"""The words for onlookers and for the time after a game: they do not address a player, and name each person once."""

import re
from collections.abc import Iterable

import pytest

from companion.demands.words import TO_A_PLAYER
from companion.promises.tapes import straight_tapes, tape_of
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.hardware.test_hardware_fits import at_the_box, leaves
from tests.promises.settings import SHELF, Setting, settings_of, spoken
from tests.promises.shown import texts

every_setting = pytest.mark.parametrize("setting", [s for game in SHELF for s in settings_of(game)], ids=str)


def to_players(sentences: Iterable[str], language: str) -> list[str]:
    return sorted({words for words in sentences if TO_A_PLAYER[language].search(words)})


@every_setting
def test_a_screen_without_a_seat_is_never_spoken_to_as_a_player(setting: Setting) -> None:
    """This holds in every state of a game, for statements and for questions."""
    seen: set[bytes] = set()
    screens = (moment.screen(None) for tape in straight_tapes(setting) for moment in tape.moments)
    found = [words for screen in screens for words in texts(screen, seen)]
    assert {say(words, "en") for words in found}
    assert [words for language in LANGUAGES for words in to_players((say(one, language) for one in found), language)] == []


@spoken(setting for game in SHELF for setting in settings_of(game))
def test_the_box_is_never_spoken_to_as_a_player(setting: Setting, language: str) -> None:
    shown = {
        leaf.lines() for moment in tape_of(setting, 0).moments for leaf in leaves(at_the_box(setting, moment, language))
    }
    assert to_players((line for lines in shown for line in lines), language) == []


@every_setting
def test_a_story_names_the_seat_of_an_answer_once(setting: Setting) -> None:
    for tape in straight_tapes(setting):
        for tale in tape.table.moment.story():
            assert tale.seat is None or not re.match(rf"{tale.seat}\b", say(tale.words, "en")), tale


@pytest.mark.parametrize("words", ["自分の番です", "バーを長押し", "あなたの手札"])
def test_a_japanese_sentence_to_a_player_is_known_as_one(words: str) -> None:
    assert to_players([words], "ja")


@pytest.mark.parametrize("words", ["各自が\u200b自分のディスクを裏返します", "カバーとナンバー", "全員は自分の札を見ます"])
def test_a_japanese_sentence_about_everybody_is_no_sentence_to_a_player(words: str) -> None:
    assert not to_players([words], "ja")
