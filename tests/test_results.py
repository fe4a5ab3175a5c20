"""The ends of games: the box keeps them, and exports them."""

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.clock import UNSYNCHRONISED, vouched_for
from companion.core.journal import AnswerEntry, TableHead
from companion.core.state import Seat
from companion.journals.box_journal import Result, decode_result
from companion.journals.reading import Reader
from companion.records.results import COLUMNS, FinishedGame, as_csv, finished_games, play_log
from tests.support.commands import companion
from tests.support.forgetful import ForgetfulJournal
from tests.support.games import play
from tests.support.houses import open_house, playing, sit_down, start

EVENING = datetime(2026, 11, 22, 20, 40, tzinfo=UTC)
POINTS: dict[str, Any] = {
    "seats": {"Ana": {"total": 22, "lines": []}, "Ben": {"total": 0, "lines": []}, "Cho": {"total": 22, "lines": []}},
    "ranking": [["Ana", "Cho"], ["Ben"]],
    "tie_break": None,
}
LOST: dict[str, Any] = {"won": False, "ranking": [["Ana", "Ben", "Cho"]]}
SIDES: dict[str, Any] = {"winner": "architects", "rule": "BABEL-18", "ranking": [["Ana", "Ben"], ["Cho"]]}


def ended(score: dict[str, Any], when: str | None = None, *, seats: str = "Ana Ben Cho") -> FinishedGame:
    """Return a game with this end, as a journal gives it back."""
    journal = ForgetfulJournal()
    number = journal.open_table(TableHead("bali", tuple(map(Seat, seats.split())), {}), "CODE")
    journal.append(number, 0, AnswerEntry(n=1, do={"type": "x"}, bits="0" * 32, hash="f" * 64))
    journal.keep_result(number, Result(score, None, when))
    (game,) = finished_games(journal)
    return game


# Results in the box


def test_when_a_game_ended_is_kept_where_somebody_vouches_for_the_clock(tmp_path: Path) -> None:
    house = open_house(tmp_path, calendar=lambda: EVENING)
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    play(house)
    assert house.table is not None
    result = house.journal.result(house.table.number)
    assert result is not None
    assert result.ended == "2026-11-22T20:40:00+00:00"


def test_a_count_after_the_end_does_not_end_the_game_again(tmp_path: Path) -> None:
    days = iter([EVENING, datetime(2026, 11, 23, tzinfo=UTC)])
    house = open_house(tmp_path, calendar=lambda: next(days))
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    play(house)
    assert house.table is not None
    own = next(due for due in house.table.moment.history.dues if due.kind == "count" and due.seat is not None)
    zeros = dict.fromkeys(("rice", "peanut", "banana", "pepper"), 0)
    count = {"type": "count", "sacrifices": zeros, "stones": 1, "points": 1, "shrines": 0}
    assert own.seat is not None
    house.play(own.seat, house.table.moment.full_id(own.id), count, "c")
    result = house.journal.result(house.table.number)
    assert result is not None
    assert result.ended == "2026-11-22T20:40:00+00:00"


@pytest.mark.parametrize(("state", "is_known"), [(0, True), (UNSYNCHRONISED, False), (-1, False)])
def test_the_kernel_vouches_for_the_clock_or_nobody(state: int, is_known: bool) -> None:
    assert (vouched_for(lambda: state) is not None) == is_known


def test_a_machine_without_such_a_kernel_is_trusted() -> None:
    def none() -> int:
        raise AttributeError

    assert vouched_for(none) is not None


# Exports


def test_a_shared_first_place_is_won_by_both_and_leaves_the_second_out() -> None:
    found = [(one.seat, one.place, one.points, one.won) for one in ended(POINTS).seats]
    assert found == [("Ana", 1, 22, True), ("Cho", 1, 22, True), ("Ben", 3, 0, False)]


def test_if_sides_win_nobody_has_points() -> None:
    found = [(one.seat, one.place, one.points, one.won) for one in ended(SIDES).seats]
    assert found == [("Ana", 1, None, True), ("Ben", 1, None, True), ("Cho", 3, None, False)]


def test_a_game_that_nobody_won_gives_nobody_a_place() -> None:
    assert {(one.place, one.won) for one in ended(LOST).seats} == {(0, False)}
    _, *rows = csv.reader(io.StringIO(as_csv([ended(LOST)])))
    assert {(row[4], row[6]) for row in rows} == {("", "0")}


def test_csv_has_a_row_for_each_seat() -> None:
    head, *rows = csv.reader(io.StringIO(as_csv([ended(POINTS), ended(SIDES)])))
    assert tuple(head) == COLUMNS
    assert [(row[3], row[4], row[5], row[6]) for row in rows[:3]] == [
        ("Ana", "1", "22", "1"),
        ("Cho", "1", "22", "1"),
        ("Ben", "3", "0", "0"),
    ]
    assert [row[5] for row in rows[3:]] == ["", "", ""]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x"])
def test_no_name_is_a_formula_in_a_spreadsheet(name: str) -> None:
    score = {"seats": {name: {"total": 1, "lines": []}}, "ranking": [[name]]}
    rows = list(csv.reader(io.StringIO(as_csv([ended(score, seats=name)]))))
    assert rows[1][3] == f"'{name}"


def finished(folder: Path, *names: str) -> Path:
    house = playing(folder, *names)
    play(house)
    house.journal.close()
    return folder


@pytest.mark.parametrize("form", [(), ("--csv",), ("--json",)])
def test_the_command_names_everybody_who_played(form: tuple[str, ...], tmp_path: Path) -> None:
    folder = finished(tmp_path, "Ana", "Ben")
    result = companion("results", *form, "--state", folder)
    assert result.exit_code == 0, result.output
    assert all(name in result.stdout for name in ("Ana", "Ben"))


