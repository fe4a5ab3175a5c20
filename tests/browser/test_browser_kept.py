"""The kept pages of an evening, on screens, on paper, and for readers."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

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
"""The place on the page of the element with the focus."""


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_what_is_kept(boxes: Boxes, phone: Phones, language: str) -> None:
    box, found = finished(boxes), list[str]()
    for path in PAGES:
        page = phone(box, "Ana", path, locale=language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        found += violations(page)
    assert found == []


@pytest.mark.parametrize("path", ["/story", "/paper", "/results"])
def test_all_that_can_be_tapped_is_reached_by_keys(boxes: Boxes, phone: Phones, path: str) -> None:
    page, seen = phone(finished(boxes), "Ana", path), set()
    wanted = page.locator("main :is(a, button, summary):visible").count()
    for _ in range(wanted + 3):
        page.keyboard.press("Tab")
        seen.add(page.evaluate(PLACE))
    assert len(seen - {-1}) == wanted


@pytest.mark.parametrize(("motion", "moves"), [("reduce", "none"), ("no-preference", "turned")])
def test_each_step_stands_still_for_who_wants_no_motion(boxes: Boxes, phone: Phones, motion: str, moves: str) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES, oracle=True)
    room = phone(box, path="/table", reduced_motion=motion)
    expect(room.locator(".playing")).to_be_visible()
    play(box.house)
    stage = box.house.looks.stage
    assert stage is not None
    prompts.stage(box.house, stage.of, 1)
    newest = room.locator(".newest")
    expect(newest).to_be_visible()
    assert newest.evaluate("(at) => getComputedStyle(at).animationName") == moves
