"""The contract for all clients: each route, its replies, and the things that it never does."""

from typing import Any

import pytest

from companion.core.state import Seat
from companion.core.words import Text
from companion.house.doors import ALPHABET
from companion.house.house import House
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.support.houses import facts
from tests.support.phones import Phone
from tests.web.conftest import GAME, Phones

CLOSED = {"default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"}
"""The policy of a page without permissions. All other directives fall back on the first of these."""


# The lobby


def test_the_host_starts_the_game_and_nobody_else(ana: Phone, ben: Phone, house: House) -> None:
    assert (ben.post("/start", GAME).status, ben.post("/start", GAME).refused) == (403, "not_host")
    assert ana.post("/start", GAME).status == 204
    assert ana.post("/start", GAME).refused == "game_on"
    assert house.snapshots.plays(house.guests.seating.host)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (GAME | {"game": "chess"}, 400), (GAME | {"seats": ["Ana"]}, 400), (GAME | {"seats": ["Ana", 1]}, 400),
        (GAME | {"options": {"demon": 1}}, 400), (GAME | {"options": []}, 400), (GAME | {"more": 1}, 400), ({}, 400),
        (GAME | {"seats": ["Ana", "Zoe"]}, 403), ({"game": None}, 409), ({"game": None, "seats": []}, 400),
    ],
)  # fmt: skip
def test_an_unknown_game_does_not_start(ana: Phone, ben: Phone, house: House, sent: Any, status: int) -> None:
    before = facts(house)
    answer = ana.post("/start", sent)
    assert (answer.status, bool(answer.refused)) == (status, True)
    assert facts(house) == before


def test_the_lobbys_acts_say_204_and_show_on_the_table(ana: Phone, ben: Phone, house: House) -> None:
    acts = [
        (ana, "/order", {"seats": ["Ben", "Ana"]}), (ana, "/pick", {"game": "bali"}), (ben, "/piece", {"piece": 8}),
        (ben, "/name", {"name": "Benno"}), (ana, "/host", {"seat": "Benno"}), (ben, "/language", {"language": "ja"}),
    ]  # fmt: skip
    assert [phone.post(path, request).status for phone, path, request in acts] == [204] * len(acts)
    (seats,) = ana.get("/table").json["blocks"]
    assert seats["rows"] == [
        {"seat": "Benno", "piece": 8, "host": True},
        {"seat": "Ana", "piece": 1, "host": False},
    ]
    assert ben.get("/screen").json["now"] == say(Text("lobby.now.host"), "ja")
    assert ben.post("/dismiss", {"seat": "Ana"}).status == 204
    assert ana.get("/screen").refused == "no_seat"


def test_a_phone_may_leave(ana: Phone, ben: Phone) -> None:
    assert ana.post("/leave").status == 204
    assert ana.get("/screen").status == 403
    assert ben.post("/host", {"seat": "Ben"}).status == 204


def test_only_the_host_does_the_acts_of_the_host(ben: Phone) -> None:
    acts: dict[str, Any] = {
        "/start": GAME, "/pick": {"game": "bali"}, "/order": {"seats": []}, "/host": {"seat": "Ben"},
        "/dismiss": {"seat": "Ana"}, "/lobby": {}, "/abandon": {}, "/undo": {}, "/retry": {}, "/reclaim": {"table": 1},
        "/settle": {"seat": "Ana", "digits": "42", "yes": True}, "/options": {"game": "bali", "options": {}},
    }  # fmt: skip
    assert {ben.post(path, request).refused for path, request in acts.items()} == {"not_host"}


# Screens


def test_a_screen_says_what_the_contract_promises(game: tuple[Phone, Phone]) -> None:
    ana, ben = game
    screen = ana.screen()
    assert set(screen) == {"seq", "fingerprint", "now", "asks", "blocks"}
    assert isinstance(screen["seq"], int)
    assert len(screen["fingerprint"]) == 12
    assert all(set(ask) >= {"due", "kind", "answers", "blocked", "forms"} for ask in screen["asks"])
    assert screen["asks"]
    assert all("block" in block for block in screen["blocks"])
    assert ben.screen()["asks"] == []


def test_the_table_shows_no_asks_and_no_secrets_and_the_way_in(
    game: tuple[Phone, Phone], house: House, phone: Phones
) -> None:
    reply = phone().get("/table").json
    assert set(reply) == {"seq", "fingerprint", "now", "asks", "blocks", "join"}
    assert reply["asks"] == []
    assert not [block for block in reply["blocks"] if block["block"] in ("secret", "undo")]
    assert reply["join"] == {"url": house.snapshots.join_info.url, "code": house.guests.door.code}
    assert reply["join"]["url"] == reply["join"]["url"].upper()


