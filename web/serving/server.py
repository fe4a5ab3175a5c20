"""Starts and stops the web front end, and runs uvicorn on its port."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection
from typing import Any, Final

import uvicorn

from companion.bounds import (
    ANSWER_BYTES,
    ARRIVING,
    BEAT_SECONDS,
    BODY_BYTES,
    CONNECTIONS,
    GONE_MS,
    IDLE_SECONDS,
    SEND_BUFFER,
)
from companion.box.machine import connections_for, raise_file_limit, reached_at
from companion.house.house import House
from companion.snapshot.panel import Panel
from web.app import create_app
from web.drawing.pictures import Pictures
from web.entrance.gate import Gate
from web.entrance.watchers import Watchers
from web.serving.answers import MOVES, AnswerApp
from web.serving.asgi import OURS, AsgiMessage, FlaskBridge, Receive, Send, reply
from web.serving.limits import Connection, ConnectionLimit, ReadTimeouts
from web.serving.streams import Streams

# A port, served by uvicorn without its timer

LOOK_SECONDS, LOOKS = 0.005, 100
"""A server that stops looks so often whether all replies have ended: for half a second."""


class EventLoopServer(uvicorn.Server):
    """A uvicorn server that does nothing while no request comes. uvicorn itself wakes ten times a second to set the headers
    of replies and to check limits. Our headers never change, and we set no such limits."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._serving: asyncio.AbstractEventLoop | None = None
        self._ended = asyncio.Event()

    def end(self) -> None:
        """Stop serving. May be called from any thread."""
        # `should_exit` is set before the loop is read. `main_loop` does both in the other order, so neither can be missed.
        self.should_exit = True
        if self._serving is not None and not self._serving.is_closed():
            self._serving.call_soon_threadsafe(self._ended.set)

    async def main_loop(self) -> None:
        """Run until `end` is called."""
        self._serving = asyncio.get_running_loop()
        if not await self.on_tick(0):
            await self._ended.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, let open replies end, and cut what is still open after half a second. uvicorn's own stop
        waits a tenth of a second even if nothing is open, and without end for a connection that came during the stop."""
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        for _ in range(LOOKS):
            if not (self.server_state.connections or self.server_state.tasks):
                break
            await asyncio.sleep(LOOK_SECONDS)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)  # now the loop closes them
        for server in self.servers:
            await server.wait_closed()


class Port:
    """An application on an open port, and the thread that serves it."""

    def __init__(self, opened: socket.socket, app: Any, asking: ReadTimeouts, connections: ConnectionLimit) -> None:
        self._socket = opened
        self.config = configured(app, asking, connections)
        self._server = EventLoopServer(self.config)
        self._thread = threading.Thread(target=self._run, name="web")
        self._thread.start()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])

    def end(self) -> None:
        """Stop serving, and wait for the thread."""
        self._server.end()
        self._thread.join()


def configured(app: Any, asking: ReadTimeouts, connections: ConnectionLimit) -> uvicorn.Config:
    """Return uvicorn's settings: no headers that nobody needs, and no long wait for phones that have gone."""
    connection: Any = partial(Connection, asking=asking, connections=connections)
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=connection,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,  # a box without internet may have a wrong clock
        proxy_headers=False,
        timeout_keep_alive=IDLE_SECONDS,
        backlog=ARRIVING,  # uvicorn calls `listen` again with this number
    )


def listening(host: str, port: int, patience_ms: int) -> socket.socket:
    """Return the listening socket. Connections inherit its options. After `patience_ms` milliseconds without a sign of life
    the system closes a connection. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience_ms)
    try:
        listening.bind((host, port))
        listening.listen(ARRIVING)
    except BaseException:
        listening.close()
        raise
    return listening


_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
THREADS = 2
ALIVE: Final = "/alive"
"""The path that the watchdog asks for. The event loop replies to it, so a slow page never looks like a box that hangs."""


class Server:
    """The open port, and the thread that serves it. `patience_ms`: milliseconds for which a silent phone keeps its
    connection. `asking` limits the time of a request, `connections` how many are open."""

    def __init__(
        self,
        house: House,
        panel: Panel | None,
        patience_ms: int = GONE_MS,
        asking: ReadTimeouts | None = None,
        connections: ConnectionLimit | None = None,
        beat_seconds: float = BEAT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        readers = Watchers()
        connections = connections or ConnectionLimit(connections_for(CONNECTIONS, raise_file_limit()))
        host, port = house.settings.host_and_port()
        self._socket = listening(host, port, patience_ms)
        self._host, self.port = self._socket.getsockname()[:2]
        house.store.publish(host=reached_at(house.settings)[0], port=self.port)
        entrance = Gate(house, panel, readers)
        self._streams = Streams(house, Pictures(house, panel), entrance, readers, beat_seconds, clock)
        if panel is not None:
            panel.watch(self._streams.redrawn)
        self._moves = AnswerApp(house, entrance, ANSWER_BYTES)
        wsgi = create_app(house, panel, entrance).wsgi_app
        self._pages = FlaskBridge(wsgi, THREADS, BODY_BYTES, clock)
        app = _one_port(self._pages, self._moves, self._streams)
        self._port = Port(self._socket, app, asking or ReadTimeouts(), connections)

    def is_alive(self, seconds: float = 2.0) -> bool:
        """Return whether the event loop replies within `seconds`, and no page is stuck."""
        if self._pages.is_stuck:
            return False
        asking = HTTPConnection(_LOOPBACK.get(self._host, self._host), self.port, timeout=seconds)
        try:
            asking.request("GET", ALIVE)
            return asking.getresponse().status == 204
        except OSError:
            return False
        finally:
            asking.close()

    @property
    def looking(self) -> int:
        """The number of open streams."""
        return self._streams.looking

    def close(self) -> None:
        """End the streams first, then the open requests. Requests that do not end by then are cut."""
        self._streams.close()
        self._port.end()
        self._moves.close()
        self._pages.close()
        self._socket.close()


def _one_port(pages: FlaskBridge, moves: AnswerApp, streams: Streams) -> Any:
    async def app(scope: AsgiMessage, receive: Receive, send: Send) -> None:
        if scope["path"] in MOVES:
            await moves(scope, receive, send)
        elif scope["path"] == "/stream" and scope["method"] == "GET":
            await streams.serve(scope, receive, send)
        elif scope["path"] == ALIVE:
            await reply(send, 204, OURS, b"")
        else:
            await pages(scope, receive, send)

    return app
