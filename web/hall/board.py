"""The pages, the streams and the server of a hall's board."""

import asyncio
import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from shlex import quote
from typing import Any, Final, Literal
from urllib.parse import parse_qs

import msgspec
from flask import Blueprint, Flask, Response, current_app, request

from companion.bounds import BEAT_SECONDS, BODY_BYTES, CONNECTIONS, GONE_MS, LIST_BYTES, QUESTION_BYTES
from companion.box.machine import connections_for, own_address, raise_file_limit, reached_at
from companion.core.words import Refused, Text, text
from companion.hall.access import access_of
from companion.hall.board import Board
from companion.hall.own_store import OwnStore, organiser_of, own_store
from companion.settings import Hall, Settings
from companion.speech.languages import LANGUAGES
from companion.speech.say import choose
from web.app import Pages, guard, read_ahead
from web.drawing import catalogues, files, pages
from web.drawing.pictures import DrawnSnapshot
from web.entrance import gate
from web.entrance.requests import request_head
from web.hall import desk as at_desk
from web.hall import lock, organise, rounds
from web.hall.desk import Desk
from web.serving.asgi import AsgiMessage, FlaskBridge, Receive, Send, head_of, headers
from web.serving.limits import ConnectionLimit, ReadTimeouts
from web.serving.server import THREADS, Port, listening
from web.serving.streams import EVENTS, refuse, watch_leaving

# `GET /stream`: each browser gets what has changed since its last event, as Server-Sent Events


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
        self.shows: tuple[dict[str, bytes], DrawnSnapshot] | None = None


class BoardStreams:
    """All open streams of a board."""

    def __init__(self, board: Board, names: tuple[str, ...], beat_seconds: float = BEAT_SECONDS) -> None:
        self._board = board
        self._names = names
        self._beat_seconds = beat_seconds
        self._viewers: set[Viewer] = set()
        self._drawn: dict[str | None, tuple[dict[str, bytes], DrawnSnapshot]] = {}
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

    def _look(self, table: str | None) -> tuple[dict[str, bytes], DrawnSnapshot]:
        if table not in self._drawn:
            parts = dict(self._board.parts() if table is None else self._board.screen(table))
            self._drawn[table] = parts, DrawnSnapshot(0, parts)
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


routes = Blueprint("hall", __name__)


def create_app(board: Board, names: tuple[str, ...], desk: Desk) -> Flask:
    """Return the application for one board. Browsers reach it by any of `names`, or by an IP address."""
    read_ahead()
    app = Pages(__name__, static_folder=None)
    app.extensions |= {"board": board, "desk": desk, "language": _language}
    for part in (routes, organise.routes, rounds.routes, lock.routes, files.routes, catalogues.routes):
        app.register_blueprint(part)

    @app.before_request
    def let_in() -> None:
        asked = request_head()
        gate.check_names(asked.host, asked.origin, asked.method, names)
        if request.routing_exception is None:
            mark = getattr(app.view_functions[request.endpoint or ""], "mark", None)
            desk.check(mark, request.cookies.get(at_desk.COOKIE, ""))

    guard(app, _language)
    return app


@routes.get("/")
@gate.anyone
def board() -> Response:
    """Return the page of every table, the evening's results and the ranking."""
    return _page(pages.hall_page(_language()))


@routes.get("/table/<table>")
@gate.anyone
def table(table: str) -> Response:
    """Return the page of one table's public screen. If there is no such table, the page says so."""
    return _page(pages.hall_page(_language(), table))


@routes.get("/results.csv")
@gate.anyone
def results() -> Response:
    """Return the evening's results for a spreadsheet, a row for each seat of each game."""
    return _csv("results")


@routes.get("/standings.csv")
@gate.anyone
def standings() -> Response:
    """Return the evening's ranking for a spreadsheet, a row for each name."""
    return _csv("standings")


@routes.get("/results.json")
@gate.anyone
def results_json() -> Response:
    """Return the evening's results for other programs, with ids of tables, rounds and people."""
    board: Board = current_app.extensions["board"]
    return Response(board.json(), mimetype="application/json")


@routes.get("/room.json")
@gate.anyone
def room_json() -> Response:
    """Return how many tables the room has, how many are silent, and its rounds, for a board of boards."""
    board: Board = current_app.extensions["board"]
    return Response(msgspec.json.encode(board.room()), mimetype="application/json")


def _csv(kind: Literal["results", "standings"]) -> Response:
    board: Board = current_app.extensions["board"]
    return at_desk.spreadsheet(kind, board.csv(kind))


def _page(page: str) -> Response:
    return Response(page, mimetype="text/html")


def _language() -> str:
    """Return the language that the address names, because nobody chooses one at a TV, or else the browser's."""
    language = request.args.get("in", "")
    return language if language in LANGUAGES else choose(request_head().accept_language)


class HallServer:
    """The open port of a board, and the thread that serves it."""

    def __init__(self, board: Board, settings: Settings, desk: Desk | None = None) -> None:
        self._board = board
        self._socket = listening(*settings.host_and_port(), GONE_MS)
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{reached_at(settings)[0]}:{self.port}/"
        """The address of the board for browsers."""
        self._streams = BoardStreams(board, settings.names)
        self._pages = FlaskBridge(create_app(board, settings.names, desk or Desk(None)).wsgi_app, THREADS, LIST_BYTES)
        app = _one_port(self._pages, self._streams)
        asking = ReadTimeouts(question_bytes=QUESTION_BYTES - BODY_BYTES + LIST_BYTES)
        self._port = Port(self._socket, app, asking, ConnectionLimit(connections_for(CONNECTIONS, raise_file_limit())))

    def close(self) -> None:
        """End the streams first, then the open requests. Requests that do not end by then are cut."""
        self._streams.close()
        self._port.end()
        self._pages.close()
        self._socket.close()


def _one_port(pages: FlaskBridge, streams: BoardStreams) -> Any:
    async def app(scope: AsgiMessage, receive: Receive, send: Send) -> None:
        if scope["path"] == "/stream" and scope["method"] == "GET":
            await streams.serve(scope, receive, send)
        else:
            await pages(scope, receive, send)

    return app


def serve(settings: Settings, hall: Hall, folder: Path | None, tell: Callable[[Text], None]) -> None:
    """Serve the board of this hall until somebody stops the program. `folder` has the hall's certificates, and perhaps the
    organiser's word. Without a hall, start a store of its own. `tell` gets the words with the board's address. Raises
    Refused and BadSettings."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with ExitStack() as closing:
        if not hall.stores:
            own = own_store(settings.state_folder() / "store", own_address())
            closing.callback(own.close)
            hall, folder = own.hall, own.certificates
            tell(text("board.invite", command=_invitation(own)))
        organiser = organiser_of(hall, folder) if folder is not None else None
        desk = Desk(organiser)
        board = Board(hall.stores, access_of(hall), organiser=desk.acts)
        server = HallServer(board, settings, desk)
        closing.callback(server.close)
        board.start()
        closing.callback(board.close)
        tell(text("board.welcome", url=server.url))
        if organiser is not None and folder is not None:
            tell(text("organise.welcome", url=f"{server.url}organise", file=str(folder / "organiser.password")))
        stop.wait()


def _invitation(own: OwnStore) -> str:
    """Return the command that prints the settings that boxes need to join this hall."""
    (store,) = own.hall.stores
    return f"companion hall invite --store {store} --certificates {quote(str(own.certificates.absolute()))} --box 1"
