"""The box's time limits and bounds, to the second, the phone and the byte, on a loop whose clock the test turns."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from uvicorn.server import ServerState

from companion.bounds import ASKING, ASKING_SECONDS, HEAD_BYTES, IDLE_SECONDS, QUESTION_BYTES
from tests.support.houses import HandClock
from tests.web.test_web_storms import head
from web.serving.limits import Connection, ConnectionLimit, ReadTimeouts
from web.serving.server import configured


class Wire(asyncio.Transport):
    """A connection that keeps the bytes sent to one phone."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.168.1.20", 4711)})
        self.sent_back = b""
        self.is_open = True

    def write(self, data: Any) -> None:
        self.sent_back += data

    def close(self) -> None:
        self.is_open = False

    def abort(self) -> None:
        self.is_open = False

    def is_closing(self) -> bool:
        return not self.is_open

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class HandLoop(asyncio.SelectorEventLoop):
    """A loop whose time passes only when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = HandClock()
        self._aside = ThreadPoolExecutor(1)  # the test's own thread may already have a loop, from a browser

    def time(self) -> float:
        return self.clock.now

    def does(self, act: Callable[[], object]) -> None:
        """Do an act, and everything that follows from it immediately."""
        self.call_soon(act)
        for _ in range(5):
            self.call_soon(self.stop)
            self._aside.submit(self.run_forever).result()

    def pass_(self, seconds: float) -> None:
        self.clock.pass_(seconds)
        self.does(lambda: None)

    def close(self) -> None:
        self._aside.shutdown()
        super().close()


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Read the whole request, and give an empty reply."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


class Box:
    """A box's server, and phones that connect to its port."""

    def __init__(self, loop: HandLoop) -> None:
        self._loop = loop
        self._config = configured(answer, ReadTimeouts(), ConnectionLimit(most_of_one=2 * ASKING))
        self._config.load()

    def connected(self) -> tuple[Wire, Connection]:
        made: list[Connection] = []
        wire = Wire()

        def comes() -> None:
            made.append(self._config.http_protocol_class(self._config, ServerState(), {}, self._loop))  # type: ignore[arg-type]
            made[0].connection_made(wire)

        self._loop.does(comes)
        return wire, made[0]

    def hears(self, one: Connection, received: bytes) -> None:
        self._loop.does(lambda: one.data_received(received))


@pytest.fixture
def loop() -> Iterator[HandLoop]:
    loop = HandLoop()
    yield loop
    loop.close()


@pytest.fixture
def box(loop: HandLoop) -> Box:
    return Box(loop)


@pytest.mark.bound("IDLE_SECONDS")
def test_an_idle_connection_closes_after_the_bound_and_not_before(box: Box, loop: HandLoop) -> None:
    wire, one = box.connected()
    for _ in range(2):  # the wait begins with each reply
        box.hears(one, head("/table"))
        assert wire.sent_back.startswith(b"HTTP/1.1 204")
        loop.pass_(IDLE_SECONDS - 1)
        assert wire.is_open
    loop.pass_(1)
    assert not wire.is_open


@pytest.mark.bound("ASKING_SECONDS")
@pytest.mark.parametrize("sent", [b"", b"GET /table HTTP/1.1\r\n", head("/join", method="POST", length=5) + b"{"])
def test_the_time_of_a_request_begins_with_its_first_byte(box: Box, loop: HandLoop, sent: bytes) -> None:
    wire, one = box.connected()
    box.hears(one, sent)
    loop.pass_(ASKING_SECONDS - 1)
    assert wire.is_open
    box.hears(one, b" ")  # a byte now and then does not lengthen the time
    loop.pass_(1)
    assert not wire.is_open


def test_the_next_request_has_the_whole_time_again(box: Box, loop: HandLoop) -> None:
    wire, one = box.connected()
    for _ in range(3):
        loop.pass_(ASKING_SECONDS - 1)
        box.hears(one, head("/table"))
    assert wire.is_open


@pytest.mark.bound("ASKING")
def test_one_request_above_the_bound_ends_the_one_that_began_first(box: Box) -> None:
    wires = [box.connected()[0] for _ in range(ASKING)]
    assert all(wire.is_open for wire in wires)
    wires.append(box.connected()[0])
    assert [n for n, wire in enumerate(wires) if not wire.is_open] == [0]


@pytest.mark.bound("HEAD_BYTES", "QUESTION_BYTES")
@pytest.mark.parametrize(
    ("begun", "most"),
    [
        (b"GET /table HTTP/1.1\r\nX: ", HEAD_BYTES),
        (b"POST /join HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ", QUESTION_BYTES),
    ],
    ids=["head", "question"],
)
def test_exactly_the_bound_of_bytes_of_a_request_is_read(box: Box, begun: bytes, most: int) -> None:
    wire, one = box.connected()
    box.hears(one, begun)
    box.hears(one, b"y" * (most - len(begun)))
    assert wire.is_open
    box.hears(one, b"y")
    assert not wire.is_open


def test_the_next_request_of_a_connection_may_have_all_bytes_again(box: Box) -> None:
    wire, one = box.connected()
    for many in range(1, 4):
        box.hears(one, head("/table")[:-2] + b"X: ")
        box.hears(one, b"y" * (HEAD_BYTES // 2) + b"\r\n\r\n")
        assert wire.sent_back.count(b"HTTP/1.1 204") == many
        assert wire.is_open
