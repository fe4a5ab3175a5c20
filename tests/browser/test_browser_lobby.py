"""Colours and kept things in a real lobby: chosen by taps, shown in words and shapes on every phone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.core.state import Seat
from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones, rest
from tests.browser.fitting import Easel
from tests.browser.test_browser_fits import measured
from tests.browser.test_browser_looks import SMALLER
from tests.support.houses import start

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Mathilde", "Wolfgang")
OF = ("animism", "layout")
MINE, HALF = "a" * 32, "b" * 32


def animism(boxes: Boxes, *names: str) -> Box:
    """Return a box on which people are about to play Animism. The owner keeps two layouts, one of which is not complete."""
    box = boxes(*names)
    box.house.pick("animism")
    with box.house.changing():
        box.house.owner_things.write(*OF, MINE, 0, whole(box))
        box.house.owner_things.write(*OF, HALF, 0, {"name": "Half of it"})
    return box


def whole(box: Box, name: str = "Our printed sheet") -> dict[str, Any]:
    return {**box.house.owner_things.one(*OF, "sample1").thing.draft, "name": name, "sample": False}


def options(page: Page) -> Page:
    page.locator("[data-open=options]").tap()
    expect(page.locator("dialog[open]")).to_be_visible()
    return page


def layout(page: Page, id_: str) -> Any:
    return page.locator(f"[data-id='o:animism:layout:{id_}']")


def sign(page: Page, piece: int) -> Any:
    return page.locator(f"[data-id='piece:{piece}']")


def signs(page: Page) -> Page:
    """Open the choice of a seat's colour. Return the page."""
    page.locator("details:has(> * [data-id^='piece:']) > summary").tap()
    expect(sign(page, 1)).to_be_visible()
    return page


def drawn(page: Page) -> dict[str, str]:
    """Return the piece that is drawn beside each name in the lobby."""
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".seats li")].map((row) =>
          [row.querySelector(".name").textContent, row.querySelector(".piece use").getAttribute("href")]))"""
    )
    return found


def test_the_host_chooses_a_kept_thing_by_a_tap_and_the_game_is_played_with_it(boxes: Boxes, phone: Phones) -> None:
    box = animism(boxes, *NAMES)
    ana, ben = options(phone(box, "Ana")), phone(box, "Ben")
    expect(layout(ana, "sample1")).to_have_attribute("aria-pressed", "true")
    expect(layout(ana, "sample1")).to_contain_text("Sample: Table Companion sample")
    layout(ana, MINE).tap()
    expect(layout(ana, MINE)).to_have_attribute("aria-pressed", "true")
    expect(ben.locator(".variant")).to_contain_text("Our printed sheet")
    ana.locator("dialog[open] .main").tap()
    expect(ana.locator("#panel, .asks").first).to_be_attached()
    expect(ben.locator(".variant")).to_have_count(0)
    assert box.house.table is not None
    assert box.house.table.head.options == {"layout": whole(box)}


def test_an_unfinished_thing_leads_to_the_page_that_finishes_it(boxes: Boxes, phone: Phones) -> None:
    box = animism(boxes, *NAMES)
    ana = options(phone(box, "Ana"))
    expect(layout(ana, HALF)).to_contain_text("Half of it")
    expect(layout(ana, HALF)).to_contain_text("not complete")
    expect(layout(ana, HALF)).to_have_attribute("href", f"/kept/animism/layout/{HALF}")
    expect(layout(ana, "edit")).to_have_attribute("href", "/kept/animism/layout")
    layout(ana, HALF).tap()
    ana.wait_for_url(f"**/kept/animism/layout/{HALF}")
    assert box.house.agreed.options("animism") == {}


def test_a_thing_that_was_just_finished_can_be_chosen_in_an_open_lobby(boxes: Boxes, phone: Phones) -> None:
    box = animism(boxes, *NAMES)
    ana = options(phone(box, "Ana"))
    with box.house.changing():
        box.house.owner_things.write(*OF, HALF, 1, whole(box, "All of it"))
    expect(layout(ana, HALF)).to_have_attribute("aria-pressed", "false")
    layout(ana, HALF).tap()
    expect(layout(ana, HALF)).to_have_attribute("aria-pressed", "true")


GAP = """() => {
  const [title, small] = document.querySelectorAll("[data-id='options:open'] :is(strong, .muted)");
  const words = new Range();
  words.selectNode(title.firstChild);
  return small.getBoundingClientRect().left - words.getBoundingClientRect().right;
}"""
"""Returns the pixels between a title and its small print."""


def test_there_is_a_space_between_a_title_and_its_small_print(boxes: Boxes, phone: Phones) -> None:
    ana = phone(boxes("Ana", "Ben"), "Ana")
    expect(ana.locator("[data-id='options:open'] .muted")).to_be_visible()
    assert ana.evaluate(GAP) > 2


def test_the_player_who_ends_a_game_sees_the_lobby(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    ana = phone(box, "Ana", clock=True)
    for at in ("more", "more:host", "abandon", "abandon:yes"):
        thing = ana.locator(f"[data-id='{at}']")
        rest(ana)
        (thing.locator("> summary") if at in ("more:host", "abandon") else thing).tap()
    expect(ana.locator("[data-id='begin']")).to_be_visible()
    expect(ana.locator("dialog[open]")).to_have_count(0)


def test_a_seat_takes_a_free_colour_and_at_a_full_table_it_swaps(boxes: Boxes, phone: Phones) -> None:
    box = animism(boxes, *NAMES[:3])
    ana, ben = phone(box, "Ana"), phone(box, "Ben")
    assert signs(ana).locator("[data-id^='piece:']").count() == 4
    sign(ana, 4).tap()
    expect(sign(ana, 4)).to_have_attribute("aria-pressed", "true")
    expect(ben.locator(".seats li").first.locator("use")).to_have_attribute("href", "#p4")
    expect(sign(ana, 2)).to_contain_text("swap with Ben")
    expect(sign(ana, 2)).to_be_hidden()  # the choice closes once the box has confirmed it
    signs(ana)
    sign(ana, 2).tap()
    expect(sign(ana, 2)).to_have_attribute("aria-pressed", "true")
    expect(ben.locator(".seats li").first.locator("use")).to_have_attribute("href", "#p2")
    assert drawn(ben) == {"Ana": "#p2", "Ben": "#p4", "Mathilde": "#p3"}
    box.house.start({"game": "animism", "seats": list(NAMES[:3])})
    assert box.house.snapshot(Seat("Ana")).place.pieces == {"Ana": 2, "Ben": 4, "Mathilde": 3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_the_colours_and_options_is_cut_or_too_small_for_a_thumb(
    boxes: Boxes, phone: Phones, language: str
) -> None:
    box = animism(boxes, *NAMES)
    ana = signs(phone(box, "Ana", locale=language))
    assert ana.evaluate(SMALLER) == []
    wrong = measured(Easel(ana), language)
    ana.reload()
    assert options(ana).evaluate(SMALLER) == []
    wrong += measured(Easel(ana), language)
    assert wrong == [], "\n".join(wrong)


def test_axe_finds_nothing_in_the_colours_and_options(boxes: Boxes, phone: Phones) -> None:
    box = animism(boxes, *NAMES)
    found = violations(signs(phone(box, "Ana")))
    assert found + violations(options(phone(box, "Ana"))) == []
