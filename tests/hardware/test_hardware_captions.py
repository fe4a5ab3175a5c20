"""Each caption names the act of its press. A button without a caption does nothing, and holding it does what its word
says."""

import pytest

from companion.snapshot.panel import Button, PageInWords
from tests.hardware.alone import Alone
from tests.hardware.test_hardware_alone import begun

BACK, NEXT, OK = Button
PRESSES = 150
LEADS = {"take_back": {"take_back", "take_own_back"}, "options": {"options"}, "back": {"lobby"}}
"""The pages that appear when Back is held, by the word for the hold."""


def looks(alone: Alone) -> PageInWords:
    alone.rig.wait(1.1)
    page: PageInWords = alone.rig.panel.page()
    return page


def is_same(before: PageInWords, after: PageInWords) -> bool:
    """Return whether the page is the same, apart from the reply to the last press."""
    lines = zip(before.lines, after.lines, strict=False)
    return (before.page, before.buttons) == (after.page, after.buttons) and all(one == other for one, other in lines)


def presses(alone: Alone, button: Button) -> None:
    before = looks(alone)
    alone.rig.press(button)
    after: PageInWords = alone.rig.panel.page()
    caption = before.buttons[list(Button).index(button)]
    if before.page != "yours" or button is not OK:  # this page shows that OK is held
        assert (after != before) if caption else is_same(before, after), (button, before, after)


def holds_back(alone: Alone) -> None:
    before = looks(alone)
    alone.rig.hold(BACK, 1.0)
    after: PageInWords = alone.rig.panel.page()
    if before.hold:
        assert after.page in LEADS[before.hold], (before, after)
    else:
        assert (after.page, after.buttons) == (before.page, before.buttons), (before, after)


def holds_ok(alone: Alone) -> None:
    """Hold OK just long enough to see the effect."""
    before = looks(alone)
    alone.rig.down(OK)
    alone.rig.wait(1)
    assert alone.rig.page == {"look": "uncovered", "off": "hold"}.get(before.hold_ok, before.page), before
    shown: PageInWords = alone.rig.panel.page()
    assert shown.is_private or shown.page != "uncovered"
    alone.rig.up(OK)
    looks(alone)
    assert not alone.off


@pytest.mark.parametrize("game", ["bali", "buru", "babel", "animism"])
def test_every_caption_of_a_game_says_what_its_press_does_now(alone: Alone, game: str) -> None:
    begun(alone, game, 5 if game == "babel" else 3)
    for n in range(PRESSES):
        match alone.dice.randrange(6):
            case 0:
                holds_back(alone)
            case 1:
                holds_ok(alone)
            case 2:
                presses(alone, list(Button)[n % 3])
            case _:
                alone.step()


def test_every_caption_of_the_lobby_says_what_its_press_does(alone: Alone) -> None:
    alone.sit(2)
    for n in range(PRESSES):
        presses(alone, (BACK, NEXT)[n % 2]) if alone.dice.randrange(4) else holds_back(alone)


def test_a_dark_way_in_says_that_a_press_brings_the_code_and_nothing_else(alone: Alone) -> None:
    alone.rig.wait(61)
    page = alone.rig.panel.page()
    assert (page.page, page.buttons, page.hold, page.hold_ok) == ("join", ("", "", "Press: code"), "", "")
    alone.rig.press(NEXT)
    assert alone.rig.page == "join"
    assert alone.rig.buttons[1]


def test_a_display_at_rest_says_of_no_button_what_it_does_when_it_is_awake(alone: Alone) -> None:
    begun(alone, "bali")
    alone.rig.press(BACK)
    alone.rig.wait(320)
    page = alone.rig.panel.page()
    assert (page.buttons, page.hold, page.hold_ok) == (("", "", ""), "", "")
