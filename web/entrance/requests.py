"""Reads the head, cookies, body and language of a request, and puts together a file that comes in several requests."""

from threading import Lock
from typing import Any

import msgspec
from flask import Request, Response, current_app, g, jsonify, request

from companion.bounds import LONGEST_NUMBER
from companion.core.journal import strict_json
from companion.core.state import Seat
from companion.core.words import BadFile, Malformed, Refused
from companion.house.house import House
from companion.snapshot.panel import Panel
from web.entrance.gate import RequestHead

Kinds = dict[str, type | tuple[type, ...]]


def fields(request: Request, kinds: Kinds, optional: Kinds | None = None) -> dict[str, Any]:
    """Return the fields of a request's body, as `read` does."""
    return read(request.get_data(cache=False), kinds, optional)


def read(raw: bytes, kinds: Kinds, optional: Kinds | None = None) -> dict[str, Any]:
    """Return the fields of a JSON body. Raises Malformed for a body that is no JSON object, and for a field that is missing,
    unknown or of another type."""
    fields = _object(raw)
    allowed = kinds | (optional or {})
    if not kinds.keys() <= fields.keys() <= allowed.keys():
        raise Malformed
    if not all(_is(fields[name], allowed[name]) for name in fields):
        raise Malformed
    return fields


def optional(request: Request, kinds: Kinds) -> dict[str, Any]:
    """Return the fields of a body that may be empty. All fields are optional. Raises Malformed as `read` does."""
    return fields(request, {}, kinds) if request.get_data(cache=True) else {}


def nothing(request: Request) -> None:
    """Raise Malformed unless the body is empty, or an empty object."""
    if request.get_data(cache=True):
        fields(request, {})


def _object(raw: bytes) -> dict[str, Any]:
    try:
        value = strict_json(raw.decode("utf-8"))
    except (BadFile, UnicodeError):
        raise Malformed from None
    if not isinstance(value, dict):
        raise Malformed
    return value


def _is(value: Any, kind: type | tuple[type, ...]) -> bool:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return type(value) in kinds


def the_house() -> House:
    """Return the house of this application. Only for use during a request."""
    house: House = current_app.extensions["house"]
    return house


def the_panel() -> Panel | None:
    """Return the simulated panel. None: the box has a real panel, or none."""
    panel: Panel | None = current_app.extensions["panel"]
    return panel


def number(name: str) -> int:
    """Return a whole number from the query. Raises Malformed if it is missing, or is no whole number."""
    digits = request.args.get(name, "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < LONGEST_NUMBER):
        raise Malformed
    return int(digits)


def request_head() -> RequestHead:
    """Return the head of the current request."""
    headers = request.headers
    return RequestHead(
        method=request.method,
        host=headers.get("Host"),
        origin=headers.get("Origin"),
        cookie=headers.get("Cookie"),
        accept=headers.get("Accept"),
        accept_language=headers.get("Accept-Language"),
        browser=headers.get("User-Agent", ""),
        address=request.remote_addr or "",
    )


def my_token() -> str:
    """Return the token of the phone's seat. Empty: the phone never had one."""
    return request_head().token


def my_seat() -> Seat:
    """Return the seat of the phone. On routes marked `seat` or `host` there is always one."""
    seat: Seat = g.seat
    return seat


def language() -> str:
    """Return the language of the reply: the seat's own choice, else the browser's."""
    return request_head().language(the_house(), g.get("seat"))


def as_json(data: dict[str, Any]) -> Response:
    """Return a response with this data, each struct by its encoded names."""
    return Response(msgspec.json.encode(data), mimetype="application/json")


def done(**parts: Any) -> Response:
    """Return 204, or 200 with these fields as JSON."""
    return jsonify(parts) if parts else Response(status=204)


class IncomingFile:
    """A file that a phone sends in pieces. It is put together in memory, and has at most `most` bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._size = 0
        self._got = bytearray()

    def add(self, at: int, size: int, piece: bytes) -> bytes | None:
        """Add a piece of a file of `size` bytes, from byte `at` on. A piece at 0 begins another file. Return the whole file
        after its last piece, None before. Raises Refused for a file that is too large, and for a piece that does not follow
        the one before."""
        if size > self._most:
            raise Refused("too_large")
        with self._lock:
            if at == 0:
                self._size, self._got = size, bytearray()
            if (at, size) != (len(self._got), self._size) or at + len(piece) > size or (size and not piece):
                raise Refused("saved.broke_off")
            self._got += piece
            if len(self._got) < size:
                return None
            whole, self._size, self._got = bytes(self._got), 0, bytearray()
            return whole
