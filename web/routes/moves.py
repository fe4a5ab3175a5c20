"""What a seat does at the table: playing, taking back, timing a talk."""

from typing import Any

from flask import Blueprint, Response, request

from companion.bounds import KEY_LETTERS, TALK_MINUTES
from companion.core.words import Malformed, Refused
from web.entrance import bodies, gate
from web.entrance.asking import done, my_seat, the_house

routes = Blueprint("moves", __name__)


@routes.post("/play")
@gate.seat
def play() -> Response | tuple[Response, int]:
    """204 once the answer is on disk; the same key again counts once. 202: heard, and counts once another seat or the
    panel says the same."""
    said = bodies.fields(request, {"due": (str, type(None)), "key": str, "do": dict})
    do: dict[str, Any] = said["do"]
    if not isinstance(do.get("type"), str) or not 1 <= len(said["key"]) <= KEY_LETTERS:
        raise Malformed
    _playing()
    if the_house().play(my_seat(), said["due"], do, said["key"]):
        return done()
    return done(heard=True), 202


@routes.post("/back")
@gate.seat
def back() -> Response:
    """The seat's own last answer; an optional `key` makes a double tap count once."""
    key = bodies.fields(request, {}, {"key": str}).get("key", "") if request.get_data(cache=True) else ""
    if len(key) > KEY_LETTERS:
        raise Malformed
    _playing()
    the_house().back(my_seat(), key)
    return done()


@routes.post("/timer")
@gate.seat
def timer() -> Response:
    """The talk timer from the beginning, or (null) none."""
    minutes = bodies.fields(request, {"minutes": (int, type(None))})["minutes"]
    if minutes is not None and not 1 <= minutes <= TALK_MINUTES:
        raise Malformed
    _playing()
    the_house().talk(minutes, my_seat())
    return done()


def _playing() -> None:
    """A guest who waits for the next game has no chair in this one."""
    if the_house().table is not None and not the_house().looks.plays(my_seat()):
        raise Refused("not_playing")
