"""Points so far are those of the sheets at the start of the turn, which everybody has seen."""

from itertools import pairwise

from companion.games.animism.score import score_of
from companion.promises.tapes import tapes_of
from tests.promises.settings import SHELF, settings_of

GAME = next(game for game in SHELF if game.id == "animism")
PAPER, *_, PHONES = settings_of(GAME)


def test_points_so_far_move_only_when_a_turn_is_over() -> None:
    for tape in tapes_of(PHONES):
        for before, after in pairwise(one.history.state.public for one in tape.moments):
            assert GAME.standing(before) == GAME.standing(after) or before.papers != after.papers


def test_the_last_points_so_far_are_the_score() -> None:
    for tape in tapes_of(PHONES):
        public = tape.moments[-1].history.state.public
        score = score_of(public)
        assert score is not None
        assert GAME.standing(public) == {seat: score.total(seat) for seat in public.seats}


def test_nobody_knows_the_points_of_sheets_of_paper() -> None:
    assert all(not GAME.standing(one.history.state.public) for one in tapes_of(PAPER)[0].moments)
