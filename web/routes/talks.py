"""Timing a talk."""

from flask import Blueprint, Response, request

from companion.bounds import TALK_MINUTES
from companion.core.words import Malformed, Refused
from companion.house import prompts
from web.entrance import gate, requests
from web.entrance.requests import done, my_seat, the_house

routes = Blueprint("talks", __name__)


@routes.post("/timer")
@gate.seat
def timer() -> Response:
    """The talk timer from the beginning, or (null) none."""
    minutes = requests.fields(request, {"minutes": (int, type(None))})["minutes"]
    if minutes is not None and not 1 <= minutes <= TALK_MINUTES:
        raise Malformed
    if the_house().table is not None and not the_house().looks.plays(my_seat()):
        raise Refused("not_playing")
    prompts.talk(the_house(), minutes, my_seat())
    return done()
