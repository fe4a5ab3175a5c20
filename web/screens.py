"""Looking: the phone's own screen, the table's, and how it went."""

from flask import Blueprint, Response, g, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.words import Refused
from web import gate, render
from web.app import done, language, my_seat, the_house
from web.pictures import frame_json

routes = Blueprint("screens", __name__)


@routes.get("/")
@gate.anyone
def phone() -> Response:
    """The phone's page; without a seat, the way in."""
    if g.seat is None:
        return _html(render.join_page("", (), language(), None, False, the_house().wifi is not None))
    return _html(render.page(the_house().frame(my_seat()), language()))


@routes.get("/screen")
@gate.seat
def screen() -> Response:
    return done(**frame_json(the_house().frame(my_seat()), language()))


@routes.get("/table")
@gate.anyone
def table() -> Response:
    frame = the_house().frame(None)
    if gate.wants_json(request.headers.get("Accept")):
        return done(**frame_json(frame, language()))
    return _html(render.table_page(frame, language()))


@routes.get("/story")
@gate.seat
def story() -> BaseResponse:
    """How it went, once it is over."""
    table = the_house().table
    if table is None:
        return redirect("/")
    if not table.moment.over:
        raise Refused("story_later")
    moment = table.moment
    return _html(render.story_page(moment.story(), moment.fingerprint, language(), the_house().frame(my_seat())))


def _html(page: str) -> Response:
    return Response(page, mimetype="text/html")
