"""The bonus of a circled sheet."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.animism.ground import ground
from companion.games.animism.layout import SAMPLE
from companion.games.animism.papers import MARKS, blank
from companion.games.animism.score import bonus_of, firsts
from companion.games.animism.tests import plain
from companion.games.animism.tests.printing import sheets

GROUND = ground(SAMPLE)
BLUE, GREEN, RED, YELLOW = range(4)


@pytest.mark.rule("ANIM-26")
def test_firsts_on_the_four_tracks():
    paper = replace(blank(GROUND), mark="I", tracks=((YELLOW, YELLOW, RED), (RED,), (GREEN,), (BLUE,)))
    assert bonus_of(GROUND, paper) == (1, 1, 1, 1)


@pytest.mark.rule("ANIM-26")
def test_firsts_in_the_four_areas():
    paint = {GREEN: [(0, 0), (0, 1), (7, 0)], BLUE: [(0, 8)], YELLOW: [(7, 8)], RED: [(5, 3)]}
    boards = tuple(GROUND.board(paint[pen]) for pen in (BLUE, GREEN, RED, YELLOW))
    assert bonus_of(GROUND, replace(blank(GROUND), mark="II", paint=boards)) == (1, 2, 0, 1)


@pytest.mark.rule("ANIM-26")
def test_firsts_in_the_four_frames():
    bought = {"two": (BLUE,), "four": (YELLOW,), "stairs": (BLUE, GREEN), "branch": (RED, YELLOW)}
    rows = tuple(bought.get(piece.id, ()) for piece in SAMPLE.pieces)
    assert bonus_of(GROUND, replace(blank(GROUND), mark="III", bought=rows)) == (2, 1, 1, 2)


@pytest.mark.rule("ANIM-26")
def test_in_a_place_without_paint_nobody_is_first():
    assert firsts(((0, 0, 0, 0), (0, 2, 2, 1))) == (0, 1, 1, 0)


@pytest.mark.rule("ANIM-25")
def test_a_sheet_that_nobody_circled_has_no_bonus():
    assert bonus_of(GROUND, replace(blank(GROUND), tracks=((RED,), (), (), ()))) == (0, 0, 0, 0)


def counted(layout, paper, mark):
    """Return how many cells each colour has painted in each place that the bonus compares, counted as people do."""
    if mark == "I":
        return [[track.count(pen) for pen in range(4)] for track in paper.tracks]
    if mark == "II":
        where = [(plain.sign_at(layout, cell), pen) for cell, pen in plain.paint_of(layout, paper).items()]
        return [[where.count((area, pen)) for pen in range(4)] for area in "abcd"]
    by = list(zip(layout.pieces, paper.bought, strict=True))
    return [[sum(pens.count(pen) for p, pens in by if p.level == level) for pen in range(4)] for level in (1, 2, 3, 4)]


@pytest.mark.rule("ANIM-26")
@settings(deadline=None)
@given(sheets(), st.sampled_from(MARKS))
def test_each_place_counts_for_every_seat_that_painted_most_there(sheet, mark):
    layout, paper = sheet
    wanted = [0, 0, 0, 0]
    for numbers in counted(layout, paper, mark):
        for pen, n in enumerate(numbers):
            wanted[pen] += n > 0 and not any(other > n for other in numbers)
    assert bonus_of(ground(layout), replace(paper, mark=mark)) == tuple(wanted)
