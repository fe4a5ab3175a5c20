"""Routes for an update that the host sends from a phone in pieces. Only a box that runs from a card has them."""

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, request

from companion import __version__
from companion.card.uploads import Uploads, read_notices
from companion.core.words import Refused
from web.drawing import pages
from web.drawing.parts import update_parts
from web.entrance import gate
from web.entrance.requests import as_json, language, number, request_head, the_house

routes = Blueprint("updates", __name__)


@routes.get("/update")
@gate.host
def update() -> Response:
    """Return the running version, the state of the last update, and notices about the card. People get the page to send an
    update."""
    if _uploads().takes is None:
        raise Refused("no_such_page")
    if request_head().wants_json:
        return as_json(_now())
    return Response(pages.update_page(update_parts(_now()), language()), mimetype="text/html")


@routes.put("/update")
@gate.host
@gate.unpaced
def take() -> Response:
    """Take a piece of an update: the bytes from `?at=n` on. A piece at 0 begins another update. 409 says why an update is
    refused, and then nothing of it is kept."""
    _uploads().add(number("at"), request.get_data(cache=False))
    return as_json(_now())


def _now() -> dict[str, Any]:
    notices = read_notices(Path(the_house().settings.notices))
    return {"version": __version__, "coming": _uploads().coming, "told": notices}


def _uploads() -> Uploads:
    uploads: Uploads = current_app.extensions["uploads"]
    return uploads
