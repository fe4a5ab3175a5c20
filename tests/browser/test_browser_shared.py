"""A phone that two people share, on the smallest screen: both names are shown whole, and the phone names the person for whom
the game waits."""

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.state import Seat
from companion.core.words import names, text
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.test_browser_looks import NOTHING, OVERFLOW, SMALLER
from tests.support.houses import start

pytestmark = pytest.mark.browser

AT_TABLE = ("Ana", "Bob", "Béatrice-Éléonore B.", "Dai", "Eva")
CUT = "(at) => at.scrollWidth > at.clientWidth + 1 || at.getBoundingClientRect().right > innerWidth"


@pytest.fixture
def box(boxes: Boxes) -> Box:
    """Return a box on which Bob and Béatrice-Éléonore share a phone. Both build, and Bob holds the phone."""
    box = boxes(*(name for name in AT_TABLE if "É" not in name))
    with box.house.changing() as guests:
        guests.sit_beside(Seat("Bob"), AT_TABLE[2])
        guests.order(tuple(map(Seat, AT_TABLE)))
    start(box.house, *AT_TABLE, game="babel", hands="phones")
    box.play("Ana", "blueprint", type="blueprint", cells={"B2": 8, "C1": 3})
    box.play("Ana", "master", type="master", seat="Ana")
    return box


def is_whole(name: Locator) -> bool:
    expect(name).to_be_visible()
    return not name.evaluate(CUT)


def hand_over(page: Page, to: str) -> None:
    page.locator("[data-open=pass]").first.tap()
    page.locator("#pass").get_by_role("button", name=to).tap()
    expect(page.locator(".bar .me")).to_contain_text(to)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_whole_on_a_shared_phone(box: Box, phone: Phones, language: str) -> None:
    bob = phone(box, "Bob", locale=language)
    assert is_whole(bob.locator(".bar .name"))
    hand_over(bob, AT_TABLE[2])
    assert is_whole(bob.locator(".bar .name"))
    assert bob.evaluate(SMALLER) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shared_phone_says_who_else_on_it_is_awaited(box: Box, phone: Phones, language: str) -> None:
    bob = phone(box, "Bob", locale=language)
    expect(bob.locator(".awaited")).to_have_count(0)
    box.play("Ana", "appoint", type="appoint", seats=["Bob", AT_TABLE[2], "Dai"])
    waits = say(text("pass.awaited", seats=names(AT_TABLE[2:3]), count=1), language)
    expect(bob.locator(".awaited")).to_contain_text(waits)
    assert is_whole(bob.locator(".awaited"))
    assert bob.evaluate(OVERFLOW) == NOTHING
    assert bob.evaluate(SMALLER) == []
    hand_over(bob, AT_TABLE[2])
    expect(bob.locator(".awaited")).to_contain_text("Bob")
