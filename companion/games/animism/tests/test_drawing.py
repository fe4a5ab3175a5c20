"""A drawing paints tracks, ticks a level and brings resources."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.animism.ground import ground
from companion.games.animism.layout import SAMPLE, cells_of
from companion.games.animism.papers import (
    after_drawing,
    after_purchase,
    blank,
    hexagons,
    is_open,
    is_sold_out,
    kept_resources,
    price,
    supply,
    track_score,
)
from companion.games.animism.pieces import COLOURS
from companion.games.animism.tests import plain
from companion.games.animism.tests.printing import sheets

GROUND = ground(SAMPLE)
BLUE, GREEN, RED, YELLOW = range(4)


def drawn(paper, pen, *cells):
    return after_drawing(GROUND, paper, pen, GROUND.board(cells))


@pytest.mark.rule("ANIM-14")
@pytest.mark.rule("ANIM-15")
@pytest.mark.rule("ANIM-16")
@pytest.mark.rule("ANIM-23")
@settings(max_examples=80, deadline=None)
@given(sheets(), st.data())
def test_a_drawing_paints_tracks_by_its_edges_and_ticks_the_number_of_areas(sheet, data):
    layout, paper = sheet
    of, paint = ground(layout), plain.paint_of(layout, paper)
    pen = data.draw(st.sampled_from([i for i in range(4) if i != paper.fourth]))
    size = data.draw(st.sampled_from([cells_of(piece) for piece in layout.pieces]))
    everywhere = sorted(map(sorted, plain.placements(layout, paint, frozenset(size), False)))
    if not everywhere:
        return
    cells = frozenset(data.draw(st.sampled_from(everywhere)))
    drawing = after_drawing(of, paper, pen, of.board(cells))
    assert drawing.edges == plain.edges(layout, paint, paper.fourth, pen, cells)
    for colour in range(4):
        left = len(layout.track) - len(paper.tracks[colour])
        assert drawing.gains[colour] == min(left, drawing.edges[colour])
        assert drawing.paper.tracks[colour] == paper.tracks[colour] + (pen,) * drawing.gains[colour]
    assert plain.paint_of(layout, drawing.paper) == paint | dict.fromkeys(cells, pen)
    areas = plain.areas(layout, paint | dict.fromkeys(cells, pen), pen)
    assert drawing.new_level == (areas if areas > 1 else 0)


@pytest.mark.rule("ANIM-14")
@pytest.mark.rule("ANIM-16")
def test_two_edges_to_red_and_one_to_green():
    paper = drawn(blank(GROUND), RED, (3, 6), (4, 7)).paper
    paper = drawn(paper, GREEN, (3, 8)).paper
    drawing = drawn(paper, BLUE, (3, 7))
    assert drawing.edges == drawing.gains == (0, 1, 2, 0)
    assert drawing.paper.tracks == ((), (BLUE,), (BLUE, BLUE), ())


@pytest.mark.rule("ANIM-12")
def test_a_cell_between_two_red_cells_counts_each_edge():
    paper = drawn(blank(GROUND), RED, (3, 5), (3, 7)).paper
    assert drawn(paper, BLUE, (3, 6)).gains == (0, 0, 2, 0)


@pytest.mark.rule("ANIM-14")
def test_a_full_track_takes_and_pays_no_more():
    paper = replace(drawn(blank(GROUND), RED, (3, 5), (3, 7)).paper, tracks=((), (), (BLUE,) * 11, ()))
    drawing = drawn(paper, BLUE, (3, 6))
    assert (drawing.edges[RED], drawing.gains[RED], len(drawing.paper.tracks[RED])) == (2, 1, 12)


@pytest.mark.rule("ANIM-14")
def test_own_paint_and_the_centre_paint_nothing():
    paper = drawn(blank(GROUND), BLUE, (3, 5)).paper
    assert drawn(paper, BLUE, (3, 6), (4, 6)).gains == (0, 0, 0, 0)


@pytest.mark.rule("ANIM-15")
def test_paint_in_several_areas_ticks_as_many():
    paper = drawn(blank(GROUND), BLUE, (3, 4), (3, 5)).paper
    assert paper.ticks[BLUE] == ()
    drawing = drawn(paper, BLUE, (3, 6), (3, 7))
    assert (drawing.new_level, drawing.paper.ticks[BLUE]) == (2, (2,))
    assert drawn(drawing.paper, BLUE, (2, 6)).new_level == 0


@pytest.mark.rule("ANIM-08")
@pytest.mark.rule("ANIM-15")
def test_a_tick_opens_the_levels_below_it_and_alone_if_strict():
    paper = replace(blank(GROUND), ticks=((3,), (), (2, 4), ()))
    assert [is_open(paper, BLUE, level) for level in (1, 2, 3, 4)] == [True, True, True, False]
    assert [is_open(paper, BLUE, level, strict=True) for level in (1, 2, 3, 4)] == [True, False, True, False]
    assert [is_open(paper, GREEN, level) for level in (1, 2, 3, 4)] == [True, False, False, False]
    assert [is_open(paper, RED, level, strict=True) for level in (1, 2, 3, 4)] == [True, True, False, True]


@pytest.mark.rule("ANIM-08")
def test_a_piece_of_three_cells_bought_twice_before_costs_five():
    paper = after_purchase(GROUND, after_purchase(GROUND, blank(GROUND), YELLOW, "three"), GREEN, "three")
    assert price(GROUND, paper, "three") == 5
    assert paper.bought[GROUND.place["three"]] == (YELLOW, GREEN)


@pytest.mark.rule("ANIM-08")
def test_a_piece_is_sold_out_when_all_its_cells_are_painted():
    paper = after_purchase(GROUND, blank(GROUND), BLUE, "two")
    assert not is_sold_out(GROUND, paper, "two")
    assert is_sold_out(GROUND, after_purchase(GROUND, paper, BLUE, "two"), "two")


@pytest.mark.rule("ANIM-09")
def test_the_single_cell_is_free_and_never_sold_out():
    assert price(GROUND, blank(GROUND), "cell") == 0
    assert after_purchase(GROUND, blank(GROUND), BLUE, "cell") == blank(GROUND)
    assert not is_sold_out(GROUND, blank(GROUND), "cell")


@pytest.mark.rule("ANIM-07")
@settings(deadline=None)
@given(sheets())
def test_each_painted_hexagon_of_the_own_track_brings_one_of_its_paint(sheet):
    layout, paper = sheet
    for pen, track in enumerate(paper.tracks):
        painted = [by for by, (mould, _) in zip(track, layout.track, strict=False) if mould == "hexagon"]
        assert supply(ground(layout), paper, pen) == tuple(painted.count(i) for i in range(4))


@pytest.mark.rule("ANIM-20")
@pytest.mark.rule("ANIM-24")
@settings(deadline=None)
@given(sheets())
def test_a_painted_hexagon_of_any_track_counts_for_its_painter(sheet):
    layout, paper = sheet
    supplies = [supply(ground(layout), paper, pen) for pen in range(len(COLOURS))]
    assert hexagons(ground(layout), paper) == tuple(map(sum, zip(*supplies, strict=True)))


@pytest.mark.rule("ANIM-19")
def test_a_track_scores_its_right_most_painted_number():
    paper = replace(blank(GROUND), tracks=((), (BLUE,), (BLUE,) * 8, (BLUE,) * 12))
    assert [track_score(GROUND, paper, pen) for pen in range(4)] == [0, 1, 10, 20]


@pytest.mark.rule("ANIM-18")
def test_five_red_and_two_green_are_trimmed_to_three_and_two():
    assert kept_resources((0, 2, 5, 0)) == (0, 2, 3, 0)
