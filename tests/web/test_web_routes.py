"""The contract that any client may rely on: each route, what it answers, and what it never does."""

from typing import Any

import pytest

from companion.bounds import CLAIM_SECONDS
from companion.core.words import Text
from companion.house.doors import ALPHABET
from companion.house.house import House
from companion.speech.i18n import LANGUAGES, say
from tests.support.disks import no_byte_more
from tests.support.games import play
from tests.support.houses import facts
from tests.support.markup import parts_in
from tests.support.phones import Phone
from tests.support.texts import in_words
from tests.web.conftest import Phones

CLOSED = {"default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"}
"""What else falls back on the first of them: the others have to be said."""
GAME = {"game": "bali", "seats": ["Ana", "Ben"], "options": {}}


@pytest.fixture
def ana(phone: Phones) -> Phone:
    return phone("Ana")


@pytest.fixture
def ben(ana: Phone, phone: Phones) -> Phone:
    return phone("Ben")


@pytest.fixture
def game(ana: Phone, ben: Phone) -> tuple[Phone, Phone]:
    """A game that has just begun; Ana begins."""
    assert ana.post("/start", GAME).status == 204
    return ana, ben


def first_answer(phone: Phone) -> tuple[str, dict[str, Any]]:
    ask = phone.screen()["asks"][0]
    return ask["due"], ask["answers"][0]


# Joining


def test_joining_gives_a_seat_and_a_cookie_that_only_the_browser_holds(phone: Phones, house: House) -> None:
    guest = phone()
    said = guest.join(house.guests.door.code, " Ana ")
    assert said.json == {"seat": "Ana", "host": True}
    (cookie,) = said.cookies
    words = [word.strip() for word in cookie.split(";")]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(words)
    assert next(int(word.split("=")[1]) for word in words if word.startswith("Max-Age")) > 14 * 24 * 3600
    assert house.guests.seat_of(guest.cookies["seat"]) == "Ana"
    assert phone("Ben").get("/screen").status == 200


def test_the_second_to_join_is_not_host(ana: Phone, house: House, phone: Phones) -> None:
    assert phone().join(house.guests.door.code.lower(), "Ben").json == {"seat": "Ben", "host": False}


def test_the_way_in_is_a_page_in_any_case(phone: Phones, house: House) -> None:
    code = house.guests.door.code
    for path in (f"/J/{code}", f"/j/{code.lower()}"):
        page = phone().get(path, Accept="text/html")
        assert page.status == 200
        assert page.headers["content-type"].startswith("text/html")


def test_a_phone_that_has_a_seat_goes_straight_to_it(ana: Phone, house: House) -> None:
    said = ana.get(f"/J/{house.guests.door.code}", Accept="text/html")
    assert (said.status, said.headers["location"]) == (302, "/")


@pytest.mark.parametrize("code", ["WRONG1", "X", "%FF%FE", "%00", "%F0%9F%A6%8A"])
def test_a_wrong_code_is_403(phone: Phones, code: str) -> None:
    assert phone().get(f"/J/{code}").refused == "no_such_code"
    assert phone().post("/join", {"code": "WRONG1", "name": "Ana"}).status == 403


def test_too_many_wrong_codes_are_429_while_the_right_one_still_opens(phone: Phones, house: House) -> None:
    guest = phone()
    said = [guest.post("/join", {"code": "WRONG1", "name": "Ana"}).status for _ in range(60)]
    assert said[:20] == [403] * 20
    assert said[-1] == 429
    assert guest.join(house.guests.door.code, "Ana").status == 200


def test_right_codes_are_never_counted(phone: Phones, house: House) -> None:
    guest = phone()
    assert {guest.get(f"/J/{house.guests.door.code}").status for _ in range(80)} == {200}


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "a\nb", "\u202ex"])
def test_what_is_no_name_is_400(phone: Phones, house: House, name: str) -> None:
    said = phone().post("/join", {"code": house.guests.door.code, "name": name})
    assert (said.status, said.refused) == (400, "bad_name")


def test_a_full_table_is_409(phone: Phones, house: House) -> None:
    for n in range(10):
        phone(f"Guest {n}")
    said = phone().post("/join", {"code": house.guests.door.code, "name": "Late"})
    assert (said.status, said.refused) == (409, "full")


def test_a_new_token_ends_the_old_one_on_the_same_phone(ana: Phone, house: House) -> None:
    old = dict(ana.cookies)
    ana.post("/leave")
    ana.join(house.guests.door.code, "Ana")
    with Phone(ana.port, cookies=old) as old_tab:
        assert old_tab.get("/screen").status == 403


