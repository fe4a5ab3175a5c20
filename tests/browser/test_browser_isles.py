"""Buru with Ambelau, Ukum and Tokoh on the smallest phone: one tap on the target moves a canoe, one tap on its group an
islander."""

import pytest
from playwright.sync_api import Page, expect

from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.test_browser_looks import NOTHING, OVERFLOW
from tests.support.houses import start

pytestmark = pytest.mark.browser

HERE = ((5, "ambelau"), (4, "lake"), (3, "lake"), (2, "lake"))
LAKE = ((5, "lake"), (4, "lake"), (3, "lake"), (2, "lake"))


def afternoon(boxes: Boxes, tokens: tuple[tuple[int, str], ...] = HERE, **options: object) -> Box:
    """Return a box in the afternoon. All three players have placed alike, and Ana, the Emissary, acts first in the first
    region with explorers."""
    box = boxes("Ana", "Ben", "Cho")
    start(box.house, "Ana", "Ben", "Cho", game="buru", ukum=True, ambelau=True, **options)
    if "tokoh" in options:
        for seat in ("Ana", "Ben", "Cho"):
            box.play(seat, "act", type="done")
    box.play("Ana", "first", type="first", seat="Ana")
    for place in ("village", "banyu"):
        box.play("Ana", "decree", type="decree", place=place)
    for token, region in tokens:
        for seat in ("Ana", "Ben", "Cho"):
            box.play(seat, "place", type="place", token=token, region=region)
    for _ in range(2):
        box.play("Ana", "reveal", type="reveal")
    return box


def space(phone: Page, number: int) -> str:
    """Return the name of a space of the ring that a screen reader says."""
    return str(phone.locator(f".asks .ring .space:nth-child({number}) button").get_attribute("aria-label"))


def test_a_canoe_is_one_tap_on_the_space_where_its_steps_lead(boxes: Boxes, phone: Phones) -> None:
    box = afternoon(boxes)
    ana, before = phone(box, "Ana"), box.entries
    expect(ana.locator(".asks .ring .space")).to_have_count(12)
    expect(ana.locator(".asks .ring .space button")).to_have_count(5)
    ana.locator(".asks .ring .space:nth-child(4) button").tap()
    expect(ana.locator(".undo")).to_contain_text("Canoe moved 4 steps")
    assert box.entries == before + 1


def test_a_space_shows_its_gain_and_how_far_others_push_a_player_before_the_tap(boxes: Boxes, phone: Phones) -> None:
    box = afternoon(boxes)
    for seat, steps in (("Ana", 4), ("Ben", 3)):
        box.play(seat, "act", type="canoe", steps=steps)
        box.play(seat, "act", type="done")
    cho = phone(box, "Cho")
    expect(cho.locator(".asks .ring .space button")).to_have_count(3)
    pushed = cho.locator(".asks .ring .space:nth-child(5)")
    expect(pushed.locator(".leads")).to_have_text("3–5")
    assert space(cho, 5) == "3–5: 3 steps, to space 5, pushed 2 further, 1 fish, 1 clay, 1 palm"
    assert space(cho, 2) == "2 steps, to space 2, 1 fish, task"


def test_a_space_past_the_start_shows_the_esteem_and_one_reached_twice_has_two_answers(boxes: Boxes, phone: Phones) -> None:
    box = afternoon(boxes, tuple((token, "ambelau") for token in (5, 4, 3, 2)))
    ana = phone(box, "Ana")
    expect(ana.locator(".asks .ring .space button")).to_have_count(12)
    past = ana.locator(".asks .options .option", has_text="+2")
    expect(past).to_have_count(2)
    assert past.first.get_attribute("aria-label") == "13 steps, to space 1, past the start: 2 esteem, 3 fish"
    past.last.tap()
    expect(ana.locator(".tally")).to_contain_text("2")
    expect(ana.locator(".undo")).to_contain_text("Canoe moved 14 steps")


def test_an_islander_for_ukum_is_one_tap_on_its_group(boxes: Boxes, phone: Phones) -> None:
    box = afternoon(boxes, LAKE)
    for group in ("noble", "outlaw"):
        box.play("Ana", "act", type="recruit", group=group, cost=0)
    ana, before = phone(box, "Ana"), box.entries
    expect(ana.locator(".asks .option:visible", has_text="Artisan")).to_have_count(0)
    ana.get_by_role("button", name="Noble: discard, as a tribute to Ukum").tap()
    expect(ana.locator(".undo")).to_contain_text("Tribute to Ukum, discarded: Noble")
    assert box.entries == before + 1


def test_a_tokoh_is_open_beside_each_seat_and_turned_once_it_has_acted(boxes: Boxes, phone: Phones) -> None:
    box = afternoon(boxes, tokoh=True)
    ben = phone(box, "Ben")
    expect(ben.locator(".seats .chip")).to_have_text(["Tokoh", "Tokoh", "Tokoh"])
    ana = phone(box, "Ana")
    ana.get_by_role("button", name="Tokoh").tap()
    expect(ben.locator(".seats .chip")).to_have_text(["Tokoh used", "Tokoh", "Tokoh"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ledger", ["esteem", "full"])
def test_the_ring_is_whole_and_the_lake_needs_no_scrolling(boxes: Boxes, phone: Phones, language: str, ledger: str) -> None:
    ring, lake = phone(afternoon(boxes, ledger=ledger), "Ana", locale=language), afternoon(boxes, LAKE, ledger=ledger)
    for number in (1, 12):
        expect(ring.locator(f".asks .ring .space:nth-child({number})")).to_be_in_viewport(ratio=1)
    for group in ("gatherer", "priest", "outlaw"):
        lake.play("Ana", "act", type="recruit", group=group, cost=0)
    turn = phone(lake, "Ana", locale=language)
    expect(turn.locator(".asks .main[data-id=main]")).to_be_in_viewport(ratio=1)
    for page in (ring, turn):
        assert page.evaluate(OVERFLOW) == NOTHING


def test_axe_finds_nothing_on_the_ring(boxes: Boxes, phone: Phones) -> None:
    box = afternoon(boxes, tokoh=True)
    found = violations(phone(box, "Ana")) + violations(phone(box, "Ben"))
    found += violations(phone(box, path="/table"))
    assert found == []
