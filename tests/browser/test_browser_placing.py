"""A piece is placed on a map by taps alone, by keys alone, or by its place in words. Nothing is sent before the piece is
drawn."""

import re
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, expect

from companion.core.answers import Answers
from companion.core.words import text
from companion.kits.paper import Cell
from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Boxes, Phones, rest, stop_clock, tapped
from tests.browser.conftest import tap as tap_at
from tests.browser.stage import Stage
from tests.browser.test_browser_looks import NAMES, NOTHING, OVERFLOW, SMALLER
from tests.support.asked import GROUND, drawing
from tests.support.houses import start

pytestmark = pytest.mark.browser

Stages = Callable[..., Stage]

FIRST, LAST = ({"type": "draw", "cells": cells} for cells in ([[0, 0], [0, 1], [1, 0]], [[1, 0], [2, 0], [2, 1]]))
MIDDLE = """([row, column]) => {
  const svg = document.querySelector('.board-map svg');
  const { x, y } = new DOMPoint(20 * column + 10, 20 * row + 10).matrixTransform(svg.getScreenCTM());
  return [x, y];
}"""
CELL = "() => 20 * document.querySelector('.board-map svg').getScreenCTM().a"


@pytest.fixture
def stage(boxes: Boxes, phone: Phones) -> Stages:
    """Return a function: `stage(answers)` is Ana's phone with this question alone."""
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    return lambda answers, **look: Stage(box, phone, answers, **look)


def wide(size: int = 30) -> Answers:
    """Return the question for a piece of one cell on the largest map. It may go beside the paint in the middle."""
    half = size // 2
    rows = tuple("a" * half + "b" * (size - half) for _ in range(size))
    paint = tuple("." * half + "g" + "." * (size - half - 1) if y == half else "." * size for y in range(size))
    beside = ((half - 1, half), (half, half - 1), (half, half + 1), (half + 1, half))
    placing = drawing().placing
    assert placing is not None
    spots = tuple((0, row, column, 0) for row, column in beside)
    closed = tuple(row.replace("g", "0") for row in paint)
    large = replace(GROUND, rows=rows, paint=paint)
    return Answers(placing=replace(placing, map=large, turns=(((0, 0),),), spots=spots, closed=closed))


def tap(stage: Stage, *cell: int) -> None:
    touch(stage, stage.page.evaluate(MIDDLE, cell))


def touch(stage: Stage, place: Sequence[float]) -> None:
    stage.page.touchscreen.tap(*place)
    tapped(stage.page)


def says(stage: Stage) -> Locator:
    return stage.page.locator(".placing .says")


def around(stage: Stage) -> Locator:
    """Return the line that screen readers speak after each move of the piece."""
    return stage.page.locator("[data-id='placing:around']")


def press(stage: Stage, *keys: str) -> None:
    for key in keys:
        stage.page.locator(".board-map").press(key)


def draw_it(stage: Stage) -> None:
    with stage.page.expect_response("**/play"):
        stage.page.locator("[data-id='placing:send']").tap()


def test_a_tap_places_the_piece_and_another_draws_it(stage: Stages) -> None:
    ana = stage(drawing())
    expect(says(ana)).to_have_text("Choose a spot for it.")
    tap(ana, 0, 0)
    expect(says(ana)).to_have_text("rice")
    assert ana.dos == []
    draw_it(ana)
    assert ana.dos == [FIRST]


def test_a_tap_elsewhere_moves_the_piece_and_one_button_turns_it(stage: Stages) -> None:
    ana = stage(drawing(), clock=True)
    tap(ana, 0, 0)
    for _ in range(3):
        rest(ana.page)
        ana.page.locator("[data-id='placing:turn']").tap()
    rest(ana.page)
    tap(ana, 2, 0)
    expect(says(ana)).to_have_text("peanut")
    draw_it(ana)
    assert ana.dos == [LAST]


@pytest.mark.parametrize("cell", [(0, 0), (0, 1), (1, 0)])
def test_a_tap_on_any_cell_of_a_piece_finds_its_legal_place(stage: Stages, cell: Cell) -> None:
    ana = stage(drawing())
    tap(ana, *cell)
    draw_it(ana)
    assert ana.dos == [FIRST]


