"""The host's phone takes finished games off the box in one file, and brings them to another box."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bounds import SAVED_BYTES
from companion.core.state import Seat
from companion.house.doors import ROOM
from companion.house.house import House
from companion.records.results import finished_games
from companion.records.saved import read
from tests.support.games import play
from tests.support.houses import open_house, sit_down, start
from tests.support.phones import HttpReply, Phone
from tests.web.conftest import Phones

PIECE = 512
"""The size of a piece in bytes, so small that the file has several pieces."""


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of saved games from a box on which two games were played."""
    house = open_house(tmp_path_factory.mktemp("old"), seed=5)
    sit_down(house, "Ana", "Ben")
    for seed in (1, 2):
        start(house, "Ana", "Ben")
        play(house, seed=seed)
        house.leave_game()
    raw = house.saved_games()
    house.journal.close()
    return raw


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = open_house(tmp_path)
    yield house
    house.journal.close()


@pytest.fixture
def ana(phone: Phones) -> Phone:
    """Return the host's phone."""
    return phone("Ana")


def put(phone: Phone, raw: bytes, at: int, length: int = PIECE) -> HttpReply:
    return phone.ask("PUT", f"/results.zip?at={at}&of={len(raw)}", raw[at : at + length])


def sent(phone: Phone, raw: bytes) -> HttpReply:
    """Send the file piece by piece until a piece is refused. Return the last reply."""
    for at in range(0, max(1, len(raw)), PIECE):
        reply = put(phone, raw, at)
        if reply.status != 200:
            break
    return reply


def test_the_host_s_phone_brings_the_games_of_another_card(ana: Phone, house: House, brought: bytes) -> None:
    reply = sent(ana, brought)
    assert (reply.json["moving"]["new"], reply.json["moving"]["known"]) == (2, 0)
    assert [game["game"] for game in reply.json["results"]] == ["bali", "bali"]
    assert len(list(finished_games(house.journal))) == 2


def test_the_host_s_phone_saves_what_it_brought(ana: Phone, brought: bytes) -> None:
    sent(ana, brought)
    reply = ana.get("/results.zip")
    assert (reply.status, reply.headers["content-type"]) == (200, "application/zip")
    assert read(reply.body) == read(brought)


def test_a_piece_that_does_not_follow_is_refused_and_the_file_can_begin_again(ana: Phone, brought: bytes) -> None:
    assert put(ana, brought, 0).status == 200
    for at in (PIECE - 1, PIECE + 1, 2 * PIECE):
        assert put(ana, brought, at).refused == "saved.broke_off"
    assert put(ana, brought, PIECE).status == 200
    assert put(ana, brought, PIECE).refused == "saved.broke_off", "counted once"
    assert sent(ana, brought).json["moving"]["new"] == 2


def test_a_bad_file_is_refused_with_its_reason_and_adds_nothing(ana: Phone, house: House) -> None:
    for raw in (b"", b"x" * 3 * PIECE):
        reply = sent(ana, raw)
        assert (reply.status, reply.refused) == (400, "saved.not_one")
    assert list(house.journal.results()) == []


@pytest.mark.bound("SAVED_BYTES")
def test_a_file_larger_than_any_is_refused_at_its_first_piece(ana: Phone) -> None:
    assert ana.ask("PUT", f"/results.zip?at=0&of={SAVED_BYTES}", b"x").status == 200
    reply = ana.ask("PUT", f"/results.zip?at=0&of={SAVED_BYTES + 1}", b"x")
    assert (reply.status, reply.refused) == (413, "too_large")


@pytest.mark.parametrize(
    "asked", ["", "?at=0", "?of=3", "?at=-1&of=3", "?at=x&of=3", "?at=0&of=1e3", f"?at=0&of={'9' * 50}"]
)
def test_an_impossible_place_is_malformed(ana: Phone, asked: str) -> None:
    assert ana.ask("PUT", f"/results.zip{asked}", b"abc").status == 400


def test_while_a_game_is_on_nothing_goes_and_nothing_comes(ana: Phone, phone: Phones, house: House, brought: bytes) -> None:
    phone("Ben")
    start(house, "Ana", "Ben")
    assert (ana.get("/results.zip").status, ana.get("/results.zip").refused) == (409, "game_on")
    assert sent(ana, brought).refused == "game_on"
    assert list(house.journal.results()) == []


def test_nobody_but_the_host_saves_or_brings_games(ana: Phone, phone: Phones, brought: bytes) -> None:
    ben = phone("Ben")
    assert (ben.get("/results.zip").status, put(ben, brought, 0).status) == (403, 403)
    assert "moving" in ana.get("/results", Accept="text/html").body.decode()


def test_the_end_is_not_saved_before_the_room_has_seen_it(ana: Phone, phone: Phones, house: House) -> None:
    """The file would hold the last answers and the score, which the room's screen still reveals."""
    phone("Ben")
    house.presence.came(ROOM)
    start(house, "Ana", "Ben")
    play(house)
    assert house.snapshots.waits_for_the_room(Seat("Ana"))
    assert ana.get("/results.zip").refused == "game_on"
