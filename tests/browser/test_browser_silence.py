"""A page that has lost its box soon says so quietly, then says how old its picture is. No input of its owner is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.bounds import AGED_SECONDS, BEAT_SECONDS, SILENT_SECONDS
from companion.core.state import Seat
from tests.browser.axe import violations
from tests.browser.conftest import Boxes, Phones, rest
from tests.browser.held import SCRIPT, Held
from tests.support.houses import start
from tests.support.panels import PaperPanel
from web.drawing.parts import parts_of

pytestmark = pytest.mark.browser

PATHS = {"phone": "/", "room": "/table", "panel": "/panel"}
every_page = pytest.mark.parametrize("which", PATHS)
Holds = Callable[[str], Held]

HEARD = """() => {
  window.spoken = [];
  const live = (at) => (at.nodeType === 1 ? at : at.parentElement)?.closest("[role=status], [role=alert], [aria-live]");
  new MutationObserver((all) => {
    for (const { target } of all) if (live(target)) spoken.push(live(target).textContent);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}"""
"""Notes the announcements that a screen reader gets."""
COUNTED = """() => {
  window.opened = 0;
  window.EventSource = class extends EventSource {
    constructor() {
      super();
      opened += 1;
    }
  };
}"""

DUMB = """() => {
  window.addresses = [];
  window.EventSource = class extends EventSource {
    readyState = 1;
    constructor(address) {
      super();
      addresses.push(address);
    }
  };
}"""
"""Lets the streams that are opened from now on bring nothing, as if something on the way held them back."""


@pytest.fixture
def held(boxes: Boxes, phone: Phones) -> Holds:
    """Return a function: `held("phone")` is Ana's page, whose stream and box the test controls. The page has just heard from
    its box, and it is Ana's turn."""

    def new(which: str) -> Held:
        box = boxes("Ana", "Ben", panel=PaperPanel())
        start(box.house, "Ana", "Ben")
        name = "Ana" if which == "phone" else None
        page = Held(phone(box, name, path=PATHS[which], clock=True, script=SCRIPT))
        page.brings("beat")
        return page

    return new


def passes(held: Held, seconds: float) -> None:
    held.page.clock.run_for(int(seconds * 1000))


def quiet(page: Page) -> int:
    return page.locator(".quiet").count()


def aged(page: Page) -> int:
    return page.locator(".lost").count()


@every_page
@pytest.mark.bound("SILENT_SECONDS", "AGED_SECONDS", "BEAT_SECONDS")
def test_a_box_that_does_not_answer_for_a_while_is_reported_until_it_is_back(held: Holds, which: str) -> None:
    one = held(which)
    passes(one, 2 * BEAT_SECONDS)
    assert (quiet(one.page), aged(one.page)) == (0, 0), "two beats may be late"
    passes(one, SILENT_SECONDS - 2 * BEAT_SECONDS)
    assert (quiet(one.page), aged(one.page)) == (1, 0)
    expect(one.page.locator(".quiet")).to_be_in_viewport(ratio=1)
    passes(one, AGED_SECONDS - SILENT_SECONDS - 1)
    assert (quiet(one.page), aged(one.page)) == (1, 0)
    passes(one, 1)
    assert (quiet(one.page), aged(one.page)) == (0, 1)
    expect(one.page.locator("[data-age]")).to_have_text(str(AGED_SECONDS))
    passes(one, 3)
    expect(one.page.locator("[data-age]")).to_have_text(str(AGED_SECONDS + 3))
    one.brings("beat")
    assert (quiet(one.page), aged(one.page)) == (0, 0)


@every_page
def test_the_note_of_a_silent_box_moves_no_button(held: Holds, which: str) -> None:
    one = held(which)
    stood = one.places()
    passes(one, SILENT_SECONDS)
    assert quiet(one.page) == 1
    assert one.places() == stood


@every_page
def test_a_silent_box_is_announced_once_and_its_return_too(held: Holds, which: str) -> None:
    one = held(which)
    one.page.evaluate(HEARD)
    for _ in range(2):
        passes(one, 3 * AGED_SECONDS)
        one.brings("beat")
    lost, back = (one.page.locator("#line").get_attribute(f"data-{name}") for name in ("lost", "back"))
    assert lost
    assert back
    assert one.page.evaluate("spoken") == [lost, back] * 2


def test_a_phone_that_wakes_up_says_nothing_of_a_connection_before_it_has_one(held: Holds) -> None:
    one = held("phone")
    passes(one, AGED_SECONDS)
    one.page.evaluate(HEARD)
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    assert (quiet(one.page), aged(one.page)) == (0, 0), "the true picture comes first"
    passes(one, SILENT_SECONDS)
    assert aged(one.page) == 1
    assert one.page.evaluate("spoken") == []


@pytest.mark.parametrize("place", ["#now", ".asks button", ".cover"])
def test_the_focus_stays_where_it_is(held: Holds, place: str) -> None:
    one = held("phone")
    at = one.page.locator(place).first
    at.focus()
    for seconds in (SILENT_SECONDS, AGED_SECONDS):
        passes(one, seconds)
        expect(at).to_be_focused()
    expect(one.page.locator(".lost")).to_be_visible()
    one.brings("beat")
    expect(at).to_be_focused()


def test_the_now_line_of_an_old_picture_is_not_in_sight(held: Holds) -> None:
    one = held("phone")
    passes(one, AGED_SECONDS)
    size = one.page.locator("#now").bounding_box()
    assert size is not None
    assert size["width"] * size["height"] <= 1


def test_everything_on_an_old_picture_can_be_read_in_the_light_and_in_the_dark(held: Holds) -> None:
    one = held("phone")
    passes(one, AGED_SECONDS)
    expect(one.page.locator(".lost")).to_be_visible()
    one.page.clock.resume()  # axe waits at times
    assert violations(one.page) == []


def test_a_page_that_lost_the_box_asks_again_immediately_and_then_every_few_seconds(held: Holds) -> None:
    one = held("phone")
    one.page.evaluate(COUNTED)
    passes(one, SILENT_SECONDS)
    assert one.page.evaluate("opened") == 1
    passes(one, 20)
    assert 3 <= one.page.evaluate("opened") <= 5


def test_a_page_asks_for_a_plain_stream_once_a_packed_one_brought_nothing(held: Holds) -> None:
    one = held("phone")
    one.page.evaluate(DUMB)
    for _ in range(3):
        passes(one, SILENT_SECONDS + 1)
    first, *others = one.page.evaluate("addresses")
    assert "plain" not in first, "the stream before was heard"
    assert others
    assert all(address.endswith("?plain") for address in others)


def test_a_lifted_card_and_the_focus_stay_when_the_box_is_back(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    box.play("Ana", "first", type="first", seat="Ana")
    for place in ("lake", "forest"):
        box.play("Ana", "decree", type="decree", place=place, reward={"fish": 2})
    one = Held(phone(box, "Ana", clock=True, script=SCRIPT))
    card = one.page.get_by_role("button", name="Card 2 of 5, covered")
    card.press("Enter")
    region = one.page.locator(".asks [data-send]").first
    expect(region).to_be_focused()  # a key leads on
    passes(one, AGED_SECONDS)
    expect(one.page.locator(".lost")).to_be_visible()
    one.brings("screen", parts=parts_of(box.house.snapshot(Seat("Ana"))))
    expect(one.page.locator(".lost")).to_have_count(0)
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(region).to_be_focused()


def test_half_done_answers_and_taps_are_there_when_the_box_is_back(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    box.play("Ana", "turn", type="play", card="priest")
    for seat in ("Ana", "Ben"):
        box.play(seat, "scored", type="deck_empty")
    ben = phone(box, "Ben", clock=True)
    ben.locator("summary", has_text="Count my pieces").tap()
    ben.get_by_role("button", name="One more: stones").tap()
    before = box.entries
    box.stop()
    ben.clock.run_for(SILENT_SECONDS * 1000)
    expect(ben.locator(".quiet")).to_be_visible()
    ben.get_by_role("button", name="One more: stones").tap()
    ben.clock.run_for(AGED_SECONDS * 1000)
    expect(ben.locator(".lost")).to_be_visible()
    expect(ben.locator("output").nth(4)).to_have_text("2")
    confirm = ben.get_by_role("button", name="Confirm")
    rest(ben)
    with ben.expect_request("**/play"):
        confirm.tap()
    box.restart()
    ben.clock.resume()
    expect(ben.locator(".quiet, .lost")).to_have_count(0)
    expect(confirm).to_be_hidden()
    assert box.house.table is not None
    assert (box.entries, box.house.table.moment.history.answered[-1].entry.do["stones"]) == (before + 1, 2)
