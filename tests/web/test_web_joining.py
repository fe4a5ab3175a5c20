"""The contract of joining: a seat, a name, a cookie, and a new phone for an old seat."""

import re

import pytest

from companion.bounds import CLAIM_SECONDS
from companion.core.state import Seat
from companion.house.guests import way_back
from companion.house.house import House
from tests.support.houses import sit_down
from tests.support.markup import parts_in
from tests.support.phones import Phone
from tests.support.texts import in_words
from tests.web.conftest import Phones

# Joining


def test_joining_gives_a_seat_and_a_cookie_that_only_the_browser_holds(phone: Phones, house: House) -> None:
    guest = phone()
    reply = guest.join(house.guests.door.code, " Ana ")
    assert reply.json == {"seat": "Ana", "host": True}
    (cookie,) = reply.cookies
    words = [word.strip() for word in cookie.split(";")]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(words)
    assert next(int(word.split("=")[1]) for word in words if word.startswith("Max-Age")) > 14 * 24 * 3600
    assert house.guests.seat_of(guest.cookies["seat"]) == "Ana"
    assert phone("Ben").get("/screen").status == 200


def test_the_second_to_join_is_not_host(ana: Phone, house: House, phone: Phones) -> None:
    assert phone().join(house.guests.door.code.lower(), "Ben").json == {"seat": "Ben", "host": False}


def test_the_join_code_leads_to_a_page_in_small_letters_too(phone: Phones, house: House) -> None:
    code = house.guests.door.code
    for path in (f"/J/{code}", f"/j/{code.lower()}"):
        page = phone().get(path, Accept="text/html")
        assert page.status == 200
        assert page.headers["content-type"].startswith("text/html")


def test_a_phone_that_has_a_seat_goes_straight_to_it(ana: Phone, house: House) -> None:
    reply = ana.get(f"/J/{house.guests.door.code}", Accept="text/html")
    assert (reply.status, reply.headers["location"]) == (302, "/")


@pytest.mark.parametrize("code", ["WRONG1", "X", "%FF%FE", "%00", "%F0%9F%A6%8A"])
def test_a_wrong_code_is_403(phone: Phones, code: str) -> None:
    assert phone().get(f"/J/{code}").refused == "no_such_code"
    assert phone().post("/join", {"code": "WRONG1", "name": "Ana"}).status == 403


def test_too_many_wrong_codes_are_429_while_the_right_one_still_opens(phone: Phones, house: House) -> None:
    guest = phone()
    reply = [guest.post("/join", {"code": "WRONG1", "name": "Ana"}).status for _ in range(60)]
    assert reply[:20] == [403] * 20
    assert reply[-1] == 429
    assert guest.join(house.guests.door.code, "Ana").status == 200


def test_right_codes_are_never_counted(phone: Phones, house: House) -> None:
    guest = phone()
    assert {guest.get(f"/J/{house.guests.door.code}").status for _ in range(80)} == {200}


def test_a_guest_sits_down_with_the_piece_that_it_chose(ana: Phone, phone: Phones, house: House) -> None:
    assert phone().post("/join", {"code": house.guests.door.code, "name": "Cho", "piece": 7}).status == 200
    assert house.snapshots.pieces == {"Ana": 1, "Cho": 7}


@pytest.mark.parametrize("piece", [1, 0, 11, -3])
def test_a_piece_that_a_guest_cannot_have_is_409_and_seats_nobody(
    ana: Phone, phone: Phones, house: House, piece: int
) -> None:
    reply = phone().post("/join", {"code": house.guests.door.code, "name": "Cho", "piece": piece})
    assert (reply.status, reply.refused) == (409, "piece_taken")
    assert house.guests.seating.seats == ("Ana",)


@pytest.mark.parametrize("piece", ["2", 2.0, None, True, [2]])
def test_an_unknown_piece_is_400(phone: Phones, house: House, piece: object) -> None:
    assert phone().post("/join", {"code": house.guests.door.code, "name": "Cho", "piece": piece}).status == 400