# A new phone for an old seat


def test_a_taken_name_is_409_and_opens_a_claim_that_the_host_answers(
    ana: Phone, ben: Phone, phone: Phones, house: House
) -> None:
    new = phone()
    said = new.post("/join", {"code": house.guests.door.code, "name": "ben"})
    assert (said.status, said.refused) == (409, "name_taken")
    assert said.json["seat"] == "Ben"
    assert any("HttpOnly" in cookie and "SameSite=Strict" in cookie for cookie in said.cookies)
    waiting = new.get("/claim")
    assert (waiting.status, waiting.json) == (202, {"seat": "Ben", "digits": said.json["digits"]})
    assert ben.get("/screen").status == 200
    assert ana.post("/settle", {"seat": "Ben", "digits": said.json["digits"], "yes": True}).status == 204
    assert ben.get("/screen").status == 403
    granted = new.get("/claim")
    assert (granted.status, granted.json) == (200, {"seat": "Ben", "host": False})
    assert new.get("/screen").status == 200
    assert new.get("/claim").status == 403


def test_a_person_is_led_from_a_claim_that_is_over_to_the_seat(ana: Phone, ben: Phone, phone: Phones, house: House) -> None:
    new = phone()
    said = new.post("/join", {"code": house.guests.door.code, "name": "Ben"}).json
    assert ana.post("/settle", {"seat": said["seat"], "digits": said["digits"], "yes": True}).status == 204
    for _ in range(2):  # granted just now, and come back to
        led = new.get("/claim", Accept="text/html")
        assert (led.status, led.headers["location"]) == (302, "/")
    assert new.screen()["seq"] >= 0
    assert phone().get("/claim", Accept="text/html").status == 403


def test_a_browser_keeps_a_seat_for_weeks_and_not_for_months(phone: Phones, house: House) -> None:
    (cookie,) = phone().join(house.guests.door.code, "Eve").cookies
    (age,) = [int(part.split("=")[1]) for part in cookie.split("; ") if part.startswith("Max-Age=")]
    assert 2 <= age / (60 * 60 * 24 * 7) <= 4


@pytest.mark.bound("CLAIM_SECONDS")
def test_a_browser_keeps_the_secret_of_a_claim_as_long_as_the_claim_waits(ben: Phone, phone: Phones, house: House) -> None:
    (cookie,) = phone().post("/join", {"code": house.guests.door.code, "name": "Ben"}).cookies
    assert f"Max-Age={CLAIM_SECONDS}" in cookie.split("; ")


def test_a_claim_that_is_denied_is_403_and_leaves_the_old_phone_in(
    ana: Phone, ben: Phone, phone: Phones, house: House
) -> None:
    new = phone()
    said = new.post("/join", {"code": house.guests.door.code, "name": "Ben"}).json
    ana.post("/settle", {"seat": "Ben", "digits": said["digits"], "yes": False})
    assert new.get("/claim").refused == "claim_denied"
    assert ben.get("/screen").status == 200


def test_the_page_of_a_phone_that_is_out_says_why(ana: Phone, ben: Phone, phone: Phones, house: House) -> None:
    new = phone()
    said = new.post("/join", {"code": house.guests.door.code, "name": "Ben"}).json
    ana.post("/settle", {"seat": "Ben", "digits": said["digits"], "yes": True})
    assert new.get("/claim").status == 200
    assert "Ben’s seat is on another phone now" in ben.get("/", Accept="text/html").body.decode()
    assert "another phone" not in phone().get("/", Accept="text/html").body.decode()


def test_a_new_phone_is_said_on_every_page_and_in_json(ana: Phone, ben: Phone, phone: Phones, house: House) -> None:
    new = phone()
    said = new.post("/join", {"code": house.guests.door.code, "name": "Ben"}).json
    ana.post("/settle", {"seat": "Ben", "digits": said["digits"], "yes": True})
    assert new.get("/claim").status == 200
    for page in (ana.get("/", Accept="text/html"), new.get("/", Accept="text/html"), new.get("/table", Accept="text/html")):
        assert parts_in(page.body.decode())["notice"]["moved"] == ["Ben"]
    assert ana.screen()["moved"] == ana.get("/table").json["moved"] == ["Ben"]


def test_a_phone_withdraws_its_own_claim_and_no_other(ana: Phone, ben: Phone, phone: Phones, house: House) -> None:
    one, other = phone(), phone()
    for asking in (one, other):
        asking.post("/join", {"code": house.guests.door.code, "name": "Ben"})
    assert other.post("/withdraw").status == 204
    assert phone().post("/withdraw").status == 204
    assert one.get("/claim").status == 202
    assert other.get("/claim").refused == "claim_denied"


