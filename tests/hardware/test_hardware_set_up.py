"""The set-up of the table, step by step, at the box alone."""

import pytest

from companion.letters import load
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from hardware.drawing.draw import wrap
from tests.promises.settings import Setting, settings_of

B12 = load().b12
WIDTH = 126
"""The width of a line on a page that asks for a confirmation, in dots."""

EVERY = [setting for game in games().values() for setting in settings_of(game)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setting", EVERY, ids=str)
def test_every_step_fits_whole_on_the_display(setting: Setting, language: str) -> None:
    plan = setting.table().set_up
    for step in (step for seat in plan.lists for step in plan.of(seat)):
        assert B12.width(say(step.title, language)) <= WIDTH
        assert len(wrap(say(step.panel, language), WIDTH, B12)) <= 2, say(step.panel, language)
