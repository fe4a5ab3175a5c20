"""Score sheets: their scores, and those that are refused."""

import json
from copy import deepcopy
from typing import Any

import pytest

from companion.core.game import score_sheet
from companion.core.words import BadFile
from companion.games.animism import GAME

SEATS = {
    "Ana": {"colour": "red", "resources": 4},
    "Ben": {"colour": "blue", "resources": 7},
    "Cho": {"colour": "yellow", "resources": 0},
}
BARE: dict[str, Any] = {"tracks": {}, "hexagons": {}, "altars": {}}
SHEET: dict[str, Any] = {
    "seats": SEATS,
    "sheets": [
        {"tracks": {"red": 12, "blue": 3}, "hexagons": {"red": 4, "blue": 2}, "altars": {"red": 3, "blue": 1}},
        {**BARE, "hexagons": {"red": 1, "blue": 1}, "altars": {"blue": 5, "red": 2}, "bonus": {"blue": 3}},
        BARE,
    ],
}


def sheet(**changes: Any) -> dict[str, Any]:
    return deepcopy({**SHEET, **changes})


@pytest.mark.rule("ANIM-20")
@pytest.mark.rule("ANIM-22")
@pytest.mark.rule("ANIM-25")
def test_a_sheet_for_each_seat_is_added_up():
    score = score_sheet(GAME, SHEET)
    assert [score.total(seat) for seat in ("Ana", "Ben", "Cho")] == [12 + 4 * 3 + 1 * 2, 3 + 2 * 1 + (1 + 3) * 5, 0]
    assert score.ranking == (("Ana",), ("Ben",), ("Cho",))


@pytest.mark.rule("ANIM-22")
def test_resources_break_a_tie_for_the_first_place():
    tied = sheet(sheets=[{**BARE, "tracks": {"red": 5, "blue": 5}}, BARE, BARE])
    score = score_sheet(GAME, tied)
    assert (score.ranking[0], score.tie_break) == (("Ben",), "animism.tie.resources")
    tied["seats"]["Ana"]["resources"] = 7
    assert score_sheet(GAME, tied).ranking[0] == ("Ana", "Ben")
    assert score_sheet(GAME, tied).tie_break is None


@pytest.mark.rule("ANIM-22")
def test_every_line_says_what_it_counts_and_its_rule():
    lines = score_sheet(GAME, SHEET).as_data()["seats"]["Ben"]["lines"]
    assert lines[2:4] == [
        {"key": "animism.score.track", "points": 0, "rule": "ANIM-19"},
        {"key": "animism.score.circled", "points": 20, "rule": "ANIM-20"},
    ]
    assert len(lines) == 2 * 3


NO_SHEETS = [
    sheet(seats={"Ana": SEATS["Ana"], "Ben": SEATS["Ben"]}),
    sheet(seats={**SEATS, "Dai": {"colour": "red", "resources": 0}}, sheets=[*SHEET["sheets"], BARE]),
    sheet(seats={**SEATS, "Ana": {"colour": "pink", "resources": 0}}),
    sheet(seats={**SEATS, "Ana": {"colour": "red", "resources": 10}}),
    sheet(seats={**SEATS, "Ana": {"colour": "red"}}),
    sheet(seats={"": SEATS["Ana"], "Ben": SEATS["Ben"], "Cho": SEATS["Cho"]}),
    sheet(sheets=SHEET["sheets"][:2]),
    sheet(sheets=[*SHEET["sheets"], BARE]),
    sheet(sheets=[{**BARE, "tracks": {"red": 100}}, BARE, BARE]),
    sheet(sheets=[{**BARE, "tracks": {"red": -1}}, BARE, BARE]),
    sheet(sheets=[{**BARE, "tracks": {"red": 1.5}}, BARE, BARE]),
    sheet(sheets=[{**BARE, "tracks": {"red": True}}, BARE, BARE]),
    sheet(sheets=[{**BARE, "tracks": {"green": 1}}, BARE, BARE]),
    sheet(sheets=[{**BARE, "bonus": {"red": 5}}, BARE, BARE]),
    sheet(sheets=[{**BARE, "bonus": None}, BARE, BARE]),
    sheet(sheets=[{**BARE, "owner": "Ana"}, BARE, BARE]),
    sheet(sheets=[{"tracks": {}, "hexagons": {}}, BARE, BARE]),
    sheet(options={}),
    {"seats": SEATS},
    {"sheets": SHEET["sheets"]},
    [],
    None,
    "sheet",
]


@pytest.mark.rule("ANIM-28")
@pytest.mark.parametrize("sheet", NO_SHEETS, ids=json.dumps)
def test_an_impossible_end_is_a_bad_file(sheet):
    with pytest.raises(BadFile) as why:
        score_sheet(GAME, sheet)
    assert why.value.text.key.startswith("animism.")