def test_a_taken_name_opens_a_claim_with_any_piece(ana: Phone, phone: Phones, house: House) -> None:
    reply = phone().post("/join", {"code": house.guests.door.code, "name": "Ana", "piece": 1})
    assert (reply.status, reply.refused) == (409, "name_taken")


def test_a_guest_of_a_game_with_few_colours_gets_one_that_nobody_has(ana: Phone, phone: Phones, house: House) -> None:
    """Ana's piece is one that Animism does not have."""
    with house.changing() as guests:
        guests.give_piece(Seat("Ana"), 7)
    house.pick("animism")
    drawn = house.snapshots.pieces[Seat("Ana")]
    assert drawn != 7
    assert phone().post("/join", {"code": house.guests.door.code, "name": "Ben", "piece": drawn}).refused == "piece_taken"
    free = house.snapshots.lobby.free_pieces
    assert phone().post("/join", {"code": house.guests.door.code, "name": "Ben", "piece": free[-1]}).status == 200
    assert house.snapshots.pieces == {"Ana": drawn, "Ben": free[-1]}


def test_the_way_in_says_who_has_which_piece(ana: Phone, phone: Phones, house: House) -> None:
    here = phone().get(f"/J/{house.guests.door.code}").json
    assert here["pieces"] == {"Ana": 1}
    assert here["who"]["en"] == "Ana is here. 3 seats are free."
    page = phone().get(f"/J/{house.guests.door.code}", Accept="text/html").body.decode()
    assert "Ana is here. 3 seats are free." in page


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "a\nb", "\u202ex"])
def test_an_invalid_name_is_400(phone: Phones, house: House, name: str) -> None:
    reply = phone().post("/join", {"code": house.guests.door.code, "name": name})
    assert (reply.status, reply.refused) == (400, "bad_name")


def test_a_full_table_is_409(phone: Phones, house: House) -> None:
    for n in range(10):
        phone(f"Guest {n}")
    reply = phone().post("/join", {"code": house.guests.door.code, "name": "Late"})
    assert (reply.status, reply.refused) == (409, "full")


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
    reply = new.post("/join", {"code": house.guests.door.code, "name": "ben"})
    assert (reply.status, reply.refused) == (409, "name_taken")
    assert reply.json["seat"] == "Ben"
    assert any("HttpOnly" in cookie and "SameSite=Strict" in cookie for cookie in reply.cookies)
    waiting = new.get("/claim")
    assert (waiting.status, waiting.json) == (202, {"seat": "Ben", "digits": reply.json["digits"]})
    assert ben.get("/screen").status == 200
    assert ana.post("/settle", {"seat": "Ben", "digits": reply.json["digits"], "yes": True}).status == 204
    assert ben.get("/screen").status == 403
    granted = new.get("/claim")
    assert (granted.status, granted.json) == (200, {"seat": "Ben", "host": False})
    assert new.get("/screen").status == 200
    assert new.get("/claim").status == 403


def test_the_page_of_a_granted_claim_leads_to_the_seat(ana: Phone, ben: Phone, phone: Phones, house: House) -> None:
    new = phone()
    reply = new.post("/join", {"code": house.guests.door.code, "name": "Ben"}).json
    assert ana.post("/settle", {"seat": reply["seat"], "digits": reply["digits"], "yes": True}).status == 204
    for _ in range(2):  # asked twice: the grant, and the same grant again
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
    reply = new.post("/join", {"code": house.guests.door.code, "name": "Ben"}).json
    ana.post("/settle", {"seat": "Ben", "digits": reply["digits"], "yes": False})
    assert new.get("/claim").refused == "claim_denied"
    assert ben.get("/screen").status == 200


def test_the_page_of_a_phone_that_is_out_says_why(ana: Phone, ben: Phone, phone: Phones, house: House) -> None:
    new = phone()
    reply = new.post("/join", {"code": house.guests.door.code, "name": "Ben"}).json
    ana.post("/settle", {"seat": "Ben", "digits": reply["digits"], "yes": True})
    assert new.get("/claim").status == 200
    assert "Ben’s seat is on another phone now" in ben.get("/", Accept="text/html").body.decode()
    assert "another phone" not in phone().get("/", Accept="text/html").body.decode()


