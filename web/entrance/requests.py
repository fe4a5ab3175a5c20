"""What a request says: its head, cookies, body and language."""

from typing import Any

from flask import Request, Response, current_app, g, jsonify, request

from companion.core.state import Seat
from companion.core.words import BadFile, Malformed
from companion.house.house import House
from companion.records.record import strict_json
from companion.snapshot.panel import Panel
from web.entrance.gate import RequestHead

Kinds = dict[str, type | tuple[type, ...]]


def fields(request: Request, kinds: Kinds, optional: Kinds | None = None) -> dict[str, Any]:
    """The body's fields, as `read` reads them."""
    return read(request.get_data(cache=False), kinds, optional)


def read(raw: bytes, kinds: Kinds, optional: Kinds | None = None) -> dict[str, Any]:
    """A body's fields. Raises Malformed for anything else: no JSON, another field, one too few, another kind."""
    said = _object(raw)
    allowed = kinds | (optional or {})
    if not kinds.keys() <= said.keys() <= allowed.keys():
        raise Malformed
    if not all(_is(said[name], allowed[name]) for name in said):
        raise Malformed
    return said


def optional(request: Request, kinds: Kinds) -> dict[str, Any]:
    """A body whose fields may all be left out, or that is empty."""
    return fields(request, {}, kinds) if request.get_data(cache=True) else {}


def nothing(request: Request) -> None:
    """A body that says nothing: empty, or an empty object."""
    if request.get_data(cache=True):
        fields(request, {})


def _object(raw: bytes) -> dict[str, Any]:
    try:
        said = strict_json(raw.decode("utf-8"))
    except (BadFile, UnicodeError):
        raise Malformed from None
    if not isinstance(said, dict):
        raise Malformed
    return said


def _is(value: Any, kind: type | tuple[type, ...]) -> bool:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return type(value) in kinds


def the_house() -> House:
    """The house that this application was made for. Only while a question is being answered."""
    house: House = current_app.extensions["house"]
    return house


def the_panel() -> Panel | None:
    """The simulated panel; None where there is another one, or none."""
    panel: Panel | None = current_app.extensions["panel"]
    return panel


def question() -> RequestHead:
    """What the question that is being answered says of itself."""
    said = request.headers
    return RequestHead(
        method=request.method,
        host=said.get("Host"),
        origin=said.get("Origin"),
        cookie=said.get("Cookie"),
        accept=said.get("Accept"),
        accept_language=said.get("Accept-Language"),
        browser=said.get("User-Agent", ""),
        address=request.remote_addr or "",
    )


def my_token() -> str:
    """What the asking phone's seat is known by; empty if it never had one."""
    return question().token


def my_seat() -> Seat:
    """The seat of the phone that asks; routes marked `seat` or `host` always have one."""
    seat: Seat = g.seat
    return seat


def language() -> str:
    """What the asking phone reads: the seat's own choice, else the browser's."""
    return question().language(the_house(), g.get("seat"))


def done(**said: Any) -> Response:
    """204, or 200 with what there is to say."""
    return jsonify(said) if said else Response(status=204)
