"""Our own scripts and styles. They are read once at the start, and put together when a page first asks for them. No request
opens a file, so a box that may open no more files still answers.

A page needs one script and one sheet, because a phone on a bad Wi-Fi gets two files sooner than eighty. In `web/static` the
modules are separate, and any browser could run them from there. In a page's script each module is a function. It runs when
another module first uses it, in the order in which a browser would run modules. `export const use` gives tests, and anybody
at a browser's console, a module by its name: `use("say.js")`.
"""

import gzip
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

import msgspec
from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.words import Refused
from web.entrance import gate

IMPORT: Final = re.compile(r'^import (?:(?:\* as ([\w$]+)|({[^}]*})) from )?"([^"]+)";$', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|const|class) ([\w$]+))", re.MULTILINE)
OTHER: Final = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
"""Forms that no module may have, because `_body` cannot turn them into a function."""
SCRIPT_SPACE: Final = re.compile(r"^[ \t]*(?://.*)?\n|^[ \t]+", re.MULTILINE)
"""Comments that fill a line, and indentation. No string of ours goes over two lines, so no string changes."""
STYLE_SPACE: Final = re.compile(r"/\*.*?\*/\s*|^\s+", re.MULTILINE | re.DOTALL)
SHEET: Final = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)

USE: Final = """const bodies = {};
const known = {};
export const use = (name) => {
if (!known[name]) bodies[name]((exported) => (known[name] = exported));
return known[name];
};
"""

Files = dict[str, str]
"""The text of each file, by its path in `web/static`."""


def script(files: Files, page: str) -> str:
    """Return the script of a page, with all modules that it needs before it."""
    needed = _needed(files, page)
    bodies = [f'bodies["{name}"] = ((give) => {{\n{_body(files[name], name)}}});\n' for name in needed if name != page]
    return "".join([USE, *bodies, _used(_light(files[page]), page)])


def sheet(files: Files, page: str) -> str:
    """Return a style sheet with all sheets that it imports, each in the place of its import."""
    whole = SHEET.sub(lambda found: files[normpath(join(dirname(page), found[1]))], files[page])
    return STYLE_SPACE.sub("", whole)


def _needed(files: Files, page: str) -> dict[str, None]:
    """Return the names of all modules that a script needs, its own first."""
    found, left = {page: None}, [page]
    while left:
        name = left.pop()
        new = {_path(name, imported[3]): None for imported in IMPORT.finditer(files[name])}
        left += [one for one in new if one not in found]
        found |= new
    return found


def _body(module: str, name: str) -> str:
    """Return a module as the body of a function. The body first gives its exports, as getters. Raises ValueError for a form
    that it cannot turn into a function."""
    light = _light(module)
    exported = "".join(f"get {found[1]}() {{ return {found[1]}; }}, " for found in EXPORT.finditer(light))
    body = _used(EXPORT.sub("", light), name)
    if (left := OTHER.search(body)) is not None:
        raise ValueError(f"web/static/{name}: a page's script can not have this: {left[0]}")
    return f"give({{ {exported} }});\n{body}"


def _used(light: str, name: str) -> str:
    """Return a module with a call of `use` in place of each import."""

    def asking(found: re.Match[str]) -> str:
        whole, some, path = found.groups()
        asked = f'use("{_path(name, path)}");'
        return f"const {whole or some.replace(' as ', ': ')} = {asked}" if whole or some else asked

    return IMPORT.sub(asking, light)


def _path(name: str, target: str) -> str:
    """Return the path in `web/static` of the module that `name` imports as `target`."""
    return normpath(join(dirname(name), target))


def _light(module: str) -> str:
    return SCRIPT_SPACE.sub("", module)


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
    return f"/static/{_mark(msgspec.json.encode(sources()))}"


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
