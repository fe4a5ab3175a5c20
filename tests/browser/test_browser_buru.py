"""Buru on the smallest phone: a bid in two taps, of which nobody sees the second, and turns without scrolling."""

import pytest
from playwright.sync_api import Page, expect

from companion.i18n import LANGUAGES
from tests.browser.conftest import Box, Boxes, Phones, rest
from tests.browser.test_browser_looks import NOTHING, OVERFLOW, SMALLER, violations
from tests.support.houses import start

pytestmark = pytest.mark.browser

REGIONS = ("forest", "shore", "village", "lake")
CHOSEN = "document.querySelectorAll('.asks [data-choice].chosen, .asks [data-choice][aria-pressed=true]').length"


def morning(boxes: Boxes, **options: str) -> Box:
    """Ana is the first Emissary, and bids first."""
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru", **options)
    box.play("Ana", "first", type="first", seat="Ana")
    for place in ("village", "banyu"):
        box.play("Ana", "decree", type="decree", place=place)
    return box


def turn(boxes: Boxes, region: str, **options: str) -> Box:
    """Ana acts in a region, and has gained something there."""
    box = morning(boxes, **options)
    for token in (5, 4, 3, 2):
        box.play("Ana", "place", type="place", token=token, region=region)
        box.play("Ben", "place", type="place", token=token, region="lake")
    for _ in range(2):
        box.play("Ana", "reveal", type="reveal")
    box.play("Ana", "act", type="gain", fish=1)
    return box


def choice(phone: Page, step: int, place: int) -> None:
    """Tap one of a step's choices, counted from 1."""
    phone.locator(f".asks [data-id='s{step}.{place}']").tap()


def test_a_bid_is_two_taps_and_only_its_region_is_drawn_as_chosen(boxes: Boxes, phone: Phones) -> None:
    box = morning(boxes)
    ana, before = phone(box, "Ana"), box.entries
    choice(ana, 0, 2)
    assert ana.evaluate(CHOSEN) == 1
    choice(ana, 1, 4)
    expect(ana.locator("#now")).to_contain_text("Ben places an explorer")
    assert box.entries == before + 1
    expect(ana.locator(".undo")).to_contain_text("Shore")
    expect(ana.locator(".undo")).not_to_contain_text("4")


def test_a_bid_is_taken_back_until_the_next_seat_has_placed(boxes: Boxes, phone: Phones) -> None:
    box = morning(boxes)
    ana = phone(box, "Ana")
    choice(ana, 0, 1)
    choice(ana, 1, 1)
    ana.get_by_role("button", name="Take back").tap()
    expect(ana.locator("#now.lit")).to_contain_text("place an explorer")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("region", REGIONS)
def test_a_turn_needs_no_scrolling_with_everything_in_the_ledger(
    boxes: Boxes, phone: Phones, region: str, language: str
) -> None:
    box = turn(boxes, region, ledger="full")
    ana = phone(box, "Ana", locale=language)
    expect(ana.locator(".asks .main[data-id=main]")).to_be_in_viewport(ratio=1)
    assert ana.evaluate(OVERFLOW) == NOTHING
    expect(ana.locator(".undo .link")).to_be_in_viewport(ratio=1)


def test_what_is_seldom_wanted_stands_behind_one_button(boxes: Boxes, phone: Phones) -> None:
    ana = phone(turn(boxes, "shore"), "Ana")
    assert ana.locator(".asks .option:visible").count() == 20
    ana.locator(".last > .fold > summary").tap()
    expect(ana.get_by_role("button", name="Take action space 3")).to_be_visible()
    expect(ana.locator(".asks .main[data-id=main]")).to_be_hidden()
    assert ana.evaluate(SMALLER) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_bid_and_in_a_turn(boxes: Boxes, phone: Phones, scheme: str) -> None:
    bid, act = morning(boxes), turn(boxes, "shore", ledger="full")
    found = violations(phone(bid, "Ana", color_scheme=scheme))
    ana, ben = phone(act, "Ana", color_scheme=scheme), phone(act, "Ben", color_scheme=scheme)
    found += violations(ana) + violations(ben) + violations(phone(act, path="/table", color_scheme=scheme))
    ana.locator(".last > .fold > summary").tap()
    found += violations(ana)
    assert found == []


def test_another_reward_keeps_the_place_that_was_chosen(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    box.play("Ana", "first", type="first", seat="Ana")
    ana = phone(box, "Ana", clock=True)
    choice(ana, 0, 3)
    rest(ana)
    ana.locator("summary", has_text="Another reward").tap()
    expect(ana.locator(".compose .option:has(:checked) .words")).to_have_text("Village")
    assert ana.evaluate(OVERFLOW) == NOTHING


def test_what_a_tribute_is_worth_shows_only_under_the_finger(boxes: Boxes, phone: Phones) -> None:
    ana = phone(turn(boxes, "lake"), "Ana", clock=True)
    ana.locator(".last > .fold > summary").tap()
    rest(ana)
    ana.locator("summary", has_text="Tribute, and what it is worth").tap()
    number, more = ana.locator(".veiled output"), ana.get_by_role("button", name="One more: on the card")
    rest(ana)
    box = more.bounding_box()
    assert box is not None
    ana.mouse.move(box["x"] + 9, box["y"] + 9)
    covered = number.screenshot()
    ana.mouse.down()
    expect(number).to_have_text("1")
    assert number.screenshot() != covered
    ana.mouse.up()
    assert number.screenshot() == covered
