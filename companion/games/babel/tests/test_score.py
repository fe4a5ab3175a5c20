"""The winners, and the score of a sheet."""

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.core.game import score_sheet
from companion.core.words import BadFile, Refused
from companion.games.babel import GAME
from companion.games.babel.tests.playing import Sitting


@pytest.mark.rule("BABEL-18")
@pytest.mark.parametrize(
    ("sheet", "winner", "seals", "punishments"),
    [
        ({"messenger": "Ana", "seals": {"Ana": 2}, "punishments": {"Ana": 1}}, "architects", 2, 1),
        ({"messenger": "Ana", "seals": {"Ana": 2}, "punishments": {"Ana": 2}}, "messenger", 2, 2),
        ({"messenger": "Ana"}, "messenger", 0, 0),
        ({"messenger": "Ana", "seals": {"Ben": 3}, "punishments": {"Ben": 1}}, "messenger", 0, 0),
    ],
)
def test_a_sheet_is_scored(sheet, winner, seals, punishments):
    expected = {"winner": winner, "rule": "BABEL-18", "seals": seals, "punishments": punishments, "ranking": []}
    assert score_sheet(GAME, sheet).as_data() == expected


@pytest.mark.parametrize(
    "sheet",
    [
        {},
        {"messenger": 1},
        {"messenger": ""},
        {"messenger": " Ana"},
        {"messenger": "A\x07"},
        {"messenger": "Ana", "seals": {"Ana": -1}},
        {"messenger": "Ana", "seals": {"Ana": True}},
        {"messenger": "Ana", "seals": []},
        {"messenger": "Ana", "punishment": {}},
        {"messenger": "Ana", "seals": {f"seat {n}": 0 for n in range(10)}},
    ],
)
def test_a_sheet_of_the_wrong_shape_is_a_bad_file(sheet):
    with pytest.raises(BadFile):
        score_sheet(GAME, sheet)


@pytest.mark.rule("BABEL-01")
@pytest.mark.parametrize(("cards", "most"), [("seals", 9), ("punishments", 4)])
def test_a_sheet_has_no_more_cards_than_there_are(cards, most):
    score_sheet(GAME, {"messenger": "Ana", cards: {"Ana": most - 1, "Ben": 1}})
    with pytest.raises(Refused):
        score_sheet(GAME, {"messenger": "Ana", cards: {"Ana": most, "Ben": 1}})


def test_an_end_without_a_reversal_has_no_seals_and_punishments():
    sitting = Sitting(8).begun("Hana").appoint().master("show", what="hand").asked_for_zealots()
    found = sitting.moment.score()
    assert found is not None
    assert found.as_data() == {
        "winner": "messenger",
        "rule": "BABEL-11",
        "seals": 0,
        "punishments": 0,
        "ranking": [["Hana"], list(sitting.names[:-1])],
    }


def test_a_sheet_says_in_words_who_won_and_why(tmp_path):
    file = tmp_path / "sheet.json"
    file.write_text('{"messenger": "Ana", "seals": {"Ana": 2}, "punishments": {"Ana": 1}}', "utf-8")
    printed = CliRunner().invoke(main, ["score", "babel", str(file)], env={"LANG": "en"}).stdout
    assert printed == "The architects win (BABEL-18). On the Messenger: seals 2, punishment cards 1.\n"
