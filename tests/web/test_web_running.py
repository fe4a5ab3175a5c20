"""The bounds of a listening box, at a box in a process of its own, as systemd starts it."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.bounds import (
    ANSWER_BYTES,
    ARRIVING,
    ASKING,
    BODY_BYTES,
    CONNECTIONS,
    CONNECTIONS_OF_ONE,
    HEAD_BYTES,
    QUESTION_BYTES,
    STREAMS_OF_SEAT,
)
from companion.box.machine import raise_file_limit
from tests.support.houses import open_house, sit_down, start
from tests.support.phones import HttpReply, Phone, Stream
from tests.web.test_web_storms import connected, head, is_closed

ESTABLISHED = 1
"""The number of this state in TCP_INFO."""


class Box:
    """A box in a process of its own, with a game of two in progress."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        house = open_house(folder)
        self.tokens = sit_down(house, "Ana", "Ben")
        start(house, "Ana", "Ben")
        house.journal.close()
        command = [sys.executable, "-m", "companion", "run", "--state", folder, "--listen", "127.0.0.1:0", "--panel", "none"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        stack.callback(self.process.wait)
        stack.callback(self.process.kill)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split(":")[2].split("/")[0])
        stack.enter_context(self.process.stdout)
        self._stack = stack

    def phone(self, name: str | None = None) -> Phone:
        cookies = {"seat": self.tokens[name]} if name else {}
        return self._stack.enter_context(Phone(self.port, cookies=cookies))

    def connected(self, *pieces: bytes, source: str = "127.0.0.1") -> socket.socket:
        one = connected(self.port, *pieces, source=source)
        self._stack.callback(one.close)
        return one

    def asked(self, source: str) -> socket.socket:
        """Return an open connection whose first request the box has answered."""
        one = self.connected(head("/alive"), source=source)
        assert one.recv(65536).startswith(b"HTTP/1.1 204")
        return one


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    raise_file_limit()
    with ExitStack() as stack:
        yield Box(stack, tmp_path_factory.mktemp("state"))


def is_answered(one: socket.socket) -> bool:
    try:
        one.sendall(head("/alive"))
        return one.recv(65536).startswith(b"HTTP/1.1 204")
    except OSError:
        return False


@pytest.mark.bound("CONNECTIONS", "CONNECTIONS_OF_ONE")
def test_one_connection_above_the_bound_ends_the_first_one_of_an_address_or_of_all(tmp_path: Path) -> None:
    with ExitStack() as stack:
        box = Box(stack, tmp_path)
        sources = [f"127.0.0.{n}" for n in range(2, 2 + CONNECTIONS // CONNECTIONS_OF_ONE)]
        ones = [[box.asked(source) for _ in range(CONNECTIONS_OF_ONE)] for source in sources]
        assert all(is_answered(one) for of_one in ones for one in of_one)
        ones[0].append(box.asked(sources[0]))
        assert is_closed(ones[0].pop(0)), "of one address too many"
        newcomer = box.asked("127.0.0.99")
        assert is_closed(ones[0].pop(0)), "in all too many"
        assert all(is_answered(one) for of_one in (*ones, [newcomer]) for one in of_one)


@pytest.mark.bound("ASKING")
def test_one_request_above_the_bound_ends_the_first_one(tmp_path: Path) -> None:
    with ExitStack() as stack:
        box = Box(stack, tmp_path)
        slow = [box.connected(b"GET /alive HTTP/1.1\r\nX: ", source=f"127.0.0.{2 + n % 2}") for n in range(ASKING)]
        slow.append(box.connected(b"GET /alive HTTP/1.1\r\nX: ", source="127.0.0.4"))
        assert is_closed(slow.pop(0))
        for one in slow:
            one.sendall(b"\r\nHost: 127.0.0.1\r\n\r\n")
        assert all(one.recv(65536).startswith(b"HTTP/1.1 204") for one in slow)


@pytest.mark.bound("ARRIVING")
def test_connections_above_the_bound_have_to_come_again_while_the_box_does_not_look(box: Box) -> None:
    box.process.send_signal(signal.SIGSTOP)
    os.waitpid(box.process.pid, os.WUNTRACED)
    try:
        arriving = [box.connected() for _ in range(ARRIVING + 1)]  # Linux lets one more wait than the limit
        with socket.socket() as late:
            late.setblocking(False)
            late.connect_ex(("127.0.0.1", box.port))
            states = [one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] for one in (arriving[-1], late)]
    finally:
        box.process.send_signal(signal.SIGCONT)
    assert states[0] == ESTABLISHED != states[1]
    for one in arriving:
        one.close()
    assert box.phone("Ana").get("/screen").status == 200


def with_head(size: int) -> bytes:
    """Return a request whose head is `size` bytes long."""
    bare = head("/alive")[:-2] + b"X: \r\n\r\n"
    return bare[:-4] + b"y" * (size - len(bare)) + b"\r\n\r\n"


@pytest.mark.bound("HEAD_BYTES")
def test_a_head_has_at_most_as_many_bytes_as_the_bound_also_in_one_piece(box: Box) -> None:
    assert box.connected(with_head(HEAD_BYTES)).recv(65536).startswith(b"HTTP/1.1 204")
    assert is_closed(box.connected(with_head(HEAD_BYTES + 1)))


@pytest.mark.bound("QUESTION_BYTES")
def test_a_request_has_at_most_as_many_bytes_as_the_bound(box: Box) -> None:
    begins = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"2;" + b"x" * 1000 + b"\r\n{}\r\n"
    fill = QUESTION_BYTES - len(begins)
    raw = begins + chunk * (fill // len(chunk)) + b"0\r\n"
    raw += b"X: " + b"y" * (QUESTION_BYTES - len(raw) - 7)
    for end, is_read in ((b"\r\n\r\n", True), (b"y\r\n\r\n", False)):
        one = box.connected()
        for at in range(0, len(raw), 4096):
            one.sendall(raw[at : at + 4096])
        one.sendall(end)
        assert is_closed(one) is not is_read


@pytest.mark.bound("BODY_BYTES", "ANSWER_BYTES")
@pytest.mark.parametrize(("path", "most"), [("/language", BODY_BYTES), ("/play", ANSWER_BYTES)])
def test_a_body_has_at_most_as_many_bytes_as_the_bound(box: Box, path: str, most: int) -> None:
    def posted(size: int) -> HttpReply:
        return box.phone("Ana").post(path, b" " * size)

    assert posted(most).status == 400
    assert posted(most + 1).status == 413


@pytest.mark.bound("STREAMS_OF_SEAT")
def test_one_stream_above_the_bound_ends_the_seats_first_one(box: Box) -> None:
    cookie = {"Cookie": f"seat={box.tokens['Ben']}"}
    with ExitStack() as stack:
        streams = [stack.enter_context(Stream(box.port, "as=json", cookie)) for _ in range(STREAMS_OF_SEAT + 1)]
        for stream in streams:
            assert stream.screen()
        screen = streams[0].push()
        assert screen is not None
        assert b"crowded" in screen
        assert streams[0].push() is None
        phone = box.phone("Ben")
        assert phone.post("/language", {"language": "fr"}).status == 204
        for stream in streams[1:]:
            assert stream.screen()
