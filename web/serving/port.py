"""uvicorn on one port, without ticks."""

import asyncio
import socket
import threading
from functools import partial
from typing import Any

import uvicorn

from companion.bounds import ARRIVING, IDLE_SECONDS, SEND_BUFFER
from web.serving.limits import Connection, ConnectionLimit, ReadTimeouts


class EventLoopServer(uvicorn.Server):
    """Does nothing as long as nobody asks. uvicorn sets the headers of every answer and looks at its limits once a tick;
    these never change, and there are no limits."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._serving: asyncio.AbstractEventLoop | None = None
        self._ended = asyncio.Event()

    def end(self) -> None:
        """Serve no more. From any thread."""
        # Before looking whether there is a loop to be told, as `main_loop` does it the other way round.
        self.should_exit = True
        if self._serving is not None and not self._serving.is_closed():
            self._serving.call_soon_threadsafe(self._ended.set)

    async def main_loop(self) -> None:
        """Until it is told to end."""
        self._serving = asyncio.get_running_loop()
        if not await self.on_tick(0):
            await self._ended.wait()


class Port:
    """An application on an open port, and the thread that serves it."""

    def __init__(self, opened: socket.socket, app: Any, asking: ReadTimeouts, crowd: ConnectionLimit) -> None:
        self._socket = opened
        self.config = configured(app, asking, crowd)
        self._server = EventLoopServer(self.config)
        self._thread = threading.Thread(target=self._run, name="web")
        self._thread.start()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])

    def end(self) -> None:
        """Take no more questions; an answer that does not end by then is cut."""
        self._server.end()
        self._thread.join(0.5)
        self._server.force_exit = True
        self._thread.join()


def configured(app: Any, asking: ReadTimeouts, crowd: ConnectionLimit) -> uvicorn.Config:
    """uvicorn as we want it: nothing said that nobody needs, and nobody waited for who has gone."""
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
        backlog=ARRIVING,  # uvicorn listens once more, with its own number
    )


def listening(host: str, port: int, patience_ms: int) -> socket.socket:
    """The open port. Options set here are inherited by every accepted connection. Raises OSError."""
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