def test_options_are_the_hosts_to_agree_on_and_a_start_without_any_takes_them(ana: Phone, ben: Phone, house: House) -> None:
    assert ben.post("/options", {"game": "bali", "options": {"demon": True}}).refused == "not_host"
    assert ana.post("/options", {"game": "bali", "options": {"demon": 7}}).status == 400
    assert ana.post("/options", {"game": "bali", "options": {"demon": True}}).status == 204
    for path in ("/", "/table"):
        assert "Bali: Demon" in in_words(parts_in(ben.get(path, Accept="text/html").body.decode()))
    assert ana.post("/start", {"game": "bali", "seats": ["Ana", "Ben"]}).status == 204
    assert house.table is not None
    assert house.table.head.options == {"demon": True}


def test_a_claim_is_on_no_screen_of_the_contract(ana: Phone, phone: Phones, house: House) -> None:
    screens = [ana.screen(), ana.get("/table").json]
    phone().post("/join", {"code": house.guests.door.code, "name": "Ana"})
    assert [ana.screen(), ana.get("/table").json] == screens


def test_a_claim_needs_the_code_and_nobody_but_the_host_settles_it(ana: Phone, ben: Phone, phone: Phones) -> None:
    assert phone().post("/join", {"code": "WRONG1", "name": "Ana"}).refused == "no_such_code"
    assert phone().get("/claim").refused == "claim_denied"
    said = {"seat": "Ana", "digits": "42", "yes": True}
    assert ben.post("/settle", said).refused == "not_host"
    assert ana.post("/settle", said).refused == "no_claim"


# The lobby


def test_the_host_starts_the_game_and_nobody_else(ana: Phone, ben: Phone, house: House) -> None:
    assert (ben.post("/start", GAME).status, ben.post("/start", GAME).refused) == (403, "not_host")
    assert ana.post("/start", GAME).status == 204
    assert ana.post("/start", GAME).refused == "game_on"
    assert house.looks.plays(house.guests.seating.host)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (GAME | {"game": "chess"}, 400), (GAME | {"seats": ["Ana"]}, 400), (GAME | {"seats": ["Ana", 1]}, 400),
        (GAME | {"options": {"demon": 1}}, 400), (GAME | {"options": []}, 400), (GAME | {"more": 1}, 400), ({}, 400),
        (GAME | {"seats": ["Ana", "Zoe"]}, 403), ({"game": None}, 409), ({"game": None, "seats": []}, 400),
    ],
)  # fmt: skip
def test_what_is_no_game_does_not_start(ana: Phone, ben: Phone, house: House, said: Any, status: int) -> None:
    before = facts(house)
    answer = ana.post("/start", said)
    assert (answer.status, bool(answer.refused)) == (status, True)
    assert facts(house) == before


def test_the_lobbys_acts_say_204_and_show_on_the_table(ana: Phone, ben: Phone, house: House) -> None:
    acts = [
        (ana, "/order", {"seats": ["Ben", "Ana"]}), (ana, "/pick", {"game": "bali"}), (ben, "/piece", {"piece": 8}),
        (ben, "/name", {"name": "Benno"}), (ana, "/host", {"seat": "Benno"}), (ben, "/language", {"language": "ja"}),
    ]  # fmt: skip
    assert [phone.post(path, said).status for phone, path, said in acts] == [204] * len(acts)
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


def test_every_act_of_the_host_is_the_hosts(ben: Phone) -> None:
    acts: dict[str, Any] = {
        "/start": GAME, "/pick": {"game": "bali"}, "/order": {"seats": []}, "/host": {"seat": "Ben"},
        "/dismiss": {"seat": "Ana"}, "/lobby": {}, "/abandon": {}, "/undo": {}, "/retry": {},
        "/settle": {"seat": "Ana", "digits": "42", "yes": True}, "/options": {"game": "bali", "options": {}},
    }  # fmt: skip
    assert {ben.post(path, said).refused for path, said in acts.items()} == {"not_host"}


# Screens


def test_a_screen_says_what_the_contract_promises(game: tuple[Phone, Phone]) -> None:
    ana, ben = game
    said = ana.screen()
    assert set(said) == {"seq", "fingerprint", "now", "asks", "blocks"}
    assert isinstance(said["seq"], int)
    assert len(said["fingerprint"]) == 12
    assert all(set(ask) >= {"due", "kind", "answers", "blocked", "forms"} for ask in said["asks"])
    assert said["asks"]
    assert all("block" in block for block in said["blocks"])
    assert ben.screen()["asks"] == []


