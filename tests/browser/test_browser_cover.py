"""The cover on a real screen: secrets show while it is held, and never otherwise."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.core.knowledge import Seat
from tests.browser.conftest import Box, Boxes, Phones
from tests.support.houses import start

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben")


@pytest.fixture
def box(boxes: Boxes) -> Box:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    return box


@pytest.fixture
def ben(box: Box, phone: Phones) -> Page:
    """Ben's phone, its clock turned by hand."""
    page = phone(box, "Ben", clock=True)
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    return page


def press(page: Page) -> tuple[float, float]:
    """A finger comes down on the cover; where."""
    box = page.locator(".cover").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


def hold(page: Page) -> tuple[float, float]:
    place = press(page)
    page.clock.run_for(200)
    expect(page.locator("#panel")).to_be_visible()
    return place


def test_holding_shows_and_letting_go_covers(ben: Page) -> None:
    expect(ben.locator("#panel")).to_be_hidden()
    hold(ben)
    expect(ben.locator("#panel")).to_contain_text("Yours alone")
    expect(ben.locator(".cover")).to_have_text("Let go to cover", use_inner_text=True)
    ben.mouse.up()
    expect(ben.locator("#panel")).to_be_hidden()
    expect(ben.locator(".cover")).to_contain_text("Hold to see yours")


def test_a_touch_by_accident_shows_nothing(ben: Page) -> None:
    press(ben)
    ben.clock.run_for(140)
    expect(ben.locator("#panel")).to_be_hidden()
    ben.mouse.up()
    ben.clock.run_for(1000)
    expect(ben.locator("#panel")).to_be_hidden()


def slide(page: Page, x: float, y: float) -> None:
    page.mouse.move(x, y - 60)


def another_finger(page: Page, x: float, y: float) -> None:
    page.evaluate("document.body.dispatchEvent(new PointerEvent('pointerdown', {pointerId: 99, bubbles: true}))")


def look_away(page: Page, x: float, y: float) -> None:
    page.evaluate("dispatchEvent(new Event('blur'))")


def hide(page: Page, x: float, y: float) -> None:
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))")


@pytest.mark.parametrize("happens", [slide, another_finger, look_away, hide])
def test_it_covers_itself_when(ben: Page, happens: Callable[[Page, float, float], None]) -> None:
    place = hold(ben)
    happens(ben, *place)
    expect(ben.locator("#panel")).to_be_hidden()


def test_it_stays_open_while_the_finger_trembles(ben: Page) -> None:
    x, y = hold(ben)
    ben.mouse.move(x + 15, y - 25)
    expect(ben.locator("#panel")).to_be_visible()


def test_a_screen_that_comes_covers(box: Box, ben: Page) -> None:
    hold(ben)
    box.play("Ana", "turn", type="play", card="priest")
    expect(ben.locator("#now")).to_contain_text("Table: which card is scored?")
    expect(ben.locator("#panel")).to_be_hidden()


def test_who_cannot_hold_taps_and_it_covers_itself_after_ten_seconds(ben: Page) -> None:
    ben.evaluate("localStorage.setItem('open', 'yes')")
    ben.reload()
    ben.locator(".cover").tap()
    expect(ben.locator("#panel")).to_be_visible()
    ben.clock.run_for(9_000)
    expect(ben.locator("#panel")).to_be_visible()
    ben.clock.run_for(2_000)
    expect(ben.locator("#panel")).to_be_hidden()


def test_a_key_holds_it_too(ben: Page) -> None:
    ben.locator(".cover").focus()
    ben.keyboard.down("Space")
    expect(ben.locator("#panel")).to_be_visible()
    ben.keyboard.up("Space")
    expect(ben.locator("#panel")).to_be_hidden()


def test_an_answer_to_a_secret_question_is_never_drawn_as_chosen(box: Box, phone: Phones) -> None:
    box.house.play(Seat("Ana"), None, {"type": "set", "seat": "Ana", "stones": 9}, "enough for a shrine")
    box.play("Ana", "turn", type="play", card="shrine")
    ben = phone(box, "Ben")
    expect(ben.locator(".question")).to_have_text("Which card do you put down?")
    before = [button.evaluate("b => b.className") for button in ben.locator(".option").all()]
    box.stop()
    ben.locator(".option").first.tap()
    expect(ben.locator(".unsent")).to_be_visible()
    assert [button.evaluate("b => b.className") for button in ben.locator(".option").all()] == before
    box.restart()
    expect(ben.locator(".question")).to_have_count(0)
