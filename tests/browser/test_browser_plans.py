"""The list of games that a table described itself, and the words of one with its faults beside them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import SMALL, Box, Boxes, Phones

pytestmark = pytest.mark.browser

PLANS = "/kept/own/plan"


@pytest.fixture
def box(boxes: Boxes) -> Box:
    return boxes("Ana", "Ben", "Cho", "Dai")


def opened(phone: Phones, box: Box, path: str = PLANS) -> Page:
    page = phone(box, "Ana")
    page.goto(box.url + path)
    expect(page.locator("h1")).to_be_visible()
    return page


def test_a_game_is_picked_from_the_list_and_played(box: Box, phone: Phones) -> None:
    page = opened(phone, box)
    page.locator(".game-row", has_text="Sealed auction").click()
    expect(page.locator(".picked .title")).to_have_text("Sealed auction")
    page.get_by_role("button", name="Play Sealed auction").click()
    expect(page.get_by_role("button", name="Start Sealed auction with 4")).to_be_visible()


def test_a_game_for_more_says_how_many_are_missing(box: Box, phone: Phones) -> None:
    row = opened(phone, box).locator(".game-row.no", has_text="Wolves at the door")
    expect(row).to_contain_text("You are 4: bring 1 more.")


def test_a_new_game_names_the_line_of_each_fault_until_there_is_none(box: Box, phone: Phones) -> None:
    page = opened(phone, box)
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("link", name="Your own games").or_(page.locator(".scrolls a")).first.click()
    field = page.locator("textarea")
    expect(page.locator(".lacks")).to_contain_text("Line 2:")
    field.fill(field.input_value().replace('name = ""', 'name = "Mine"').replace('text = ""', 'text = "Look."'))
    expect(page.locator(".lacks.none")).to_be_visible()


def test_nothing_on_the_list_is_wider_than_a_small_phone_and_readers_find_no_fault(box: Box, phone: Phones) -> None:
    page = opened(phone, box)
    page.set_viewport_size(SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    assert violations(page) == []
