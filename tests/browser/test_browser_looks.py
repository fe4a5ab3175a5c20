"""Measures of screens in a real browser: the reach of a thumb, turns without scrolling, names for readers, large text."""

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.core.state import Seat
from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones, tap
from tests.support.houses import start
from tests.support.panels import PaperPanel

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cho", "Dai")
FULLEST = "document.querySelectorAll('.asks .option').length"
OVERFLOW = """() => ({
  page: document.documentElement.scrollHeight - innerHeight,
  aside: document.documentElement.scrollWidth - innerWidth,
  asks: document.querySelector('.asks').scrollHeight - document.querySelector('.asks').clientHeight,
  cut: [...document.querySelectorAll('.asks .option, .cover')]
    .filter((b) => b.checkVisibility() && b.scrollWidth > b.clientWidth + 1).length,
})"""
SMALLER = """() => [...document.querySelectorAll('button, a, summary, input:not([type=hidden]), label')]
  .filter((at) => at.checkVisibility() && !at.matches('.skip, label input'))
  .map((at) => [at.outerHTML.slice(0, 80), at.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([html, box]) => [html, box.width, box.height])"""
FOCUSED = "(({ dataset, className, localName }) => dataset.id ?? (className || localName))(document.activeElement)"
NOTHING = {"page": 0, "aside": 0, "asks": 0, "cut": 0}


def test_a_page_without_a_screen_can_be_turned(boxes: Boxes, phone: Phones) -> None:
    page = phone(boxes("Ana"), path="/nowhere")
    page.set_viewport_size({"width": 568, "height": 320})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    expect(page.locator("h1")).to_be_visible()


