"""Phones say each open change once, by the number of its open entry."""

from itertools import pairwise

import pytest

from companion.core.moment import HAPPENED
from companion.promises.tapes import fresh, tapes_of
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.promises.settings import GAMES, SHELF, Setting, settings_of

every_setting = pytest.mark.parametrize(
    "setting", [setting for game in GAMES for setting in settings_of(game)], ids=str, scope="module"
)
usual = pytest.mark.parametrize("setting", [settings_of(game)[0] for game in SHELF], ids=str)


@every_setting
def test_each_open_entry_is_announced_once_in_its_order_and_a_secret_one_changes_nothing(setting: Setting) -> None:
    for tape in tapes_of(setting):
        for before, after in pairwise(tape.moments):
            numbers = [one.number for one in after.happened]
            assert numbers == sorted(set(numbers))
            new = [n for n in numbers if n > before.open_entries]
            assert new == list(range(before.open_entries + 1, after.open_entries + 1))
            if not new:
                assert before.happened == after.happened


@every_setting
def test_a_phone_gets_a_few_changes_and_the_same_after_a_restart(setting: Setting) -> None:
    for tape in tapes_of(setting):
        assert max(len(moment.happened) for moment in tape.moments) <= HAPPENED
        assert fresh(tape.moments[-1]).happened == tape.moments[-1].happened


@usual
def test_every_change_has_words_in_every_language(setting: Setting) -> None:
    tape = tapes_of(setting)[0]
    for one in {one.number: one for moment in tape.moments for one in moment.happened}.values():
        assert all(say(words, language) for words in one.words for language in LANGUAGES)


@pytest.mark.parametrize(
    "setting", [one for game in SHELF for one in settings_of(game)[:: len(settings_of(game)) - 1]], ids=str
)
def test_a_change_is_no_bare_number_and_a_colon_is_followed_by_pieces(setting: Setting) -> None:
    for tape in tapes_of(setting):
        for one in {one.number: one for moment in tape.moments for one in moment.happened}.values():
            sentence = [say(words, language) for words in one.words for language in LANGUAGES]
            assert all(any(letter.isalpha() for letter in words) for words in sentence), sentence
            assert one.moves or not any(words.endswith((":", "：")) for words in sentence), sentence
