"""Starts and stops the web front end."""

import time
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any, Final

from companion.bounds import ANSWER_BYTES, BEAT_SECONDS, BODY_BYTES, CONNECTIONS, GONE_MS
from companion.box.machine import connections_for, raise_file_limit, reached_at
from companion.house.house import House
from companion.snapshot.panel import Panel
from web.app import create_app
from web.drawing.pictures import Pictures
from web.entrance.gate import Gate
from web.entrance.watchers import Watchers
from web.serving.answers import MOVES, AnswerApp
from web.serving.asgi import OURS, AsgiMessage, FlaskBridge, Receive, Send, reply
from web.serving.limits import ConnectionLimit, ReadTimeouts
from web.serving.port import Port, listening
from web.serving.streams import Streams

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