def test_the_table_shows_no_asks_and_no_secrets_and_the_way_in(
    game: tuple[Phone, Phone], house: House, phone: Phones
) -> None:
    said = phone().get("/table").json
    assert set(said) == {"seq", "fingerprint", "now", "asks", "blocks", "join"}
    assert said["asks"] == []
    assert not [block for block in said["blocks"] if block["block"] in ("secret", "undo")]
    assert said["join"] == {"url": house.looks.join_info.url, "code": house.guests.door.code}
    assert said["join"]["url"] == said["join"]["url"].upper()


def test_screens_hold_no_address_no_time_no_code(game: tuple[Phone, Phone], house: House) -> None:
    for said in (game[0].get("/screen"), game[1].get("/screen")):
        assert house.guests.door.code.encode() not in said.body
        assert b"127.0.0.1" not in said.body


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


@pytest.mark.parametrize("path", ["/", "/table"])
def test_browsers_get_pages(game: tuple[Phone, Phone], phone: Phones, path: str) -> None:
    for guest in (*game, phone()):
        said = guest.get(path, Accept="text/html,*/*;q=0.8")
        assert said.status == 200
        assert said.headers["content-type"].startswith("text/html")


def test_a_late_guest_gets_the_public_screen_and_no_chair(game: tuple[Phone, Phone], phone: Phones) -> None:
    screens = [player.screen() for player in game]
    guest = phone("Cho")
    said, table = guest.screen(), guest.get("/table").json
    assert {key: said[key] for key in ("now", "asks", "blocks")} == {key: table[key] for key in ("now", "asks", "blocks")}
    assert guest.play("1.turn-1", {"type": "discard"}, "k").refused == "not_playing"
    assert guest.post("/back").refused == "not_playing"
    assert [player.screen() for player in game] == screens


# Answers


def test_an_answer_that_is_offered_is_204_and_changes_every_screen(game: tuple[Phone, Phone]) -> None:
    ana, ben = game
    before = [ana.screen(), ben.screen()]
    due, do = first_answer(ana)
    assert ana.play(due, do, "one").status == 204
    after = [ana.screen(), ben.screen()]
    assert [screen["seq"] for screen in after] == [screen["seq"] + 1 for screen in before]
    assert all(new["fingerprint"] != old["fingerprint"] for new, old in zip(after, before, strict=True))


