"""The cover on a real screen: secrets are visible only while it is held."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.core.state import Seat
from tests.browser.conftest import Box, Boxes, Phones, stop_clock, tap
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
    """Return Ben's phone, with a clock that tests turn."""
    page = phone(box, "Ben", clock=True)
    stop_clock(page)
    return page


def press(page: Page) -> tuple[float, float]:
    """Put a finger down on the cover. Return the point."""
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
def test_the_cover_closes_when(ben: Page, happens: Callable[[Page, float, float], None]) -> None:
    place = hold(ben)
    happens(ben, *place)
    expect(ben.locator("#panel")).to_be_hidden()


def test_the_cover_stays_open_while_the_finger_trembles(ben: Page) -> None:
    x, y = hold(ben)
    ben.mouse.move(x + 15, y - 25)
    expect(ben.locator("#panel")).to_be_visible()


def test_answers_of_others_never_close_the_cover(box: Box, ben: Page) -> None:
    hold(ben)
    box.play("Ana", "turn", type="play", card="priest")
    expect(ben.locator("#now")).to_contain_text("Tap the scored card")
    expect(ben.locator("#panel")).to_be_visible()


def test_the_first_tap_says_how_the_cover_works_and_the_second_keeps_it_open_until_the_next(ben: Page) -> None:
    cover = ben.locator(".cover")
    cover.tap()
    expect(cover).to_contain_text("Hold to look, or tap again to keep it open")
    expect(ben.locator("#live p").last).to_have_text("Hold to look, or tap again to keep it open")
    expect(ben.locator("#panel")).to_be_hidden()
    cover.tap()
    expect(ben.locator("#panel")).to_be_visible()
    cover.tap()
    expect(ben.locator("#panel")).to_be_hidden()


def test_a_second_tap_after_five_seconds_is_a_first_one(ben: Page) -> None:
    tap(ben.locator(".cover"))
    ben.clock.run_for(5_100)
    tap(ben.locator(".cover"))
    expect(ben.locator("#panel")).to_be_hidden()


def keep_open(page: Page) -> None:
    for _ in range(2):
        tap(page.locator(".cover"))
    expect(page.locator("#panel")).to_be_visible()


def test_an_open_cover_closes_ten_seconds_after_the_last_touch_with_a_message(ben: Page) -> None:
    keep_open(ben)
    ben.clock.run_for(9_000)
    tap(ben.locator("#now"))
    ben.clock.run_for(9_000)
    expect(ben.locator("#panel")).to_be_visible()
    ben.clock.run_for(1_100)
    expect(ben.locator("#panel")).to_be_hidden()
    says = "Your secrets are covered again. “More time to look”, under “More”, keeps them open."
    expect(ben.locator("#live p").last).to_have_text(says)


def test_with_more_time_there_is_no_limit_but_leaving_the_page_still_covers(ben: Page) -> None:
    ben.evaluate("localStorage.setItem('time', 'yes')")
    tap(ben.locator(".cover"))
    ben.clock.run_for(60_000)
    tap(ben.locator(".cover"))
    ben.clock.run_for(60_000)
    expect(ben.locator("#panel")).to_be_visible()
    look_away(ben, 0, 0)
    expect(ben.locator("#panel")).to_be_hidden()


def test_a_held_key_opens_the_cover_and_two_activations_keep_it_open_whatever_the_time_between(ben: Page) -> None:
    ben.locator(".cover").focus()
    ben.keyboard.down("Space")
    ben.clock.run_for(200)
    expect(ben.locator("#panel")).to_be_visible()
    ben.keyboard.up("Space")
    expect(ben.locator("#panel")).to_be_hidden()
    ben.keyboard.press("Space")
    ben.clock.run_for(60_000)
    ben.keyboard.press("Enter")
    ben.clock.run_for(59_000)  # a reader keeps the arrow keys for itself
    expect(ben.locator("#panel")).to_be_visible()
    ben.clock.run_for(1_100)
    expect(ben.locator("#panel")).to_be_hidden()


def test_a_reader_opens_the_cover_by_two_activations_and_finds_the_secrets_after_the_button(ben: Page) -> None:
    for _ in range(2):
        ben.evaluate("document.querySelector('.cover').click()")
        ben.clock.run_for(20_000 if ben.locator("#panel").is_hidden() else 0)
    expect(ben.locator(".cover[aria-expanded=true] + #panel")).to_be_visible()


def test_opening_the_cover_by_key_or_reader_advises_an_earphone_once(ben: Page) -> None:
    for _ in range(4):  # opened and closed twice
        ben.evaluate("document.querySelector('.cover').click()")
    expect(ben.get_by_role("log")).to_contain_text("earphone")
    assert ben.get_by_role("log").inner_text().count("earphone") == 1


def test_an_answer_to_a_secret_question_is_never_drawn_as_chosen(box: Box, phone: Phones) -> None:
    box.house.play(Seat("Ana"), None, {"type": "set", "seat": "Ana", "stones": 9}, "enough for a shrine")
    box.play("Ana", "turn", type="play", card="shrine")
    ben = phone(box, "Ben")
    expect(ben.locator(".question")).to_contain_text("Which card do you sacrifice?")
    before = [button.evaluate("b => b.className") for button in ben.locator(".asks .option").all()]
    box.stop()
    ben.locator(".asks .option").first.tap()
    expect(ben.locator(".unsent")).to_be_visible()
    assert [button.evaluate("b => b.className") for button in ben.locator(".asks .option").all()] == before
    box.restart()
    expect(ben.locator(".ask .question")).to_have_count(0)
