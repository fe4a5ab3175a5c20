"""A board on one port."""

from typing import Any

from companion.bounds import BODY_BYTES, CONNECTIONS, GONE_MS
from companion.box.network import reached_at
from companion.box.openfiles import room_for, widen
from companion.hall.board import Board
from companion.settings import Settings
from web.hall.app import create_app
from web.hall.streams import Streams
from web.serving.asgi import AsgiMessage, Receive, Send
from web.serving.bridge import Bridge
from web.serving.crowd import Crowd
from web.serving.patience import Asking
from web.serving.port import Port, listening
from web.serving.serve import THREADS


class HallServer:
    """The open port of a board that has been started, and the thread that serves it."""

    def __init__(self, board: Board, settings: Settings) -> None:
        self._board = board
        self._socket = listening(*settings.host_and_port(), GONE_MS)
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{reached_at(settings)[0]}:{self.port}/"
        """Where browsers find it."""
        self._streams = Streams(board, settings.names)
        self._pages = Bridge(create_app(board, settings.names).wsgi_app, THREADS, BODY_BYTES)
        app = _one_port(self._pages, self._streams)
        self._port = Port(self._socket, app, Asking(), Crowd(room_for(CONNECTIONS, widen())))

    def close(self) -> None:
        """Streams first, then the open answers; what does not end by then is cut."""
        self._streams.close()
        self._port.end()
        self._pages.close()
        self._socket.close()


def _one_port(pages: Bridge, streams: Streams) -> Any:
    async def app(scope: AsgiMessage, receive: Receive, send: Send) -> None:
        if scope["path"] == "/stream" and scope["method"] == "GET":
            await streams.serve(scope, receive, send)
        else:
            await pages(scope, receive, send)

    return app
