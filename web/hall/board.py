"""The pages and the server of a hall's board."""

import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from shlex import quote
from typing import Any, Literal

import msgspec
from flask import Blueprint, Flask, Response, current_app, request

from companion.bounds import BODY_BYTES, CONNECTIONS, GONE_MS, LIST_BYTES, QUESTION_BYTES
from companion.box.machine import connections_for, own_address, raise_file_limit, reached_at
from companion.core.words import Text, text
from companion.hall.access import access_of
from companion.hall.board import Board
from companion.hall.own_store import OwnStore, organiser_of, own_store
from companion.settings import Hall, Settings
from companion.speech.languages import LANGUAGES
from companion.speech.say import choose
from web.app import Pages, guard, read_ahead
from web.drawing import catalogues, files, pages
from web.entrance import gate
from web.entrance.requests import request_head
from web.hall import desk as at_desk
from web.hall import lock, organise, rounds
from web.hall.desk import Desk
from web.hall.streams import Streams
from web.serving.asgi import AsgiMessage, FlaskBridge, Receive, Send
from web.serving.limits import ConnectionLimit, ReadTimeouts
from web.serving.server import THREADS, Port, listening

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
        self._streams = Streams(board, settings.names)
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


def _one_port(pages: FlaskBridge, streams: Streams) -> Any:
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
