"""Runs uvicorn on one port, without its timer."""

import asyncio
import socket
import threading
from functools import partial
from typing import Any

import uvicorn

from companion.bounds import ARRIVING, IDLE_SECONDS, SEND_BUFFER
from web.serving.limits import Connection, ConnectionLimit, ReadTimeouts


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
        """Stop as uvicorn does. Then cut the connections that are still open: one that came during the stop does not hear of
        it, and the loop cannot close while a connection is open."""
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)  # now the loop closes them


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
        """Stop serving, and wait for the thread. A reply that does not end within half a second is cut."""
        self._server.end()
        self._thread.join(0.5)
        self._server.force_exit = True
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
