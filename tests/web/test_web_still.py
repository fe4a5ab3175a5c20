"""A box that nobody asks does nothing, except that one timer sends a heartbeat on all streams. When it stops, it leaves no
connection open."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import uvicorn

from companion.bounds import BEAT_SECONDS
from companion.house.house import House
from tests.web.test_web_timeouts import HandLoop, answer
from web.drawing.pictures import Pictures
from web.entrance.gate import Gate
from web.entrance.watchers import Watchers
from web.serving.limits import ConnectionLimit, ReadTimeouts
from web.serving.server import EventLoopServer, configured
from web.serving.streams import BEAT, Streams


class Watched(EventLoopServer):
    """A server that counts how often it checks its connections."""

    looked = 0

    async def on_tick(self, counter: int) -> bool:
        self.looked += 1
        return await super().on_tick(counter)


@pytest.fixture
def loop() -> Iterator[HandLoop]:
    loop = HandLoop()
    yield loop
    loop.close()


@pytest.fixture
def server() -> Watched:
    return Watched(configured(answer, ReadTimeouts(), ConnectionLimit()))


def begun(loop: HandLoop, server: uvicorn.Server) -> asyncio.Task[Any]:
    tasks: list[asyncio.Task[Any]] = []
    loop.does(lambda: tasks.append(loop.create_task(server.main_loop())))
    return tasks[0]


def test_an_idle_server_never_checks_its_connections(loop: HandLoop, server: Watched) -> None:
    task = begun(loop, server)
    for _ in range(20):
        loop.pass_(1)
    assert server.looked == 1
    loop.does(server.end)
    assert task.done()


def test_a_stream_that_is_ended_before_it_began_ends_right_away(loop: HandLoop, server: Watched) -> None:
    server.end()
    assert begun(loop, server).done()


class Counting(HandLoop):
    """A loop that counts the timers that were set."""

    set = 0

    def call_at(self, *args: Any, **named: Any) -> asyncio.TimerHandle:
        self.set += 1
        return super().call_at(*args, **named)


@pytest.mark.bound("BEAT_SECONDS")
@pytest.mark.parametrize("phones", [1, 10])
def test_one_timer_sends_a_beat_on_all_streams_and_wakes_nothing_else(house: House, phones: int) -> None:
    loop = Counting()
    streams = Streams(house, Pictures(house, None), Gate(house), Watchers())
    sent: list[bytes] = []
    tasks = []

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message.get("body", b""))

    headers = [(b"host", b"127.0.0.1")]
    scope = {"method": "GET", "path": "/stream", "query_string": b"table", "headers": headers}
    for _ in range(phones):
        asked = {**scope, "state": {}}
        loop.does(lambda asked=asked: tasks.append(loop.create_task(streams.serve(asked, receive, send))))
    for n in range(1, 5):
        sent.clear()
        loop.pass_(BEAT_SECONDS - 0.5)
        assert (sent, loop.set) == ([], n), "one timer for all"
        loop.pass_(0.5)
        assert sent == [BEAT] * phones
    streams.close()
    loop.pass_(BEAT_SECONDS)
    assert all(task.done() for task in tasks)
    loop.close()


class Late:
    """A connection that came while the server ended all others."""

    def __init__(self) -> None:
        self.transport = self
        self.is_cut = False

    def shutdown(self) -> None:
        """Hear nothing of the end."""

    def abort(self) -> None:
        self.is_cut = True


async def nobody(scope: Any, receive: Any, send: Any) -> None:
    """Serve nobody."""


def test_a_connection_that_comes_while_the_server_stops_is_cut() -> None:
    server, late = EventLoopServer(configured(nobody, ReadTimeouts(), ConnectionLimit(1))), Late()
    server.servers = []
    connections: set[Any] = server.server_state.connections
    connections.add(late)
    with ThreadPoolExecutor() as other:  # a browser's driver has a loop in this thread
        other.submit(asyncio.run, server.shutdown()).result()
    assert late.is_cut
