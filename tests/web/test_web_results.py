"""The results of a box's games, on its pages and as files."""

import csv
import io
import json
from pathlib import Path
from typing import cast

import pytest

from companion.house.house import House
from tests.support.games import play
from tests.support.houses import HandClock, open_house, playing
from tests.support.markup import parts_in
from tests.support.phones import Phone
from tests.web.conftest import Phones

NAMES = ["Ana", "Ben", "Cho"]


@pytest.fixture
def ana(phone: Phones, house: House) -> Phone:
    """Return the host's phone, after a game of Bali."""
    host, *_ = [phone(name) for name in NAMES]
    assert host.post("/start", {"game": "bali", "seats": NAMES}).status == 204
    play(house)
    return host


def test_the_page_lists_every_finished_game_the_newest_first(ana: Phone, house: House) -> None:
    assert ana.post("/start", {"game": "bali", "seats": NAMES}).status == 204
    play(house, seed=2)
    parts = parts_in(ana.get("/results", Accept="text/html").body.decode())
    assert [game["table"] for game in parts["results"]] == [2, 1]
    assert {one["seat"] for one in parts["results"][0]["seats"]} == set(NAMES)


def test_a_game_that_is_on_is_not_among_the_results(ana: Phone) -> None:
    assert ana.post("/start", {"game": "bali", "seats": NAMES}).status == 204
    assert [game["table"] for game in ana.get("/results").json["results"]] == [1]
    assert ana.get("/story/2", Accept="text/html").status == 302


def test_a_game_whose_end_was_taken_back_is_not_among_them_and_says_nothing_of_its_end(ana: Phone, house: House) -> None:
    """The game's result stays on disk, because the game was over once."""
    assert [game["table"] for game in ana.get("/results").json["results"]] == [1]
    while house.table is not None and house.table.moment.over:
        house.take_back(f"back-{house.table.moment.entries}")
    assert house.journal.result(1) is not None
    assert ana.get("/results").json["results"] == []
    assert parts_in(ana.get("/results", Accept="text/html").body.decode())["results"] == []
    assert len(ana.get("/results.csv").body.splitlines()) == 1
    assert ana.get("/results/1/play-log").refused == "no_game"
    assert ana.get("/story/1", Accept="text/html").status == 302
    assert ana.get("/story").refused == "story_later"


def test_each_game_has_its_story(ana: Phone) -> None:
    assert ana.post("/start", {"game": "bali", "seats": NAMES}).status == 204
    parts = parts_in(ana.get("/story/1", Accept="text/html").body.decode())
    assert parts["acts"]
    assert parts["place"]["table"] == 1


def test_a_spreadsheet_reads_the_names(ana: Phone) -> None:
    reply = ana.get("/results.csv").body.decode("utf-8-sig")
    assert {row["seat"] for row in csv.DictReader(io.StringIO(reply))} == set(NAMES)


def test_a_play_log_is_a_file_in_the_phone_s_language(ana: Phone) -> None:
    reply = json.loads(ana.get("/results/1/play-log?now=2026-11-22T21:40").body)
    assert reply["plays"][0]["playDate"] == "2026-11-22 21:40:00"
    assert {player["name"] for player in reply["players"]} == set(NAMES)


def test_a_game_has_the_date_of_the_host_s_phone_and_its_length(ana: Phone, house: House) -> None:
    assert ana.post("/date", {"now": "2026-11-21T20:42"}).status == 204
    assert ana.post("/start", {"game": "bali", "seats": NAMES}).status == 204
    cast(HandClock, house.clock).pass_(58 * 60)
    play(house)
    assert ana.post("/lobby").status == 204
    game = ana.get("/results").json["results"][0]
    assert (game["local"], game["minutes"]) == ("2026-11-21T21:40", 58)
    (row, *_) = list(csv.DictReader(io.StringIO(ana.get("/results.csv").body.decode("utf-8-sig"))))[-3:]
    assert (row["began"], row["ended"], row["minutes"]) == ("2026-11-21 20:42", "2026-11-21 21:40", "58")
    (reply,) = json.loads(ana.get("/results/2/play-log").body)["plays"]
    assert (reply["playDate"], reply["entryDate"]) == ("2026-11-21 20:42:00", "2026-11-21 21:40:00")
    assert reply["durationMin"] == 58


def test_a_game_that_ended_without_a_date_gets_it_when_the_host_s_phone_says_it(ana: Phone) -> None:
    assert ana.post("/date", {"now": "2026-11-21T21:40"}).status == 204
    assert ana.get("/results").json["results"][0]["local"] == "2026-11-21T21:40"
    assert ana.post("/date", {"now": "2026-11-23T10:00"}).status == 204
    assert ana.get("/results").json["results"][0]["local"] == "2026-11-21T21:40"


@pytest.mark.parametrize("now", ["", "yesterday", "2026-11-21T21:40+01:00", "9999-12-31T23:59", 7])
def test_an_invalid_local_date_is_400(ana: Phone, now: object) -> None:
    assert ana.post("/date", {"now": now}).status == 400


def test_after_three_games_the_lobby_says_how_long_they_took(ana: Phone, house: House) -> None:
    for minutes in (48, 55, 62):
        assert ana.post("/start", {"game": "bali", "seats": NAMES}).status == 204
        cast(HandClock, house.clock).pass_(minutes * 60)
        play(house)
    ana.post("/lobby")
    lobby = house.snapshots.lobby.shown()
    assert (lobby.minutes, lobby.lengths) == (55, (48, 55, 62))


def test_a_play_log_of_no_game_or_day_is_refused(ana: Phone) -> None:
    assert ana.get("/results/7/play-log").refused == "no_game"
    assert ana.get("/results/1/play-log?now=yesterday").status == 400


def test_a_game_over_a_restart_has_its_length_by_the_host_s_phone(tmp_path: Path) -> None:
    house = playing(tmp_path, *NAMES)
    house.note_date("2026-11-21T20:42")
    house.journal.close()
    again = open_house(tmp_path, clock=HandClock())
    again.note_date("2026-11-21T21:30")
    cast(HandClock, again.clock).pass_(10 * 60)
    play(again)
    result = again.journal.result(1)
    assert result is not None
    assert (result.local, result.minutes) == ("2026-11-21T21:40", 58)
    again.journal.close()


def test_the_keepsake_has_the_day_of_the_host_s_phone_and_the_minutes(ana: Phone, house: House) -> None:
    assert ana.post("/date", {"now": "2026-11-21T20:42"}).status == 204
    assert ana.post("/start", {"game": "bali", "seats": NAMES}).status == 204
    cast(HandClock, house.clock).pass_(58 * 60)
    play(house)
    keepsake = parts_in(ana.get("/story", Accept="text/html").body.decode())["keepsake"]
    assert keepsake["day"] == "2026-11-21"
    assert ["story.minutes", {"count": 58}] in keepsake["figures"]
