"""Boards: whole numbers for sets of cells, compared with the sets themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.animism.ground import ground
from companion.games.animism.tests import plain
from companion.games.animism.tests.printing import layouts


@pytest.mark.rule("ANIM-12")
@given(layouts(), st.data())
def test_a_board_knows_the_four_neighbours_of_its_cells_and_nothing_beyond_the_edge(layout, data):
    of, everywhere = ground(layout), plain.all_cells(layout)
    cells = set(data.draw(st.lists(st.sampled_from(everywhere), max_size=20)))
    assert of.cells(of.board(cells)) == tuple(sorted(cells))
    sides = of.beside(of.board(cells))
    for (down, right), side in zip(((1, 0), (-1, 0), (0, 1), (0, -1)), sides, strict=True):
        wanted = {(row + down, col + right) for row, col in cells} & set(everywhere)
        assert set(of.cells(side)) == wanted
