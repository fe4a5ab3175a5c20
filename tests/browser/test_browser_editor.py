"""What an owner copies once from the cardboard, copied on a phone: by taps, half done, on two phones, offline."""

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.copied import HOME, ID, WHOLE, Board, Copyist, draft_of, kept, with_boards
from tests.browser.test_browser_looks import SMALLER, violations
from tests.support.disks import no_byte_more

pytestmark = pytest.mark.browser

EMPTY = Board(name="Mine")


@pytest.fixture
def box(boxes: Boxes) -> Box:
    return with_boards(boxes("Ana", "Ben"))


def open_at(box: Box, phone: Phones, draft: Board, place: str = "", **look: Any) -> Copyist:
    """Ana's phone, at a part of what is kept."""
    return Copyist(phone(box, "Ana", f"{kept(box, draft)}{place}", **look))


def as_json(draft: Board) -> Any:
    return msgspec.json.decode(msgspec.json.encode(draft))


# Copying


def test_a_whole_board_is_copied_by_taps_alone(box: Box, phone: Phones) -> None:
    ana = Copyist(phone(box, "Ana", HOME))
    ana.tap("Begin a new one")
    ana.page.wait_for_url(f"**{HOME}/*")
    ana.opens("Map")
    ana.paints("first area", (0, 0), (0, 1))
    ana.paints("middle", (1, 1))
    ana.returns()
    ana.opens("Pieces")
    for cells in ([(0, 0), (0, 1)], [(0, 0), (1, 0), (1, 1)]):
        ana.tap("Add one of level 1")
        for cell in cells:
            ana.cell(*cell).tap()
        ana.returns()
    ana.page.get_by_role("link", name="“2”, level 1, 3 cells").tap()
    ana.tap("Level 2")
    ana.tap("Next one")
    for cell in ((2, 2), (2, 3)):
        ana.cell(*cell).tap()
    ana.returns()
    ana.returns()
    ana.opens("Die")
    for piece in ("“1”, level 1, 2 cells", "“2”, level 2, 3 cells", "“3”, level 2, 2 cells"):
        ana.tap(piece)
    ana.returns()
    ana.opens("Track")
    for kind in ("circle", "hexagon"):
        ana.tap(f"Add: {kind}")
    for step, n in ((1, 2), (2, 3)):
        for _ in range(n):
            ana.tap(f"{step}: one more")
    ana.is_saved()
    draft = draft_of(box, ana.page.url.partition("#")[0].rpartition("/")[2])
    assert draft["map"] == ["aa..", ".+..", "....", "...."]
    assert [piece["level"] for piece in draft["pieces"]] == [1, 2, 2]
    assert draft["die"] == ["1", "2", "3"]
    assert draft["track"] == [["circle", 2], ["hexagon", 5]]
    ana.returns()
    expect(ana.page.locator(".lacks")).to_contain_text("It has no name.")
    ana.opens("Name")
    ana.page.get_by_role("textbox").fill("Our board")
    expect(ana.page.locator(".lacks")).to_have_class("lacks none")
    ana.returns()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Our board")
    expect(ana.page.locator(".lacks")).to_contain_text("Complete")


