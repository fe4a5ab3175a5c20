"""The tower: the effects of cards, and its completion."""

import pytest

from companion.games.babel.pieces import CELLS, FLAT, blocks_missing, is_complete, nine
from companion.games.babel.tests.playing import Sitting

BLUEPRINT = nine({"C1": 3, "B2": 8, "A3": 3})


def revealing(seats: int = 5, storms: int = 0, **heights: int) -> Sitting:
    """Return a game with cards of cardboard in which Ana reveals cards. `heights` has the tower."""
    sitting = Sitting(seats).begun(blueprint={"A1": 25}).answer(None, "set", cells=heights)
    return sitting.appoint().master("storms", count=storms)


def heights(sitting: Sitting) -> dict[str, int]:
    return {cell: n for cell, n in zip(CELLS, sitting.public.heights, strict=True) if n}


@pytest.mark.rule("BABEL-03")
def test_more_blocks_and_blocks_elsewhere_do_no_harm():
    assert is_complete(nine({"C1": 3, "B2": 9, "A3": 3, "A1": 1}), BLUEPRINT)


@pytest.mark.rule("BABEL-03")
def test_a_cell_that_lacks_a_block_is_not_complete():
    assert blocks_missing(nine({"C1": 3, "B2": 7, "A3": 3}), BLUEPRINT) == 1


@pytest.mark.rule("BABEL-12")
@pytest.mark.parametrize(
    ("card", "cell", "after"),
    [
        ("column-B", "B3", {"B3": 1}),
        ("row-2", "A2", {"A2": 1}),
        ("pair-A1-B1", "B1", {"B1": 2}),
        ("cell-C3", None, {"C3": 3}),
    ],
)
def test_an_instruction_builds_on_a_cell_that_it_allows(card, cell, after):
    choice = {} if cell is None else {"cell": cell}
    assert heights(revealing().master("reveal", card=card, **choice)) == after


@pytest.mark.rule("BABEL-12")
@pytest.mark.parametrize(
    "fields",
    [
        {"card": "column-B"},
        {"card": "column-B", "cell": "A1"},
        {"card": "cell-A1", "cell": "A1"},
        {"card": "row-1", "cell": "A1", "next": "B1"},
        {"card": "seal", "cell": "A1"},
        {"card": "deliberation"},
        {"card": "lightning", "cell": "A1"},
    ],
)
def test_one_choice_too_many_is_refused_like_one_missing(fields):
    assert revealing().refused("Ana", "reveal", **fields).key == "babel.other_choice"


@pytest.mark.rule("BABEL-12")
def test_blocks_are_built_as_far_as_they_last():
    assert heights(revealing(B2=24).master("reveal", card="cell-A2")) == {"B2": 24, "A2": 1}


@pytest.mark.rule("BABEL-12")
def test_without_a_block_left_there_is_nothing_to_choose():
    sitting = revealing(B2=25)
    assert sitting.refused("Ana", "reveal", card="row-1", cell="A1").key == "babel.other_choice"
    assert heights(sitting.master("reveal", card="row-1")) == {"B2": 25}


@pytest.mark.rule("BABEL-12")
def test_in_a_storm_nothing_is_built():
    sitting = revealing(seats=7, storms=1)
    assert sitting.refused("Ana", "reveal", card="pair-A1-A2", cell="A1").key == "babel.other_choice"
    assert heights(sitting.master("reveal", card="pair-A1-A2")) == {}


@pytest.mark.rule("BABEL-12")
def test_lightning_works_in_a_storm():
    assert heights(revealing(seats=7, storms=1, A1=5).master("reveal", card="lightning")) == {"A1": 3}


@pytest.mark.rule("BABEL-12")
@pytest.mark.parametrize(
    ("before", "choice", "after"),
    [
        ({"A1": 5, "A2": 5, "A3": 2}, {"cell": "A1"}, {"A1": 3, "A2": 5, "A3": 2}),
        ({"A1": 5, "A2": 5, "A3": 2}, {"cell": "A2"}, {"A1": 5, "A2": 3, "A3": 2}),
        ({"A1": 4, "A2": 3}, {}, {"A1": 2, "A2": 3}),
        ({"A1": 2}, {}, {}),
        ({"A1": 1}, {}, {}),
        ({"A1": 1, "A2": 1}, {}, {}),
        ({"A1": 1, "A2": 1, "C3": 1}, {"cell": "A1", "next": "C3"}, {"A2": 1}),
        ({}, {}, {}),
    ],
)
def test_lightning_takes_two_blocks_off_the_highest(before, choice, after):
    assert heights(revealing(**before).master("reveal", card="lightning", **choice)) == after


@pytest.mark.rule("BABEL-12")
@pytest.mark.parametrize(
    ("before", "choice"),
    [
        ({"A1": 5, "A2": 5, "A3": 2}, {}),
        ({"A1": 5, "A2": 5, "A3": 2}, {"cell": "A3"}),
        ({"A1": 5, "A2": 4}, {"cell": "A1"}),
        ({"A1": 1, "A2": 1}, {"cell": "A1", "next": "A2"}),
        ({"A1": 1, "A2": 1, "C3": 1}, {"cell": "A1"}),
        ({"A1": 1, "A2": 1, "C3": 1}, {"cell": "A1", "next": "A1"}),
        ({"A1": 1, "A2": 1, "C3": 1}, {"cell": "A1", "next": "B1"}),
    ],
)
def test_lightning_strikes_nowhere_else(before, choice):
    assert revealing(**before).refused("Ana", "reveal", card="lightning", **choice).key == "babel.other_choice"


@pytest.mark.rule("BABEL-15")
def test_a_tower_that_was_knocked_over_is_set_right_at_any_time():
    sitting = Sitting().answer(None, "set", cells={"A1": 2})
    assert heights(sitting) == {"A1": 2}
    assert heights(sitting.begun().answer(None, "set", cells={"B1": 3, "A1": 0})) == {"B1": 3}


@pytest.mark.rule("BABEL-15")
def test_the_tower_cannot_have_more_blocks_than_the_game():
    assert Sitting().refused(None, "set", cells={"A1": 13, "B1": 13}).key == "babel.too_many_blocks"


def test_the_board_is_empty_at_first():
    assert Sitting().public.heights == FLAT
