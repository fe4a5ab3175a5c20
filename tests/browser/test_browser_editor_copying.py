"""Things that an owner copies once from the pieces, part by part and by taps alone, and a sheet until its first turn."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Box, Boxes, Phones, rest
from tests.browser.copied import EMPTY, HOME, WHOLE, ByKeys, Copyist, as_json, draft_of, open_at, with_boards

pytestmark = pytest.mark.browser


@pytest.fixture
def box(boxes: Boxes) -> Box:
    return with_boards(boxes("Ana", "Ben"))


# Copying


@pytest.mark.parametrize("copyist", [Copyist, ByKeys])
def test_a_whole_board_is_copied_by_taps_alone_or_by_keys_alone(box: Box, phone: Phones, copyist: type[Copyist]) -> None:
    ana = copyist(phone(box, "Ana", HOME))
    ana.starts()
    for copied in (map_copied, pieces_copied, die_copied, track_copied):
        copied(ana)
        ana.is_saved()
        ana.returns()
    draft = draft_of(box, ana.page.url.partition("#")[0].rpartition("/")[2])
    assert draft["map"] == ["aa..", ".+..", "....", "...."]
    assert [piece["level"] for piece in draft["pieces"]] == [1, 2, 2]
    assert draft["die"] == ["1", "2", "3"]
    assert draft["track"] == [["circle", 2], ["hexagon", 5]]
    expect(ana.page.locator(".lacks")).to_contain_text("It has no name.")
    ana.opens("Name")
    ana.page.get_by_role("textbox").fill("Our board")
    expect(ana.page.locator(".lacks")).to_have_class("lacks none")
    ana.returns()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Our board")
    expect(ana.page.locator(".lacks")).to_contain_text("Complete")


def map_copied(ana: Copyist) -> None:
    ana.opens("Map")
    ana.paints("first area", (0, 0), (0, 1))
    ana.paints("middle", (1, 1))


def pieces_copied(ana: Copyist) -> None:
    """Copy two pieces of one level, each with its cells. Then change the level of one, and begin the next piece with that
    level."""
    ana.opens("Pieces")
    for cells in ([(0, 0), (0, 1)], [(0, 0), (1, 0), (1, 1)]):
        ana.begins("Add one of level 1")
        ana.touches(*cells)
        ana.returns()
    ana.follows("“2”, level 1, 3 cells")
    ana.tap("Level 2")
    ana.begins("Next one")
    ana.touches((2, 2), (2, 3))
    ana.returns()


def die_copied(ana: Copyist) -> None:
    ana.opens("Die")
    line, corner = "2 side by side", "3 in an L, 2 high and 2 wide, opening up right"
    for piece in (f"“1”, level 1, 2 cells: {line}", f"“2”, level 2, 3 cells: {corner}", f"“3”, level 2, 2 cells: {line}"):
        ana.tap(piece)


def track_copied(ana: Copyist) -> None:
    ana.opens("Track")
    for kind in ("circle", "hexagon"):
        ana.tap(f"Add: {kind}")
    for step, n in ((1, 2), (2, 3)):
        for _ in range(n):
            ana.tap(f"{step}: one more")


def test_a_finger_that_is_drawn_over_cells_paints_them_all_and_is_one_step(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("third area")
    ana.draws((0, 0), (0, 3))
    ana.is_saved()
    assert draft_of(box)["map"][0] == "cccc"
    # After a quick stroke a browser uses the next touch only to stop the scrolling.
    ana.page.get_by_role("button", name="Undo").click()
    ana.is_saved()
    assert draft_of(box)["map"] == list(EMPTY.map)


def test_a_rectangle_is_painted_from_corner_to_corner_and_altars_in_it_take_their_areas(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(EMPTY, map=("ab..", "ab..", "....")), "#map")
    ana.tap("Rectangle")
    ana.paints("altar of the first")
    ana.draws((1, 1), (0, 0))
    ana.paints("third area")
    ana.draws((1, 2), (2, 3))
    ana.is_saved()
    assert draft_of(box)["map"] == ["AB..", "ABcc", "..cc"]


def test_a_rectangle_is_painted_by_keys_on_two_opposite_corners(box: Box, phone: Phones) -> None:
    ana = ByKeys(open_at(box, phone, EMPTY, "#map").page)
    ana.tap("Rectangle")
    ana.touches((2, 3))
    expect(ana.page.locator(".with")).to_have_text("Row 3, column 4: choose the opposite corner")
    assert draft_of(box)["map"] == list(EMPTY.map)
    ana.touches((1, 1))
    expect(ana.page.get_by_role("log").locator("p").last).to_have_text("Rows 2 to 3, columns 2 to 4: first area")
    ana.is_saved()
    assert draft_of(box)["map"] == ["....", ".aaa", ".aaa", "...."]


def test_a_digit_on_the_map_chooses_a_paint(box: Box, phone: Phones) -> None:
    ana = ByKeys(open_at(box, phone, EMPTY, "#map").page)
    ana.touches((0, 0))
    ana.page.keyboard.press("2")
    expect(ana.page.locator(".with")).to_have_text("Paint: second area")
    ana.touches((0, 1))
    ana.is_saved()
    assert draft_of(box)["map"] == ["ab..", "....", "....", "...."]


def test_a_row_is_copied_onto_every_row_that_a_finger_touches(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(EMPTY, map=("ab.c", "....", "....", "....")), "#map")
    ana.tap("Row")
    ana.touches((0, 1))
    expect(ana.page.locator(".with")).to_have_text("Copy row 1: touch other rows")
    ana.draws((2, 0), (3, 0))
    ana.is_saved()
    assert draft_of(box)["map"] == ["ab.c", "....", "ab.c", "ab.c"]


def test_a_piece_is_drawn_in_one_stroke_and_takes_the_next_number_of_its_die(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#pieces")
    ana.draws((0, 0), (0, 2), (1, 2))
    ana.touches((0, 0), (1, 0))
    ana.tap("Add this piece")
    ana.is_saved()
    pieces = [["".join(row) for row in piece["cells"][:2]] for piece in draft_of(box)["pieces"]]
    assert pieces == [["###.", "..#."], ["#...", "#..."]]
    assert draft_of(box)["die"] == ["1", "2", None]


def test_fill_paints_all_that_hangs_together(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(EMPTY, map=("..a.", "aaa.", "....")), "#map")
    ana.tap("Fill")
    ana.paints("second area", (0, 0))
    ana.is_saved()
    assert draft_of(box)["map"] == ["bba.", "aaa.", "...."]


def test_rows_and_columns_come_and_go_at_every_side_within_bounds(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(EMPTY, map=("a..", "...", "..b")), "#map")
    ana.tap("3 × 3", exact=False)
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


def test_the_numbers_of_a_track_are_typed_key_by_key_with_spaces_between_them(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#track")
    ana.page.get_by_role("textbox", name="All numbers").press_sequentially("1 2* 15")
    ana.is_saved()
    assert draft_of(box)["track"] == [["circle", 1], ["hexagon", 2], ["circle", 15]]


def test_a_reader_hears_what_each_key_has_changed_and_no_key_loses_the_focus(box: Box, phone: Phones) -> None:
    ana = ByKeys(open_at(box, phone, WHOLE, "#map").page)
    heard = ana.page.get_by_role("log").locator("p")
    ana.touches((0, 0))
    expect(heard).to_have_text(["Row 1, column 1: first area"])
    ana.returns()
    ana.opens("Pieces")
    ana.touches((0, 0), (1, 0), (1, 1))
    expect(ana.page.get_by_text("3 in an L, 2 high and 2 wide, opening up right")).to_have_role("status")
    ana.tap("Add this piece")
    expect(ana.cell(0, 0)).to_be_focused()
    expect(heard.last).to_have_text("“4”, level 1, 3 cells: 3 in an L, 2 high and 2 wide, opening up right")
    ana.returns()
    ana.opens("Track")
    ana.tap("2: remove")
    expect(ana.page.get_by_role("button", name="Add: circle")).to_be_focused()
    expect(heard.last).to_have_text("1")
    expect(ana.page.get_by_role("banner").get_by_role("status")).to_have_text("")


def test_a_half_typed_number_stays_when_the_page_is_drawn_again(box: Box, phone: Phones) -> None:
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


def test_a_track_takes_no_more_steps_than_it_may_have_and_gives_the_reason(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE, "#track")
    for _ in range(4):
        ana.tap("Add: circle")
    expect(ana.page.get_by_role("alert")).to_contain_text("5 at most.")
    ana.tap("3: remove")
    ana.is_saved()
    assert len(draft_of(box)["track"]) == 4


# Missing parts


def test_a_missing_part_is_named_beside_it_and_leads_to_its_place(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, msgspec.structs.replace(WHOLE, map=("....",) * 3 + ("..D.",), name=""))
    expect(ana.page.locator(".link-row", has_text="Map")).to_contain_text("2 things are missing or wrong")
    expect(ana.page.locator(".link-row", has_text="Die")).to_contain_text("complete")
    ana.page.locator(".lacks summary").tap()
    ana.page.get_by_role("link", name="Row 4: no altar of the fourth here.").tap()
    expect(ana.cell(3, 2)).to_be_focused()
    expect(ana.cell(3, 2)).to_be_in_viewport()
    ana.paints("bare", (3, 2))
    expect(ana.page.locator(".cell.wrong")).to_have_count(0)
    expect(ana.page.locator(".lacks")).to_contain_text("The middle is missing.")


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
    ana.tap("11 × 11", exact=False)
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
        ana.begins(f"Add one of level {level}")
        for r, row in enumerate(rows):
            ana.touches(*((r, c) for c, at in enumerate(row) if at == "#"))
        ana.returns()
    ana.returns()
    for die in ("Black die", "White die"):
        ana.opens(die)
        for n in range(6):
            ana.on(ana.page.locator("[data-shape]").nth(n))
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
"""Returns a point on the screen where the map hints that a piece may go."""


def test_a_printed_sheet_is_copied_by_taps_chosen_in_the_lobby_and_played_with(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben", "Cho")
    ana = Copyist(phone(box, "Ana", "/kept/animism/layout", clock=True))
    ana.starts(home="/kept/animism/layout")
    copies_map(ana)
    copies_pieces(ana)
    copies_track(ana)
    ana.turns(ana.page.locator(".link-row").first)
    ana.page.get_by_role("textbox").fill(SHEET["name"])
    expect(ana.page.locator(".lacks")).to_have_class("lacks none")
    ana.is_saved()
    ana.page.goto(f"{box.url}/")
    lobby = ana.page
    lobby.locator("[data-id='game:animism']").tap()
    expect(lobby.locator("[data-id='game:animism']")).to_have_attribute("aria-pressed", "true")
    lobby.locator("[data-open=options]").tap()
    lobby.get_by_role("button", name="Printed", exact=True).tap()
    lobby.locator("[data-id='o:animism:sheets:2']").tap()
    expect(lobby.get_by_role("button", name="Printed", exact=True)).to_have_attribute("aria-pressed", "true")
    lobby.locator("dialog .main").tap()
    lobby.get_by_role("button", name="Start without the last ticks").tap()
    expect(lobby.locator(".ground").first).to_be_visible()
    assert box.house.table is not None
    assert box.house.table.head.options["layout"]["map"] == SHEET["map"]
    assert box.house.table.head.options["layout"]["sample"] is False
    lobby.locator(".asks button[data-do]").first.tap()
    expect(lobby.locator(".hints")).to_be_attached()
    lobby.touchscreen.tap(*lobby.evaluate(HINTED))
    for name in ("Draw it", "I am done"):
        rest(lobby)  # the second button comes where the first one was
        lobby.get_by_role("button", name=name).tap()
    expect(lobby.locator("#now")).to_contain_text("Ben and Cho are still drawing")


LARGE = 20
HALF = LARGE // 2
LAYOUT: dict[str, Any] = {
    "altars": [(2, 2), (6, 7), (2, 17), (7, 12), (12, 3), (17, 7), (13, 17), (17, 12)],
    "lone": [(0, 9), (0, 10), (19, 9), (19, 10)],
    "pieces": [  # by level, in the order of the dice: the corners of each stroke
        (1, (0, 0), (0, 1)), (1, (0, 0), (0, 2)), (1, (0, 0), (0, 1), (1, 1)), (1, (0, 0), (1, 0)), (1, (0, 0), (2, 0)),
        (1, (1, 0), (0, 0), (0, 1)), (2, (0, 0), (0, 3)), (2, (0, 0), (0, 1), (1, 1), (1, 2)), (2, (0, 0), (0, 2), (1, 2)),
        (3, (0, 0), (0, 3), (1, 3)), (3, (0, 0), (2, 0), (2, 2)), (4, (0, 0), (0, 4)),
    ],
    "track": "1 2* 3 4 5* 6 8 10* 12 14* 17 20*",
}  # fmt: skip
"""A printed sheet of 20 by 20 cells with an area in each quarter, 12 altars, 12 pieces and 12 steps."""


def test_a_sheet_of_20_by_20_takes_fewer_than_60_acts(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben", "Cho")
    ana = Copyist(phone(box, "Ana", "/kept/animism/layout"))
    ana.starts(home="/kept/animism/layout")
    ana.opens("What is it called?")
    ana.types("What is it called?", "Printed")
    ana.returns()
    draws_map(ana)
    draws_pieces(ana)
    ana.opens("Resource track")
    ana.types("All numbers", LAYOUT["track"])
    ana.returns()
    expect(ana.page.locator(".lacks")).to_have_class("lacks none")
    ana.is_saved()
    assert ana.acts < 60, ana.acts


def draws_map(ana: Copyist) -> None:
    ana.opens("Map")
    ana.tap("11 × 11", exact=False)
    ana.types("Rows", str(LARGE))
    ana.types("Columns", str(LARGE))
    ana.tap("Close")
    ana.tap("All")
    ana.tap("Rectangle")
    last = LARGE - 1
    for paint, corner in (("area 1", (0, 0)), ("area 2", (0, last)), ("area 3", (last, 0)), ("area 4", (last, last))):
        ana.paints(paint)
        ana.draws(corner, middle_of(corner))
    ana.paints("altar in area 1", *LAYOUT["altars"])
    ana.paints("altar in no area", *LAYOUT["lone"])
    ana.paints("centre")
    ana.draws((HALF, HALF - 1), (HALF, HALF + 1))
    ana.draws((HALF - 1, HALF), (HALF + 1, HALF))
    ana.returns()


def middle_of(corner: tuple[int, int]) -> tuple[int, int]:
    """Return the cell next to the middle of the map, in the same quarter."""
    row, column = (HALF if n else HALF - 1 for n in corner)
    return row, column


def draws_pieces(ana: Copyist) -> None:
    ana.opens("Pieces")
    before = 1
    for level, *corners in LAYOUT["pieces"]:
        if level != before:
            ana.tap(f"Level {level}")
            before = level
        ana.draws(*corners, grid="pieces sketch")
    ana.returns()
