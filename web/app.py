"""The Flask application: a factory, nothing at module level."""

import errno

from flask import Flask, Response, current_app, g, jsonify, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from companion.bounds import BODY_BYTES
from companion.core.words import BadFile, Refused, Text, text
from companion.house.guests import hashed
from companion.house.house import House
from companion.ports.panel import Panel
from companion.speech.i18n import say
from web import early
from web.drawing import catalogues, files, render
from web.entrance import gate
from web.entrance.asking import language, my_token, the_house, the_panel
from web.entrance.headers import HEADERS
from web.entrance.readers import Readers
from web.routes import captive, lobby, moves, panel_page, screens, seats

STATUS = {
    "malformed": 400,
    "bad_name": 400,
    "no_such_option": 400,
    "no_such_code": 403,
    "no_such_seat": 403,
    "no_seat": 403,
    "not_playing": 403,
    "not_host": 403,
    "not_here": 403,
    "foreign_host": 403,
    "foreign_origin": 403,
    "claim_denied": 403,
    "no_such_page": 404,
    "wrong_way": 405,
    "too_large": 413,
    "box_broke": 500,
    "box_busy": 503,
    "slow_down": 429,
    "set_too_often": 429,
    "told_too_often": 429,
}
"""The status of each refusal; trouble.* is 503, every other refusal of rules or house 409."""


def create_app(house: House, panel: Panel | None = None, readers: Readers | None = None) -> Flask:
    """The application for one house; `panel` is the simulated one, if that is what is there; `readers` hear who looks."""
    early.read()
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_BYTES
    app.extensions["house"] = house
    app.extensions["panel"] = panel
    app.extensions["readers"] = readers or Readers()
    for part in (seats, screens, lobby, moves, panel_page, captive, files, catalogues):
        app.register_blueprint(part.routes)
    app.before_request(_let_in)
    app.after_request(_harden)
    app.register_error_handler(Refused, _refuse)
    app.register_error_handler(BadFile, _refuse_file)
    app.register_error_handler(HTTPException, _refuse_http)
    app.register_error_handler(OSError, _refuse_system)
    return app


def _let_in() -> None:
    """Nobody passes a route but those whom its mark lets in."""
    if request.blueprint != "captive":  # phones ask there under their makers' names
        names = the_house().settings.names
        gate.check_names(request.headers.get("Host"), request.headers.get("Origin"), request.method, names)
    token = my_token()
    g.seat = the_house().guests.seat_of(token)
    if g.seat is not None:
        place = request.remote_addr or "", request.headers.get("User-Agent", "")
        current_app.extensions["readers"].looks(token, place)
        the_house().presence.asked(hashed(token))
    if request.routing_exception is not None:
        return
    route = current_app.view_functions[request.endpoint or ""]
    who = getattr(route, "mark", None)
    if who is None:
        raise RuntimeError(f"{request.endpoint} has no mark: say who may use it (web/entrance/gate.py)")
    if who in ("seat", "host", "deputy") and g.seat is None:
        raise Refused("no_seat")
    if who == "deputy" and not the_house().looks.leads(g.seat):
        raise Refused("not_host")
    if who == "host" and g.seat != the_house().guests.seating.host:
        raise Refused("not_host")
    if who == "panel" and not _holds_panel():
        raise Refused("not_here")


def _holds_panel() -> bool:
    return the_panel() is not None and (the_house().settings.panel_open or gate.is_loopback(request.remote_addr))


def _harden(response: Response) -> Response:
    response.headers.update(HEADERS)
    if request.blueprint in ("files", "catalogues"):
        response.headers["Cache-Control"] = "no-cache"  # kept, but asked for anew: modules of two versions must not mix
    return response


def _refuse(why: Refused) -> tuple[Response, int]:
    status = 503 if why.key.startswith("trouble.") else STATUS.get(why.key, 409)
    return _said(why.key, why.text, status), status


def _refuse_file(why: BadFile) -> tuple[Response, int]:
    return _said(why.text.key, why.text, 400), 400


def _refuse_http(error: HTTPException) -> tuple[Response, int]:
    if isinstance(error, RequestEntityTooLarge):
        return _refuse(Refused("too_large"))
    key = {404: "no_such_page", 405: "wrong_way", 500: "box_broke"}.get(error.code or 400, "malformed")
    return _refuse(Refused(key))


def _refuse_system(error: OSError) -> tuple[Response, int]:
    """The system gives nothing more (files, memory); what else it refuses is a fault of ours."""
    if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOMEM):
        raise error
    return _refuse(Refused("box_busy"))


def _said(key: str, words: Text, status: int) -> Response:
    """The reason in JSON, or for a person a page."""
    if request.method == "POST" and "text/html" in request.headers.get("Accept", ""):  # a form, sent by no script of ours
        words = text("no_script")
    elif gate.wants_json(request.headers.get("Accept")) or request.method == "POST":
        return jsonify(refused=key, text=say(words, language()))
    return Response(render.message_page(words, language(), status), mimetype="text/html")
