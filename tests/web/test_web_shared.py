"""A shared phone over HTTP: after it is passed on, its stream and its answers are the other seat's."""

import pytest

from tests.support.markup import parts_in
from tests.support.phones import Phone
from tests.support.texts import in_words
from tests.web.conftest import Phones

GAME = {"game": "bali", "seats": ["Ana", "Ben", "Cho"], "options": {}}


@pytest.fixture
def shared(phone: Phones) -> Phone:
    """Return Ana's phone, which Ben shares."""
    ana = phone("Ana")
    reply = ana.post("/beside", {"name": "Ben"})
    assert (reply.status, reply.json) == (200, {"seat": "Ben"})
    return ana


def test_a_phone_that_is_passed_on_shows_the_other_seat_immediately(shared: Phone, phone: Phones) -> None:
    phone("Cho")
    assert shared.post("/start", GAME).status == 204
    with shared.stream() as stream:
        mine = stream.screen()
        assert mine["asks"]
        assert shared.post("/pass", {"seat": "Ben"}).status == 204
        assert stream.screen() == shared.screen() != mine
        assert not shared.screen()["asks"]


def test_its_answers_are_those_of_the_seat_that_has_it(shared: Phone, phone: Phones) -> None:
    phone("Cho")
    shared.post("/start", GAME)
    ask = shared.screen()["asks"][0]
    answer = {"due": ask["due"], "key": "1", "do": ask["answers"][0]}
    shared.post("/pass", {"seat": "Ben"})
    assert shared.post("/play", answer).refused == "too_late"
    shared.post("/pass", {"seat": "Ana"})
    assert shared.post("/play", answer).status == 204


def test_a_phone_is_not_passed_to_a_seat_of_another(shared: Phone, phone: Phones) -> None:
    cho = phone("Cho")
    assert (shared.post("/pass", {"seat": "Cho"}).status, cho.post("/pass", {"seat": "Ana"}).status) == (403, 403)


def test_a_guest_who_leaves_a_shared_phone_leaves_it_to_the_other(shared: Phone) -> None:
    assert shared.post("/leave").status == 204
    assert shared.get("/screen").status == 200
    assert shared.post("/leave").status == 204
    assert shared.get("/screen").status == 403


def test_the_lobby_says_that_a_game_of_secrets_needs_a_phone_for_each(shared: Phone, phone: Phones) -> None:
    sentence = "Bali has secrets. 1 player shares a phone: pass it round"
    for one in (shared, phone("Cho")):
        assert sentence in in_words(parts_in(one.get("/", Accept="text/html").body.decode()))


def test_two_seats_with_a_phone_each_get_no_such_news(phone: Phones) -> None:
    phone("Ana")
    assert "has secrets" not in in_words(parts_in(phone("Ben").get("/", Accept="text/html").body.decode()))
