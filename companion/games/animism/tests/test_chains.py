"""Joined altars, compared with a walk from each cell."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from companion.games.animism.ground import chains, ground, longest
from companion.games.animism.layout import SAMPLE
from companion.games.animism.tests import plain
from companion.games.animism.tests.printing import sheets

GROUND = ground(SAMPLE)


def joined(*cells):
    return longest(GROUND, GROUND.board(cells))


@pytest.mark.long
@pytest.mark.rule("ANIM-21")
@settings(max_examples=150, deadline=None)
@given(sheets())
def test_the_longest_chain_is_the_most_altars_that_any_walk_finds(sheet):
    layout, paper = sheet
    paint = plain.paint_of(layout, paper)
    for pen in range(4):
        assert longest(ground(layout), paper.paint[pen]).n == plain.joined_altars(layout, paint, pen)


@pytest.mark.rule("ANIM-21")
@settings(max_examples=60, deadline=None)
@given(sheets())
def test_no_cell_and_no_altar_is_in_two_chains_of_a_colour(sheet):
    layout, paper = sheet
    of = ground(layout)
    for paint in paper.paint:
        found = list(chains(of, paint))
        routes, altars = [chain.routes for chain in found], [chain.altars for chain in found]
        assert sum(map(int.bit_count, routes)) <= paint.bit_count()
        assert sum(map(int.bit_count, altars)) == sum(altars).bit_count()


@pytest.mark.rule("ANIM-21")
def test_a_touched_altar_alone_is_one_and_the_centre_is_one_altar():
    assert joined((1, 1)).n == 1
    assert joined((3, 5), (3, 6)).n == 1
    assert joined((0, 0)).n == 0
    assert joined().n == 0


@pytest.mark.rule("ANIM-21")
def test_a_chain_runs_on_through_an_altar():
    """Blue is on both sides of the altar at 1,2, and from there goes to the one at 1,5."""
    assert joined((1, 1), (2, 1), (1, 3), (1, 4)).n == 3


@pytest.mark.rule("ANIM-21")
def test_altars_side_by_side_are_not_joined_without_paint_between():
    """Two altars touch in the first row. Paint beside one of them does not join the other."""
    rows = ("aaABaaaaaaa", *SAMPLE.map[1:])
    of = ground(replace(SAMPLE, map=rows))
    assert longest(of, of.board([(0, 1)])).n == 1
    assert longest(of, of.board([(0, 1), (0, 4)])).n == 1


@pytest.mark.rule("ANIM-21")
def test_a_chain_runs_on_through_the_centre():
    """Paint goes from the altar at 5,1 to the centre's west arm, and from its north arm up to the altar at 1,5."""
    chain = joined((5, 2), (5, 3), (3, 5), (2, 5))
    assert chain.n == 3
    assert set(GROUND.cells(chain.altars)) == {(5, 1), (1, 5), (4, 5), (5, 4), (5, 5), (5, 6), (6, 5)}


@pytest.mark.rule("ANIM-21")
def test_the_chain_with_most_altars_counts_and_then_the_one_with_most_paint():
    assert joined((1, 1), (1, 6)).n == 2
    assert GROUND.cells(joined((1, 1), (9, 9), (10, 9), (10, 8)).routes) == ((9, 9), (10, 8), (10, 9))
