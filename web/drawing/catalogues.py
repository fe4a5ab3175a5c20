"""Languages as files for pages, and the few words that come with a page. A page says its words itself."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec
from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from companion import folders
from companion.core.words import Refused
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import Catalogue, few_words, keys_of, page_catalogue
from web.drawing.files import PARTED, StaticFile, marked, page_file, sent
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
    return marked(msgspec.json.encode(_catalogue(code, game)), "application/json")


@folders.cached
def _catalogue(code: str, game: str | None) -> Catalogue:
    return page_catalogue(code, games().keys() - {game} if game is not None else ())


NAMED: Final = re.compile(r'["`]([\w.:]+)["`]')


def first_words(code: str, game: str, data: str, cards: Iterable[str]) -> Catalogue:
    """Return the words that a phone says on its first screen in a game: those that its script names, those that the screen's
    `data` names, and these rule cards. The others come after the first paint."""
    rules = {f"{game}.card.{card}" for card in cards}
    return few_words(_catalogue(code, game), {*_always_said(code, game), *NAMED.findall(data), *rules})


@folders.cached
def _always_said(code: str, game: str) -> frozenset[str]:
    """Return the keys of the words that every first screen of a game may say."""
    script = {*NAMED.findall(page_file(PARTED[0]).content.decode()), f"{game}.name"}
    of_game = ("piece.", f"{game}.reason.")
    return frozenset(key for key in keys_of(_catalogue(code, game)) if key in script or key.startswith(of_game))
