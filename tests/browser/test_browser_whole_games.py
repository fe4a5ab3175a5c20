"""Whole games of the shelf, played by tapping what the pages offer: nothing that is drawn as legal is refused, nobody who is
awaited has nothing to press, and who taps everything twice has answered once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.tapping import No, Players, Thumb
from tests.promises.settings import NAMES, SHELF, Setting, settings_of
from tests.support.houses import start

pytestmark = pytest.mark.browser

Evening = Callable[..., tuple[Box, list[No]]]


def few(setting: Setting) -> bool:
    """The smallest table of each game, and of each way to hold its cards."""
    usual = not setting.options and setting is settings_of(setting.game)[0]
    return usual or "hands" in setting.options


SETTINGS = [s for game in SHELF for s in settings_of(game) if few(s)]


@pytest.fixture
def evening(boxes: Boxes, phone: Phones) -> Evening:
    """`evening(setting, seed)` is a box where that game was played to its end, and all that the box refused."""

    def play(setting: Setting, seed: int, doubled: bool = False) -> tuple[Box, list[No]]:
        names = NAMES[: setting.seats]
        box = boxes(*names)
        start(box.house, *names, game=setting.game.id, **setting.options)
        thumbs = [Thumb(box, name, phone(box, name, clock=True), doubled) for name in names]
        Players(box, thumbs, seed).play()
        for thumb in thumbs:
            expect(thumb.page.locator(".ranking")).to_be_attached()
        return box, [no for thumb in thumbs for no in thumb.refused]

    return play


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_pages_offer_can_be_tapped_until_the_score(evening: Evening, setting: Setting) -> None:
    _, refused = evening(setting, seed=1)
    # The rules may refuse what was filled in, and to a secret question what one does not hold; the contract nothing.
    assert [no for no in refused if no.status != 409 or not (no.secret or no.kind == "send")] == []


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_who_taps_everything_twice_has_answered_once(evening: Evening, setting: Setting) -> None:
    """Each double tap tells one answer at most, and one that only opens or chooses something none: `Players` sees to it."""
    box, _ = evening(setting, seed=2, doubled=True)
    assert box.house.table is not None
    assert box.house.table.moment.over
