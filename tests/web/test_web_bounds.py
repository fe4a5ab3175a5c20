"""No caller gets more of the box than its bounds allow. A caller that asks as phones do never meets a bound."""

import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.bounds import (
    ANSWER_BYTES,
    ASKING,
    ASKING_SECONDS,
    BODY_BYTES,
    CONNECTIONS,
    CONNECTIONS_OF_ONE,
    FILES,
    FILES_OF_OUR_OWN,
    GONE_MS,
    HEAD_BYTES,
    IDLE_SECONDS,
    SEND_BUFFER,
)
from companion.box import machine
from companion.house.house import House
from tests.support.phones import PATIENCE, Phone
from tests.web.test_web_storms import Table, connected, head, is_closed, read_up_to_the_end, table
from web.serving.limits import ConnectionLimit, ReadTimeouts
from web.serving.server import Server

VANISHED = socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT
KEPT = socket.SOL_SOCKET, socket.SO_SNDBUF

CHUNKED = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.fixture
def storm(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path, asking=ReadTimeouts(seconds=3600)) as storm:
        yield storm


def sent_until_cut_off(one: socket.socket, part: bytes, most: int) -> int:
    """Return the number of bytes that a caller can send before the box ends the connection, or `most` if the box never
    does."""
    sent = 0
    try:
        while sent < most:
            one.sendall(part)
            sent += len(part)
    except (ConnectionResetError, BrokenPipeError):
        return sent
    return most


# Requests without an end


ENDLESS = {
    "trailers": (CHUNKED + b"0\r\n", b"X-Slow: and so on\r\n" * 200),
    "one trailer": (CHUNKED + b"0\r\nX: ", b"y" * 4000),
    "small chunks": (CHUNKED, b"1\r\nx\r\n" * 700),
    "the size of a chunk": (CHUNKED + b"1;", b"y" * 4000),
    "head": (b"GET /table HTTP/1.1\r\n", b"X: " + b"y" * 3000 + b"\r\n"),
    "line": (b"GET /", b"y" * 4000),
    "name of a header": (b"GET /table HTTP/1.1\r\n", b"y" * 4000),
    "nothing but empty lines": (b"", b"\r\n" * 2000),
    "behind a stream": (head("/stream?table"), head("/table") * 50),
    "behind an answer": (head("/table"), head("/table") * 50),
    "behind a stream, small": (head("/stream?table"), b"\r\n" * 2000),
}


@pytest.mark.parametrize("sent", ENDLESS.values(), ids=ENDLESS)
def test_no_more_bytes_of_an_endless_request_are_read_than_the_bound(storm: Table, sent: tuple[bytes, bytes]) -> None:
    one = connected(storm.port, sent[0], small=True)
    most = 16 * 1024 * 1024  # most of it may be in the system's own buffers
    assert sent_until_cut_off(one, sent[1], most) < most
    one.close()
    storm.answers_well("after")


def test_a_long_request_within_the_bound_is_answered(storm: Table) -> None:
    long = head("/table")[:-2] + b"X: " + b"y" * (HEAD_BYTES - 1000) + b"\r\n\r\n"
    one = connected(storm.port, long)
    assert one.recv(65536).startswith(b"HTTP/1.1 200 ")
    one.close()


def test_bytes_after_a_body_are_ignored(storm: Table) -> None:
    """A host name that comes after the body could otherwise pass for the box's own."""
    late = b"POST /join HTTP/1.1\r\n%sTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n%s\r\n"
    for early, trailer, refused in (
        (b"", b"Host: 127.0.0.1\r\n", b"foreign_host"),
        (b"Host: 127.0.0.1\r\n", b"Origin: http://evil.example\r\n", b"malformed"),
        (b"Host: 127.0.0.1\r\nOrigin: http://evil.example\r\n", b"Origin: http://127.0.0.1\r\n", b"foreign_origin"),
    ):
        one = connected(storm.port, late % (early, trailer))
        assert refused in one.recv(65536)
        one.close()


@pytest.mark.bound("GONE_MS", "SEND_BUFFER", "BODY_BYTES", "ANSWER_BYTES", "IDLE_SECONDS")
@pytest.mark.bound("CONNECTIONS", "CONNECTIONS_OF_ONE", "ASKING", "ASKING_SECONDS")
def test_a_box_that_is_opened_has_all_the_bounds(house: House) -> None:
    server = Server(house, None)
    config, port = server._port.config, server._socket
    bound = config.http.keywords  # type: ignore[union-attr]
    gone_ms, kept = (port.getsockopt(*option) for option in (VANISHED, KEPT))
    server.close()
    assert config.timeout_keep_alive == IDLE_SECONDS
    assert (bound["asking"]._seconds, bound["asking"]._most) == (ASKING_SECONDS, ASKING)
    assert (bound["connections"]._most_of_one, bound["connections"]._most) == (CONNECTIONS_OF_ONE, CONNECTIONS)
    assert (server._pages._most, server._moves._most) == (BODY_BYTES, ANSWER_BYTES)
    assert gone_ms == GONE_MS
    assert kept == 2 * SEND_BUFFER, "Linux counts its own part, too"


# Requests behind a request


MALFORMED = [b"\x00\x01\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", head("/table")]


