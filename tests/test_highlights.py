"""Highlights have numbers that count open entries alone. An answer that was taken back has no highlight."""

from itertools import pairwise

import pytest

from companion.core.history import RECENT
from companion.core.moment import HIGHLIGHTS
from companion.promises.tapes import tapes_of
from tests.promises.settings import SHELF, Setting, settings_of

every_setting = pytest.mark.parametrize(
    "setting", [setting for game in SHELF for setting in settings_of(game)], ids=str, scope="module"
)


@every_setting
def test_a_secret_entry_moves_no_highlight(setting: Setting):
    for tape in tapes_of(setting):
        for before, after in pairwise(tape.moments):
            if before.open_entries == after.open_entries:
                assert before.highlights == after.highlights


@every_setting
def test_an_answer_has_at_most_one_highlight_with_the_number_of_its_open_entry(setting: Setting):
    for tape in tapes_of(setting):
        for moment in tape.moments:
            numbers = [one.number for one in moment.highlights]
            assert numbers == sorted(set(numbers))
            assert len(numbers) <= HIGHLIGHTS
            assert all(moment.open_entries - RECENT < n <= moment.open_entries for n in numbers)


@every_setting
def test_no_page_plays_a_highlight_from_before_its_first_screen(setting: Setting):
    """A page plays highlights with a higher number than any on its screens so far. Taking back may show older ones again."""
    for tape in tapes_of(setting):
        for before, after in pairwise(tape.moments):
            highest = max((one.number for one in before.highlights), default=0)
            assert all(one.number <= highest or one.number > before.open_entries for one in after.highlights)


@every_setting
def test_a_restart_keeps_highlights(setting: Setting):
    for tape in tapes_of(setting):
        n = len(tape.entries) * 2 // 3
        assert tape.at(n).moment.highlights == tape.moments[n].highlights