def test_a_new_phone_is_news_on_every_page_and_in_json(ana: Phone, ben: Phone, phone: Phones, house: House) -> None:
    new = phone()
    reply = new.post("/join", {"code": house.guests.door.code, "name": "Ben"}).json
    ana.post("/settle", {"seat": "Ben", "digits": reply["digits"], "yes": True})
    assert new.get("/claim").status == 200
    for page in (ana.get("/", Accept="text/html"), new.get("/table", Accept="text/html")):
        people = parts_in(page.body.decode())["notice"]["people"]
        assert people == [{"seat": "Ben", "words": ["news.new_phone", {"seat": "Ben"}]}]
    assert "people" not in parts_in(new.get("/", Accept="text/html").body.decode())["notice"], "its own phone knows"
    assert ana.screen()["moved"] == ana.get("/table").json["moved"] == ["Ben"]


def test_a_phone_withdraws_its_own_claim_and_no_other(ana: Phone, ben: Phone, phone: Phones, house: House) -> None:
    one, other = phone(), phone()
    for asking in (one, other):
        asking.post("/join", {"code": house.guests.door.code, "name": "Ben"})
    assert other.post("/withdraw").status == 204
    assert phone().post("/withdraw").status == 204
    assert one.get("/claim").status == 202
    assert other.get("/claim").refused == "claim_denied"


def test_one_yes_lets_several_back_in_and_nobody_who_came_later(phone: Phones, house: House) -> None:
    """Ana is host. Ben, Cho and Dai have lost their phones, and Dai asks only after Ana has read the list."""
    ana = phone("Ana")
    lost = sit_down(house, "Ben", "Cho", "Dai")
    news = {name: phone() for name in lost}
    asked = [new.post("/join", {"code": house.guests.door.code, "name": name}).json for name, new in news.items()]
    ben, cho, _ = ({"seat": claim["seat"], "digits": claim["digits"]} for claim in asked)
    assert ana.post("/settle", {**ben, "yes": True, "others": [cho]}).status == 204
    assert [new.get("/claim").status for new in news.values()] == [200, 200, 202]
    assert [new.get("/screen").status for new in news.values()] == [200, 200, 403]


@pytest.mark.parametrize("others", ["Cho", {}, [7], [["Cho", "42"]], [{"seat": "Cho"}], [{"seat": "Cho", "digits": 42}]])
def test_a_list_of_further_claims_that_are_none_is_400(ana: Phone, others: object) -> None:
    assert ana.post("/settle", {"seat": "Ben", "digits": "42", "yes": True, "others": others}).status == 400


# The way back from another box


def test_the_code_of_a_way_back_opens_a_claim_on_its_own_seat_alone(
    ana: Phone, ben: Phone, phone: Phones, house: House
) -> None:
    code = way_back(house.guests.book.tokens[Seat("Ben")])
    new = phone()
    page = new.get(f"/J/{code}", Accept="text/html").body.decode()
    assert (set(re.findall(r'data-again="(\w+)"', page)), "data-join" in page) == ({"Ben"}, False)
    for name in ("Ana", "Eve"):
        assert new.post("/join", {"code": code, "name": name}).refused == "no_such_code"
    reply = new.post("/join", {"code": code.lower(), "name": "Ben"})
    assert (reply.status, reply.refused) == (409, "name_taken")
    assert new.get("/screen").status == 403
    assert ana.post("/settle", {"seat": "Ben", "digits": reply.json["digits"], "yes": True}).status == 204
    assert new.get("/claim").status == 200
    assert new.get("/screen").status == 200
    assert phone().get(f"/J/{code}").refused == "no_such_code", "another phone has the seat by now"


def test_only_the_host_sets_options_and_a_start_without_options_uses_them(ana: Phone, ben: Phone, house: House) -> None:
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
    request = {"seat": "Ana", "digits": "42", "yes": True}
    assert ben.post("/settle", request).refused == "not_host"
    assert ana.post("/settle", request).refused == "no_claim"
