"""Languages as files for pages. A page says its words itself."""

import msgspec
from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from companion import folders
from companion.core.words import Refused
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import page_catalogue
from web.drawing.files import StaticFile, marked, sent
from web.entrance import gate

routes = Blueprint("catalogues", __name__)


def address(code: str, game: str | None = None) -> str:
    """Return the address of a language, or of what a phone says of it in a game. The address changes when the words do.
    Raises KeyError for an unknown language."""
    path = code if game is None else f"{code}/{game}"
    return f"/words/{path}.json?{words(code, game).mark}"


@routes.get("/words/<code>.json")
@routes.get("/words/<code>/<game>.json")
@gate.anyone
def show(code: str, game: str | None = None) -> BaseResponse:
    """Return a language as data. The browser keeps it until its words change. Raises Refused for an unknown language or
    game."""
    if code not in LANGUAGES or game not in (None, *games()):
        raise Refused("no_such_page")
    file = words(code, game)
    return sent(file, is_marked=request.query_string == file.mark.encode())


@folders.cached
def words(code: str, game: str | None = None) -> StaticFile:
    """Return a language as a file for browsers. With a `game` it has only the names of the others."""
    without = games().keys() - {game} if game is not None else ()
    return marked(msgspec.json.encode(page_catalogue(code, without)), "application/json")
