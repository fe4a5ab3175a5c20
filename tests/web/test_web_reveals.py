"""While the room's screen reveals the end of a game, only a seat that asked for it sees the end on its phone."""

import pytest

from companion.house.doors import ROOM
from companion.house.house import House
from tests.support.games import play
from tests.support.markup import parts_in
from tests.support.phones import Phone
from tests.web.conftest import Phones

NAMES = ["Ana", "Ben", "Cho"]


@pytest.fixture
def phones(phone: Phones, house: House) -> dict[str, Phone]:
    """Return the phones after a game of Bali in a room with a screen. Nothing is revealed yet."""
    found = {name: phone(name) for name in NAMES}
    assert found["Ana"].post("/start", {"game": "bali", "seats": NAMES, "options": {"oracle": True}}).status == 204
    house.presence.came(ROOM)
    play(house)
    return found


def shown(phone: Phone) -> dict[str, bool]:
    """Return for each page of a phone whether it shows how the game ended."""
    page = parts_in(phone.get("/", Accept="text/html").body.decode())
    return {
        "page": "block ranking" in page or "over" in page,
        "screen": any(block["block"] == "ranking" for block in phone.screen()["blocks"]),
        "story": phone.get("/story", Accept="text/html").status == 200,
        "story by number": phone.get("/story/1", Accept="text/html").status == 200,
        "paper": phone.get("/paper", Accept="text/html").status == 200,
        "results": bool(phone.get("/results").json["results"]),
        "spreadsheet": len(phone.get("/results.csv").body.splitlines()) > 1,
    }


def test_no_page_of_a_phone_says_an_end_that_the_room_s_screen_has_not_shown(phones: dict[str, Phone]) -> None:
    assert [name for name, says in shown(phones["Ben"]).items() if says] == []


def test_show_me_now_opens_the_pages_of_that_phone_alone(phones: dict[str, Phone], house: House) -> None:
    stage = house.snapshots.stage
    assert stage is not None
    assert phones["Ben"].post("/unveil", {"of": stage.of}).status == 204
    assert all(shown(phones["Ben"]).values())
    assert not any(shown(phones["Cho"]).values())


def test_all_pages_open_when_the_room_s_screen_has_shown_all(phones: dict[str, Phone], house: House) -> None:
    stage = house.snapshots.stage
    assert stage is not None
    assert phones["Ana"].post("/stage", {"of": stage.of, "step": stage.steps}).status == 204
    assert all(shown(phones["Cho"]).values())


def test_the_questions_of_the_contract_wait_for_no_reveal(phones: dict[str, Phone]) -> None:
    """Our own page hides these questions until the reveal. Other clients need not."""
    assert {ask["kind"] for ask in phones["Ben"].screen()["asks"]} >= {"count"}
    page = parts_in(phones["Ben"].get("/", Accept="text/html").body.decode())
    assert not page["asks"]