@pytest.mark.parametrize(
    ("cell", "why"),
    [((1, 1), "Too few stones: it costs 3, you have 1. Choose another."), ((2, 2), "none left")],
)
def test_a_forbidden_place_says_why(stage: Stages, cell: Cell, why: str) -> None:
    ana = stage(drawing())
    tap(ana, *cell)
    expect(says(ana)).to_have_text(why)
    expect(ana.page.locator(".placing")).to_have_class("placing barred")
    ana.page.locator("[data-id='placing:send']").tap()
    expect(ana.page.get_by_role("alert")).to_contain_text(why)
    assert ana.dos == []


def test_a_place_that_touches_nothing_that_counts_is_marked(stage: Stages) -> None:
    ana = stage(drawing())
    tap(ana, 0, 3)
    press(ana, "r")
    expect(says(ana)).to_have_text("You already bought a card this turn. Now play.")


def test_drawing_before_a_piece_is_placed_shows_what_to_do(stage: Stages) -> None:
    ana = stage(drawing())
    ana.page.locator("[data-id='placing:send']").tap()
    expect(ana.page.get_by_role("alert")).to_contain_text("Choose a spot for it.")
    assert ana.dos == []


def test_keys_alone_place_turn_and_draw_a_piece(stage: Stages) -> None:
    ana = stage(drawing())
    press(ana, "ArrowDown")
    expect(says(ana)).to_have_text("rice")
    press(ana, "r", "r", "r", "ArrowDown", "ArrowLeft", "ArrowLeft")
    expect(says(ana)).to_have_text("peanut")
    with ana.page.expect_response("**/play"):
        press(ana, "Enter")
    assert ana.dos == [LAST]


def test_keys_never_push_a_piece_over_the_edge(stage: Stages) -> None:
    ana = stage(drawing())
    press(ana, *["ArrowRight"] * 9, *["ArrowDown"] * 9, *["ArrowLeft"] * 9, *["ArrowUp"] * 9)
    expect(says(ana)).to_have_text("rice")


def test_a_player_who_cannot_see_the_map_chooses_its_place_in_words(stage: Stages) -> None:
    ana = stage(drawing())
    places = ana.page.get_by_label("2 spots, in words")
    assert places.locator("option").all_inner_texts()[1:] == [
        "Row 1, columns 1 to 2; row 2, column 1: 3 in an L, 2 high and 2 wide, opening down right. Rice.",
        "Row 2, column 1; row 3, columns 1 to 2: 3 in an L, 2 high and 2 wide, opening up right. Peanut.",
    ]
    places.select_option("1")
    expect(says(ana)).to_have_text("peanut")
    expect(around(ana)).to_have_text(re.compile(r"^Beside it: .* \(\d edges?\)"))  # its place was just read
    draw_it(ana)
    assert ana.dos == [LAST]


def test_each_move_says_where_the_piece_is_and_what_it_does_there_also_if_that_is_the_same(stage: Stages) -> None:
    ana = stage(drawing())
    heard = []
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        press(ana, key)
        heard.append(around(ana).inner_text())
    assert len(set(heard)) == len(heard)
    assert {one.rpartition(". ")[2] for one in heard[1:]} == {"Choose another."}


def test_the_list_of_places_shows_where_keys_moved_the_piece(stage: Stages) -> None:
    ana = stage(drawing())
    places = ana.page.get_by_label("2 spots, in words")
    for value in ("0", ""):
        press(ana, "ArrowDown")
        places.focus()
        expect(places).to_have_value(value)


def test_the_places_of_a_piece_are_sorted_by_gain_or_by_place(stage: Stages) -> None:
    placing = drawing().placing
    assert placing is not None
    spots = tuple((turn, row, column, 1 - says) for turn, row, column, says in placing.spots)
    ana = stage(Answers(placing=replace(placing, spots=spots, says=placing.says[::-1])))
    places = ana.page.get_by_label("2 spots, in words").locator("option")
    expect(places).to_have_text([re.compile(words, re.IGNORECASE) for words in ("–", "rice", "peanut")])
    ana.page.get_by_role("button", name="Largest gain first").press("Enter")
    expect(places).to_have_text([re.compile(words, re.IGNORECASE) for words in ("–", "peanut", "rice")])


def test_the_place_of_a_piece_outlives_a_new_screen(stage: Stages) -> None:
    ana = stage(drawing(), clock=True)
    tap(ana, 0, 0)
    ana.comes(replace(drawing(), question=text("bali.ask.supply")), "1.asked")
    expect(says(ana)).to_have_text("rice")
    draw_it(ana)
    assert ana.dos == [FIRST]


