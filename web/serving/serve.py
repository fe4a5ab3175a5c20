"""uvicorn inside our own process: one port for pages, answers and streams (docs/decisions/own-bridge.md)."""

import socket
import threading
from functools import partial
from http.client import HTTPConnection
from typing import Any

import uvicorn

from companion.bounds import ANSWER_BYTES, ARRIVING, BODY_BYTES, CONNECTIONS, GONE_MS, IDLE_SECONDS, SEND_BUFFER
from companion.box.network import reached_at
from companion.box.openfiles import room_for, widen
from companion.house.house import House
from companion.ports.panel import Panel
from web.app import create_app
from web.drawing.pictures import Pictures
from web.entrance.entrance import Entrance
from web.entrance.readers import Readers
from web.routes.moves import MOVES
from web.serving.asgi import AsgiMessage, Receive, Send
from web.serving.bridge import Bridge
from web.serving.crowd import Crowd
from web.serving.moves import ShortWay
from web.serving.patience import Asking, Connection
from web.serving.still import Still
from web.serving.stream import BEAT_SECONDS, Streams

_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
THREADS = 2


class Server:
    """The open port, and the thread that serves it. `patience_ms` is how long a phone may be gone without a word,
    `asking` how long one may take to say what it wants, `crowd` how many may be connected."""

    def __init__(
        self,
        house: House,
        panel: Panel | None,
        patience_ms: int = GONE_MS,
        asking: Asking | None = None,
        crowd: Crowd | None = None,
        beat_seconds: float = BEAT_SECONDS,
    ) -> None:
        readers = Readers()
        crowd = crowd or Crowd(room_for(CONNECTIONS, widen()))
        host, port = house.settings.host_and_port()
        self._socket = _listen(host, port, patience_ms)
        self._host, self.port = self._socket.getsockname()[:2]
        house.reach(reached_at(house.settings)[0], self.port)
        entrance = Entrance(house, panel, readers)
        self._streams = Streams(house, Pictures(house, panel), entrance, readers, beat_seconds)
        if panel is not None:
            panel.watch(self._streams.changed)
        self._moves = ShortWay(house, entrance, ANSWER_BYTES)
        self._pages = Bridge(create_app(house, panel, entrance).wsgi_app, THREADS, BODY_BYTES)
        app = _one_port(self._pages, self._moves, self._streams)
        self._server = Still(_config(app, asking or Asking(), crowd))
        self._thread = threading.Thread(target=self._run, name="web")
        self._thread.start()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])

    def is_alive(self, patience: float = 2.0) -> bool:
        """Whether a question is answered as a phone's would be: by the port, the loop, and a thread that makes pages."""
        asking = HTTPConnection(_LOOPBACK.get(self._host, self._host), self.port, timeout=patience)
        try:
            asking.request("GET", "/generate_204")
            return asking.getresponse().status == 204
        except OSError:
            return False
        finally:
            asking.close()

    @property
    def looking(self) -> int:
        """How many phones look now."""
        return self._streams.looking

    def close(self) -> None:
        """Streams first, then the open answers; what does not end by then is cut."""
        self._streams.close()
        self._server.end()
        self._thread.join(0.5)
        self._server.force_exit = True
        self._thread.join()
        self._moves.close()
        self._pages.close()
        self._socket.close()


def _config(app: Any, asking: Asking, crowd: Crowd) -> uvicorn.Config:
    connection: Any = partial(Connection, asking=asking, crowd=crowd)
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=connection,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,  # nobody is to trust this clock
        proxy_headers=False,
        timeout_keep_alive=IDLE_SECONDS,
    )


def _one_port(pages: Bridge, moves: ShortWay, streams: Streams) -> Any:
    async def app(scope: AsgiMessage, receive: Receive, send: Send) -> None:
        if scope["path"] in MOVES:
            await moves(scope, receive, send)
        elif scope["path"] == "/stream" and scope["method"] == "GET":
            await streams.serve(scope, receive, send)
        else:
            await pages(scope, receive, send)

    return app


def _listen(host: str, port: int, patience_ms: int) -> socket.socket:
    """Options set here are inherited by every accepted connection."""
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
