"""If too many callers are connected, the box ends the connection of one, however busy all are. It never ends a seat's
stream."""

from collections.abc import Sequence

import pytest

from companion.bounds import CONNECTIONS, CONNECTIONS_OF_ONE
from web.serving.limits import ConnectionLimit

HERE, THERE = "192.168.1.20", "192.168.1.21"


class Caller:
    def __init__(self, address: str, has_seat: bool = False) -> None:
        self.address = address
        self.has_seat = has_seat
        self.is_here = True

    def give_up(self) -> None:
        self.is_here = False


def come(crowd: ConnectionLimit, *guests: Caller, works: bool = False) -> list[Caller]:
    for guest in guests:
        crowd.comes(guest)
        if works and guest.is_here:
            crowd.works(guest)
    return list(guests)


def gone(guests: Sequence[Caller]) -> list[int]:
    """Return the numbers of the guests whose connections were ended."""
    return [n for n, guest in enumerate(guests) if not guest.is_here]


@pytest.mark.bound("CONNECTIONS")
@pytest.mark.parametrize("works", [False, True])
def test_one_connection_above_the_bound_closes_the_first_one(works: bool) -> None:
    crowd = ConnectionLimit()
    all_ = come(crowd, *(Caller(f"10.0.{n // 200}.{n % 200}") for n in range(CONNECTIONS)), works=works)
    assert gone(all_) == []
    all_ += come(crowd, Caller(HERE))
    assert gone(all_) == [0]


@pytest.mark.bound("CONNECTIONS_OF_ONE")
@pytest.mark.parametrize("works", [False, True])
def test_one_connection_above_the_bound_of_an_address_closes_the_first_one_of_that_address(works: bool) -> None:
    crowd = ConnectionLimit()
    other = come(crowd, Caller(THERE), works=works)
    own = come(crowd, *(Caller(HERE) for _ in range(CONNECTIONS_OF_ONE)), works=works)
    assert gone(own) == []
    own += come(crowd, Caller(HERE))
    assert (gone(own), gone(other)) == ([0], [])


def test_an_idle_connection_closes_before_one_whose_request_is_being_answered() -> None:
    crowd = ConnectionLimit(most=3)
    busy, resting, late = come(crowd, Caller(HERE), Caller(HERE), Caller(HERE))
    for guest in (busy, late):
        crowd.works(guest)
    come(crowd, Caller(THERE))
    assert (busy.is_here, resting.is_here, late.is_here) == (True, False, True)


def test_a_fully_answered_connection_closes_before_an_unfinished_one() -> None:
    crowd = ConnectionLimit(most=2)
    first, second = come(crowd, Caller(HERE), Caller(HERE), works=True)
    crowd.rests(second)
    come(crowd, Caller(THERE))
    assert (first.is_here, second.is_here) == (True, False)


def test_the_connection_that_was_answered_last_closes_last() -> None:
    crowd = ConnectionLimit(most=3)
    first, second, third = come(crowd, Caller(HERE), Caller(HERE), Caller(HERE))
    crowd.works(first)
    crowd.rests(first)
    come(crowd, Caller(THERE), Caller(THERE))
    assert (first.is_here, second.is_here, third.is_here) == (True, False, False)


def test_the_oldest_endless_reply_closes_and_the_stream_of_a_seat_stays() -> None:
    """Streams are never idle. A caller who opens many must not keep the next phone out."""
    crowd = ConnectionLimit(most_of_one=4)
    seat = come(crowd, Caller(HERE, has_seat=True), works=True)
    streams = come(crowd, *(Caller(HERE) for _ in range(9)), works=True)
    assert (gone(seat), gone(streams)) == ([], [0, 1, 2, 3, 4, 5])


def test_if_all_connections_are_streams_of_seats_the_new_one_closes() -> None:
    crowd = ConnectionLimit(most_of_one=4)
    seats = come(crowd, *(Caller(HERE, has_seat=True) for _ in range(4)), works=True)
    late = come(crowd, Caller(HERE), Caller(HERE))
    assert (gone(seats), gone(late)) == ([], [0, 1])


def test_a_closed_connection_frees_its_place_once() -> None:
    crowd = ConnectionLimit(most_of_one=2)
    first, second = come(crowd, Caller(HERE), Caller(HERE), works=True)
    for _ in range(3):
        crowd.leaves(first)
    third, fourth = come(crowd, Caller(HERE), Caller(HERE))
    assert (second.is_here, third.is_here, fourth.is_here) == (True, False, True)