def test_another_piece_begins_without_a_place(stage: Stages) -> None:
    ana = stage(drawing(), clock=True)
    tap(ana, 0, 0)
    placing = drawing().placing
    assert placing is not None
    ana.comes(Answers(placing=replace(placing, spots=placing.spots[:1])))
    expect(says(ana)).to_have_text("Choose a spot for it.")


@pytest.mark.parametrize("viewport", [{"width": 320, "height": 568}, {"width": 390, "height": 844}], ids=str)
def test_the_largest_map_zooms_in_where_somebody_taps(stage: Stages, viewport: dict[str, int]) -> None:
    ana = stage(wide(), viewport=viewport)
    assert ana.page.evaluate(CELL) < 14
    tap(ana, 14, 16)
    assert ana.page.evaluate(CELL) >= 40
    expect(ana.page.locator("[data-id='placing:whole']")).to_be_visible()
    draw_it(ana)
    assert ana.dos[0]["cells"] in [[[14, 15]], [[15, 16]]]


def test_one_button_shows_the_whole_of_a_large_map_again(stage: Stages) -> None:
    ana = stage(wide(), clock=True)
    tap(ana, 14, 16)
    rest(ana.page)
    tap_at(ana.page.locator("[data-id='placing:whole']"))
    assert ana.page.evaluate(CELL) < 14
    draw_it(ana)
    assert len(ana.dos) == 1


def test_the_second_of_a_double_tap_does_not_move_the_piece_on_the_enlarged_map(stage: Stages) -> None:
    ana = stage(wide(), clock=True)
    at = ana.page.evaluate(MIDDLE, [13, 17])
    stop_clock(ana.page)
    touch(ana, at)
    ana.page.clock.run_for(100)
    spot = ana.page.locator(".placing").get_attribute("data-at")
    touch(ana, at)
    assert ana.page.locator(".placing").get_attribute("data-at") == spot
    ana.page.clock.run_for(400)
    touch(ana, at)
    assert ana.page.locator(".placing").get_attribute("data-at") != spot


def test_a_small_map_stays_whole(stage: Stages) -> None:
    ana = stage(drawing())
    tap(ana, 0, 0)
    expect(ana.page.locator("[data-id='placing:whole']")).to_be_hidden()


def test_cells_that_a_legal_place_covers_are_hinted(stage: Stages) -> None:
    ana = stage(drawing())
    hints = ana.page.locator(".placing .hints")
    expect(hints).to_have_attribute("d", "M10 10h0M30 10h0M10 30h0M10 50h0M30 50h0")
    tap(ana, 0, 0)
    expect(hints).to_have_attribute("d", "M10 10h0M30 10h0M10 30h0")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", [drawing, wide])
def test_a_map_needs_no_scrolling_on_the_smallest_phone(stage: Stages, shape: Callable[[], Answers], language: str) -> None:
    ana = stage(shape(), locale=language)
    assert ana.page.evaluate(OVERFLOW) == NOTHING
    press(ana, "ArrowDown")
    assert ana.page.evaluate(OVERFLOW) == NOTHING
    assert ana.page.evaluate(SMALLER) == []


def test_at_double_size_the_map_is_there_and_nothing_leaves_the_screen(stage: Stages) -> None:
    ana = stage(drawing())
    ana.page.evaluate("document.documentElement.dataset.size = '200'")
    found = ana.page.evaluate(OVERFLOW)
    assert (found["page"], found["aside"], found["cut"]) == (0, 0, 0)
    for part in (".board-map", "[data-id='placing:send']"):
        ana.page.locator(part).scroll_into_view_if_needed()
        expect(ana.page.locator(part)).to_be_in_viewport(ratio=0.6)


def test_axe_finds_nothing_in_a_map(stage: Stages) -> None:
    ana = stage(drawing())
    for key in (None, "ArrowDown", "ArrowRight"):
        press(ana, *filter(None, [key]))
        assert violations(ana.page) == [], key


def test_a_seat_s_own_place_waits_to_be_sent_and_is_sent_once(stage: Stages) -> None:
    ana = stage(drawing())
    ana.silent = True
    tap(ana, 0, 0)
    ana.page.locator("[data-id='placing:send']").tap()
    expect(ana.page.locator(".unsent")).to_be_visible()
    ana.silent = False
    expect(ana.page.locator(".sent")).to_have_count(0)
    assert ana.dos == [FIRST]
