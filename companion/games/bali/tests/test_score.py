"""The final score, and the score of a sheet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import score_sheet
from companion.core.state import Seat
from companion.core.words import BadFile, Refused
from companion.games.bali import GAME
from companion.games.bali.pieces import KINDS
from companion.games.bali.score import score_of, worths
from companion.games.bali.state import Pieces

FOURS = st.tuples(*[st.integers(0, 25)] * 4)


def sheet(altar: dict[str, int] | None = None, **seats: dict[str, object]) -> dict[str, object]:
    empty = {"sacrifices": {}, "points": 0, "shrines": 0, "stones": 0}
    return {"altar": altar or {}, "seats": {name: {**empty, **entered} for name, entered in seats.items()}}


@pytest.mark.rule("BALI-22")
@pytest.mark.parametrize(
    ("altar", "values"),
    [
        ((5, 4, 4, 3), (3, 2, 2, 1)),
        ((5, 5, 4, 3), (3, 3, 2, 1)),
        ((5, 4, 3, 3), (3, 2, 1, 1)),
        ((5, 5, 3, 3), (3, 3, 2, 2)),
        ((5, 5, 5, 3), (3, 3, 3, 2)),
        ((5, 3, 3, 3), (3, 2, 2, 2)),
        ((4, 4, 4, 4), (3, 3, 3, 3)),
        ((5, 4, 3, 2), (3, 2, 1, 0)),
    ],
)
def test_kinds_are_worth_their_rank_on_the_altar(altar, values):
    assert worths(altar) == values


@pytest.mark.rule("BALI-23")
@pytest.mark.parametrize(
    ("altar", "values"), [((5, 4, 0, 0), (3, 2, 0, 0)), ((5, 5, 3, 0), (3, 3, 2, 0)), ((0, 0, 0, 0), (0, 0, 0, 0))]
)
def test_a_kind_that_is_not_on_the_altar_is_worth_nothing_and_has_no_rank(altar, values):
    assert worths(altar) == values


@pytest.mark.rule("BALI-22")
@given(FOURS)
def test_more_on_the_altar_is_never_worth_less(altar):
    values = worths(altar)
    for a, value in zip(altar, values, strict=True):
        for b, other in zip(altar, values, strict=True):
            assert a < b or value >= other
            assert a != b or value == other


ROBERT = {"sacrifices": {"pepper": 2, "banana": 3, "rice": 3, "peanut": 1}, "shrines": 1, "stones": 5, "points": 0}


@pytest.mark.rule("BALI-24")
def test_the_worked_example_scores_22():
    score = score_sheet(GAME, sheet({"pepper": 5, "banana": 4, "peanut": 4, "rice": 3}, Robert=ROBERT, Ana={}))
    assert score.total(Seat("Robert")) == 22
    lines = {line.key.rpartition(".")[2]: line.points for line in score.seats[Seat("Robert")]}
    assert lines == {"points": 0, "shrines": 4, "stones": 1, "rice": 3, "peanut": 2, "banana": 6, "pepper": 6}


@pytest.mark.rule("BALI-24")
def test_every_line_is_there_in_order_also_the_zeros():
    score = score_sheet(GAME, sheet(Ana={}, Ben={})).as_data()
    tallies = ("points", "shrines", "stones", *KINDS)
    nothing = [{"key": f"bali.score.{tally}", "points": 0, "rule": "BALI-24"} for tally in tallies]
    assert score["seats"]["Ana"] == {"total": 0, "lines": nothing}


@pytest.mark.rule("BALI-24")
@pytest.mark.parametrize(("per", "points"), [(5, 2), (1, 14)])
def test_stones_count_in_fives_or_each_as_agreed(per, points):
    data = {**sheet(Ana={"stones": 14}, Ben={}), "options": {"stones_per_point": per}}
    assert score_sheet(GAME, data).total(Seat("Ana")) == points


@pytest.mark.rule("BALI-25")
@pytest.mark.parametrize(
    ("ana", "ben", "ranking", "tie"),
    [
        ({"points": 5}, {"points": 4}, [["Ana"], ["Ben"]], None),
        ({"points": 4}, {"shrines": 1}, [["Ben"], ["Ana"]], "bali.tie.shrines"),
        ({"points": 4, "stones": 4}, {"shrines": 1}, [["Ben"], ["Ana"]], "bali.tie.shrines"),
        ({"points": 1, "stones": 2}, {"points": 1, "stones": 3}, [["Ben"], ["Ana"]], "bali.tie.stones"),
        ({"points": 1, "stones": 2}, {"points": 1, "stones": 2}, [["Ana", "Ben"]], None),
    ],
)
def test_a_tie_is_broken_by_shrines_then_by_stones_else_the_win_is_shared(ana, ben, ranking, tie):
    score = score_sheet(GAME, sheet(Ana=ana, Ben=ben)).as_data()
    assert (score["ranking"], score["tie_break"]) == (ranking, tie)


@pytest.mark.rule("BALI-25")
def test_a_tie_behind_the_winner_breaks_nothing():
    score = score_sheet(GAME, sheet(Ana={"points": 9}, Ben={"points": 4}, Cho={"shrines": 1})).as_data()
    assert (score["ranking"], score["tie_break"]) == ([["Ana"], ["Cho"], ["Ben"]], None)


@pytest.mark.rule("BALI-25")
def test_shrines_that_leave_two_at_the_top_leave_it_to_the_stones():
    two = {"shrines": 1, "stones": 1}
    score = score_sheet(GAME, sheet(Ana={"points": 4}, Ben=two, Cho={**two, "stones": 2})).as_data()
    assert (score["ranking"], score["tie_break"]) == ([["Cho"], ["Ben"], ["Ana"]], "bali.tie.stones")


PIECES = st.builds(Pieces, FOURS, st.integers(0, 6), st.integers(0, 3), st.integers(0, 12))


@pytest.mark.rule("BALI-25")
@given(st.lists(PIECES, min_size=2, max_size=4), FOURS)
def test_everybody_has_a_place_and_equals_share_it_in_seat_order(pieces, altar):
    seats = tuple(Seat(name) for name in ("Ana", "Ben", "Cho", "Dai")[: len(pieces)])
    score = score_of(seats, tuple(pieces), altar, 5)
    by_seat = dict(zip(seats, pieces, strict=True))
    rank = [{(score.total(s), by_seat[s].shrines, by_seat[s].stones) for s in place} for place in score.ranking]
    assert all(len(same) == 1 for same in rank)
    assert [same for place in rank for same in place] == sorted(set().union(*rank), reverse=True)
    assert all(list(place) == sorted(place) for place in score.ranking)
    assert sorted(seat for place in score.ranking for seat in place) == list(seats)


@pytest.mark.rule("BALI-02")
def test_a_sheet_with_more_cards_than_there_are_is_refused():
    with pytest.raises(Refused) as refusal:
        score_sheet(GAME, sheet({"rice": 20}, Ana={"sacrifices": {"rice": 6}}, Ben={}))
    assert (refusal.value.key, refusal.value.values["found"]) == ("bali.too_many_cards", 26)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        [],
        {"altar": {}, "seats": {}},
        sheet(Ana={}),
        sheet(Ana={}, Ben={}, Cho={}, Dai={}, Eva={}),
        sheet(Ana={"points": -1}, Ben={}),
        sheet(Ana={"points": True}, Ben={}),
        sheet(Ana={"points": 1.0}, Ben={}),
        sheet(Ana={"points": "1"}, Ben={}),
        sheet(Ana={"tributes": 1}, Ben={}),
        sheet({"salt": 1}, Ana={}, Ben={}),
        sheet(**{"": {}, "Ben": {}}),
        sheet(**{" Ana": {}, "Ben": {}}),
        sheet(**{"A" * 21: {}, "Ben": {}}),
        sheet(**{"A\nB": {}, "Ben": {}}),
        {**sheet(Ana={}, Ben={}), "ranking": []},
        {**sheet(Ana={}, Ben={}), "options": {"stones_per_point": 3}},
        {"altar": {}, "seats": {"Ana": {"points": 1}, "Ben": {}}},
    ],
)
def test_a_sheet_of_another_shape_is_a_bad_file(wrong):
    with pytest.raises(BadFile):
        score_sheet(GAME, wrong)


def test_a_sheet_may_come_from_any_house_rules():
    options = {"offer": "tracked", "oracle": True, "demon": True, "altar_log": True}
    assert score_sheet(GAME, {**sheet(Ana={}, Ben={}), "options": options}).ranking == (("Ana", "Ben"),)