def test_json_says_the_same_as_the_journal(tmp_path: Path) -> None:
    folder = finished(tmp_path, "Ana", "Ben")
    data = json.loads(companion("results", "--json", "--state", folder).stdout)["results"]
    (game,) = finished_games(Reader(folder / "companion.db"))
    assert [(one["seat"], one["points"]) for one in data[0]["seats"]] == [(one.seat, one.points) for one in game.seats]


def test_a_folder_without_games_is_named() -> None:
    result = companion("results", "--state", "/nowhere/at/all")
    assert result.exit_code == 2
    assert "/nowhere/at/all" in result.stderr


# A play log


def log_of(score: dict[str, Any] = POINTS, when: str | None = None) -> dict[str, Any]:
    return play_log(ended(score, when), "Bali", "At home", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))


def test_a_play_log_names_each_player_with_points_and_place() -> None:
    log_ = log_of()
    names = {player["id"]: player["name"] for player in log_["players"]}
    (play,) = log_["plays"]
    scored = [(names[one["playerRefId"]], one["score"], one["rank"], one["winner"]) for one in play["playerScores"]]
    assert scored == [("Ana", "22", 1, True), ("Cho", "22", 1, True), ("Ben", "0", 3, False)]


def test_everything_that_a_play_refers_to_is_in_its_file() -> None:
    log_ = log_of()
    (one,) = log_["plays"]
    assert [game["id"] for game in log_["games"]] == [one["gameRefId"]]
    assert [place["id"] for place in log_["locations"]] == [one["locationRefId"]]


FIELDS = {
    "games": {"id": int, "uuid": str, "name": str, "modificationDate": str, "highestWins": bool, "noPoints": bool,
              "cooperative": bool, "usesTeams": bool, "bggId": int, "bggYear": int},
    "players": {"id": int, "uuid": str, "name": str, "modificationDate": str, "isAnonymous": bool},
    "locations": {"id": int, "uuid": str, "name": str, "modificationDate": str},
    "plays": {"uuid": str, "modificationDate": str, "entryDate": str, "playDate": str, "playDateYmd": int, "usesTeams": bool,
              "durationMin": int, "ignored": bool, "manualWinner": bool, "rounds": int, "scoringSetting": int, "rating": int,
              "locationRefId": int, "gameRefId": int, "playerScores": list, "expansionPlays": list},
}  # fmt: skip
"""The fields of each part, as public programs read them and as the app exports them."""
SCORED = {
    "score": str,
    "winner": bool,
    "newPlayer": bool,
    "startPlayer": bool,
    "playerRefId": int,
    "rank": int,
    "seatOrder": int,
}


@pytest.mark.parametrize("score", [POINTS, SIDES])
def test_a_play_log_has_every_field_that_its_readers_ask_for(score: dict[str, Any]) -> None:
    log_ = log_of(score)
    for part, fields in FIELDS.items():
        for one in log_[part]:
            assert {name: type(value) for name, value in one.items()} == fields
    for one in log_["plays"][0]["playerScores"]:
        assert {name: type(value) for name, value in one.items()} == SCORED


def test_the_reader_who_saves_a_play_is_named_in_it() -> None:
    def me(seat: str | None) -> int:
        return int(play_log(ended(POINTS), "Bali", "At home", EVENING, seat and Seat(seat))["userInfo"]["meRefId"])

    names = {player["name"]: player["id"] for player in log_of()["players"]}
    assert (me("Ben"), me("Zoe"), me(None)) == (names["Ben"], 0, 0)


def test_a_player_who_is_called_like_a_game_or_a_place_is_another_thing() -> None:
    score = {"seats": {name: {"total": 1, "lines": []} for name in ("Bali", "At home")}, "ranking": [["Bali", "At home"]]}
    log_ = play_log(ended(score, seats="Bali"), "Bali", "At home", EVENING)
    known = [one["uuid"] for part in ("games", "players", "locations", "plays") for one in log_[part]]
    assert len(set(known)) == len(known)


def test_a_game_is_the_same_one_in_every_language() -> None:
    one, other = (play_log(ended(POINTS), name, "At home", EVENING) for name in ("Babel Builders", "バベル"))
    assert one["games"][0]["uuid"] == other["games"][0]["uuid"]


def test_a_result_without_points_is_marked() -> None:
    log_ = log_of(SIDES)
    assert log_["games"][0]["noPoints"]
    assert {one["score"] for one in log_["plays"][0]["playerScores"]} == {""}


def test_the_box_s_date_goes_before_the_phone_s() -> None:
    ours = datetime.fromisoformat("2026-11-22T20:40:00+00:00").astimezone().strftime("%Y-%m-%d %H:%M:%S")
    assert log_of(when="2026-11-22T20:40:00+00:00")["plays"][0]["playDate"] == ours
    assert log_of()["plays"][0]["playDate"] == "2026-01-02 03:04:05"


@pytest.mark.parametrize("what", [lambda log: log["plays"][0]["uuid"], lambda log: log["players"][0]["uuid"]])
def test_the_same_game_saved_twice_is_the_same_play(what: Callable[[dict[str, Any]], str]) -> None:
    assert what(log_of()) == what(log_of(when="2026-11-22T20:40:00+00:00"))


def test_a_result_of_an_older_version_is_still_read() -> None:
    assert decode_result(json.dumps(POINTS), "counted") == Result(POINTS, "counted")
