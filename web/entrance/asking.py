"""Whoever asks, and what of: the request's own house, panel, seat and language."""

from typing import Any

from flask import Response, current_app, g, jsonify, request

from companion.core.knowledge import Seat
from companion.house.house import House
from companion.ports.panel import Panel
from web.entrance.questions import Question


def the_house() -> House:
    """The house that this application was made for. Only while a question is being answered."""
    house: House = current_app.extensions["house"]
    return house


def the_panel() -> Panel | None:
    """The simulated panel; None where there is another one, or none."""
    panel: Panel | None = current_app.extensions["panel"]
    return panel


def question() -> Question:
    """What the question that is being answered says of itself."""
    said = request.headers
    return Question(
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
