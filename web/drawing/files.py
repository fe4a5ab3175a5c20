"""Our own scripts and styles, read once at the start, and put together when a page first asks for them. A request opens no
file, so a box without free files still answers."""

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.words import Refused
from web.drawing.scripts import Files, script, sheet
from web.entrance import gate

routes = Blueprint("files", __name__)

HERE: Final = Path(__file__).parents[1]
SCRIPTS: Final = ("companion.js", "stage/room.js", "panel.js", "editor/editor.js", "hall/hall.js")
"""The scripts that pages name."""
SHEETS: Final = ("phone.css", "pages.css", "stage.css", "editor.css", "hall.css")
"""The styles that pages name."""
FOREVER: Final = "public, max-age=31536000, immutable"


class StaticFile(msgspec.Struct, frozen=True):
    """A file that browsers get unchanged."""

    content: bytes
    kind: str
    """Its MIME type."""
    mark: str
    """Eight digits of the content's hash."""


@cache
def sources() -> Files:
    """Return the text of all files that scripts and styles are made of. They are read once."""
    here = HERE / "static"
    return {file.relative_to(here).as_posix(): file.read_text("utf-8") for file in sorted(here.rglob("*.*"))}


@cache
def page_file(name: str) -> StaticFile:
    """Return a script or style of a page, with all that it needs. Raises KeyError for any other name."""
    if name in SCRIPTS:
        return marked(script(sources(), name).encode(), "text/javascript")
    if name in SHEETS:
        return marked(sheet(sources(), name).encode(), "text/css")
    raise KeyError(name)


@cache
def templates() -> dict[str, str]:
    """Return the text of each template by its file name. They are read once."""
    return {file.name: file.read_text("utf-8") for file in sorted((HERE / "templates").iterdir()) if file.is_file()}


@cache
def folder() -> str:
    """Return the address of the folder of scripts and styles. It changes with every file, so no page has modules of two
    versions."""
    return f"/static/{_mark(repr(sources()).encode())}"


@routes.get("/static/<mark>/<path:name>")
@gate.anyone
def show(mark: str, name: str) -> BaseResponse:
    """Answer with a script or style. Raises Refused for any other path. A page that is older than the box has an old `mark`.
    It gets the present file."""
    if name not in (*SCRIPTS, *SHEETS):
        raise Refused("no_such_page")
    return sent(page_file(name), is_marked=folder() == f"/static/{mark}")


def sent(file: StaticFile, is_marked: bool) -> BaseResponse:
    """Answer with a file, compressed if the browser takes that, or with 304 if the browser has it already. `is_marked`: its
    address changes with it, so the browser need not ask again."""
    is_packed = request.accept_encodings["gzip"] > 0
    response = Response(packed(file.content) if is_packed else file.content, mimetype=file.kind)
    if is_packed:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = FOREVER if is_marked else "no-cache"
    response.set_etag(file.mark, weak=True)  # compressed or not, the content is the same
    return response.make_conditional(request)


def marked(content: bytes, kind: str) -> StaticFile:
    """Return the content as a file for browsers. `kind` is its MIME type."""
    return StaticFile(content, kind, _mark(content))


@cache
def packed(content: bytes) -> bytes:
    """Return a file's content compressed by gzip. It is kept from the first time that a browser asks for it."""
    return gzip.compress(content, mtime=0)


def _mark(content: bytes) -> str:
    return sha256(content).hexdigest()[:8]
