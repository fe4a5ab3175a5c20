"""Whole games of the shelf, played by taps on the offers of pages. No answer that looks legal is refused. Every awaited seat
has something to press. A player who taps everything twice answers once. Bots take over questions that were answered often
enough, while all pages follow."""

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.tapping import SCRIPT, No, Players, Thumb
from tests.promises.settings import NAMES, SHELF, Setting, is_variation, settings_of
from tests.support.houses import start

pytestmark = pytest.mark.browser

Evening = Callable[..., tuple[Box, list[No]]]


def few(setting: Setting) -> bool:
    """Return whether a setting is the default game, a way to hold its cards, or a game with public pieces."""
    usual = not setting.options and setting is settings_of(setting.game)[0]
    return usual or "hands" in setting.options or (is_variation(setting) and "offer" in setting.options)


def smallest(setting: Setting) -> Setting:
    """Return the setting with the fewest seats, because each of them opens a phone."""
    sizes = setting.game.sizes(msgspec.convert(setting.options, setting.game.options))
    return replace(setting, seats=min(sizes))


SETTINGS = [smallest(setting) for game in SHELF for setting in settings_of(game) if few(setting)]


@pytest.fixture
def evening(boxes: Boxes, phone: Phones) -> Evening:
    """Return a function: `evening(setting, seed)` plays a game by taps until the score. It returns the box, and all refusals
    of the box."""

    def play(setting: Setting, seed: int) -> tuple[Box, list[No]]:
        names = NAMES[: setting.seats]
        box = boxes(*names)
        start(box.house, *names, game=setting.game.id, **setting.options)
        thumbs = [Thumb(box, name, phone(box, name, clock=True, script=SCRIPT), seed) for name in names]
        Players(box, thumbs, seed).play()
        for thumb in thumbs:
            expect(thumb.page.locator(".ranking")).to_be_attached()
        return box, [no for thumb in thumbs for no in thumb.refused]

    return play


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_everything_that_pages_offer_can_be_tapped_until_the_score_and_a_double_tap_answers_once(
    evening: Evening, setting: Setting
) -> None:
    """`Players` checks that a double tap gives at most one answer, and none if the button only opens or chooses
    something."""
    box, refused = evening(setting, seed=2)
    # The rules may refuse a filled form, and in a secret question a card that the seat does not hold. Nothing else may be
    # refused.
    assert [
        no for no in refused if not no.doubled and (no.status != 409 or not (no.secret or no.kind in ("send", "tell")))
    ] == []
    assert box.house.table is not None
    assert box.house.table.moment.over