def test_the_same_key_again_is_204_and_counts_once(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    due, do = first_answer(ana)
    ana.play(due, do, "one")
    before = facts(house)
    assert ana.play(due, do, "one").status == 204
    assert facts(house) == before


def test_the_same_key_with_another_answer_is_409(game: tuple[Phone, Phone]) -> None:
    ana, _ = game
    ask = ana.screen()["asks"][0]
    ana.play(ask["due"], ask["answers"][0], "one")
    said = ana.play(ask["due"], ask["answers"][1], "one")
    assert (said.status, said.refused) == (409, "key_used")


def test_an_answered_question_is_closed(game: tuple[Phone, Phone]) -> None:
    ana, _ = game
    due, do = first_answer(ana)
    ana.play(due, do, "one")
    said = ana.play(due, do, "two")
    assert (said.status, said.refused) == (409, "too_late")


def test_nobody_answers_for_another_seat(game: tuple[Phone, Phone], house: House) -> None:
    ana, ben = game
    due, do = first_answer(ana)
    before = facts(house)
    assert ben.play(due, do, "one").refused == "too_late"
    assert facts(house) == before


def test_what_is_blocked_is_409_with_the_reason_that_was_shown(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    ask = ana.screen()["asks"][0]
    assert ask["blocked"]
    before = facts(house)
    for n, blocked in enumerate(ask["blocked"]):
        said = ana.play(ask["due"], blocked["do"], f"key-{n}")
        assert (said.status, said.refused) == (409, blocked["why"])
    assert facts(house) == before


def test_a_tally_is_set_right_with_no_due(game: tuple[Phone, Phone], house: House) -> None:
    _, ben = game
    assert ben.play(None, {"type": "set", "seat": "Ana", "stones": 9}, "one").status == 204
    assert ben.play(None, {"type": "discard"}, "two").status == 400
    assert house.table is not None
    assert house.table.moment.history.state.public.stones[0] == 9


def test_the_seats_own_last_answer_is_taken_back_once(game: tuple[Phone, Phone], house: House) -> None:
    ana, ben = game
    due, do = first_answer(ana)
    ana.play(due, do, "one")
    assert ben.post("/back").refused == "nothing_to_take_back"
    assert ana.post("/back", {"key": "b"}).status == 204
    assert ana.post("/back", {"key": "b"}).status == 204
    assert ana.screen()["asks"][0]["due"] == due
    assert ana.post("/back").refused == "nothing_to_take_back"
    assert ana.play(due, do, "two").status == 204


def test_the_box_takes_back_where_there_is_a_panel_and_the_host_where_there_is_none(game: tuple[Phone, Phone]) -> None:
    ana, _ = game
    due, do = first_answer(ana)
    ana.play(due, do, "one")
    assert ana.post("/undo").refused == "only_box"


def test_without_a_game_nobody_plays(ana: Phone) -> None:
    for path, said in (("/play", {"due": "1.turn-1", "key": "k", "do": {"type": "discard"}}), ("/back", {}), ("/lobby", {})):
        answer = ana.post(path, said)
        assert (answer.status, answer.refused) == (409, "no_game")


# Nothing is lost, and nothing is there that should not be


def test_while_the_disk_fails_answers_are_503_and_then_it_goes_on(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    due, do = first_answer(ana)
    before = facts(house)
    with no_byte_more():
        said = ana.play(due, do, "one")
    assert (said.status, said.refused) == (503, "trouble.disk")
    assert facts(house) == before
    assert ana.play(due, do, "one").status == 204


@pytest.mark.parametrize(
    "path", ["/no/such", "/J/", "/screen/", "/static/no.css", "/static/../app.py", "/static/%2e%2e/app.py"]
)
def test_a_page_that_is_not_there_is_404_in_json(phone: Phones, path: str) -> None:
    said = phone().get(path)
    assert (said.status, said.refused) == (404, "no_such_page")


@pytest.mark.parametrize(("method", "path"), [("GET", "/play"), ("POST", "/screen"), ("DELETE", "/table"), ("PUT", "/join")])
def test_a_method_that_a_route_does_not_have_is_405_in_json(phone: Phones, method: str, path: str) -> None:
    said = phone().ask(method, path, None)
    assert (said.status, said.refused) == (405, "wrong_way")


def test_refusals_are_pages_for_browsers(phone: Phones) -> None:
    for path, status in (("/no/such", 404), ("/screen", 403), ("/J/WRONG1", 403)):
        said = phone().get(path, Accept="text/html")
        assert said.status == status
        assert said.headers["content-type"].startswith("text/html")


def test_every_answer_forbids_foreign_scripts_frames_and_keeping(ana: Phone, phone: Phones) -> None:
    pages = (ana.get("/screen"), ana.get("/", Accept="text/html"), phone().get("/no/such"), ana.post("/pick", {}))
    with ana.stream() as stream, phone().stream() as strangers:
        loops = [ana.post("/play", {}).headers, ana.post("/back").headers, stream.headers, strangers.headers]
    for headers in (*(said.headers for said in pages), *loops):
        policy = headers["content-security-policy"]
        assert set(policy.split("; ")) >= CLOSED
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers


def test_the_code_is_typed_in_letters_that_nobody_mistakes(phone: Phones) -> None:
    assert set(phone().get("/table").json["join"]["code"]) <= set(ALPHABET)


# The end, and the next game


def test_a_whole_game_by_nothing_but_what_is_offered_ends_with_a_score_and_begins_again(
    game: tuple[Phone, Phone], house: House
) -> None:
    ana, ben = game
    play(house, most=40)
    seen = 0
    while not house.table.moment.over:  # type: ignore[union-attr]
        seen += 1
        assert seen < 2000
        for one in game:
            for ask in one.screen()["asks"]:
                do = next((do for do in reversed(ask["answers"]) if do["type"] != "oracle"), None)
                if do is not None:
                    assert one.play(ask["due"], do, f"{ask['due']}-{seen}").status in (204, 409)
    assert any(block["block"] == "ranking" for block in ben.screen()["blocks"])
    assert ana.post("/start", {"game": None}).status == 204
    assert house.table is not None
    assert house.table.number == 2
    assert ana.post("/abandon").status == 204
    assert ana.screen()["fingerprint"] == ""


def test_after_the_end_the_host_leads_back_to_the_lobby_and_the_story_can_be_read(
    game: tuple[Phone, Phone], house: House
) -> None:
    ana, ben = game
    assert ben.get("/story").refused == "story_later"
    play(house)
    assert ben.get("/story", Accept="text/html").status == 200
    assert ana.post("/lobby").status == 204
    assert ben.get("/story").status == 302
    assert ana.post("/start", GAME).status == 204
