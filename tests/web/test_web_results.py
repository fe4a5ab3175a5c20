"""The ends of a box's games, on its pages and as files."""

import csv
import io
import json

import pytest

from companion.house.house import House
from tests.support.games import play
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


def test_a_game_that_is_on_is_not_among_them(ana: Phone) -> None:
    assert ana.post("/start", {"game": "bali", "seats": NAMES}).status == 204
    assert [game["table"] for game in ana.get("/results").json["results"]] == [1]
    assert ana.get("/story/2", Accept="text/html").status == 302


def test_a_game_whose_end_was_taken_back_is_not_among_them_and_says_nothing_of_its_end(ana: Phone, house: House) -> None:
    """Its result is kept, as it was over once."""
    assert [game["table"] for game in ana.get("/results").json["results"]] == [1]
    while house.table is not None and house.table.moment.over:
        house.take_back(f"back-{house.table.moment.entries}")
    assert house.journal.result(1) is not None
    assert ana.get("/results").json["results"] == []
    assert parts_in(ana.get("/results", Accept="text/html").body.decode())["results"] == []
    assert len(ana.get("/results.csv").body.splitlines()) == 1
    for path in ("/results/1/play-log", "/results/1/picture"):
        assert ana.get(path).refused == "no_game", path
    assert ana.get("/story/1", Accept="text/html").status == 302
    assert ana.get("/story").refused == "story_later"


def test_each_game_has_its_story(ana: Phone) -> None:
    assert ana.post("/start", {"game": "bali", "seats": NAMES}).status == 204
    parts = parts_in(ana.get("/story/1", Accept="text/html").body.decode())
    assert parts["chapters"]
    assert parts["place"]["table"] == 1


def test_a_spreadsheet_reads_the_names(ana: Phone) -> None:
    said = ana.get("/results.csv").body.decode("utf-8-sig")
    assert {row["seat"] for row in csv.DictReader(io.StringIO(said))} == set(NAMES)


def test_a_play_log_is_a_file_in_the_phone_s_language(ana: Phone) -> None:
    said = json.loads(ana.get("/results/1/play-log?now=2026-11-22T21:40").body)
    assert said["plays"][0]["playDate"] == "2026-11-22 21:40:00"
    assert {player["name"] for player in said["players"]} == set(NAMES)


def test_a_play_log_of_no_game_or_day_is_refused(ana: Phone) -> None:
    assert ana.get("/results/7/play-log").refused == "no_game"
    assert ana.get("/results/1/play-log?now=yesterday").status == 400


def test_a_picture_of_a_game_is_a_file(ana: Phone) -> None:
    said = ana.get("/results/1/picture")
    assert said.body.startswith(b"\x89PNG")
    assert ana.get("/results/9/picture").refused == "no_game"
