"""A seat's cookie does not let anybody hold up others, by many streams or from many addresses."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bounds import (
    CONNECTIONS,
    SECONDS_A_STREAM,
    STREAMS_AT_ONCE,
    STREAMS_OF_SEAT,
)
from tests.support.houses import HandClock
from tests.support.phones import Phone, Stream
from tests.web.test_web_storms import Table, connected, head, table, until
from web.serving.limits import ReadTimeouts

ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
SAYS_ENOUGH = b"event: crowded"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def storm(tmp_path: Path, clock: HandClock) -> Iterator[Table]:
    with table(tmp_path, asking=ReadTimeouts(seconds=3600), clock=clock, beat_seconds=3600) as storm:
        yield storm


# Streams


def opened(storm: Table, name: str, source: str = "127.0.0.1") -> Stream:
    stream = storm.stream(name, source=source)
    assert stream.status == 200
    stream.screen()
    return stream


def is_put_out(stream: Stream) -> bool:
    """Read on until the box ends the stream, and return whether it did. A stream that the box leaves open sends nothing
    more."""
    return stream.push() is not None and SAYS_ENOUGH in stream.pushes[-1] and stream.push() is None


@pytest.mark.bound("STREAMS_OF_SEAT")
def test_one_stream_above_the_bound_ends_the_seats_oldest_one(storm: Table) -> None:
    other = opened(storm, "Ben")
    streams = [opened(storm, "Ana") for _ in range(STREAMS_OF_SEAT)]
    assert storm.server.looking == STREAMS_OF_SEAT + 1
    streams.append(opened(storm, "Ana"))
    assert is_put_out(streams.pop(0))
    until(lambda: storm.server.looking == STREAMS_OF_SEAT + 1)
    storm.house.play_at_panel(None, {"type": "set", "seat": "Ana", "stones": 3}, "set")
    for stream in (*streams, other):
        assert stream.screen()


def test_the_address_with_most_streams_loses_its_oldest_so_that_the_owner_stays(storm: Table) -> None:
    owner = opened(storm, "Ana")
    foreign = [opened(storm, "Ana", "127.0.0.2") for _ in range(STREAMS_OF_SEAT + 3)]
    assert all(map(is_put_out, foreign[:4]))
    storm.house.play_at_panel(None, {"type": "set", "seat": "Ana", "stones": 3}, "set")
    for stream in (owner, *foreign[4:]):
        assert stream.screen()


@pytest.mark.bound("STREAMS_AT_ONCE", "SECONDS_A_STREAM")
def test_an_address_that_opens_too_many_streams_of_a_seat_must_wait(storm: Table, clock: HandClock) -> None:
    for _ in range(STREAMS_AT_ONCE):
        storm.stream("Ana").close()
    for _ in range(2):
        refused = storm.stream("Ana")
        assert (refused.status, b"stream_waits" in (refused.rest() or b"")) == (429, True)
    assert storm.stream("Ana", source="127.0.0.2").status == 200
    assert storm.stream("Ben").status == 200
    clock.pass_(SECONDS_A_STREAM)
    assert [storm.stream("Ana").status for _ in range(2)] == [200, 429]


def test_the_most_streams_of_one_seat_from_four_addresses_shut_nobody_out(storm: Table) -> None:
    request = head("/stream", storm.tokens["Ana"])
    owner = opened(storm, "Ana")
    flood = [connected(storm.port, request, source=source) for source in ADDRESSES for _ in range(CONNECTIONS // 4)]
    with Phone(storm.port, cookies={"seat": storm.tokens["Ben"]}) as honest, Phone(storm.port) as newcomer:
        assert honest.get("/", Accept="text/html").status == 200
        storm.phone("Jo").post("/leave")
        newcomer.join(storm.house.guests.door.code, "Kim")
    assert storm.server.is_alive()
    until(lambda: storm.server.looking <= STREAMS_OF_SEAT)
    storm.house.play_at_panel(None, {"type": "set", "seat": "Ana", "stones": 3}, "set")
    assert owner.screen()
    for one in flood:
        one.close()
