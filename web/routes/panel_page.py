"""Routes of the simulated panel: its display as a picture, and three buttons."""

import secrets

from flask import Blueprint, Response, request

from companion.core.words import Malformed
from companion.snapshot.panel import Button, Panel
from web.drawing import pages
from web.entrance import gate, requests
from web.entrance.requests import done, language, question, the_house, the_panel

routes = Blueprint("panel", __name__)


@routes.get("/panel")
@gate.panel
def show() -> Response:
    """Return the panel's page. As JSON it has the page's name, its lines and the join code, so that a program can join as a
    guest."""
    page = _panel().page(question().panel_user)
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
    return Response(_panel().picture(question().panel_user), mimetype="image/png", headers={"Cache-Control": "no-store"})


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
        _panel().finger(sent["rests"], question().panel_user)
        return done()
    _panel().press(Button(sent["button"]), sent.get("hold", False), question().panel_user)
    return done()


def _panel() -> Panel:
    """Return the simulated panel. The gate refuses these routes on a box without one."""
    panel = the_panel()
    assert panel is not None
    return panel
