"""The places of pieces and their effects, compared with trying every cell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.animism.ground import ground
from companion.games.animism.layout import SAMPLE, cells_of
from companion.games.animism.papers import after_drawing, blank
from companion.games.animism.placing import closed_cells, effects, hindrance, placements, spots
from companion.games.animism.tests import plain
from companion.games.animism.tests.printing import sheets

GROUND = ground(SAMPLE)


def printed(layout, name):
    """Return a piece's cells as the layout has them."""
    piece = next((piece for piece in layout.pieces if piece.id == name), None)
    return frozenset(cells_of(piece) if piece else [(0, 0)])


def covered(of, shape, places):
    return [frozenset((row + r, col + c) for r, c in shape.turns[turn]) for turn, row, col in placements(of, places)]


@pytest.mark.rule("ANIM-12")
@pytest.mark.rule("ANIM-13")
@settings(max_examples=60, deadline=None)
@given(sheets(), st.booleans())
def test_a_piece_fits_exactly_where_some_turn_and_shift_of_it_fits(sheet, first):
    layout, paper = sheet
    of, paint = ground(layout), plain.paint_of(layout, paper)
    for shape in of.shapes.values():
        found = covered(of, shape, spots(of, paper, shape, first=first))
        assert len(found) == len(set(found))
        assert set(found) == plain.placements(layout, paint, printed(layout, shape.id), first)


@pytest.mark.rule("ANIM-12")
@settings(max_examples=60, deadline=None)
@given(sheets(), st.booleans(), st.data())
def test_cells_are_hindered_exactly_where_the_piece_does_not_fit(sheet, first, data):
    layout, paper = sheet
    of = ground(layout)
    shape = of.shapes[data.draw(st.sampled_from(list(of.shapes)))]
    legal = plain.placements(layout, plain.paint_of(layout, paper), printed(layout, shape.id), first)
    size = len(layout.map) + len(layout.map[0])
    shift = data.draw(st.tuples(st.integers(-2, size), st.integers(-2, size)))
    for turn in shape.turns:
        cells = [(row + shift[0], col + shift[1]) for row, col in turn]
        assert (hindrance(of, paper, shape, cells, first=first) is None) == (frozenset(cells) in legal)
    for cells in legal:
        assert hindrance(of, paper, shape, list(cells), first=first) is None


@pytest.mark.rule("ANIM-12")
def test_a_piece_may_be_turned_but_not_mirrored():
    zig = GROUND.shapes["zig"]
    assert len(zig.turns) == 2
    mirrored = [(3, 6), (3, 7), (2, 7), (2, 8)]
    assert hindrance(GROUND, blank(GROUND), zig, mirrored, first=True) == "other_piece"
    assert hindrance(GROUND, blank(GROUND), zig, [(3, 5), (3, 6), (2, 5), (2, 4)], first=True) is None


@pytest.mark.rule("ANIM-12")
@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([(1, 2), (1, 3)], "altar"),
        ([(4, 5), (3, 5)], "centre"),
        ([(3, 5), (2, 5)], None),
        ([(0, 0), (0, 1)], "apart_centre"),
        ([(3, 5), (1, 5)], "other_piece"),
        ([(3, 5)], "other_piece"),
        ([(3, 5), (3, 5)], "other_piece"),
        ([(3, 10), (3, 11)], "other_piece"),
        ([(-1, 5), (0, 5)], "other_piece"),
    ],
)
def test_a_drawing_that_may_not_be_has_its_reason(cells, reason):
    assert hindrance(GROUND, blank(GROUND), GROUND.shapes["two"], cells, first=True) == reason


@pytest.mark.rule("ANIM-13")
def test_in_the_first_round_paint_alone_is_no_contact():
    paper = after_drawing(GROUND, blank(GROUND), 0, GROUND.board([(3, 5), (2, 5)])).paper
    beside = [(2, 6), (2, 7)]
    assert hindrance(GROUND, paper, GROUND.shapes["two"], beside, first=True) == "apart_centre"
    assert hindrance(GROUND, paper, GROUND.shapes["two"], beside, first=False) is None


@pytest.mark.rule("ANIM-23")
def test_the_fourth_colours_altars_alone_are_no_contact():
    paper = blank(GROUND, fourth=3)
    assert hindrance(GROUND, paper, GROUND.shapes["two"], [(0, 5), (0, 4)], first=False) == "apart"


@pytest.mark.rule("ANIM-12")
@settings(deadline=None)
@given(sheets())
def test_each_closed_cell_names_the_piece_on_it(sheet):
    layout, paper = sheet
    paint = plain.paint_of(layout, paper)
    what = {"+": "centre", **dict.fromkeys("ABCDO", "altar")}
    wanted = {cell: what.get(plain.sign_at(layout, cell), "paint") for cell in plain.all_cells(layout)}
    open_ = {cell for cell, lies in wanted.items() if lies == "paint" and cell not in paint}
    assert closed_cells(ground(layout), paper) == {cell: lies for cell, lies in wanted.items() if cell not in open_}


@pytest.mark.rule("ANIM-14")
@pytest.mark.rule("ANIM-15")
@pytest.mark.rule("ANIM-16")
@settings(max_examples=60, deadline=None)
@given(sheets(), st.data())
def test_the_effect_of_each_spot_is_known_for_all_spots_together(sheet, data):
    layout, paper = sheet
    of, pen = ground(layout), data.draw(st.sampled_from([i for i in range(4) if i != paper.fourth]))
    shape = of.shapes[data.draw(st.sampled_from(list(of.shapes)))]
    places = spots(of, paper, shape, first=False)
    by_effect = effects(of, paper, pen, shape, places)
    for effect, some in by_effect.items():
        for cells in covered(of, shape, some):
            drawing = after_drawing(of, paper, pen, of.board(cells))
            assert (drawing.gains, drawing.new_level) == effect
    all_spots = sorted(spot for some in by_effect.values() for spot in placements(of, some))
    assert all_spots == sorted(placements(of, places))
