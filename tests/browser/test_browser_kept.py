"""The pages that a table keeps of an evening, on screens, on paper, and for screen readers."""

from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.house import prompts
from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones
from tests.support.games import play
from tests.support.houses import start

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cho")
PAGES = ("/story", "/paper", "/results", "/table")

PRINTED = """() => {
  const inked = [];
  for (const at of [document.documentElement, document.body, ...document.querySelectorAll("main, main *")]) {
    if (at.closest("svg") || !at.checkVisibility()) continue;
    const { backgroundColor, color } = getComputedStyle(at);
    const [red, green, blue, alpha = 1] = backgroundColor.match(/[\\d.]+/g).map(Number);
    if (alpha > 0 && red + green + blue < 765) inked.push(`${at.tagName} ${at.className}`);
    const inks = color.match(/[\\d.]+/g).slice(0, 3).map(Number);
    if (Math.max(...inks) > 0x66) inked.push(`pale: ${at.tagName} ${at.className}`);
  }
  return inked;
}"""
"""Finds parts that would not be printed in dark ink on white."""

PLACE = "document.activeElement.closest('main') ? [...document.querySelectorAll('*')].indexOf(document.activeElement) : -1"
"""Returns the number of the focused element among all elements of the page, or -1 if it is outside of `main`."""


def finished(boxes: Boxes) -> Box:
    """Return a box after a game of Bali."""
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    play(box.house)
    return box


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/story", "/paper"])
def test_paper_stays_white(boxes: Boxes, phone: Phones, path: str, scheme: str) -> None:
    page = phone(finished(boxes), "Ana", path, color_scheme=scheme)
    page.emulate_media(media="print", color_scheme=scheme)  # type: ignore[arg-type]
    assert page.evaluate(PRINTED) == []


def test_a_story_takes_the_width_of_the_paper(boxes: Boxes, phone: Phones, tmp_path: Path) -> None:
    page = phone(finished(boxes), "Ana", "/story")
    page.pdf(path=tmp_path / "story.pdf", format="A4")
    whole = (tmp_path / "story.pdf").read_bytes()
    assert 1 <= whole.count(b"/Type /Page\n") <= 4
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1015})
    wide = page.locator("main").bounding_box()
    assert wide is not None
    assert wide["width"] > 700


def test_axe_finds_nothing_on_what_is_kept(boxes: Boxes, phone: Phones) -> None:
    box, found = finished(boxes), list[str]()
    for path, language in zip(PAGES, cycle(LANGUAGES), strict=False):
        page = phone(box, "Ana", path, locale=language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        found += violations(page)
    assert found == []


@pytest.mark.parametrize("path", ["/story", "/paper", "/results"])
def test_all_that_can_be_tapped_is_reached_by_keys(boxes: Boxes, phone: Phones, path: str) -> None:
    page, seen = phone(finished(boxes), "Ana", path), set()
    stops = page.locator("main :is(a, button, summary, label.take):visible")
    expect(stops.first).to_be_visible()
    wanted = stops.count()
    for _ in range(wanted + 3):
        page.keyboard.press("Tab")
        seen.add(page.evaluate(PLACE))
    assert len(seen - {-1}) == wanted


@pytest.mark.parametrize(("motion", "moves"), [("reduce", "none"), ("no-preference", "turned")])
def test_each_step_is_still_with_reduced_motion(boxes: Boxes, phone: Phones, motion: str, moves: str) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES, oracle=True)
    room = phone(box, path="/table", reduced_motion=motion)
    box.is_watched()
    play(box.house)
    stage = box.house.snapshots.stage
    assert stage is not None
    prompts.stage(box.house, stage.of, 1)
    newest = room.locator("g.newest")
    expect(newest).to_be_visible()
    assert newest.evaluate("(at) => getComputedStyle(at).animationName") == moves


def story_page(boxes: Boxes, phone: Phones, **look: Any) -> Page:
    """Return Ana's page with the story of a finished game. Her phone gave the box the date."""
    box = boxes(*NAMES)
    box.house.note_date("2026-11-21T20:42")
    start(box.house, *NAMES)
    play(box.house)
    return phone(box, "Ana", "/story", **look)


def test_the_phone_paints_a_picture_of_the_promised_size_that_is_shown_large_and_can_be_saved(
    boxes: Boxes, phone: Phones
) -> None:
    page = story_page(boxes, phone)
    page.get_by_role("button", name="Keep a picture").click()
    picture = page.get_by_role("dialog").get_by_role("img")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("naturalWidth", 1080)
    expect(picture).to_have_js_property("naturalHeight", 1350)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save", exact=True).click()
    assert saved.value.suggested_filename == "bali-2026-11-21.png"
    whole = Path(saved.value.path()).read_bytes()
    assert whole.startswith(b"\x89PNG")
    assert len(whole) < 400_000


def test_every_move_opens_all_chapters_of_the_story(boxes: Boxes, phone: Phones) -> None:
    page = story_page(boxes, phone)
    expect(page.locator(".act:not([open])").nth(1)).to_be_visible()
    expect(page.locator(".act[open]")).to_have_count(0)
    page.get_by_role("button", name="Every move").click()
    expect(page.locator(".act:not([open])")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390])
def test_the_ends_of_curves_leave_each_other_room(boxes: Boxes, phone: Phones, width: int) -> None:
    page = story_page(boxes, phone, viewport={"width": width, "height": 844})
    expect(page.locator(".chart > use")).to_have_count(len(NAMES))
    pieces = [at.bounding_box() for at in page.locator(".chart > use").all()]
    middles = sorted(at["y"] + at["height"] / 2 for at in pieces if at)
    assert len(middles) == len(NAMES)
    assert min(below - above for above, below in pairwise(middles)) >= 18
    assert page.locator("main").evaluate("(at) => at.ownerDocument.documentElement.scrollWidth") == width