@pytest.fixture
def box(boxes: Boxes) -> Box:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    return box


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_turn_needs_no_scrolling_on_the_smallest_phone(box: Box, phone: Phones, language: str) -> None:
    ana = phone(box, "Ana", locale=language)
    expect(ana.locator("#now.lit")).to_be_visible()
    assert ana.evaluate(FULLEST) == 20
    assert ana.evaluate(OVERFLOW) == NOTHING
    strip, asks = ana.locator(".tally").bounding_box(), ana.locator(".asks").bounding_box()
    assert strip is not None
    assert asks is not None
    assert strip["y"] + strip["height"] <= asks["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_tapped_has_room_for_a_thumb(boxes: Boxes, phone: Phones, language: str) -> None:
    box = boxes(*NAMES)
    lobby = phone(box, "Ana", locale=language)
    assert lobby.evaluate(SMALLER) == []
    start(box.house, *NAMES)
    expect(lobby.locator("#panel")).to_have_count(1)
    assert lobby.evaluate(SMALLER) == []
    lobby.locator(".dots").tap()
    expect(lobby.locator("#sheet")).to_be_visible()
    for row in lobby.locator(".more-row:has(summary)").all():
        row.locator("summary").first.tap()
    assert lobby.evaluate(SMALLER) == []


def test_at_double_size_the_page_is_one_column_with_the_question_above_the_table(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana")
    ana.evaluate("localStorage.setItem('size', '200')")
    ana.reload()
    expect(ana.locator("html")).to_have_attribute("data-size", "200")
    found = ana.evaluate(OVERFLOW)
    assert (found["asks"], found["aside"], found["cut"]) == (0, 0, 0)
    now, asks, table = (ana.locator(part).bounding_box() for part in ("#now", ".asks", ".blocks"))
    assert now is not None
    assert asks is not None
    assert table is not None
    assert now["y"] + now["height"] <= asks["y"]
    assert asks["y"] + asks["height"] <= table["y"]
    last = ana.locator(".asks .option").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    expect(ana.locator(".cover")).to_be_in_viewport(ratio=1)


def test_a_page_enlarged_to_400_percent_shows_a_refusal_wherever_it_has_scrolled_to(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana", viewport={"width": 320, "height": 256})
    blocked = ana.locator(".asks .option.no").last
    blocked.scroll_into_view_if_needed()
    tap(blocked)
    expect(ana.get_by_role("alert")).to_be_in_viewport(ratio=1)


def test_in_landscape_what_now_and_the_cover_stay_beside_the_question(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana", viewport={"width": 568, "height": 320})
    for part in ("#now", ".cover", ".asks"):
        expect(ana.locator(part)).to_be_in_viewport(ratio=1)
    now, asks = ana.locator("#now").bounding_box(), ana.locator(".asks").bounding_box()
    assert now is not None
    assert asks is not None
    assert now["x"] + now["width"] <= asks["x"]


def test_tab_goes_from_top_to_bottom(box: Box, phone: Phones) -> None:
    box.play("Ana", "turn", type="play", card="priest")
    ana = phone(box, "Ana")
    expect(ana.locator(".undo")).to_be_visible()
    seen: list[Any] = []
    while "cover" not in seen:
        ana.keyboard.press("Tab")
        seen.append(ana.evaluate(FOCUSED))
        assert len(seen) < 20
    seats = ["summary"] * len(NAMES)
    groups = ("0.1", "1.1", "2.1")  # arrow keys reach each group
    assert [at for at in seen if at != "blocks"] == ["skip", "briefing:skip", "more", "back", *seats, *groups, "cover"]


def test_arrows_go_through_a_group_of_answers_and_choose_nothing(box: Box, phone: Phones) -> None:
    box.play("Ana", "turn", type="play", card="priest")
    ana = phone(box, "Ana")
    before = box.entries
    ana.locator("[data-id='0.1']").focus()
    seen: list[Any] = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "ArrowDown"):
        ana.keyboard.press(key)
        seen.append(ana.evaluate(FOCUSED))
    assert seen == ["0.2", "0.3", "0.2", "0.4", "0.1", "0.1"]
    ana.keyboard.press("ArrowRight")
    ana.keyboard.press("Tab")
    ana.keyboard.press("Shift+Tab")
    assert ana.evaluate(FOCUSED) == "0.2"
    assert box.entries == before


def test_a_new_screen_keeps_the_focus_where_it_was(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben")
    ben.locator(".cover").focus()
    box.play("Ana", "turn", type="play", card="priest")
    expect(ben.locator("#now.lit")).to_be_visible()
    expect(ben.locator(".cover")).to_be_focused()
    ben.locator(".asks .option").first.focus()
    box.play("Ana", "scored", type="scored", card="priest")
    expect(ben.locator("#now")).to_contain_text("Your turn")
    expect(ben.locator("#asks")).to_be_focused()


def test_readers_hear_what_now(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben")
    expect(ben.locator("#now")).to_contain_text("Ana may buy")
    box.play("Ana", "turn", type="play", card="priest")
    expect(ben.get_by_role("log")).to_contain_text("Ana: Played: 1 priest. Cards taken? Tap the scored card")


def test_axe_finds_nothing_in_the_lobby_and_on_the_way_in(boxes: Boxes, phone: Phones) -> None:
    box = boxes(*NAMES, panel=PaperPanel())
    found = []
    for path in (f"/J/{box.house.guests.door.code}", "/J/WRONG2", "/table", "/panel", "/"):
        found += violations(phone(box, path=path))
    host, guest = phone(box, "Ana"), phone(box, "Ben")
    found += violations(host) + violations(guest)
    host.locator("[data-open=options]").tap()
    expect(host.locator("#options")).to_be_visible()
    found += violations(host)
    for summary in guest.locator(".blocks summary").all():
        summary.tap()
    found += violations(guest)
    assert found == []


def test_axe_finds_nothing_in_a_game(box: Box, phone: Phones) -> None:
    ana, ben = phone(box, "Ana"), phone(box, "Ben")
    found = violations(ana) + violations(ben)
    ana.locator(".option.no").first.tap()
    found += violations(ana)
    ana.locator(".dots").tap()
    expect(ana.locator("#sheet")).to_be_visible()
    for row in ana.locator(".more-row:has(summary)").all():
        row.locator("summary").first.tap()
    found += violations(ana)
    ben.locator(".cover").focus()
    ben.keyboard.down("Space")
    found += violations(ben)
    box.house.play(Seat("Ana"), None, {"type": "set", "seat": "Ana", "stones": 9}, "enough for a shrine")
    box.play("Ana", "turn", type="play", card="shrine")
    expect(ben.locator(".question")).to_be_visible()
    found += violations(ben) + violations(phone(box, path="/table"))
    assert found == []


def test_axe_finds_nothing_at_the_end(box: Box, phone: Phones) -> None:
    box.play("Ana", "turn", type="play", card="priest")
    box.play("Ana", "scored", type="deck_empty")
    box.play("Ben", "scored", type="deck_empty")
    ana = phone(box, "Ana")
    found = violations(ana)
    ana.locator("summary", has_text="Count my pieces").tap()
    found += violations(ana)
    ana.get_by_role("button", name="Confirm").tap()
    expect(ana.locator(".differs").first).to_be_attached()
    found += violations(ana) + violations(phone(box, "Ana", path="/story"))
    found += violations(phone(box, path="/table"))
    assert found == []
