"""The pictures of games as files for pages. Pages fetch them after their first paint."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.resources import files
from typing import Final
from xml.etree import ElementTree

import msgspec
from flask import Blueprint, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion import __version__, folders
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
    """Return the address of a game's pictures, or of the box's own. The addresses change when any picture does. Raises
    KeyError for an unknown sheet."""
    if sheet not in names():
        raise KeyError(sheet)
    return f"/art/{sheet}.svg?{version()}"


@routes.get("/art/<sheet>.svg")
@gate.anyone
def show(sheet: str) -> BaseResponse:
    """Return the pictures of a game as a file. The browser keeps it until the pictures change. Raises Refused for an unknown
    game."""
    if sheet not in names():
        raise Refused("no_such_page")
    return sent(drawn(sheet), is_marked=request.query_string == version().encode())


def names() -> tuple[str, ...]:
    """Return the names of all sheets: the box's own, and each game's."""
    return BOX, *games()


@folders.cached
def version() -> str:
    """Return eight digits that change with any picture or sign, and with the box's version. Pictures are read for this, but
    not parsed, which takes longer."""
    seen = [__version__, [_read(sheet) for sheet in names()], [str(sign_symbols(game)) for game in games()]]
    return marked(msgspec.json.encode(seen), "").mark


@folders.cached
def drawn(sheet: str) -> StaticFile:
    """Return the pictures of a game as one file, or those of the box. Pictures are parsed when a phone first asks for
    them."""
    if sheet != BOX:
        return _sheet(sheet, {key: one for key, one in pictures(sheet).items() if key != TITLE}, Markup(""))
    titles = {game: pictures(game)[TITLE] for game in games() if TITLE in pictures(game)}
    return _sheet(BOX, {**pictures(BOX), **titles}, Markup("").join(map(sign_symbols, games())))


@folders.cached
def pictures(sheet: str) -> dict[str, Symbol]:
    """Return a game's pictures, or the box's own, by key. A broken picture is left out, and its sign is drawn in its
    place."""
    return dict(whole(_read(sheet)))


@folders.cached
def _read(sheet: str) -> list[tuple[str, bytes]]:
    """Return the files of a game's pictures, or of the box's own, by key. A file that cannot be read is left out. The
    files are read once, at the start, because later a box with many phones may have no file left to open."""
    folder = files("companion") / "art" if sheet == BOX else folders.of(sheet) / "art"
    found = []
    for file in folder.iterdir() if folder.is_dir() else ():
        with suppress(OSError):
            if file.name.endswith(".svg"):
                found.append((file.name.removesuffix(".svg"), file.read_bytes()))
    return sorted(found)


def whole(found: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, Symbol]]:
    """Yield the pictures that can be parsed, each with its key."""
    for key, content in found:
        try:
            drawn = ElementTree.fromstring(content)
        except ElementTree.ParseError:
            continue
        plain = "".join(ElementTree.tostring(shape, "unicode") for shape in drawn).replace(f' xmlns="{_SVG}"', "")
        yield key, Symbol(drawn.get("viewBox", ""), Markup("".join(plain.split("\n"))))


def _sheet(sheet: str, drawn: dict[str, Symbol], more: str) -> StaticFile:
    symbol = Markup('<symbol id="a-{}-{}" viewBox="{}">{}</symbol>')
    symbols = Markup("").join(symbol.format(sheet, key, one.view, one.shapes) for key, one in drawn.items())
    return marked(str(Markup('<svg xmlns="{}">{}{}</svg>').format(_SVG, symbols, more)).encode(), "image/svg+xml")
