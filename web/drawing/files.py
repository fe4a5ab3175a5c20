"""Our own scripts and styles, read once at the start. A request opens no file, so a box without free files still answers."""

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.words import Refused
from web.entrance import gate

routes = Blueprint("files", __name__)

HERE: Final = Path(__file__).parents[1]
KINDS: Final = {".css": "text/css", ".js": "text/javascript"}
FOREVER: Final = "public, max-age=31536000, immutable"


class StaticFile(msgspec.Struct, frozen=True):
    """A file that browsers get unchanged."""

    content: bytes
    packed: bytes
    """The same content, compressed by gzip."""
    kind: str
    """Its MIME type."""
    mark: str
    """Eight digits of the content's hash."""


@cache
def statics() -> dict[str, StaticFile]:
    """Return all scripts and styles by their paths in the folder. They are read once."""
    here = HERE / "static"
    return {file.relative_to(here).as_posix(): _kept(file) for file in sorted(here.rglob("*.*")) if file.suffix in KINDS}


@cache
def templates() -> dict[str, str]:
    """Return the text of each template by its file name. They are read once."""
    return {file.name: file.read_text("utf-8") for file in sorted((HERE / "templates").iterdir()) if file.is_file()}


@cache
def folder() -> str:
    """Return the address of the folder of scripts and styles. It changes with every file, so no page has modules of two
    versions."""
    marks = "".join(file.mark for file in statics().values())
    return f"/static/{_mark(marks.encode())}"


@routes.get("/static/<mark>/<path:name>")
@gate.anyone
def show(mark: str, name: str) -> BaseResponse:
    """Answer with a script or style. Raises Refused for any other path. A page that is older than the box has an old `mark`.
    It gets the present file."""
    file = statics().get(name)
    if file is None:
        raise Refused("no_such_page")
    return sent(file, is_marked=folder() == f"/static/{mark}")


def sent(file: StaticFile, is_marked: bool) -> BaseResponse:
    """Answer with a file, compressed if the browser takes that, or with 304 if the browser has it already. `is_marked`: its
    address changes with it, so the browser need not ask again."""
    is_packed = request.accept_encodings["gzip"] > 0
    response = Response(file.packed if is_packed else file.content, mimetype=file.kind)
    if is_packed:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = FOREVER if is_marked else "no-cache"
    response.set_etag(file.mark, weak=True)  # compressed or not, the content is the same
    return response.make_conditional(request)


def marked(content: bytes, kind: str) -> StaticFile:
    """Return the content as a file for browsers, compressed once. `kind` is its MIME type."""
    return StaticFile(content, gzip.compress(content, mtime=0), kind, _mark(content))


def _mark(content: bytes) -> str:
    return sha256(content).hexdigest()[:8]


def _kept(file: Path) -> StaticFile:
    return marked(file.read_bytes(), KINDS[file.suffix])