@pytest.mark.parametrize("second", MALFORMED)
@pytest.mark.parametrize("first", [head("/table"), head("/join", method="POST"), head("/stream?table"), head("/stream")])
def test_a_request_that_comes_before_the_reply_ends_the_connection_after_that_reply(
    storm: Table, first: bytes, second: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    one = connected(storm.port, first + second)
    raw = b""
    with suppress(ConnectionResetError):
        while part := one.recv(65536):
            raw += part
    one.close()
    assert raw.count(b"HTTP/1.1 ") == (0 if b"/stream" in first else 1)
    assert b"HTTP/1.1 400" not in raw or b"/join" in first
    storm.answers_well("after")
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


# Many connections


def asked_once(port: int, source: str = "127.0.0.1") -> socket.socket:
    """Return an open connection whose first request the box has answered."""
    one = socket.socket()
    one.settimeout(PATIENCE)
    one.bind((source, 0))
    one.connect(("127.0.0.1", port))
    one.sendall(head("/generate_204"))
    while not (received := one.recv(65536)).endswith(b"\r\n\r\n"):
        assert received
    return one


def still_answers(one: socket.socket) -> bool:
    try:
        one.sendall(head("/generate_204"))
        return one.recv(65536).startswith(b"HTTP/1.1 204")
    except OSError:
        return False


def test_if_one_address_has_too_many_connections_its_longest_idle_ones_close(storm: Table) -> None:
    stream = storm.stream("Ana")
    seq = stream.screen()["seq"]
    idle = [asked_once(storm.port, "127.0.0.7") for _ in range(CONNECTIONS_OF_ONE)]
    other = asked_once(storm.port, "127.0.0.8")
    idle += [asked_once(storm.port, "127.0.0.7") for _ in range(10)]
    assert all(is_closed(one) for one in idle[:10])
    assert all(map(still_answers, [other, idle[10], idle[-1]]))
    storm.answers_well("one")
    assert stream.until(seq + 1)
    for one in (*idle, other):
        one.close()


def test_if_there_are_too_many_connections_the_address_with_most_loses_one(tmp_path: Path) -> None:
    with table(tmp_path, connections=ConnectionLimit(most=20)) as storm:
        alone = asked_once(storm.port, "127.0.0.9")
        stream = storm.stream("Ana")
        stream.screen()
        many = [asked_once(storm.port, f"127.0.1.{n % 2}") for n in range(60)]
        assert still_answers(alone)
        assert still_answers(many[-1])
        assert is_closed(many[0])
        storm.answers_well("one")
        assert stream.screen()
        for one in (*many, alone):
            one.close()


def test_streams_without_a_seat_make_room_for_a_phone_and_streams_of_seats_stay(tmp_path: Path) -> None:
    # There is no heartbeat here, so a stream that the box leaves open sends nothing more.
    with table(tmp_path, connections=ConnectionLimit(most_of_one=12), beat_seconds=3600) as storm:
        seats = [storm.stream(name) for name in ("Ana", "Ben")]
        for stream in seats:
            stream.screen()
        watching = [connected(storm.port, head("/stream?table")) for _ in range(30)]
        assert all(read_up_to_the_end(one) for one in watching[:18])
        storm.answers_well("one")
        for stream in seats:
            assert stream.screen()
        for one in watching:
            one.close()


def test_if_all_connections_are_streams_of_seats_the_new_one_closes(tmp_path: Path) -> None:
    with table(tmp_path, connections=ConnectionLimit(most_of_one=4)) as storm:
        streams = [storm.stream("Ana") for _ in range(4)]
        for stream in streams:
            stream.screen()
        late = connected(storm.port)
        assert is_closed(late)
        late.close()
        storm.house.play_at_panel(None, {"type": "set", "seat": "Ana", "stones": 3}, "set")
        for stream in streams:
            assert stream.screen()


def test_ten_phones_behind_one_address_with_all_the_connections_of_a_browser_fit(storm: Table) -> None:
    names = tuple(storm.tokens)
    with_streams = [storm.stream(name) for name in names for _ in range(3)]
    pages = [connected(storm.port, head("/", storm.tokens[name])) for name in names for _ in range(3)]
    for stream in with_streams:
        stream.screen()
    assert all(one.recv(4096).startswith(b"HTTP/1.1 200") for one in pages)
    for one in pages:
        one.close()


# Files


@pytest.mark.bound("FILES")
def test_the_box_asks_for_the_files_it_needs_and_makes_do_with_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    given = [(256, 512)]
    monkeypatch.setattr(machine.resource, "getrlimit", lambda _: given[-1])
    monkeypatch.setattr(machine.resource, "setrlimit", lambda _, limits: given.append(limits))
    assert (machine.raise_file_limit(), given[-1]) == (512, (512, 512))
    given.append((1024, -1))
    assert (machine.raise_file_limit(), given[-1]) == (FILES, (FILES, -1))
    assert machine.raise_file_limit() == FILES
    given.append((2 * FILES, 2 * FILES))
    assert (machine.raise_file_limit(), given[-1][0]) == (2 * FILES, 2 * FILES)


@pytest.mark.bound("FILES_OF_OUR_OWN")
def test_however_many_connect_files_are_left_for_the_journal() -> None:
    assert machine.connections_for(CONNECTIONS, FILES) == CONNECTIONS
    assert machine.connections_for(CONNECTIONS, 512) == 512 - FILES_OF_OUR_OWN
    assert machine.connections_for(CONNECTIONS, 10) == 1


def test_a_body_that_is_far_too_long_holds_up_nobody(storm: Table) -> None:
    with Phone(storm.port) as phone:
        assert phone.post("/join", b" " * (BODY_BYTES + 1)).status == 413
        assert phone.get("/table").status == 200
