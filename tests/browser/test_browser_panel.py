"""The simulated panel under a finger: news moves and covers no button, and each press counts once."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Boxes, Phones
from tests.browser.fitting import ROOMS, SIZES
from tests.browser.held import SCRIPT, Held
from tests.support.panels import PaperPanel

pytestmark = pytest.mark.browser

LONG = '<div class="presses">{}</div>'.format(
    "".join(
        f'<div><button type="button" class="round" data-press="{name}">{name}</button><p>much to read</p></div>'
        for name in ("back", "next", "ok")
    )
)
"""Another page of the box, longer than the screen."""


@pytest.fixture
def panel(boxes: Boxes, phone: Phones) -> Any:
    """Return a function: `panel(width, height)` is the panel's page, whose stream and box the test controls."""
    box = boxes("Ana", panel=PaperPanel())

    def new(width: int = 320, height: int = 568) -> Held:
        return Held(phone(box, path="/panel", clock=True, script=SCRIPT, viewport={"width": width, "height": height}))

    return new


def stands(held: Held) -> list[Any]:
    """Return the place of each button, and whether a finger would meet it."""
    found: list[Any] = held.page.evaluate(
        """() => [...document.querySelectorAll("[data-press]")].map((at) => {
          at.scrollIntoView({ block: "nearest" });
          const { left, top, width, height } = at.getBoundingClientRect();
          const met = document.elementFromPoint(left + width / 2, top + height / 2) === at;
          return [at.dataset.press, left, top + scrollY, width, height, met];
        })"""
    )
    return found


def pressed(held: Held) -> list[str]:
    found: list[str] = held.page.evaluate("posts.map(({ body }) => body.button)")
    return found


@pytest.mark.parametrize("size", [*SIZES.values(), *ROOMS.values()], ids=str)
def test_no_button_moves_when_the_connection_is_lost_and_when_it_is_back(panel: Any, size: tuple[int, int]) -> None:
    held = panel(*size)
    stood = stands(held)
    assert all(place[-1] for place in stood)
    held.waits(13_000)
    expect(held.page.locator(".lost")).to_be_visible()
    assert stands(held) == stood
    held.brings("beat")
    expect(held.page.locator(".lost")).to_have_count(0)
    assert stands(held) == stood


def test_a_page_that_changes_under_a_finger_changes_no_button_and_the_press_counts_once(panel: Any) -> None:
    held = panel()
    following = held.page.locator("[data-press=next]")
    following.hover()
    held.page.evaluate("window.first = document.querySelector('[data-press=next]')")
    held.page.mouse.down()
    stood = stands(held)
    held.brings("screen", html=LONG)
    held.waits(13_000)
    assert stands(held) == stood
    assert held.page.evaluate("first.isConnected")
    held.page.mouse.up()
    held.page.clock.run_for(100)
    expect(held.page.locator(".presses")).to_contain_text("much to read")
    assert pressed(held) == ["next"]
    following.click()
    assert pressed(held) == ["next", "next"]


def test_a_reader_hears_each_new_page_of_the_display_once_but_no_running_clock_and_no_secret(panel: Any) -> None:
    held, words = panel(), '<p class="in-words" data-said="{0}">{0}</p>'
    heard = held.page.locator("#live")
    for brought, said in (("Talk: 1:30.", "Talk: 1:30."), ("Talk: 1:29.", "Talk: 1:30."), ("Ana.", "Ana.")):
        held.brings("screen", html=LONG + words.format(brought))
        expect(held.page.locator("#screen")).to_contain_text(brought)
        expect(heard).to_have_text(said)
    held.brings("screen", html=LONG + '<p class="in-words">Ana: 2 priests</p>')
    expect(held.page.locator("#screen")).to_contain_text("2 priests")
    expect(heard).to_have_text("Ana.")


def test_a_letter_presses_no_button_of_the_panel_because_readers_and_voices_use_letters(panel: Any) -> None:
    held = panel()
    for key in ("b", "n", "ArrowRight"):
        held.page.keyboard.press(key)
    assert pressed(held) == ["next"]


def test_ok_held_to_look_shows_so_while_it_is_held_and_presses_nothing(panel: Any) -> None:
    held = panel()
    held.brings("screen", html=LONG.replace('data-press="ok"', 'data-press="ok" data-look="600"'))
    held.page.locator("[data-press=ok]").hover()
    held.page.mouse.down()
    held.page.clock.run_for(2700)
    held.page.mouse.up()
    held.page.clock.run_for(3000)
    assert held.page.evaluate("posts.map(({ body }) => body.rests)") == [True, True, True, False]
