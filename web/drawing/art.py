"""The pictures of games as files for pages. Pages fetch them after their first paint."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final
from xml.etree import ElementTree

import msgspec
from flask import Blueprint, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion import folders
from companion.core.words import Refused
from companion.shelf import games
from web.drawing.files import StaticFile, marked, sent
from web.drawing.svg import sign_symbols
from web.entrance import gate

routes = Blueprint("art", __name__)

BOX: Final = "box"
"""The sheet of pictures that belong to no game. It also has the title picture of each game, such as `a-box-bali`, and the
signs of all games, because in a game a phone's page comes with those of that game alone."""
TITLE: Final = "title"

_SVG: Final = "http://www.w3.org/2000/svg"
ElementTree.register_namespace("", _SVG)


class Symbol(msgspec.Struct, frozen=True):
    """A picture as the inside of an SVG `symbol`."""

    view: str
    """Its `viewBox`."""
    shapes: Markup


def address(sheet: str) -> str:
    """Return the address of a game's pictures, or of the box's own. The address changes when the pictures do. Raises
    KeyError for an unknown sheet."""
    return f"/art/{sheet}.svg?{sheets()[sheet].mark}"


@routes.get("/art/<sheet>.svg")
@gate.anyone
def show(sheet: str) -> BaseResponse:
    """Return the pictures of a game as a file. The browser keeps it until the pictures change. Raises Refused for an unknown
    game."""
    if (file := sheets().get(sheet)) is None:
        raise Refused("no_such_page")
    return sent(file, is_marked=request.query_string == file.mark.encode())


@folders.cached
def sheets() -> dict[str, StaticFile]:
    """Return the pictures of each game as one file, and those of the box. The files are read once."""
    titles = {game: pictures(game)[TITLE] for game in games() if TITLE in pictures(game)}
    shared = {**pictures(BOX), **titles}
    own = {game: {key: one for key, one in pictures(game).items() if key != TITLE} for game in games()}
    every_sign = Markup("").join(map(sign_symbols, games()))
    return {sheet: _sheet(sheet, drawn, every_sign if sheet == BOX else "") for sheet, drawn in {BOX: shared, **own}.items()}


@folders.cached
def pictures(sheet: str) -> dict[str, Symbol]:
    """Return a game's pictures, or the box's own, by key. A broken picture is left out, and its sign is drawn in its
    place."""
    found = files("companion") / "art" if sheet == BOX else folders.of(sheet) / "art"
    return dict(sorted(whole(found))) if found.is_dir() else {}


def whole(folder: Traversable) -> Iterator[tuple[str, Symbol]]:
    """Yield the readable pictures of a folder, each with its key."""
    for file in folder.iterdir():
        if file.name.endswith(".svg"):
            try:
                drawn = ElementTree.fromstring(file.read_bytes())
            except (ElementTree.ParseError, OSError):
                continue
            plain = "".join(ElementTree.tostring(shape, "unicode") for shape in drawn).replace(f' xmlns="{_SVG}"', "")
            yield file.name.removesuffix(".svg"), Symbol(drawn.get("viewBox", ""), Markup("".join(plain.split("\n"))))


def _sheet(sheet: str, drawn: dict[str, Symbol], more: str) -> StaticFile:
    symbol = Markup('<symbol id="a-{}-{}" viewBox="{}">{}</symbol>')
    symbols = Markup("").join(symbol.format(sheet, key, one.view, one.shapes) for key, one in drawn.items())
    return marked(str(Markup('<svg xmlns="{}">{}{}</svg>').format(_SVG, symbols, more)).encode(), "image/svg+xml")
