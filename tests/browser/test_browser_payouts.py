"""A payout on the phone that acts, on one that waits, and in the room."""

import pytest
from playwright.sync_api import expect

from companion.speech.languages import LANGUAGES
from tests.browser.conftest import Boxes, Phones
from tests.browser.test_browser_babel import begun
from tests.support.houses import start

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cho", "Dai")


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_fullest_turn_a_seat_sees_its_stones_and_what_it_has_to_take(
    boxes: Boxes, phone: Phones, language: str
) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    box.play("Ana", "turn", type="play", card="rice")
    box.play("Ana", "scored", type="scored", card="stonemason")
    ben = phone(box, "Ben", locale=language)
    expect(ben.locator("#now.lit")).to_be_visible()
    expect(ben.locator(".tally .new")).to_have_text("+1")
    strip, asks = ben.locator(".tally").bounding_box(), ben.locator(".asks").bounding_box()
    assert strip is not None
    assert asks is not None
    assert strip["y"] + strip["height"] <= asks["y"]
    assert ben.locator(".asks").evaluate("(at) => at.scrollHeight - at.clientHeight") == 0


def test_a_seat_is_tapped_for_the_cards_before_it_and_the_room_says_what_each_gets(boxes: Boxes, phone: Phones) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    box.play("Ana", "turn", type="play", card="rice")
    ben, room = phone(box, "Ben"), phone(box, path="/table", viewport={"width": 1280, "height": 720})
    expect(ben.locator(".laid").first).to_be_hidden()
    ben.locator(".seats summary").first.tap()
    expect(ben.locator(".laid").first).to_be_visible()
    expect(ben.locator(".laid").first).to_contain_text("rice farmer")
    box.play("Ana", "scored", type="scored", card="stonemason")
    expect(ben.locator(".moves")).to_be_attached()
    expect(ben.locator(".laid").first).to_be_attached()
    assert ben.locator(".seats details").first.evaluate("(at) => at.open")
    expect(room.locator(".ribbon")).to_contain_text("+1")
    assert room.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


def test_blocks_that_go_back_are_named_with_their_place_on_a_phone_and_in_the_room(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes(*NAMES, "Eva"), "cardboard", "architect")
    box.play("Ana", "appoint", type="appoint", seats=["Ben", "Cho", "Dai"])
    box.play("Ana", "storms", type="storms", count=0)
    box.play("Ana", "reveal", type="reveal", card="cell-A1")
    box.house.take_back("")
    eva, room = phone(box, "Eva"), phone(box, path="/table", viewport={"width": 1280, "height": 720})
    for selector, page in ((".moves h2", eva), (".ribbon > p", room)):
        expect(page.locator(selector)).to_have_text("Taken back, Ana: “Revealed: A1 alone”. Put back:")
    for moved in (eva.locator(".moves li"), room.locator(".ribbon li")):
        expect(moved).to_have_count(1)
        expect(moved).to_contain_text("−3")
        expect(moved).to_contain_text("blocks on A1")
