"""The page of a board of boards: every room with its tables, and the ranking of all rooms together."""

import signal
import threading
from collections.abc import Callable, Iterator
from math import ceil
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request

from companion.bounds import BODY_BYTES, CONNECTIONS, GONE_MS
from companion.box.machine import connections_for, raise_file_limit, reached_at
from companion.core.words import Text, reread, text
from companion.hall.evening import standings_csv
from companion.hall.rooms import RoomLine, Rooms
from companion.settings import Settings
from companion.speech.languages import LANGUAGES
from companion.speech.say import choose, say
from web.app import Pages, guard, read_ahead
from web.drawing import catalogues, files, pages
from web.entrance import gate
from web.entrance.requests import request_head
from web.hall.desk import Desk, spreadsheet
from web.serving.asgi import FlaskBridge
from web.serving.limits import ConnectionLimit, ReadTimeouts
from web.serving.server import THREADS, Port, listening

routes = Blueprint("rooms", __name__)

SILENT_SECONDS = 15
"""A board that has not answered for so long is away."""
FIRST = 50
"""The rows of the ranking that the page shows. The spreadsheet has all."""


def create_app(rooms: Rooms, names: tuple[str, ...]) -> Flask:
    """Return the application for these rooms. Browsers reach it by any of `names`, or by an IP address."""
    read_ahead()
    app = Pages(__name__, static_folder=None)
    app.extensions["rooms"] = rooms
    desk = Desk(None)
    for part in (routes, files.routes, catalogues.routes):
        app.register_blueprint(part)

    @app.before_request
    def let_in() -> None:
        asked = request_head()
        gate.check_names(asked.host, asked.origin, asked.method, names)
        if request.routing_exception is None:
            desk.check(getattr(app.view_functions[request.endpoint or ""], "mark", None), "")

    guard(app, _language)
    return app


@routes.get("/")
@gate.anyone
def rooms() -> Response:
    """Return the page of all rooms. It loads itself again."""
    found: Rooms = current_app.extensions["rooms"]
    tongue = _language()
    lines = [_shown(line, tongue) for line in found.lines()]
    return Response(pages.rooms_page(tongue, rooms=lines, ranks=found.standings()[:FIRST]), mimetype="text/html")


@routes.get("/standings.csv")
@gate.anyone
def standings() -> Response:
    """Return the ranking of all rooms for a spreadsheet, a row for each person."""
    found: Rooms = current_app.extensions["rooms"]
    return spreadsheet("standings", standings_csv(found.standings()))


def _shown(line: RoomLine, tongue: str) -> dict[str, Any]:
    now = line.now
    words: list[Text] = []
    if now is not None:
        words += [text("board.tables", count=now.tables), text("board.ended", count=now.ended), *map(reread, now.rounds)]
    trouble = [*_absence(line)]
    trouble += [text("board.silent_boxes", count=now.silent)] if now is not None and now.silent else []
    return {
        "name": line.name,
        "url": line.url,
        "words": _in_language(words, tongue),
        "trouble": _in_language(trouble, tongue),
    }


def _absence(line: RoomLine) -> Iterator[Text]:
    """Yield why the page cannot show a room as it is now."""
    if line.now is None or line.heard is None:
        yield text("board.room_never")
    elif line.heard > SILENT_SECONDS:
        yield text("board.room_away", count=ceil(line.heard / 60))
    elif line.now.away:
        yield text("board.away")


def _in_language(words: list[Text], tongue: str) -> list[str]:
    """Return the texts in this language. A board of another version may send texts that this version does not know. They are
    left out."""
    found = []
    for one in words:
        try:
            found.append(say(one, tongue))
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            continue
    return found


def _language() -> str:
    language = request.args.get("in", "")
    return language if language in LANGUAGES else choose(request_head().accept_language)


def serve(settings: Settings, urls: dict[str, str], tell: Callable[[Text], None]) -> None:
    """Serve the page of these rooms until somebody stops the program. `tell` gets the words with the page's address. Raises
    Refused."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    found = Rooms(urls)
    listens = listening(*settings.host_and_port(), GONE_MS)
    bridge = FlaskBridge(create_app(found, settings.names).wsgi_app, THREADS, BODY_BYTES)
    limit = ConnectionLimit(connections_for(CONNECTIONS, raise_file_limit()))
    port = Port(listens, bridge, ReadTimeouts(), limit)
    found.start()
    tell(text("board.rooms_welcome", url=f"http://{reached_at(settings)[0]}:{listens.getsockname()[1]}/"))
    stop.wait()
    found.close()
    port.end()
    bridge.close()
    listens.close()
