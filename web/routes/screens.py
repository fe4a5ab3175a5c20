"""Routes for screens: a phone's own, the room's, the simulated panel with its three buttons, and the story of a game."""

import secrets

from flask import Blueprint, Response, g, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.moment import Moment
from companion.core.words import Malformed, Refused
from companion.house.stories import paper_table
from companion.house.stories import story as story_of
from companion.records.results import finished_game
from companion.snapshot.panel import Button, Panel
from web.drawing import pages
from web.drawing.parts import paper_parts, story_parts
from web.drawing.pictures import snapshot_json
from web.entrance import gate, requests
from web.entrance.requests import done, language, my_seat, my_token, request_head, the_house, the_panel

routes = Blueprint("screens", __name__)


@routes.get("/")
@gate.anyone
def phone() -> Response:
    """Return the phone's page. A phone without a seat gets the page to join."""
    if g.seat is None:
        ending = the_house().guests.ending(my_token())
        why = ending.text if ending else None
        snapshots = the_house().snapshots
        return _html(pages.join_page(pages.joining_now(snapshots), language(), why, snapshots.state.wifi is not None))
    return _html(pages.screen_page(the_house().snapshot(my_seat()), language()))


@routes.get("/screen")
@gate.seat
def screen() -> Response:
    """Return the seat's screen as JSON, as a stream with `as=json` does."""
    return done(**snapshot_json(the_house().snapshot(my_seat()), language()))


@routes.get("/table")
@gate.anyone
def table() -> Response:
    """Return the public screen and the way to join, as a page for the room's screen or as JSON."""
    snapshot = the_house().snapshot(None)
    if gate.wants_json(request.headers.get("Accept")):
        return done(**snapshot_json(snapshot, language()))
    return _html(pages.screen_page(snapshot, language()))


@routes.get("/paper")
@gate.seat
def paper() -> BaseResponse:
    """Return the page to go on without the box: all public facts of this moment, and this seat's own secrets."""
    moment = the_house().game_for_paper()
    if moment is None or the_house().snapshots.waits_for_the_room(my_seat()):
        return redirect("/")
    parts = paper_parts(the_house().snapshot(my_seat()), paper_table(moment), moment.fingerprint, moment.history.game.id)
    return _html(pages.paper_page(parts, language()))


@routes.get("/story")
@gate.seat
def story() -> BaseResponse:
    """Return the story of the game that has just ended. Refused before its end."""
    table = the_house().table
    if table is None:
        return redirect("/")
    if not table.moment.over or the_house().snapshots.waits_for_the_room(my_seat()):
        raise Refused("story_later")
    return _story(table.moment)


@routes.get("/story/before")
@gate.seat
def story_before() -> BaseResponse:
    """Return score and story of the game before this one."""
    moment = the_house().game_before()
    return redirect("/") if moment is None else _story(moment)


@routes.get("/story/<int:number>")
@gate.seat
def story_of_game(number: int) -> BaseResponse:
    """Return score and story of finished game `number` of this box."""
    snapshots, moment = the_house().snapshots, the_house().game_finished(number)
    is_hidden = (
        snapshots.moment is not None and snapshots.moment.number == number and snapshots.waits_for_the_room(my_seat())
    )
    return redirect("/results") if moment is None or is_hidden else _story(moment)


def _story(moment: Moment) -> Response:
    story = story_of(moment, the_house().guests.book.news)
    head = the_house().journal.table(moment.number)
    pieces = the_house().snapshots.pieces_in(head) if head else {}
    ended = moment.screen(None).view
    result = finished_game(the_house().journal, moment.number)
    parts = story_parts(moment.history.game.id, moment.number, story, moment.fingerprint, pieces, ended, result)
    return _html(pages.story_page(parts, language()))


def _html(page: str) -> Response:
    return Response(page, mimetype="text/html")


# The simulated panel: its display as a picture, and three buttons


@routes.get("/panel")
@gate.panel
def show() -> Response:
    """Return the panel's page. As JSON it has the page's name, its lines and the join code, so that a program can join as a
    guest."""
    page = _panel().page(request_head().panel_user)
    if gate.wants_json(request.headers.get("Accept")):
        return done(page=page.page, lines=list(page.lines), code=the_house().guests.door.code)
    response = Response(pages.panel_page(page, language()), mimetype="text/html")
    if gate.HAND_COOKIE not in request.cookies:
        response.set_cookie(gate.HAND_COOKIE, secrets.token_urlsafe(16), httponly=True, samesite="Strict")
    return response


@routes.get("/panel.png")
@gate.panel
def picture() -> Response:
    """Return the display as a PNG of 128 x 64."""
    return Response(_panel().picture(request_head().panel_user), mimetype="image/png", headers={"Cache-Control": "no-store"})


@routes.post("/panel/press")
@gate.panel
def press() -> Response:
    """Press a button: `button` is "back", "next" or "ok", and `hold` makes the press a long one. With `rests`, do not press,
    but note whether a finger rests on OK."""
    sent = requests.fields(request, {"button": str}, {"hold": bool, "rests": bool})
    if sent["button"] not in {button.value for button in Button}:
        raise Malformed
    if "rests" in sent:
        if "hold" in sent or sent["button"] != Button.OK.value:
            raise Malformed
        _panel().finger(sent["rests"], request_head().panel_user)
        return done()
    _panel().press(Button(sent["button"]), sent.get("hold", False), request_head().panel_user)
    return done()


def _panel() -> Panel:
    """Return the simulated panel. The gate refuses these routes on a box without one."""
    panel = the_panel()
    assert panel is not None
    return panel
