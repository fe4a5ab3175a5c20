"""Our own files, read once when the box opens: nobody's question opens one, so a box without a free file still answers."""

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


class StaticFile(msgspec.Struct, frozen=True):
    """A file that browsers get as it is."""

    content: bytes
    packed: bytes
    """The content once more, by gzip."""
    kind: str
    """Its MIME type."""
    mark: str
    """Another content has another one."""


@cache
def statics() -> dict[str, StaticFile]:
    """Scripts and styles by their paths in the folder, read once."""
    here = HERE / "static"
    return {file.relative_to(here).as_posix(): _kept(file) for file in sorted(here.rglob("*.*")) if file.suffix in KINDS}


@cache
def templates() -> dict[str, str]:
    """The text of each template by its file name, read once."""
    return {file.name: file.read_text("utf-8") for file in sorted((HERE / "templates").iterdir()) if file.is_file()}


@routes.get("/static/<path:name>")
@gate.anyone
def show(name: str) -> BaseResponse:
    """A script or style, kept by the browser until its content is another. Raises Refused for what is none of ours."""
    file = statics().get(name)
    if file is None:
        raise Refused("no_such_page")
    return sent(file)


def sent(file: StaticFile) -> BaseResponse:
    """A file, packed where the browser takes that; of one that it has already, that it is the same."""
    is_packed = request.accept_encodings["gzip"] > 0
    response = Response(file.packed if is_packed else file.content, mimetype=file.kind)
    if is_packed:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    response.set_etag(file.mark, weak=True)  # packed or not, it is the same
    return response.make_conditional(request)


def marked(content: bytes, kind: str) -> StaticFile:
    """What browsers shall get as it is, packed once for all of them. `kind`: its MIME type."""
    return StaticFile(content, gzip.compress(content, mtime=0), kind, sha256(content).hexdigest()[:8])


def _kept(file: Path) -> StaticFile:
    return marked(file.read_bytes(), KINDS[file.suffix])
