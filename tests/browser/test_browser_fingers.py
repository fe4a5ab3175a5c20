"""News that comes while a finger is down on the way in, or two fingers in a game: nothing moves before all are lifted, and
nobody answers twice."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.core.words import text
from companion.speech.say import say
from tests.browser.conftest import Boxes, Phones
from tests.browser.held import SCRIPT, Held
from tests.support.houses import start

pytestmark = pytest.mark.browser

Places = list[tuple[float, float]]
CLAIMED = {"refused": "claimed", "text": "", "digits": "42"}
NO = {"refused": "name_taken", "text": "That name is taken."}


class Hand:
    """Fingers on a touch screen, put down one after the other. Each is lifted by its number."""

    def __init__(self, page: Page) -> None:
        self._cdp = page.context.new_cdp_session(page)
        self._down: dict[int, tuple[float, float]] = {}

    def press(self, finger: int, place: tuple[float, float]) -> None:
        self._down[finger] = place
        self._send("touchStart")

    def lift(self, finger: int) -> None:
        del self._down[finger]
        self._send("touchEnd")

    def _send(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in self._down.items()]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middles(page: Page, of: str) -> Places:
    """Return the middle of each element that a selector finds."""
    boxes = [box for at in page.locator(of).all() if (box := at.bounding_box()) is not None]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]


def answers(held: Held) -> int:
    found: int = held.page.evaluate("posts.filter(({ path }) => path === '/play').length")
    return found


def marks(page: Page) -> None:
    """Mark the page, so that the test can see later whether it has been replaced."""
    page.evaluate("window.same = true")


def is_same(page: Page) -> bool:
    return bool(page.evaluate("window.same === true"))


# A seat that another person has taken


@pytest.fixture
def ana(boxes: Boxes, phone: Phones) -> Held:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    return Held(phone(box, "Ana", clock=True, script=SCRIPT))


def gone(held: Held) -> None:
    held.brings("gone")


def forbidden(held: Held) -> None:
    held.page.route("**/screen", lambda route: route.fulfill(status=403, json={"text": "No."}))
    with held.page.expect_response("**/screen"):
        held.page.evaluate("stream.onerror()")
    held.page.evaluate("brings('beat', {})")


@pytest.mark.parametrize("ends", [gone, forbidden])
def test_a_seat_that_is_gone_leaves_the_page_only_when_the_finger_is_lifted(ana: Held, ends: Callable[[Held], None]) -> None:
    marks(ana.page)
    ana.press()
    stood = ana.places()
    ends(ana)
    assert ana.places() == stood
    assert is_same(ana.page)
    with ana.page.expect_navigation():
        ana.page.mouse.up()
        ana.page.clock.run_for(100)


# Two fingers


def test_a_second_finger_answers_nothing_twice_and_what_came_is_shown_when_both_are_lifted(ana: Held) -> None:
    one, two = middles(ana.page, ".asks [data-do]:not([data-why])")[:2]
    hand = Hand(ana.page)
    for lifts in ((1, 2), (2, 1)):
        hand.press(1, one)
        hand.press(2, two)
        ana.brings("watched", text="Somebody else looks.")
        hand.lift(lifts[0])
        ana.page.clock.run_for(100)
        assert ana.page.locator(".watched").count() == 0
        hand.lift(lifts[1])
        ana.page.clock.run_for(100)
        expect(ana.page.locator(".watched")).to_have_count(1)
        assert answers(ana) <= 1
        ana.accepts_answers()
        ana.brings("watched", text="")
        expect(ana.page.locator(".watched")).to_have_count(0)


def test_a_second_finger_beside_the_one_that_holds_the_cover_hides_it_for_good(ana: Held) -> None:
    [cover], [one, *_] = middles(ana.page, ".cover"), middles(ana.page, ".asks [data-do]:not([data-why])")
    hand = Hand(ana.page)
    hand.press(1, cover)
    ana.page.clock.run_for(200)
    expect(ana.page.locator("#panel")).to_be_visible()
    hand.press(2, one)
    expect(ana.page.locator("#panel")).to_be_hidden()
    hand.lift(2)
    ana.page.clock.run_for(1000)
    expect(ana.page.locator("#panel")).to_be_hidden()
    hand.lift(1)
    ana.page.clock.run_for(100)
    assert answers(ana) <= 1
    hand.press(3, cover)
    ana.page.clock.run_for(200)
    expect(ana.page.locator("#panel")).to_be_visible()
    hand.lift(3)
    expect(ana.page.locator("#panel")).to_be_hidden()


# The way in


@pytest.fixture
def guest(boxes: Boxes, phone: Phones) -> Held:
    """Return the phone of a guest who has typed a name, sent it, and is pressing something else."""
    box = boxes("Ana", "Ben")
    held = Held(phone(box, path=f"/J/{box.house.guests.door.code}", clock=True, script=SCRIPT))
    held.page.locator("main:not([hidden]) [name=name]").fill("Eve")
    held.page.locator("main:not([hidden]) form .main").click()
    held.waits(1100)
    marks(held.page)
    return held


@pytest.mark.parametrize("reply", [(409, NO), (0, None)], ids=["refused", "unsent"])
def test_a_refusal_to_come_in_moves_nothing_under_a_finger_or_without_one(guest: Held, reply: tuple[int, Any]) -> None:
    guest.press()
    stood = guest.places("main:not([hidden])")
    guest.replies(*reply)
    assert guest.page.locator(".said").count() == 0
    assert guest.places("main:not([hidden])") == stood
    guest.page.mouse.move(1, 1)
    guest.page.mouse.up()
    guest.page.clock.run_for(100)
    expect(guest.page.locator(".said")).to_have_count(1)
    assert guest.places("main:not([hidden])") == stood


@pytest.mark.parametrize("reply", [(204, None), (409, CLAIMED)], ids=["in", "claim"])
def test_a_guest_is_led_on_only_when_the_finger_is_lifted(guest: Held, reply: tuple[int, Any]) -> None:
    guest.press()
    guest.replies(*reply)
    assert is_same(guest.page)
    with guest.page.expect_navigation():
        guest.page.mouse.move(1, 1)
        guest.page.mouse.up()
        guest.page.clock.run_for(100)


# A claim


@pytest.fixture
def claim(boxes: Boxes, phone: Phones) -> tuple[Page, Callable[[bool], None]]:
    """Return a phone that waits to be let in, and a function: `ends(yes)` is the table's decision."""
    box = boxes("Ana", "Ben")
    page = phone(box, path=f"/J/{box.house.guests.door.code}")
    page.locator("main:not([hidden]) [name=name]").fill("Ben")
    page.locator("main:not([hidden]) form .main").click()
    expect(page.locator(".digits")).to_be_visible()
    page.wait_for_load_state()  # the new page hears fingers only after its script has loaded
    marks(page)

    def ends(yes: bool) -> None:
        standing = box.house.guests.claims.first()
        assert standing is not None
        response = page.expect_response(lambda reply: reply.url.endswith("/claim") and reply.status != 202)
        with response, box.house.changing() as guests:
            guests.settle_claim(standing, yes)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    return page, ends


@pytest.mark.parametrize("yes", [True, False])
def test_a_claim_ends_only_when_the_finger_is_lifted(claim: tuple[Page, Callable[[bool], None]], yes: bool) -> None:
    page, ends = claim
    other = page.get_by_role("button", name=say(text("claim.other"), "en"))
    other.hover()
    page.mouse.down()
    stood = other.bounding_box()
    ends(yes)
    assert is_same(page)
    assert other.bounding_box() == stood
    page.mouse.move(1, 1)
    page.mouse.up()
    if yes:
        expect(page.locator("body.phone")).to_be_visible()
    else:
        expect(page.locator(".refusal")).to_contain_text(say(text("claim_denied"), "en"))
        assert page.get_by_role("button", name=say(text("lobby.back"), "en")).bounding_box() == stood
