"""Makes the Flask applications. This module has no application of its own."""

import gzip
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.routing import Rule

from companion.bounds import BODY_BYTES, SAVED_BYTES
from companion.card.uploads import Uploads
from companion.core.words import BadFile, Refused
from companion.drawings import pieces, signs
from companion.house.guests import token_hash
from companion.house.house import House
from companion.shelf import games
from companion.snapshot.panel import Panel
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue
from web.drawing import art, catalogues, files
from web.drawing.refusals import of_the_system, refusal
from web.entrance.gate import HEADERS, Gate
from web.entrance.requests import IncomingFile, language, request_head
from web.routes import captive, lobby, owner_things, results, screens, seats, updates


class Route(Rule):
    """A route for which nobody builds addresses. Werkzeug would compile a function that does, in a tenth of the time of a
    start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        return _no_address


def _no_address(*_: object) -> tuple[str, str]:
    raise NotImplementedError("write the address out")


class Pages(Flask):
    """A Flask application."""

    url_rule_class = Route


def create_app(house: House, panel: Panel | None = None, entrance: Gate | None = None) -> Flask:
    """Return the application for one house. `panel` is the simulated panel, if the box has one. `entrance` is the gate that
    all applications of this house share."""
    read_ahead()
    app = Pages(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_BYTES
    app.extensions["house"] = house
    app.extensions["panel"] = panel
    app.extensions["uploads"] = Uploads(Path(house.settings.notices), house.settings.state_folder())
    app.extensions["incoming_file"] = IncomingFile(SAVED_BYTES)
    app.extensions["entrance"] = entrance or Gate(house, panel)
    for part in (seats, screens, results, lobby, owner_things, updates, captive, files, catalogues, art):
        app.register_blueprint(part.routes)
    app.before_request(_let_in)
    app.after_request(_count)
    guard(app, language)
    return app


def guard(app: Flask, language: Callable[[], str]) -> None:
    """Add our headers to every reply, and turn a refused request into a reply in the caller's `language`."""

    def refuse(why: Refused | BadFile) -> Response:
        reply = refusal(why, request_head(), language())
        return Response(reply.body, reply.status, mimetype=reply.kind.partition(";")[0])

    app.after_request(_harden)
    app.after_request(_pack)
    app.register_error_handler(Refused, refuse)
    app.register_error_handler(BadFile, refuse)
    app.register_error_handler(HTTPException, lambda error: refuse(_of_http(error)))
    app.register_error_handler(OSError, lambda error: refuse(_of_the_system(error)))


def _let_in() -> None:
    """Let a request pass only if its route's mark allows that. Raises Refused."""
    entrance: Gate = current_app.extensions["entrance"]
    # A phone sends its maker's host name to the captive routes, so they accept any name.
    g.seat = entrance.meet(request_head(), any_name=request.blueprint == "captive")
    if (why := request.environ.get("companion.refused")) is not None:  # web/serving/asgi.py
        raise Refused(why)
    if request.routing_exception is not None:
        return
    who = getattr(current_app.view_functions[request.endpoint or ""], "mark", None)
    if who is None:
        raise RuntimeError(f"{request.endpoint} has no mark: say who may use it (web/entrance/gate.py)")
    entrance.check(who, g.seat, request_head().address)
    g.limit = entrance.limit_of(current_app.view_functions[request.endpoint or ""], request_head())
    if g.limit is not None and not g.limit.allows(token_hash(request_head().token)):
        raise Refused("too_often")


def _count(response: Response) -> Response:
    """Count a change against the phone's limit. A refused request does not count."""
    limit = g.get("limit")
    if limit is not None and response.status_code < 400:
        limit.spend(token_hash(request_head().token))
    return response


def _harden(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)  # a file has its own Cache-Control
    return response


def _pack(response: Response) -> Response:
    """Compress a page. Compression gives no secret away: the page shows one seat only what that seat may know."""
    if response.mimetype == "text/html" and request.accept_encodings["gzip"] > 0:
        response.set_data(gzip.compress(response.get_data(), 5, mtime=0))
        response.content_encoding = "gzip"
        response.vary.add("Accept-Encoding")
    return response


def _of_http(error: HTTPException) -> Refused:
    if isinstance(error, RequestEntityTooLarge):
        return Refused("too_large")
    return Refused({404: "no_such_page", 405: "wrong_way", 500: "box_broke"}.get(error.code or 400, "malformed"))


def _of_the_system(error: OSError) -> Refused:
    if (why := of_the_system(error)) is None:
        raise error
    return why


LATE: Final = ("encodings.idna", "encodings.unicode_escape")
"""Python modules that werkzeug and the parser of addresses would otherwise import during a request."""


def read_ahead() -> None:
    """Read all files and modules that the first requests need. An error while reading is raised, so the box does not
    open."""
    for name in LATE:
        import_module(name)
    for code in LANGUAGES:
        catalogue(code)
    for game in games():
        signs(game)
    pieces()
    files.folder()
    art.version()
    files.templates()
