"""Screens that a table shares: the room's screen before anybody sits, a phone that is passed around, and a timed talk."""

import re

import pytest
from playwright.sync_api import expect

from companion.core.state import Seat
from companion.house import prompts
from tests.browser.conftest import Boxes, Phones, rest
from tests.support.games import play
from tests.support.houses import start
from tests.support.talks import talkative

pytestmark = pytest.mark.browser


def test_the_room_s_screen_says_how_to_join_and_then_who_sits(boxes: Boxes, phone: Phones) -> None:
    box = boxes()
    room = phone(box, path="/table")
    code = box.house.guests.door.code
    expect(room.locator("aside")).to_contain_text(f"{code[:3]} {code[3:]}")
    ana = phone(box, path=f"/J/{code}")
    ana.get_by_role("textbox").first.fill("Ana")
    ana.keyboard.press("Enter")
    expect(room.locator(".seats")).to_contain_text("Ana")


def test_a_phone_that_is_passed_on_is_covered_and_shows_the_other_seat(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Cho")
    ana = phone(box, "Ana")
    ana.locator("summary", has_text="Another player on this phone").tap()
    ana.get_by_label("Their name").fill("Ben")
    ana.get_by_role("button", name="Sit down here").tap()
    expect(ana.locator(".order")).to_contain_text("Ben")
    start(box.house, "Ana", "Ben", "Cho")
    ana.get_by_role("button", name="pass on").tap()
    ana.locator("#pass").get_by_role("button", name="Ben").tap()
    expect(ana.locator(".me")).to_contain_text("Ben")
    expect(ana.locator("#now")).to_contain_text("Ana may buy")
    expect(ana.locator("#panel")).to_be_hidden()
    expect(ana.locator("#pass")).to_be_hidden()


def test_a_talk_counts_down_on_every_page_and_outlives_a_reload(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    talkative(box.house, "Ana", "Ben")
    ana, ben, room = phone(box, "Ana"), phone(box, "Ben"), phone(box, path="/table")
    ana.get_by_role("button", name="3 min").tap()
    for page in (ana, ben, room):  # the box's clock does not move in tests, but each page counts for itself
        expect(page.get_by_role("timer")).to_have_text(re.compile("^2:"))
    expect(room.locator(".talks")).to_have_count(1)  # the scene makes room for the timer
    expect(ben.get_by_role("log")).to_contain_text("Talk timer: 3 min")
    ana.reload()
    expect(ana.get_by_role("timer")).to_be_visible()
    ana.get_by_role("button", name="Stop").tap()
    for page in (ana, ben, room):
        expect(page.locator(".talk")).to_be_hidden()
    expect(room.locator(".talks")).to_have_count(0)


def test_a_new_screen_does_not_touch_the_timer(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    talkative(box.house, "Ana", "Ben")
    ben = phone(box, "Ben")
    prompts.talk(box.house, 180, Seat("Ana"))
    expect(ben.get_by_role("timer")).to_be_visible()
    box.house.store.publish(display_lost=True)
    expect(ben.locator(".alert")).to_be_visible()
    expect(ben.get_by_role("timer")).to_be_visible()


def test_phones_leave_the_end_to_the_room_s_screen_until_somebody_wants_to_see(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben", "Cho")
    start(box.house, "Ana", "Ben", "Cho")
    phone(box, path="/table")
    ana, ben, cho = phone(box, "Ana"), phone(box, "Ben"), phone(box, "Cho")
    box.is_watched()
    play(box.house)
    for page in (ana, ben, cho):
        expect(page.locator("#now")).to_contain_text("Look at the TV")
        expect(page.locator("body")).not_to_contain_text("wins with")
        expect(page.locator(".ranking, .lines, .asks .ask, .after")).to_have_count(0)
    ben.get_by_role("button", name="Show me now").tap()
    expect(ben.locator(".ranking")).to_be_visible()
    expect(ben.locator("#now")).to_be_focused()
    ben.reload()
    expect(ben.locator(".ranking")).to_be_visible()
    expect(cho.locator(".ranking")).to_have_count(0)
    ana.get_by_role("button", name="All", exact=True).tap()
    expect(cho.locator(".ranking")).to_be_visible()
    expect(cho.get_by_role("button", name="Show me now")).to_have_count(0)


def test_the_payment_helper_stays_open_until_something_is_paid(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben", "Cho")
    start(box.house, "Ana", "Ben", "Cho", game="animism")
    ana = phone(box, "Ana", clock=True)
    ana.locator("summary", has_text="What can I pay?").tap()
    for _ in range(2):
        ana.get_by_role("button", name="One more: green").tap()
    rest(ana)
    ana.get_by_role("button", name="I have these").tap()
    expect(ana.get_by_role("button", name="2", exact=True)).to_be_visible()
    rest(ana)
    ana.get_by_role("button", name="2", exact=True).tap()
    rest(ana)
    ana.locator(".steps .option:visible").last.tap()
    expect(ana.get_by_role("button", name="I have these")).to_be_hidden()
    expect(ana.get_by_role("button", name="I am done")).to_be_visible()
