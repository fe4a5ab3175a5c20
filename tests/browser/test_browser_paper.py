"""Maps, tracks, frames and sheets as pages draw them. Readers hear everything that is drawn, and each colour has a shape of
its own."""

from collections import Counter

import pytest
from msgspec.structs import replace

from companion.core.answers import Answers
from companion.core.state import Seat
from companion.core.words import text
from companion.kits.paper import Frame, Lane, Mark, Shape, Sheet, Strip, Stroke, Tracks
from tests.browser.axe import violations
from tests.browser.conftest import Boxes, Draw, Phones
from tests.browser.drawn import wired
from tests.browser.stage import COMES, Stage
from tests.browser.test_browser_looks import NAMES
from tests.support.asked import GROUND
from tests.support.houses import start
from tests.support.markup import Tag

pytestmark = pytest.mark.browser

RICE, BANANA = text("bali.kind.rice"), text("bali.kind.banana")
MARKS = (Mark(1), Mark(2, "hexagon"), Mark(4))
TRACKS = Tracks(MARKS, (Lane("b", "gb"), Lane("g")), GROUND.inks, RICE)
FRAME = Frame(BANANA, (Shape(("##.", ".##"), "gb", 6, RICE), Shape(("###",))), "g", GROUND.inks)
SHEET = Sheet(RICE, GROUND, GROUND.inks, replace(TRACKS, inks={}), (replace(FRAME, inks={}),), Seat("Ben"))
STRIP = Strip(RICE, GROUND, (Stroke(RICE, "b", ((0, 0), (0, 1))), Stroke(BANANA, "g"), Stroke(RICE, "b", ((1, 0),))))
LIT = replace(GROUND, lit=("....", ".#..", "..#."), outlined={"A": "b"}, words=(BANANA,))

STRETCHED = """() => ['html', 'body', '#screen', 'main'].filter((at) => {
  const { scrollHeight, clientHeight } = document.querySelector(at);
  return scrollHeight > clientHeight;
})"""
"""Finds elements that scroll and never should. Words for readers alone take up space, too, and could cause that."""


def shapes(tag: Tag) -> list[str]:
    """Return the shapes of pieces that are drawn in an element."""
    return [one.attributes["href"] or "" for one in tag.all() if one.name == "use"]


def marked(tag: Tag) -> Counter[str]:
    """Return the number of cells that are filled with each shape of a piece."""
    filled = [one.attributes for one in tag.all() if one.name == "path" and one.attributes.get("fill")]
    marks = Counter[str]()
    for one in filled:
        marks[one["fill"] or ""] += (one["d"] or "").count("M")
    return marks


def paths(tag: Tag, kind: str) -> list[str]:
    return [one.attributes["d"] or "" for one in tag.classed(kind)]


def test_every_painted_cell_has_the_shape_of_its_colour(draw: Draw) -> None:
    map_ = draw(replace(GROUND, paint=("bb..", "....", "..g.")))
    assert marked(map_) == {"url(#cells1)": 2, "url(#cells2)": 1}
    assert len(map_.classed("ink1")) == len(map_.classed("ink2")) == 1


def test_areas_differ_by_pattern_and_have_a_border_between_them(draw: Draw) -> None:
    map_ = draw(replace(GROUND, paint=("....",) * 3))
    assert [len(paths(map_, f"area{n}")[0]) > 0 for n in (2, 3, 4)] == [True, False, False]
    assert paths(map_, "borders")[0].count("v20") >= 3


def test_altars_and_the_centre_are_drawn_by_signs(draw: Draw) -> None:
    map_ = draw(GROUND)
    assert len(paths(map_, "altar")) == len(paths(map_, "centre")) == 1
    assert len(paths(map_, "gate")) == 2


def test_a_ground_for_a_colour_is_framed_with_its_piece_beside(draw: Draw) -> None:
    assert shapes(draw(LIT).classed("ring")[0]) == ["#p1"]


def test_a_lit_cell_has_an_edge_round_each_chain(draw: Draw) -> None:
    assert not draw(GROUND).classed("glow")
    (_, edge) = paths(draw(LIT), "glow")
    assert edge.count("M") == 8  # two cells of different colours, four edges each


def test_a_map_says_what_is_to_be_seen(draw: Draw) -> None:
    map_ = draw(LIT)
    assert map_.find(role="img")[0].attributes["aria-label"] == "map"
    assert "banana" in map_.words


def test_a_track_says_how_far_it_is_painted(draw: Draw) -> None:
    lanes = [one for one in draw(TRACKS).all() if one.name == "li"]
    assert "blue disc (Ana): 2 cells painted, 2 in the last one" in lanes[0].words
    assert "green triangle (Ben): None painted" in lanes[1].words


def test_a_painted_cell_of_a_track_keeps_its_number_and_has_the_painter_s_shape(draw: Draw) -> None:
    cells = draw(TRACKS).classed("mark")
    assert [cell.words for cell in cells] == ["1", "2", "4"] * 2
    assert [shapes(cell) for cell in cells] == [["#g2"], ["#g1"], [], [], [], []]


def test_a_frame_says_prices_and_how_often_a_piece_was_bought(draw: Draw) -> None:
    first, second = (one for one in draw(FRAME).all() if one.name == "li")
    assert "costs 6" in first.words
    assert "bought 2 times, at most 4" in first.words
    assert "costs" not in second.words
    assert marked(first) == {"url(#cells2)": 1, "url(#cells1)": 1}


def test_a_sheet_draws_its_parts_in_its_own_inks(draw: Draw) -> None:
    sheet = draw(SHEET)
    assert (sheet.classed("lane")[0].attributes["aria-label"] or "").startswith("blue disc (Ana): 2 cells")
    assert "Ben" in sheet.classed("who")[0].words


def test_a_strip_shows_the_map_after_each_stroke_with_the_new_cells_lit(draw: Draw) -> None:
    pictures = [one for one in draw(STRIP).all() if one.name == "li"]
    assert [marked(one)["url(#cells1)"] for one in pictures] == [2, 2, 3]
    assert [bool(one.classed("glow")) for one in pictures] == [True, False, True]


def test_axe_finds_nothing_on_paper(boxes: Boxes, phone: Phones) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    page = Stage(box, phone, Answers(), clock=True).page
    snapshot = box.house.snapshot(Seat("Ana"))
    assert snapshot.screen is not None
    view = replace(snapshot.screen.view, blocks=(LIT, TRACKS, FRAME, SHEET, STRIP))
    page.evaluate(COMES, wired(replace(snapshot, screen=replace(snapshot.screen, view=view))))
    page.locator(".strip").wait_for()
    assert violations(page) == []
    assert page.evaluate(STRETCHED) == []
