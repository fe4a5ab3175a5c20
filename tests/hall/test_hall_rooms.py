"""Several rooms on one page: their tables, and one ranking of all. A room that does not answer stays as it was."""

import re
from http.client import BadStatusLine, IncompleteRead
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.core.words import text
from companion.hall.rooms import RoomNow, Rooms, rooms_named
from companion.speech.languages import LANGUAGES
from tests.support.houses import HandClock
from web.hall.rooms import create_app

URLS = {"Room A": "http://10.0.0.5:8090/", "<B>": "http://10.0.1.5:8090"}


def result(table: str, *names: str) -> dict[str, Any]:
    numbers = {"Ana": "17"}
    seats = [
        {"seat": name, "place": n, "won": n == 1, "points": 9, "number": numbers.get(name, "")}
        for n, name in enumerate(names, 1)
    ]
    return {"id": table, "game": "bali", "agreed": True, "seats": seats, "later": "field"}


class Boards:
    """The boards of two rooms."""

    def __init__(self) -> None:
        line = text("hall.round.left", round=text("hall.round.name", number="2"), count=12)
        room = msgspec.json.encode(RoomNow(40, 1, 3, (line,)))
        self.said = {
            "http://10.0.0.5:8090/room.json": room,
            "http://10.0.0.5:8090/results.json": msgspec.json.encode([result("T", "Ana", "Ben")]),
            "http://10.0.1.5:8090/room.json": msgspec.json.encode(RoomNow(2, 0, 1)),
            "http://10.0.1.5:8090/results.json": msgspec.json.encode([result("U", "Ana", "Cho"), result("V", "Ben", "Cho")]),
        }

    def ask(self, url: str) -> bytes:
        if url not in self.said:
            raise OSError(url)
        return self.said[url]


@pytest.fixture
def boards() -> Boards:
    return Boards()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def rooms(boards: Boards, clock: HandClock) -> Rooms:
    found = Rooms(URLS, boards.ask, clock)
    for name in URLS:
        found.look(name)
    return found


def page(rooms: Rooms, language: str = "en") -> str:
    return create_app(rooms, ()).test_client().get(f"/?in={language}").text


def test_all_rooms_are_on_one_page_with_one_ranking(rooms: Rooms) -> None:
    assert [(one.name, one.won, one.games, one.ahead) for one in rooms.standings()] == [
        ("Ana", 2, 2, 2),
        ("Ben", 1, 2, 1),
        ("Cho", 0, 2, 0),
    ]
    shown = page(rooms)
    for words in ("40 tables", "2 tables", "Round 2: 12 min left", "1 box is silent", "&lt;B&gt;"):
        assert words in shown
    assert all(page(rooms, language) for language in LANGUAGES)
    assert "1,17,Ana" in create_app(rooms, ()).test_client().get("/standings.csv").text


SILENT = ("room.json", "results.json")


@pytest.mark.parametrize("what", SILENT)
def test_a_room_that_does_not_answer_keeps_its_last_state_with_a_mark(
    what: str, rooms: Rooms, boards: Boards, clock: HandClock
) -> None:
    del boards.said[f"http://10.0.0.5:8090/{what}"]
    clock.pass_(130)
    for name in URLS:
        rooms.look(name)
    first, second = rooms.lines()
    assert (first.heard, second.heard) == (130, 0)
    assert "has not answered for 3 min" in page(rooms)
    assert len(rooms.standings()) == 3


def test_a_room_whose_store_is_away_still_counts_as_one_with_a_board(clock: HandClock) -> None:
    figures = b'{"tables": 1, "silent": 0, "ended": 0, "rounds": [], "away": true}'
    found = Rooms(URLS, lambda url: figures if url.endswith("room.json") else b"[]", clock)
    for name in URLS:
        found.look(name)
    shown = page(found)
    assert ("The store doesn’t answer" in shown, "answered" in shown) == (True, False)


@pytest.mark.parametrize("said", [b"", b"{", b"[" * 100_000, b'{"tables": "x"}', b'[{"id": 1}]'])
def test_an_answer_that_makes_no_sense_changes_nothing(said: bytes, rooms: Rooms, boards: Boards) -> None:
    before = rooms.lines()
    for url in boards.said:
        boards.said[url] = said
    rooms.look("Room A")
    assert rooms.lines() == before


@pytest.mark.parametrize("why", [OSError("away"), BadStatusLine("no HTTP"), IncompleteRead(b"{")], ids=repr)
def test_a_room_that_never_answered_has_no_figures(why: Exception, clock: HandClock) -> None:
    def fail(url: str) -> bytes:
        raise why

    silent = Rooms(URLS, fail, clock)
    silent.look("Room A")
    assert silent.lines()[0].now is None
    assert "No board has answered at this address yet" in page(silent)


def test_a_room_needs_a_name_and_an_address() -> None:
    assert rooms_named(["A=http://x:1", "B=https://y"]) == {"A": "http://x:1", "B": "https://y"}
    failed = CliRunner().invoke(main, ["hall", "rooms", "10.0.0.5:8090"])
    assert (failed.exit_code, "10.0.0.5:8090" in failed.output) == (3, True)


def test_a_route_of_the_rooms_without_a_mark_lets_nobody_in(rooms: Rooms) -> None:
    app = create_app(rooms, ())
    app.testing = True
    app.add_url_rule("/forgotten", view_func=lambda: "secret")
    with pytest.raises(RuntimeError, match="no mark"):
        app.test_client().get("/forgotten")


ROOMS_WITH_FAULTS = (
    "A=",
    "A=ftp://x",
    "A=http://",
    "A=http://x:port",
    "A=http://x:99999",
    "A=http://x y",
    "=http://x",
    "A=http://[",
)


@pytest.mark.parametrize("word", ROOMS_WITH_FAULTS)
def test_a_word_that_is_no_room_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=re.escape(word)):
        rooms_named([word])


def test_two_rooms_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="A =http://y"):
        rooms_named(["A=http://x", "A =http://y"])
