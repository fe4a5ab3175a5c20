"""No seat and no address can make the box write to the card without a pause, and a request that changes nothing writes
nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.bounds import CHANGES_AT_ONCE, SEATS, SEATS_OF_ONE, SECONDS_A_CHANGE, SECONDS_A_SIT, SITS_AT_ONCE
from companion.core.words import Refused
from companion.house.guests import token_hash
from companion.house.house import House
from tests.support.houses import HandClock, connection, facts, open_house
from tests.support.phones import Phone
from web.app import create_app
from web.entrance import gate

HERE, THERE = "192.168.1.20", "192.168.1.21"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def house(tmp_path: Path, clock: HandClock) -> Iterator[House]:
    house = open_house(tmp_path, clock=clock)
    yield house
    house.journal.close()


def written(house: House) -> int:
    """Return the number of rows that were written to the file so far."""
    return connection(house.journal).total_changes


def changing(house: House) -> list[tuple[str, str]]:
    """Yield the method and address of each route by which a seat changes something. Routes that have a bound of their own
    are left out."""
    app = create_app(house)
    for rule in app.url_map.iter_rules():
        route = app.view_functions[rule.endpoint]
        if getattr(route, "mark", "") in gate.OF_SEATS and rule.rule not in ("/update", "/results.zip"):
            for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
                yield method, rule.rule.translate(str.maketrans({"<": "", ">": ""}))


def change_language(phone: Phone, n: int) -> int:
    return phone.post("/language", {"language": ("en", "fr")[n % 2]}).status


@pytest.mark.bound("CHANGES_AT_ONCE", "SECONDS_A_CHANGE")
def test_a_phone_that_changes_something_without_end_must_wait_before_each_further_change(
    ana: Phone, clock: HandClock
) -> None:
    assert {change_language(ana, n) for n in range(CHANGES_AT_ONCE)} == {204}
    for _ in range(2):
        answer = ana.post("/language", {"language": "ja"})
        assert (answer.status, answer.refused) == (429, "too_often")
        clock.pass_(SECONDS_A_CHANGE - 0.5)
        assert change_language(ana, 0) == 429
        clock.pass_(0.5)
        assert change_language(ana, 0) == 204


def test_every_route_by_which_a_seat_changes_something_has_this_limit(ana: Phone, house: House) -> None:
    for _ in range(CHANGES_AT_ONCE):
        house.change_limit.spend(token_hash(ana.cookies["seat"]))
    before, routes = facts(house), list(changing(house))
    assert len(routes) > 20
    assert [route for route in routes if ana.ask(*route, b"{}").refused != "too_often"] == []
    assert facts(house) == before


def test_an_address_that_has_to_wait_holds_up_nobody_and_its_seats_still_play(
    game: tuple[Phone, Phone], house: House
) -> None:
    ana, ben = game
    for _ in range(CHANGES_AT_ONCE):
        house.change_limit.spend(token_hash(ana.cookies["seat"]))
    assert change_language(ben, 0) == 204
    ask = ana.screen()["asks"][0]
    assert ana.play(ask["due"], ask["answers"][0], "one").status == 204


def test_a_seat_that_changes_its_name_keeps_its_limit(ana: Phone, house: House) -> None:
    for n in range(CHANGES_AT_ONCE):
        ana.post("/name", {"name": f"Ana {n}"})
    assert ana.post("/name", {"name": "Ana"}).status == 429


def test_a_refused_request_does_not_count_against_the_limit(ana: Phone) -> None:
    for _ in range(CHANGES_AT_ONCE + 1):
        assert ana.post("/language", {"language": "xx"}).status == 400
    assert change_language(ana, 0) == 204


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/language", {"language": "fr"}), ("/learn", {"learns": True, "all": False}),
        ("/learn", {"learns": True, "all": True}),
        ("/piece", {"piece": 8}), ("/name", {"name": "Anna"}), ("/pick", {"game": "bali"}), ("/host", {"seat": "Ana"}),
        ("/options", {"game": "bali", "options": {"demon": True}}),
        ("/options", {"game": "bali", "options": {"demon": False}}),
        ("/order", {"seats": ["Ben", "Ana"]}),
    ],
)  # fmt: skip
def test_a_change_of_nothing_is_not_written(ana: Phone, ben: Phone, house: House, path: str, sent: Any) -> None:
    assert ana.post(path, sent).status == 204
    before = written(house)
    seqs = [phone.screen()["seq"] for phone in (ana, ben)]
    assert ana.post(path, sent).status == 204
    assert written(house) == before
    assert [phone.screen()["seq"] for phone in (ana, ben)] == seqs


def test_moves_through_the_pages_of_the_evening_are_never_written(game: tuple[Phone, Phone], house: House) -> None:
    before = written(house)
    game[0].post("/timer", {"seconds": None})
    assert written(house) == before


# Sitting down


def sits(house: House, name: str, address: str) -> str:
    """Return the token of the phone after it has sat down, or the key of the refusal."""
    try:
        with house.changing() as guests:
            return guests.join(guests.door.code, name, address)[1]
    except Refused as why:
        return why.key


@pytest.mark.bound("SITS_AT_ONCE", "SECONDS_A_SIT")
def test_an_address_that_sits_down_and_leaves_without_end_waits_and_others_do_not(house: House, clock: HandClock) -> None:
    for n in range(SITS_AT_ONCE):
        sits(house, f"Guest {n}", HERE)
        with house.changing() as guests:
            guests.leave(guests.seating.seats[-1])
    assert sits(house, "Ana", HERE) == "too_often"
    assert len(sits(house, "Ben", THERE)) > 20
    clock.pass_(SECONDS_A_SIT - 1)
    assert sits(house, "Ana", HERE) == "too_often"
    clock.pass_(1)
    assert len(sits(house, "Ana", HERE)) > 20


def full(house: House, most: int) -> dict[str, str]:
    """Return the tokens of a full lobby, by name. `most` seats, the host's among them, come from one address, and each other
    seat from its own."""
    places = {f"Guest {n}": HERE if n < most else f"192.168.2.{n}" for n in range(SEATS)}
    return {name: sits(house, name, address) for name, address in places.items()}


def test_a_whole_table_behind_one_router_sits_down(house: House) -> None:
    full(house, SEATS)
    assert len(house.guests.seating.seats) == SEATS


@pytest.mark.bound("SEATS_OF_ONE")
def test_an_address_that_fills_the_table_with_phones_that_are_not_there_makes_room(house: House) -> None:
    tokens = full(house, SEATS)
    for n in range(SEATS - SEATS_OF_ONE):
        assert len(sits(house, f"Honest {n}", f"192.168.3.{n}")) > 20
    assert sits(house, "One more", THERE) == "full"
    stay = [f"Guest {n}" for n in range(SEATS_OF_ONE)]
    assert [name for name in tokens if house.guests.seat_of(tokens[name])] == stay
    ending = house.guests.ending(tokens["Guest 9"])
    assert ending is not None
    assert ending.why == "made_room"


@pytest.mark.bound("SEATS_OF_ONE")
@pytest.mark.parametrize("most", [1, SEATS_OF_ONE])
def test_nobody_makes_room_if_no_address_has_that_many_seats(house: House, most: int) -> None:
    full(house, most)
    assert sits(house, "One more", THERE) == "full"


def test_a_full_table_makes_no_room_for_another_address_while_phones_are_here_or_a_game_is_on(house: House) -> None:
    tokens = full(house, SEATS)
    assert sits(house, "One more", HERE) == "full"
    for token in tokens.values():
        house.presence.came(token_hash(token))
    assert sits(house, "One more", THERE) == "full"
    for token in tokens.values():
        house.presence.went(token_hash(token))
    house.start({"game": "babel", "seats": list(house.guests.seating.seats), "options": {}})
    assert sits(house, "One more", THERE) == "full"
