"""Serves `GET /stream` of a board: each browser gets what has changed since its last event, as Server-Sent Events."""

import asyncio
from typing import Final
from urllib.parse import parse_qs

import msgspec

from companion.bounds import BEAT_SECONDS
from companion.core.words import Refused
from companion.hall.board import Board
from web.drawing.pictures import Drawn
from web.entrance import gate
from web.serving.asgi import AsgiMessage, Receive, Send, head_of, headers
from web.serving.streams import EVENTS, refuse, watch_leaving

PAUSE_SECONDS: Final = 0.05
"""Seconds for which changes are collected into one push, so that five hundred tables do not cause five hundred pushes."""


class Viewer:
    """One open stream: a browser that shows the board, or a table's screen."""

    def __init__(self, table: str | None) -> None:
        self.table = table
        self.wake = asyncio.Event()
        """Is set when there may be something to send."""
        self.beat = True
        """True if the next push brings the store's clock."""
        self.left = False
        self.shows: tuple[dict[str, bytes], Drawn] | None = None


class Streams:
    """All open streams of a board."""

    def __init__(self, board: Board, names: tuple[str, ...], beat_seconds: float = BEAT_SECONDS) -> None:
        self._board = board
        self._names = names
        self._beat_seconds = beat_seconds
        self._viewers: set[Viewer] = set()
        self._drawn: dict[str | None, tuple[dict[str, bytes], Drawn]] = {}
        """The parts and the picture of the board (None) and of tables, for all browsers, until something changes."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None
        self._closing = False
        board.watch(self.changed)

    def changed(self) -> None:
        """Wake every stream, so that it sends what is new. May be called from any thread, and does not wait."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """End every stream. A stream that is opened later ends immediately. May be called from any thread."""
        self._closing = True
        self.changed()

    async def serve(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Serve `/stream` (ASGI 3.0, HTTP). Returns when the browser has gone, or the board closes."""
        asked = head_of(scope)
        try:
            gate.check_names(asked.host, asked.origin, asked.method, self._names)
        except Refused as why:
            await refuse(send, why, headers(scope).get("accept-language"))
            return
        self._start_beating()
        wants = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        viewer = Viewer(wants["table"][0] if "table" in wants else None)
        await send({"type": "http.response.start", "status": 200, "headers": EVENTS})
        self._viewers.add(viewer)
        leaving = asyncio.create_task(watch_leaving(viewer, receive))
        try:
            await self._feed(viewer, send)
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._viewers.discard(viewer)
            leaving.cancel()

    async def _feed(self, viewer: Viewer, send: Send) -> None:
        while not (viewer.left or self._closing):
            # The event is cleared before the data is read, so a change during the sending wakes this loop again.
            viewer.wake.clear()
            for body in self._due(viewer):
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await viewer.wake.wait()
            await asyncio.sleep(PAUSE_SECONDS)

    def _due(self, viewer: Viewer) -> list[bytes]:
        """Return the events that this browser gets now."""
        now, before = self._look(viewer.table), viewer.shows
        due = []
        if before is None or now[0] != before[0]:
            viewer.shows = now
            due.append(now[1].since(before[1]) if before is not None else now[1].whole)
        if viewer.beat:
            viewer.beat = False
            due.append(b"event: clock\ndata: " + msgspec.json.encode({"now": self._board.now()}) + b"\n\n")
        return due

    def _look(self, table: str | None) -> tuple[dict[str, bytes], Drawn]:
        if table not in self._drawn:
            parts = dict(self._board.parts() if table is None else self._board.screen(table))
            self._drawn[table] = parts, Drawn(0, parts)
        return self._drawn[table]

    def _wake(self) -> None:
        self._drawn = {}
        for viewer in self._viewers:
            viewer.wake.set()

    def _start_beating(self) -> None:
        """Start the one heartbeat for all streams, when the first stream opens."""
        if self._beating is None:
            self._loop = asyncio.get_running_loop()
            self._beating = self._loop.create_task(self._beat())
            self._drawn = {}  # before this, no change could reach the loop

    async def _beat(self) -> None:
        while not self._closing:
            await asyncio.sleep(self._beat_seconds)
            for viewer in self._viewers:
                viewer.beat = True
                viewer.wake.set()
