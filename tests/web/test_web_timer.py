"""The talk timer over HTTP: an event of its own, when a stream begins and at each change, and at no other time."""

import pytest

from companion.bounds import TALK_SECONDS
from companion.house.house import House
from tests.support.markup import parts_in
from tests.support.phones import Phone
from tests.support.talks import talkative
from tests.web.conftest import Phones


@pytest.fixture
def game(phone: Phones, house: House) -> tuple[Phone, Phone]:
    ana, ben = phone("Ana"), phone("Ben")
    talkative(house, "Ana", "Ben")
    return ana, ben


def test_every_phone_and_the_room_show_a_talk(game: tuple[Phone, Phone]) -> None:
    ana, ben = game
    with ana.stream() as mine, ben.stream("") as theirs, ana.stream("table") as room:
        for stream in (mine, theirs, room):
            stream.screen()
        assert ana.post("/timer", {"seconds": 180}).status == 204
        assert [stream.event() for stream in (mine, theirs, room)] == [("timer", {"left": 180, "total": 180})] * 3
        assert ana.post("/timer", {"seconds": None}).status == 204
        assert [stream.event() for stream in (mine, theirs, room)] == [("timer", {"left": None, "total": None})] * 3


def test_a_returning_phone_gets_the_rest_of_the_talk_right_after_the_screen(game: tuple[Phone, Phone]) -> None:
    ana, ben = game
    ana.post("/timer", {"seconds": 120})
    with ben.stream() as stream:
        assert [stream.event()[0] for _ in range(2)] == ["screen", "timer"]


def test_the_screens_do_not_change(game: tuple[Phone, Phone]) -> None:
    before = [phone.screen() for phone in game]
    assert game[0].post("/timer", {"seconds": 120}).status == 204
    assert [phone.screen() for phone in game] == before


def test_a_seat_that_may_not_time_a_talk_is_refused(game: tuple[Phone, Phone], phone: Phones) -> None:
    reply = game[1].post("/timer", {"seconds": 180})
    assert (reply.status, reply.refused) == (409, "no_timer")
    assert phone().post("/timer", {"seconds": 180}).status == 403
    assert phone("Cho").post("/timer", {"seconds": 180}).refused == "not_playing"


@pytest.mark.bound("TALK_SECONDS")
@pytest.mark.parametrize("seconds", [0, -1, TALK_SECONDS + 1, 2.0, True, "3", [3]])
def test_a_talk_is_of_whole_seconds_up_to_an_hour(game: tuple[Phone, Phone], seconds: object) -> None:
    assert game[0].post("/timer", {"seconds": TALK_SECONDS}).status == 204
    assert game[0].post("/timer", {"seconds": seconds}).status == 400


def test_only_a_seat_that_may_time_a_talk_is_offered_the_timer(game: tuple[Phone, Phone]) -> None:
    ana, ben = (parts_in(phone.get("/", Accept="text/html").body.decode())["notice"] for phone in game)
    assert ana["talks"]
    assert "talks" not in ben