def test_screens_hold_no_address_no_time_no_code(game: tuple[Phone, Phone], house: House) -> None:
    for reply in (game[0].get("/screen"), game[1].get("/screen")):
        assert house.guests.door.code.encode() not in reply.body
        assert b"127.0.0.1" not in reply.body


def test_looking_changes_nothing(game: tuple[Phone, Phone], house: House) -> None:
    before = facts(house)
    bodies = {game[0].get("/screen").body for _ in range(5)}
    assert len(bodies) == 1
    assert facts(house) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_follow_the_browser_until_the_seat_chooses(phone: Phones, language: str) -> None:
    guest = phone("Ana", language=language)
    assert guest.screen()["now"] == say(Text("lobby.now.host"), language)
    guest.post("/language", {"language": "fr"})
    assert guest.screen()["now"] == say(Text("lobby.now.host"), "fr")
    refused = phone(language=language).get("/screen").json["text"]
    assert refused == say(Text("no_seat"), language)


def test_reading_settings_go_to_the_seats_next_phone_and_to_nobody_else(ana: Phone, ben: Phone, house: House) -> None:
    wants = {"size": "150", "calm": "yes", "time": "", "key": "w"}
    assert ben.post("/wants", wants).status == 204
    for wrong in ({"size": "999"}, {"key": "ww"}):
        assert ben.post("/wants", {**wants, **wrong}).status == 400
    assert ben.post("/name", {"name": "Benno"}).status == 204
    assert house.snapshot(Seat("Benno")).place.wants == wants
    assert [house.snapshot(other).place.wants for other in (Seat("Ana"), None)] == [{}, {}]
    assert ana.post("/dismiss", {"seat": "Benno"}).status == 204
    assert not house.guests.book.wants


@pytest.mark.parametrize("path", ["/", "/table"])
def test_browsers_get_pages(game: tuple[Phone, Phone], phone: Phones, path: str) -> None:
    for guest in (*game, phone()):
        reply = guest.get(path, Accept="text/html,*/*;q=0.8")
        assert reply.status == 200
        assert reply.headers["content-type"].startswith("text/html")


def test_a_late_guest_gets_the_public_screen_and_no_seat(game: tuple[Phone, Phone], phone: Phones) -> None:
    screens = [player.screen() for player in game]
    guest = phone("Cho")
    screen, table = guest.screen(), guest.get("/table").json
    assert {key: screen[key] for key in ("now", "asks", "blocks")} == {key: table[key] for key in ("now", "asks", "blocks")}
    assert guest.play("1.turn-1", {"type": "discard"}, "k").refused == "not_playing"
    assert guest.post("/back").refused == "not_playing"
    assert [player.screen() for player in game] == screens


# Addresses that do not exist


@pytest.mark.parametrize(
    "path", ["/no/such", "/J/", "/screen/", "/static/no.css", "/static/../app.py", "/static/%2e%2e/app.py"]
)
def test_a_page_that_is_not_there_is_404_in_json(phone: Phones, path: str) -> None:
    reply = phone().get(path)
    assert (reply.status, reply.refused) == (404, "no_such_page")


@pytest.mark.parametrize(("method", "path"), [("GET", "/play"), ("POST", "/screen"), ("DELETE", "/table"), ("PUT", "/join")])
def test_a_method_that_a_route_does_not_have_is_405_in_json(phone: Phones, method: str, path: str) -> None:
    reply = phone().ask(method, path, None)
    assert (reply.status, reply.refused) == (405, "wrong_way")


def test_refusals_are_pages_for_browsers(phone: Phones) -> None:
    for path, status in (("/no/such", 404), ("/screen", 403), ("/J/WRONG1", 403)):
        reply = phone().get(path, Accept="text/html")
        assert reply.status == status
        assert reply.headers["content-type"].startswith("text/html")


def test_every_answer_forbids_foreign_scripts_frames_and_keeping(ana: Phone, phone: Phones) -> None:
    pages = (ana.get("/screen"), ana.get("/", Accept="text/html"), phone().get("/no/such"), ana.post("/pick", {}))
    with ana.stream() as stream, phone().stream() as strangers:
        loops = [ana.post("/play", {}).headers, ana.post("/back").headers, stream.headers, strangers.headers]
    for headers in (*(page.headers for page in pages), *loops):
        policy = headers["content-security-policy"]
        assert set(policy.split("; ")) >= CLOSED
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers


def test_the_code_is_typed_in_letters_that_nobody_mistakes(phone: Phones) -> None:
    assert set(phone().get("/table").json["join"]["code"]) <= set(ALPHABET)
