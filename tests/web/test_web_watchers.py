"""The box notices a second reader of a seat, who has copied the cookie from the network, and warns the seat's owner."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bounds import PLACES
from companion.core.words import text
from companion.speech.say import say
from tests.support.phones import Phone, Stream, parsed
from tests.web.test_web_storms import Table, table
from web.entrance.watchers import ALARM_BEATS, STAYS, Watchers

OWN, OTHER, THIRD = ("10.0.0.2", "Phone"), ("10.0.0.3", "Phone"), ("10.0.0.2", "Laptop")
"""Places, each an address and a browser. Two differ by their address, two by their browser."""


def warned(*beats: list[tuple[str, str]]) -> list[bool]:
    """Return for each beat whether the owner is warned after it. A beat lists the places that looked during it."""
    readers, lines = Watchers(), []
    for places in beats:
        for place in places:
            readers.looks("token", place)
        readers.beat(("token", place) for place in places)
        lines.append(readers.are_two("token"))
    return lines


@pytest.mark.parametrize("other", [OTHER, THIRD])
def test_a_second_stream_of_one_cookie_from_elsewhere_is_reported(other: tuple[str, str]) -> None:
    assert warned(*[[OWN]] * 3, *[[OWN, other]] * (STAYS + 2))[-1]
    assert warned(*[[other]] * 3, *[[OWN, other]] * (STAYS + 2))[-1], "also to whom the other was there before"


def test_one_look_from_elsewhere_is_reported_for_a_while() -> None:
    present = warned([OWN], [OWN, OTHER], *[[OWN]] * (ALARM_BEATS + 5))
    assert present[STAYS + 2]
    assert not present[-1]


def test_tabs_of_one_browser_are_one_place() -> None:
    assert not any(warned(*[[OWN, OWN, OWN]] * 40))


def test_a_phone_that_changes_its_network_does_not_count_as_two() -> None:
    """A phone's old stream stays until the system gives it up, and the phone may come back to its old address."""
    moves = [*[[OWN]] * 9, *[[OWN, OTHER]] * (STAYS - 1), *[[OTHER]] * 9, *[[OTHER, OWN]] * (STAYS - 1), *[[OWN]] * 9]
    assert not any(warned(*moves))


def test_the_places_of_two_seats_are_counted_apart() -> None:
    readers = Watchers()
    for _ in range(9):
        readers.beat([("Ana's", OWN), ("Ben's", OTHER)])
    assert not readers.are_two("Ana's")


@pytest.mark.bound("PLACES")
def test_only_a_few_of_many_addresses_are_kept_and_the_owner_s_is_among_them() -> None:
    readers = Watchers()
    readers.looks("token", OWN)
    for n in range(10_000):
        readers.looks("token", ("10.0.0.3", f"Browser {n}"))
    assert len(readers._looks["token"]) == PLACES
    for _ in range(STAYS + 1):
        readers.beat([("token", OWN)])
    assert readers.are_two("token")


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Table]:
    """Yield a box with a heartbeat of 0.02 s."""
    with table(tmp_path, beat_seconds=0.02) as storm:
        yield storm


def watched(stream: Stream) -> dict[str, str]:
    """Return the warning that a stream gets within 500 heartbeats, or {}."""
    for _ in range(500):
        chunk = stream._chunk()
        if chunk is not None and chunk.startswith(b"event: watched"):
            parts: dict[str, str] = parsed(chunk)[1]
            return parts
    return {}


@pytest.mark.parametrize("kind", ["", "as=json"])
def test_only_the_seat_s_own_screen_warns_of_a_second_reader(quick: Table, kind: str) -> None:
    own, ben = quick.stream("Ana", kind), quick.stream("Ben", kind)
    with Phone(quick.port, cookies={"seat": quick.tokens["Ana"]}) as spy:
        assert spy.get("/screen", User_Agent="Spy").status == 200
    assert watched(own) == {"text": say(text("watched"), "en")}
    own.close()
    ben.screen()
    assert quick.phone("Ben").play(None, {"type": "set", "seat": "Ben", "stones": 4}, "set").status == 204
    assert ben.event()[0] == "screen", "what was said before would come first"