def test_a_finger_that_is_drawn_over_cells_paints_them_all_and_is_one_step(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("third area")
    draw_over(ana, (0, 0), (0, 3))
    ana.is_saved()
    assert draft_of(box)["map"][0] == "cccc"
    # A browser takes the next touch for one that stops what a quick finger set in motion.
    ana.page.get_by_role("button", name="Undo").click()
    ana.is_saved()
    assert draft_of(box)["map"] == list(EMPTY.map)


def draw_over(ana: Copyist, *cells: tuple[int, int]) -> None:
    """A finger comes down on the first, is moved to each other, and lifted."""
    places = [ana.cell(*cell).bounding_box() for cell in cells]
    points = [(place["x"] + 9, place["y"] + 9) for place in places if place]
    touch = ana.page.context.new_cdp_session(ana.page)
    for kind, at in (("touchStart", points[0]), *(("touchMove", point) for point in points[1:])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(ana.page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")
    ana.page.evaluate("window.tapping = false")  # no click comes of it


def test_fill_paints_all_that_hangs_together(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(EMPTY, map=("..a.", "aaa.", "....")), "#map")
    ana.tap("Fill")
    ana.paints("second area", (0, 0))
    ana.is_saved()
    assert draft_of(box)["map"] == ["bba.", "aaa.", "...."]


def test_rows_and_columns_come_and_go_at_every_side_within_bounds(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(EMPTY, map=("a..", "...", "..b")), "#map")
    ana.tap("3 × 3")
    ana.tap("At the top: one less")
    expect(ana.page.get_by_role("alert")).to_contain_text("3 to 30 rows and columns.")
    for side in ("At the top", "On the left", "On the right", "At the bottom"):
        ana.tap(f"{side}: one more")
    ana.is_saved()
    assert draft_of(box)["map"] == [".....", ".a...", ".....", "...b.", "....."]
    ana.tap("At the bottom: one less")
    ana.tap("On the right: one less")
    ana.is_saved()
    assert draft_of(box)["map"] == ["....", ".a..", "....", "...b"]


def test_every_step_can_be_taken_back_to_the_beginning_and_done_again(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("first area", (0, 0), (1, 1), (2, 2))
    painted = ["a...", ".a..", "..a.", "...."]
    for _ in range(3):
        ana.tap("Undo")
    expect(ana.page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    ana.is_saved()
    assert draft_of(box)["map"] == list(EMPTY.map)
    for _ in range(3):
        ana.tap("Redo")
    ana.is_saved()
    assert draft_of(box)["map"] == painted


def test_a_piece_that_is_removed_leaves_the_die_too_and_both_come_back(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE, "#pieces/1")
    ana.tap("Remove")
    ana.is_saved()
    assert draft_of(box)["die"] == ["1", None, "3"]
    assert len(draft_of(box)["pieces"]) == 2
    ana.tap("Undo")
    ana.is_saved()
    assert draft_of(box) == as_json(WHOLE)


def test_a_number_that_is_half_typed_stays_while_the_page_is_drawn_anew(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE, "#track")
    first, second = (ana.page.get_by_role("textbox", name=f"{n}: number") for n in (1, 2))
    first.fill("1x")
    ana.tap("2: one more")
    expect(second).to_have_value("13")
    expect(first).to_have_value("1x")
    ana.is_saved()
    assert draft_of(box)["track"] == [["circle", None], ["hexagon", 13]]
    expect(ana.page.locator(".lacks")).to_contain_text("Step 1 has no number.")
    first.fill("17")
    ana.is_saved()
    assert draft_of(box)["track"][0] == ["circle", 17]


def test_a_track_takes_no_more_steps_than_it_may_have_and_says_so(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE, "#track")
    for _ in range(4):
        ana.tap("Add: circle")
    expect(ana.page.get_by_role("alert")).to_contain_text("5 at most.")
    ana.tap("3: remove")
    ana.is_saved()
    assert len(draft_of(box)["track"]) == 4


# What is missing


def test_what_is_missing_is_said_beside_its_part_and_leads_to_its_place(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(WHOLE, map=("....",) * 3 + ("..D.",), name=""))
    expect(ana.page.locator(".link-row", has_text="Map")).to_contain_text("2 things are missing or wrong")
    expect(ana.page.locator(".link-row", has_text="Die")).to_contain_text("all there")
    ana.page.locator(".lacks summary").tap()
    ana.page.get_by_role("link", name="Row 4: no altar of the fourth here.").tap()
    expect(ana.cell(3, 2)).to_be_focused()
    expect(ana.cell(3, 2)).to_be_in_viewport()
    ana.paints("bare", (3, 2))
    expect(ana.page.locator(".cell.wrong")).to_have_count(0)
    expect(ana.page.locator(".lacks")).to_contain_text("The middle is missing.")


# Kept with the box


def test_what_is_half_done_is_gone_on_with_on_another_phone(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("first area", (0, 0))
    ana.is_saved()
    other = Copyist(phone(box, "Ana", HOME))
    other.page.locator(".link-row", has_text="Mine").tap()
    other.opens("Map")
    expect(other.cell(0, 0)).to_have_accessible_name("Row 1, column 1: first area")
    other.paints("second area", (0, 1))
    other.is_saved()
    assert draft_of(box)["map"][0] == "ab.."


def test_two_phones_that_change_different_parts_both_have_their_way(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    other = Copyist(phone(box, "Ana", f"{HOME}/{ID}#name"))
    other.page.get_by_role("textbox").fill("Ours")
    other.is_saved()
    ana.paints("first area", (0, 0))
    expect(ana.page.locator(".news")).to_have_text("Changed on another phone: Name")
    ana.is_saved()
    assert (draft_of(box)["name"], draft_of(box)["map"][0]) == ("Ours", "a...")


@pytest.mark.parametrize(("choice", "stands", "other"), [("Keep mine", "a...", "b..."), ("Take theirs", "b...", "a...")])
def test_of_two_that_change_the_same_part_one_is_chosen_and_the_other_is_a_step_back(
    box: Box, phone: Phones, choice: str, stands: str, other: str
) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    second = Copyist(phone(box, "Ana", f"{HOME}/{ID}#map"))
    second.paints("second area", (0, 0))
    second.is_saved()
    ana.paints("first area", (0, 0))
    expect(ana.page.get_by_role("alert")).to_contain_text("Changed here and on another phone: Map")
    assert draft_of(box)["map"][0] == "b..."
    ana.tap(choice)
    ana.is_saved()
    assert draft_of(box)["map"][0] == stands
    ana.tap("Undo")
    ana.is_saved()
    assert draft_of(box)["map"][0] == other


def test_what_another_phone_changes_under_a_finger_is_not_drawn_over_unseen(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("first area")
    at = ana.cell(0, 0).bounding_box()
    assert at is not None
    ana.page.mouse.move(at["x"] + 9, at["y"] + 9)
    ana.page.mouse.down()
    with box.house.changing():
        box.house.kept.write("market", "board", ID, 1, as_json(msgspec.structs.replace(EMPTY, map=("...b",) * 4)))
    with ana.page.expect_response(lambda reply: reply.request.method == "GET"):
        ana.page.evaluate("dispatchEvent(new Event('focus'))")  # somebody looks again: what stands there is asked for
    ana.page.mouse.up()
    expect(ana.page.get_by_role("alert")).to_contain_text("Changed here and on another phone: Map")
    assert draft_of(box)["map"] == ["...b"] * 4
    ana.tap("Keep mine")
    ana.is_saved()
    assert draft_of(box)["map"] == ["a...", "....", "....", "...."]


def test_on_a_full_disk_it_is_said_and_kept_on_the_phone_until_there_is_room(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    with no_byte_more():
        ana.paints("first area", (0, 0))
        expect(ana.page.locator(".saved")).to_have_text("Not saved")
        expect(ana.page.get_by_role("alert")).to_contain_text("Nothing is lost")
    ana.is_saved()
    assert draft_of(box)["map"][0] == "a..."


def test_without_a_connection_it_is_kept_on_the_phone_and_saved_when_it_is_back(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.page.context.set_offline(True)
    ana.paints("first area", (0, 0))
    expect(ana.page.locator(".saved")).to_have_text("No connection: kept on this phone")
    assert draft_of(box)["map"] == list(EMPTY.map)
    ana.page.context.set_offline(False)
    ana.is_saved()
    assert draft_of(box)["map"][0] == "a..."


def test_a_page_that_is_closed_before_the_box_has_all_brings_it_when_it_is_opened_again(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    again = ana.page.context.new_page()
    # Not offline: what a page sends as it goes may reach the box all the same.
    ana.page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError()); }")
    ana.paints("first area", (0, 0))
    expect(ana.page.locator(".saved")).to_have_class("saved unsent")
    ana.page.close()
    assert draft_of(box)["map"] == list(EMPTY.map)
    again.goto(f"{box.url}{HOME}/{ID}")
    expect(again.locator(".saved")).to_have_class("saved saved")
    assert draft_of(box)["map"][0] == "a..."


def test_what_was_taken_away_on_another_phone_can_be_kept_as_a_new_one(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    with box.house.changing():
        box.house.kept.drop("market", "board", ID, 1)
    ana.paints("first area", (0, 0))
    expect(ana.page.get_by_role("alert")).to_contain_text("It is not kept here any more.")
    ana.tap("Keep mine as a new one")
    ana.page.wait_for_url(lambda url: ID not in url)
    (found,) = [one for one in box.house.kept.all("market", "board") if one.thing.revision]
    assert found.thing.draft["map"][0] == "a..."


def test_it_is_removed_at_the_second_tap_only(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, clock=True)
    ana.tap("Remove it")
    expect(ana.page.get_by_role("alert")).to_contain_text("Tap it again if you are sure.")
    assert draft_of(box)["name"] == "Mine"
    ana.page.clock.fast_forward(500)
    ana.tap("Remove it")
    ana.page.wait_for_url(f"**{HOME}")
    expect(ana.page.locator(".link-row")).to_have_count(0)


def test_the_second_of_a_double_tap_removes_nothing_and_begins_no_second_one(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY)
    remove = ana.page.get_by_role("button", name="Remove it")
    remove.dblclick()
    expect(ana.page.get_by_role("alert")).to_contain_text("Tap it again if you are sure.")
    ana.returns()
    ana.page.get_by_role("button", name="Begin a new one").dblclick()
    ana.page.wait_for_url(f"**{HOME}/*")
    assert [one.name for one in box.house.kept.all("market", "board")] == ["Printed board", "", "Mine"]


def test_who_leaves_at_once_leaves_with_everything_saved(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("first area", (0, 0))
    ana.page.goto(f"{box.url}/")
    other = Copyist(phone(box, "Ana", f"{HOME}/{ID}#map"))
    expect(other.cell(0, 0)).to_have_accessible_name("Row 1, column 1: first area")


# Files, and the sample


def test_a_file_that_is_saved_and_opened_again_is_the_same(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE)
    with ana.page.expect_download() as saved:
        ana.page.get_by_role("link", name="Save as a file").tap()
    file = saved.value.path()
    assert json.loads(file.read_text("utf-8")) == as_json(WHOLE)
    ana.returns()
    ana.page.locator("input[type=file]").set_input_files(file)
    ana.page.wait_for_url(lambda url: url.startswith(f"{box.url}{HOME}/") and ID not in url)
    assert draft_of(box, ana.page.url.rpartition("/")[2]) == as_json(WHOLE)


@pytest.mark.parametrize("content", [b"", b"no file of ours", b"[1, 2]", b'{"name": 7}', b"\xff\xfe"])
def test_what_is_no_such_file_is_refused_in_words_and_nothing_is_kept(box: Box, phone: Phones, content: bytes) -> None:
    ana = Copyist(phone(box, "Ana", HOME))
    file = {"name": "sheet.json", "mimeType": "application/json", "buffer": content}
    ana.page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
    expect(ana.page.get_by_role("alert")).to_contain_text("Nothing changed.")
    assert len(box.house.kept.all("market", "board")) == 1


def test_the_sample_is_marked_wherever_it_is_named_and_so_is_its_copy_until_it_says_otherwise(
    box: Box, phone: Phones
) -> None:
    ana = Copyist(phone(box, "Ana", HOME))
    expect(ana.page.locator(".kept")).to_contain_text("Printed board (sample, not the printed one)")
    ana.tap("Begin with this one")
    ana.page.wait_for_url(f"**{HOME}/*")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Printed board (sample, not the printed one)")
    ana.opens("Only a sample")
    ana.page.get_by_role("switch").tap()
    ana.returns()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Printed board")


# Eyes, hands and readers


def large(side: int) -> Board:
    return msgspec.structs.replace(WHOLE, map=("." * side,) * side)


@pytest.mark.parametrize("side", [3, 5, 11, 30])
def test_each_cell_of_any_map_is_reached_by_taps_and_has_room_for_a_finger(box: Box, phone: Phones, side: int) -> None:
    ana = open_at(box, phone, large(side), "#map")
    for cell in ((0, 0), (side - 1, side - 1), (side // 2, side - 1), (side - 1, 0)):
        if side > 5:
            ana.tap("All")
            at = ana.cell(*cell).bounding_box()
            assert at is not None
            ana.page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
            expect(ana.page.locator(".lens.whole")).to_have_count(0)
        ana.paints("first area", cell)
        expect(ana.cell(*cell)).to_have_accessible_name(f"Row {cell[0] + 1}, column {cell[1] + 1}: first area")
        at = ana.cell(*cell).bounding_box()
        assert at is not None
        assert min(at["width"], at["height"]) >= 44
    ana.is_saved()
    assert sum(row.count("a") for row in draft_of(box)["map"]) == 4


def test_arrows_show_what_lies_further_on(box: Box, phone: Phones) -> None:
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


PLACES = ("", "#name", "#map", "#pieces", "#pieces/0", "#die", "#track", "#sample")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_editor(box: Box, phone: Phones, scheme: str) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(WHOLE, die=("1", None, None)), color_scheme=scheme)
    found = violations(Copyist(phone(box, "Ana", HOME, color_scheme=scheme)).page)
    for place in PLACES:
        go(ana.page, place)
        found += violations(ana.page)
    go(ana.page, "#map")
    ana.tap("4 × 4")
    found += violations(ana.page)
    assert found == []


def test_everything_in_the_editor_has_room_for_a_thumb(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(large(30), die=("1", None, None)))
    found = []
    for place in PLACES:
        go(ana.page, place)
        found += ana.page.evaluate(SMALLER)
    assert found == []


def go(page: Page, place: str) -> None:
    page.evaluate("(place) => { location.hash = place; }", place)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


# A printed sheet, from the cardboard to a game

SHEET: dict[str, Any] = {
    "name": "Printed",
    "map": ["Oaa.bbO", "aaa.bBb", "aA.+.bb", "..+++..", "cc.+.dd", "cC..dDd", "Occ.ddO"],
    "pieces": [
        (1, "##"), (1, "###"), (1, "##", "#."), (1, "#.", "##"), (1, "##", ".#"), (1, "#", "#"),
        (2, "####"), (2, "##", "##"), (2, "##.", ".##"), (3, "###", "#.."), (3, "###", ".#."), (4, "#####"),
    ],
    "track": [("circle", 1), ("hexagon", 3)],
}  # fmt: skip
PAINTS = {
    "a": "area 1", "b": "area 2", "c": "area 3", "d": "area 4", "A": "altar in area 1", "B": "altar in area 2",
    "C": "altar in area 3", "D": "altar in area 4", "O": "altar in no area", "+": "centre",
}  # fmt: skip


def copies_map(ana: Copyist) -> None:
    ana.opens("Map")
    ana.tap("11 × 11")
    for side in ("At the bottom", "On the right"):
        for _ in range(4):
            ana.tap(f"{side}: one less")
    ana.tap("Close")
    for sign, paint in PAINTS.items():
        cells = [(r, c) for r, row in enumerate(SHEET["map"]) for c, at in enumerate(row) if at == sign]
        ana.paints(paint, *cells)
    ana.returns()


def copies_pieces(ana: Copyist) -> None:
    ana.opens("Pieces")
    for level, *rows in SHEET["pieces"]:
        ana.tap(f"Add one of level {level}")
        for r, row in enumerate(rows):
            for c in (c for c, at in enumerate(row) if at == "#"):
                ana.cell(r, c).tap()
        ana.returns()
    ana.returns()
    for die in ("Black die", "White die"):
        ana.opens(die)
        for n in range(6):
            ana.page.locator("[data-shape]").nth(n).tap()
        ana.returns()


def copies_track(ana: Copyist) -> None:
    ana.opens("Resource track")
    for n, (kind, number) in enumerate(SHEET["track"], 1):
        ana.tap(f"Add: {kind}")
        for _ in range(number if n == 1 else number - SHEET["track"][n - 2][1]):
            ana.tap(f"{n}: one more")
    ana.returns()


HINTED = """() => {
  const [, x, y] = document.querySelector('.hints').getAttribute('d').match(/M(\\d+) (\\d+)/);
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector('.board-map svg').getScreenCTM());
  return [at.x, at.y];
}"""
"""Where a piece may lie."""


def test_a_printed_sheet_is_copied_by_taps_chosen_in_the_lobby_and_played_with(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben", "Cho")
    ana = Copyist(phone(box, "Ana", "/kept/animism/layout"))
    ana.tap("Begin a new one")
    ana.page.wait_for_url("**/kept/animism/layout/*")
    copies_map(ana)
    copies_pieces(ana)
    copies_track(ana)
    ana.page.locator(".link-row").first.tap()
    ana.page.get_by_role("textbox").fill(SHEET["name"])
    expect(ana.page.locator(".lacks")).to_have_class("lacks none")
    ana.is_saved()
    ana.page.goto(f"{box.url}/")
    lobby = ana.page
    lobby.locator("[data-id='game:animism']").tap()
    lobby.locator("[data-open=options]").tap()
    lobby.get_by_role("button", name="Printed", exact=True).tap()
    lobby.locator("[data-id='o:animism:sheets:2']").tap()
    expect(lobby.get_by_role("button", name="Printed", exact=True)).to_have_attribute("aria-pressed", "true")
    lobby.locator("dialog .main").tap()
    expect(lobby.locator(".ground").first).to_be_visible()
    assert box.house.table is not None
    assert box.house.table.head.options["layout"]["map"] == SHEET["map"]
    assert box.house.table.head.options["layout"]["sample"] is False
    lobby.locator(".asks button[data-do]").first.tap()
    expect(lobby.locator(".hints")).to_be_attached()
    lobby.touchscreen.tap(*lobby.evaluate(HINTED))
    for name in ("Draw it", "I am done"):
        lobby.get_by_role("button", name=name).tap()
    expect(lobby.locator("#now")).to_contain_text("Ben and Cho are still at work")
