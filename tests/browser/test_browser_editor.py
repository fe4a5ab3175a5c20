"""The editor for things that an owner copies once, for eyes, fingers, keys and screen readers."""

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.copied import EMPTY, HOME, WHOLE, Board, Copyist, draft_of, open_at, with_boards
from tests.browser.test_browser_fits import TURNED
from tests.browser.test_browser_looks import SMALLER

pytestmark = pytest.mark.browser


@pytest.fixture
def box(boxes: Boxes) -> Box:
    return with_boards(boxes("Ana", "Ben"))


def large(side: int) -> Board:
    return msgspec.structs.replace(WHOLE, map=("." * side,) * side)


@pytest.mark.parametrize("side", [3, 5, 11, 30])
def test_each_cell_of_any_map_is_reached_by_taps_and_has_room_for_a_finger(box: Box, phone: Phones, side: int) -> None:
    ana = open_at(box, phone, large(side), "#map")
    for cell in ((0, 0), (side - 1, side - 1), (side // 2, side - 1), (side - 1, 0)):
        if side > 5:
            ana.tap("All")
            expect(ana.page.locator(".lens.whole")).to_have_count(1)
            at = ana.cell(*cell).bounding_box()
            assert at is not None
            ana.page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
            expect(ana.page.locator(".lens.whole")).to_have_count(0)
            expect(ana.page.get_by_role("button", name="All")).to_have_attribute("aria-pressed", "false")
        ana.paints("first area", cell)
        expect(ana.cell(*cell)).to_have_accessible_name(f"Row {cell[0] + 1}, column {cell[1] + 1}: first area")
        at = ana.cell(*cell).bounding_box()
        assert at is not None
        assert min(at["width"], at["height"]) >= 44
    ana.is_saved()
    assert sum(row.count("a") for row in draft_of(box)["map"]) == 4


def test_arrows_show_that_there_is_more(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, large(30), "#map")
    for way, cell in (("right", (0, 29)), ("down", (29, 29)), ("left", (29, 0)), ("up", (0, 0))):
        for _ in range(12):
            ana.tap(f"Further {way}")
        expect(ana.cell(*cell)).to_be_in_viewport(ratio=0.9)


def test_keys_paint_and_the_whole_grid_is_one_stop(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("first area", (0, 0))
    ana.cell(0, 0).focus()
    for key in ("ArrowDown", "ArrowRight", "Enter", "ArrowRight", " ", "ArrowUp", "ArrowUp", "ArrowUp"):
        ana.page.keyboard.press(key)
    expect(ana.cell(0, 2)).to_be_focused()
    assert ana.page.locator("[data-cell][tabindex='0']").count() == 1
    ana.is_saved()
    assert draft_of(box)["map"] == ["a...", ".aa.", "....", "...."]
    ana.page.keyboard.press("Control+z")
    ana.is_saved()
    assert draft_of(box)["map"] == ["a...", ".a..", "....", "...."]


def test_a_reader_hears_a_grid_with_a_name_for_each_cell(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE, "#map")
    grid = ana.page.get_by_role("grid", name="Map")
    expect(grid.get_by_role("row")).to_have_count(5)
    expect(grid.get_by_role("button", name="Row 2, column 3: altar of the first")).to_have_count(1)
    assert all(at.get_attribute("aria-label") for at in grid.get_by_role("button").all())


PLACES = ("#name", "#map", "#pieces", "#pieces/0", "#die", "#track", "#sample", "")


def test_axe_finds_nothing_in_the_editor(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(WHOLE, die=("1", None, None)))
    found = violations(Copyist(phone(box, "Ana", HOME)).page)
    for place in PLACES:
        ana.page.evaluate(TURNED, place)
        found += violations(ana.page)
    ana.page.evaluate(TURNED, "#map")
    ana.tap("4 × 4", exact=False)
    found += violations(ana.page)
    assert found == []


def test_everything_in_the_editor_has_room_for_a_thumb(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(large(30), die=("1", None, None)))
    found = []
    for place in PLACES:
        ana.page.evaluate(TURNED, place)
        found += ana.page.evaluate(SMALLER)
    assert found == []


def test_filling_switches_itself_off_after_one_area(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.tap("Fill")
    ana.paints("first area", (0, 0))
    ana.paints("second area", (3, 3))
    ana.is_saved()
    assert draft_of(box)["map"] == ["aaaa", "aaaa", "aaaa", "aaab"]


def test_an_altar_takes_the_area_below_it(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE, "#map")
    ana.paints("altar of the first", (2, 2))
    ana.is_saved()
    assert draft_of(box)["map"][2] == "..B."


def test_the_size_of_a_map_is_typed(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.tap("4 × 4", exact=False)
    ana.page.get_by_role("textbox", name="Rows").fill("20")
    ana.page.get_by_role("textbox", name="Columns").fill("6")
    ana.is_saved()
    assert draft_of(box)["map"] == ["......"] * 20
    ana.page.get_by_role("textbox", name="Rows").fill("99")
    assert draft_of(box)["map"] == ["......"] * 20


def test_a_piece_is_copied_and_turned(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE, "#pieces/2")
    ana.begins("Copy")
    ana.tap("Rotate")
    ana.is_saved()
    pieces = draft_of(box)["pieces"]
    assert len(pieces) == 4
    assert (pieces[3]["id"], pieces[3]["level"]) == ("4", 2)
    assert ["".join(row) for row in pieces[3]["cells"]] == ["..##", "...#", "....", "...."]


def test_all_numbers_of_a_track_are_typed_together(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE, "#track")
    ana.page.get_by_label("All numbers").fill("1 3 5")
    ana.is_saved()
    assert draft_of(box)["track"] == [["circle", 1], ["hexagon", 3], ["hexagon", 5]]


def test_a_piece_has_the_name_that_its_owner_types_on_its_die_too(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE, "#pieces/0")
    ana.page.get_by_role("textbox", name="Name of this piece").fill("oar")
    ana.is_saved()
    assert [piece["id"] for piece in draft_of(box)["pieces"]] == ["oar", "2", "3"]
    assert draft_of(box)["die"] == ["oar", "2", "3"]
    ana.page.get_by_role("textbox", name="Name of this piece").fill("2")
    assert draft_of(box)["pieces"][0]["id"] == "oar"
