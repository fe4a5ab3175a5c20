"""The blocks as HTML: what is drawn is said too, and what cannot be told apart by colour is told apart otherwise."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.core.blocks import (
    Area,
    Areas,
    Block,
    Cell,
    Chapter,
    Chart,
    Count,
    Curve,
    Deed,
    Grid,
    Place,
    Ranking,
    Row,
    Stake,
    Stop,
    Tally,
    Timeline,
    Track,
)
from companion.core.knowledge import Seat
from companion.core.words import text
from tests.support.houses import playing
from tests.web.test_web_render import Tag, read
from web.drawing import charts, render

ANA, BEN, RIVAL = Seat("Ana"), Seat("Ben"), Seat("A")
RICE, BANANA = text("bali.kind.rice"), text("bali.kind.banana")

Draw = Callable[[Block], Tag]


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """What stands between the now-line and the question, with this block alone."""
    house = playing(tmp_path, "Ana", "Ben")
    frame = house.frame(ANA)
    house.journal.close()

    def drawn(block: Block) -> Tag:
        assert frame.screen is not None
        screen = replace(frame.screen, view=replace(frame.screen.view, blocks=(block,)))
        return read(render.fragment(replace(frame, screen=screen), "en")).classed("blocks")[0]

    return drawn


def labels(tag: Tag) -> list[str | None]:
    return [found.attributes.get("aria-label") for found in tag.all() if "aria-label" in found.attributes]


def test_pieces_in_a_region_are_heard_in_the_order_laid(draw: Draw) -> None:
    lying = draw(Areas((Area(RICE, pieces=(BEN, ANA, RIVAL)),))).classed("lying")[0]
    assert labels(lying) == ["Ben, green triangle", "Ana, blue disc"]
    assert lying.classed("rival")[0].words == "A"


def test_the_region_where_the_table_is_says_so_and_lists_order_tokens_and_totals(draw: Draw) -> None:
    bid = Stake(BEN, (text("bali.name"),), 7, active=True)
    said = draw(Areas((Area(RICE, order=(bid,), active=True), Area(BANANA))))
    here, other = said.classed("region")
    assert "the table is here" in here.words
    assert here.classed("bids")[0].words.split() == ["place", "1BenBali7"]
    assert "the table is here" not in other.words


def test_a_region_that_is_over_keeps_its_totals(draw: Draw) -> None:
    said = draw(Areas((Area(RICE, order=(Stake(BEN, (), 7),)),)))
    assert not said.classed("bids")
    assert said.classed("lying")[0].words == "7"


def test_a_cell_of_a_board_says_how_many_of_how_many_and_when_it_is_full(draw: Draw) -> None:
    cells = (Cell(text("bali.name"), of=8, matters=True), Cell(text("bali.name"), of=3, full=True))
    said = draw(Grid((RICE, RICE, BANANA), (Row(RICE, cells),), board=True))
    assert [cell.words for cell in said.all() if cell.name == "td"] == ["Bali/8", "Bali/3complete"]
    assert [cell.words for cell in said.classed("matters")] == ["Bali/8"]


def test_the_present_stop_of_a_track_is_marked_for_readers(draw: Draw) -> None:
    said = draw(Track(RICE, 2, 2, stops=(Stop(RICE), Stop(BANANA))))
    assert [stop.words.strip() for stop in said.find(**{"aria-current": "step"})] == ["banana"]


def test_a_bar_has_its_number_beside_it(draw: Draw) -> None:
    said = draw(Track(RICE, 2, 5)).classed("track")[0]
    assert said.words == "rice2/5"
    assert [bar.attributes["width"] for bar in said.all() if bar.name == "rect"] == ["40"]


def test_a_chart_s_numbers_are_in_a_table_too(draw: Draw) -> None:
    said = draw(Chart(RICE, (RICE, BANANA), (Curve(ANA, (1, 5)), Curve(RIVAL, (0, 2)))))
    assert [cell.words for cell in said.all() if cell.name == "td"] == ["1", "5", "0", "2"]


def test_a_timeline_tells_chapters_and_who_did_what(draw: Draw) -> None:
    said = draw(Timeline(RICE, (Chapter(BANANA, (Deed(RICE, seat=BEN), Deed(BANANA, sign="rice"))),)))
    assert labels(said.classed("timeline")[0]) == ["Ben, green triangle"]


def test_where_sides_win_there_are_no_bars_and_no_numbers(draw: Draw) -> None:
    said = draw(Ranking((Place(1, ANA, None, RICE), Place(2, BEN, None)))).classed("ranking")[0]
    assert not said.classed("bar")
    assert said.words.split() == ["place", "1Anarice", "place", "2Ben"]


def test_a_marker_is_counted_by_its_sign_alone(draw: Draw) -> None:
    assert draw(Tally((Count(None, "shrine", RICE),))).classed("tally")[0].words.split() == ["rice"]


heights = st.lists(st.integers(charts.TOP, charts.FOOT), max_size=10)


@given(wanted=heights)
def test_names_at_the_ends_of_lines_never_touch_and_stay_in_order(wanted: list[int]) -> None:
    given_ = charts._apart(wanted)
    by_height = sorted(given_)
    assert all(b - a >= charts.LABEL for a, b in pairwise(by_height))
    assert all(given_[i] < given_[j] for i, a in enumerate(wanted) for j, b in enumerate(wanted) if a < b)
