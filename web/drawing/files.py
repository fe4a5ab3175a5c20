"""Our own scripts and styles. They are read once at the start, and put together when a page first asks for them. No request
opens a file, so a box that may open no more files still answers."""

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
    """Return the text of all files of scripts and styles by their paths in `web/static`. They are read once."""
    here = HERE / "static"
    return {file.relative_to(here).as_posix(): file.read_text("utf-8") for file in sorted(here.rglob("*.*"))}


@cache
def page_file(name: str) -> StaticFile:
    """Return a script or style of a page, together with all that it imports. Raises KeyError for any other name."""
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
    """Return the address of the folder of scripts and styles. The address changes when any file does, so no page has modules
    of two versions."""
    return f"/static/{_mark(repr(sources()).encode())}"


@routes.get("/static/<mark>/<path:name>")
@gate.anyone
def show(mark: str, name: str) -> BaseResponse:
    """Return a script or style. Raises Refused for any other name. A page from before an update has an old `mark`, and gets
    the present file."""
    if name not in (*SCRIPTS, *SHEETS):
        raise Refused("no_such_page")
    return sent(page_file(name), is_marked=folder() == f"/static/{mark}")


def sent(file: StaticFile, is_marked: bool) -> BaseResponse:
    """Return a file, compressed if the browser takes that, or 304 if the browser has it. With `is_marked` the address
    changes when the file does, so the browser need not ask again."""
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
    """Return a file's content compressed by gzip. The result is kept."""
    return gzip.compress(content, mtime=0)


def _mark(content: bytes) -> str:
    return sha256(content).hexdigest()[:8]
