"""Score sheets: the end state as counted on the table."""

import json

import pytest

from companion.core.game import score_sheet
from companion.core.words import BadFile
from companion.games.buru import GAME

SHEET = {
    "emissary": "Ben",
    "order": ["Ana", "Ben", "A"],
    "seats": {
        "Ana": {"esteem": 10, "tributes": [3, 2], "elders": [4]},
        "Ben": {"esteem": 19, "tributes": [], "elders": []},
        "A": {
            "esteem": 8,
            "tributes": [1],
            "elders": [0],
            "rival": True,
            "islanders": {"noble": 6, "outlaw": 4, "artisan": 2},
        },
    },
}


def with_seat(name, **changes):
    return {**SHEET, "seats": {**SHEET["seats"], name: {**SHEET["seats"][name], **changes}}}


@pytest.mark.rule("BURU-21")
def test_a_sheet_scores_track_tributes_and_elders():
    score = score_sheet(GAME, SHEET)
    assert [line.points for line in score.seats["Ana"]] == [10, 5, 4]
    assert json.loads(json.dumps(score.as_data())) == score.as_data()


@pytest.mark.rule("BURU-21")
def test_a_tie_goes_to_the_emissary_and_then_clockwise():
    score = score_sheet(GAME, SHEET)
    assert [score.total(seat) for seat in ("Ana", "Ben", "A")] == [19, 19, 18]
    assert score.ranking == (("Ben",), ("Ana",), ("A",))
    assert score.tie_break == "buru.tie.emissary"


@pytest.mark.rule("BURU-21")
def test_without_a_tie_for_the_first_place_none_is_mentioned():
    assert score_sheet(GAME, with_seat("Ben", esteem=20)).tie_break is None


@pytest.mark.rule("BURU-30")
def test_islanders_count_for_rivals_only_outlaws_a_fifth_type():
    assert [line.points for line in score_sheet(GAME, SHEET).seats["A"]] == [8, 1, 0, 5 + 3 + 1]
    assert score_sheet(GAME, with_seat("Ana", islanders={"noble": 3})).total("Ana") == 19


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        {**SHEET, "more": 1},
        {**SHEET, "emissary": "Zoe"},
        {**SHEET, "order": ["Ana", "Ben"]},
        {**SHEET, "order": ["Ana", "Ben", "A", "A"]},
        {**SHEET, "order": ["Ana", "Ben", "B"]},
        with_seat("Ana", esteem=-1),
        with_seat("Ana", esteem=1.5),
        with_seat("Ana", esteem=True),
        with_seat("Ana", tributes=3),
        with_seat("Ana", elders=["1"]),
        with_seat("Ana", fish=3),
        with_seat("A", islanders={"sailor": 1}),
        with_seat("A", rival="yes"),
        {"emissary": "Ana", "order": [], "seats": {}},
        {"emissary": "A", "order": ["A", " B"], "seats": {"A": SHEET["seats"]["Ana"], " B": SHEET["seats"]["Ana"]}},
        {"emissary": "A", "order": ["A", "B"], "seats": {"A": SHEET["seats"]["A"], "B": SHEET["seats"]["A"]}},
    ],
)
def test_an_impossible_sheet_is_a_bad_file(data):
    with pytest.raises(BadFile):
        score_sheet(GAME, data)


def test_a_count_is_not_checked_against_the_game_box():
    assert score_sheet(GAME, with_seat("Ana", elders=[1] * 17)).total("Ana") == score_sheet(
        GAME, with_seat("Ana", elders=[17])
    ).total("Ana")
