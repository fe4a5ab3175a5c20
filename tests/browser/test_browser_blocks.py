"""The blocks as pages draw them. Readers hear everything that is drawn, and no two things differ only in colour."""

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.blocks import Cell, Chapter, Chart, Count, Curve, Deed, Grid, Place, Ranking, Row, Tally, Timeline
from companion.core.state import Seat
from companion.core.words import text
from companion.kits.board import Area, Areas, Stake, Stop, Track
from tests.browser.conftest import Draw
from tests.browser.drawn import Drawing
from tests.support.markup import Tag

pytestmark = pytest.mark.browser

ANA, BEN, RIVAL = Seat("Ana"), Seat("Ben"), Seat("A")
RICE, BANANA = text("bali.kind.rice"), text("bali.kind.banana")


def labels(tag: Tag) -> list[str | None]:
    return [found.attributes.get("aria-label") for found in tag.all() if "aria-label" in found.attributes]


def test_readers_get_the_pieces_of_a_region_in_the_order_of_placing(draw: Draw) -> None:
    lying = draw(Areas((Area(RICE, pieces=(BEN, ANA, RIVAL)),))).classed("lying")[0]
    assert labels(lying) == ["Ben, green triangle", "Ana, blue disc"]
    assert lying.classed("rival")[0].words == "A"


def test_the_present_region_is_marked_and_lists_order_tokens_and_totals(draw: Draw) -> None:
    bid = Stake(BEN, (text("bali.name"),), 7, active=True)
    drawing = draw(Areas((Area(RICE, order=(bid,), active=True), Area(BANANA))))
    here, other = drawing.classed("region")
    assert "the table is here" in here.words
    assert here.classed("bids")[0].words.split() == ["place", "1BenBali7"]
    assert "the table is here" not in other.words


def test_a_region_that_is_over_keeps_its_totals(draw: Draw) -> None:
    drawing = draw(Areas((Area(RICE, order=(Stake(BEN, (), 7),)),)))
    assert not drawing.classed("bids")
    assert drawing.classed("lying")[0].words == "7"


def test_a_cell_of_a_board_says_how_many_of_how_many_and_when_it_is_full(draw: Draw) -> None:
    cells = (Cell(text("bali.name"), of=8, matters=True), Cell(text("bali.name"), of=3, full=True))
    drawing = draw(Grid((RICE, RICE, BANANA), (Row(RICE, cells),), board=True))
    assert [cell.words for cell in drawing.all() if cell.name == "td"] == ["Bali/8", "Bali/3complete"]
    assert [cell.words for cell in drawing.classed("matters")] == ["Bali/8"]


def test_the_present_stop_of_a_track_is_marked_for_readers(draw: Draw) -> None:
    drawing = draw(Track(RICE, 2, 2, stops=(Stop(RICE), Stop(BANANA))))
    assert [stop.words.strip() for stop in drawing.find(**{"aria-current": "step"})] == ["banana"]


def test_a_bar_has_its_number_beside_it(draw: Draw) -> None:
    drawing = draw(Track(RICE, 2, 5)).classed("track")[0]
    assert drawing.words == "rice2/5"
    assert [bar.attributes["width"] for bar in drawing.all() if bar.name == "rect"] == ["40"]


def test_a_chart_s_numbers_are_in_a_table_too(draw: Draw) -> None:
    drawing = draw(Chart(RICE, (RICE, BANANA), (Curve(ANA, (1, 5)), Curve(RIVAL, (0, 2)))))
    assert [cell.words for cell in drawing.all() if cell.name == "td"] == ["1", "5", "0", "2"]


def test_a_timeline_shows_chapters_and_deeds_with_their_seats(draw: Draw) -> None:
    drawing = draw(Timeline(RICE, (Chapter(BANANA, (Deed(RICE, seat=BEN), Deed(BANANA, sign="rice"))),)))
    assert labels(drawing.classed("timeline")[0]) == ["Ben, green triangle"]


def test_a_win_of_sides_has_no_bars_and_no_numbers(draw: Draw) -> None:
    drawing = draw(Ranking((Place(1, ANA, None, RICE), Place(2, BEN, None)))).classed("ranking")[0]
    assert not drawing.classed("bar")
    assert [place.words.split() for place in drawing.all() if place.name == "li"] == [
        ["place", "1Anarice"],
        ["place", "2Ben"],
    ]


def test_a_marker_is_counted_by_its_sign_alone(draw: Draw) -> None:
    assert draw(Tally((Count(None, "shrine", RICE),))).classed("tally")[0].words.split() == ["rice"]


CHARTS = """async ([charts, pieces]) => {
  const [{ draw }, { curves }] = await Promise.all(["drawing/nodes.js", "drawing/charts.js"].map(ours));
  return charts.map((chart) => {
    const at = document.createElement("div");
    draw(at, curves(chart, { pieces }));
    const whole = Number(at.firstChild.getAttribute("viewBox").split(" ")[3]);
    const names = [...at.querySelectorAll("text.total")];
    const ends = [...at.querySelectorAll("polyline.edge")].map((line) => line.getAttribute("points").split(",").at(-1));
    return { whole, names: names.map((name) => Number(name.getAttribute("y"))), ends: ends.map(Number) };
  });
}"""
NAME_HEIGHT = 18
TAIL = 4
"""The height of the part of a letter below its line, in dots."""


def a_chart(dice: Random) -> dict[str, Any]:
    """Return a random chart, for at most ten seats."""
    lines = tuple(Curve(Seat(f"{n}"), (0, dice.randrange(-9, 60))) for n in range(dice.randrange(11)))
    data: dict[str, Any] = msgspec.to_builtins(Chart(RICE, (RICE, BANANA), lines))
    return data


def test_totals_at_the_ends_of_lines_never_touch_stay_in_order_and_are_on_the_drawing(drawing: Drawing) -> None:
    dice = Random(1)
    drawing.speak("en")
    for chart in drawing.run(CHARTS, [[a_chart(dice) for _ in range(300)], {}]):
        assert all(other - one >= NAME_HEIGHT for one, other in pairwise(sorted(chart["names"])))
        assert all(name + TAIL <= chart["whole"] for name in chart["names"])
        beside = list(zip(chart["ends"], chart["names"], strict=True))
        assert all(name < below for end, name in beside for lower, below in beside if end < lower)
