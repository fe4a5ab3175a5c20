"""Our own scripts and styles. They are read once at the start, and put together when a page first asks for them. No request
opens a file, so a box that may open no more files still answers.

A page needs one script and one sheet, because a phone on a bad Wi-Fi gets two files sooner than eighty. In `web/static` the
modules are separate. In a page's script each module is a function. It runs when another module first uses it, in the order
in which a browser would run modules. `use` gives tests, and anybody at a browser's console, a module by its name:
`use("say.js")`.

A phone first gets only the modules that draw a usual screen of a game. The others come after the first paint, in scripts of
their own (`web/static/later.js`). Until such a script is there, its functions throw an error with `coming`, a promise of the
script (`web/static/coming.js`).
"""

import gzip
import re
from collections.abc import Container, Sequence
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
EXPORT: Final = re.compile(r"^export (?=((?:async )?(?:function|const|class)) ([\w$]+))", re.MULTILINE)
NAME: Final = re.compile(r"([\w$]+)(?: as ([\w$]+))?")
"""A name in an import, and what the module calls it."""
OTHER: Final = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
"""Forms that no module may have, because `_body` cannot turn them into a function."""
SCRIPT_SPACE: Final = re.compile(r"^[ \t]*(?://.*)?\n|^[ \t]+", re.MULTILINE)
"""Comments that fill a line, and indentation. No string of ours goes over two lines, so no string changes."""
SHEET: Final = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)

Files = dict[str, str]
"""The text of each file, by its path in `web/static`."""


def script(files: Files, page: str) -> str:
    """Return the script of a page, with all modules that it needs before it."""
    return scripts(files, page)[page]


def scripts(files: Files, page: str, later: Sequence[str] = ()) -> Files:
    """Return the script of a page and the scripts that come `later`, by name. A module that a later script imports by name,
    and what only such modules need, comes later. Raises ValueError for a form that cannot become a function."""
    comes = {name: one for one in later for name in (one, *_imported(files, one))}
    parts = {page: _needed(files, page, comes)}
    for one in later:
        there = parts[page].keys() | {name for name, of in comes.items() if of != one}
        parts[one] = _needed(files, one, there)
        comes |= dict.fromkeys(parts[one], one)
    texts = {
        one: "".join(_function(files, name, one, comes) for name in needed if name != page) for one, needed in parts.items()
    }
    folder_ = f'const FOLDER = new URL("{"../" * page.count("/") or "./"}", import.meta.url);\n'
    whole = f"{folder_}{_light(files[HEAD])}{texts[page]}{_used(files, page, page, comes)}"
    added = "export const addModules = (bodies, use, later) => {\n"
    return {page: whole, **{one: f"{added}{texts[one]}}};\n" for one in later}}


def sheet(files: Files, page: str) -> str:
    """Return a style sheet with all sheets that it imports, each in the place of its import."""
    return SHEET.sub(lambda found: files[_path(page, found[1])], files[page])


def _imported(files: Files, name: str) -> list[str]:
    """Return the names of the modules that a module imports."""
    return [_path(name, found[3]) for found in IMPORT.finditer(files[name])]


def _needed(files: Files, first: str, there: Container[str]) -> dict[str, None]:
    """Return the names of all modules that a script needs, its own first. Those that are `there`, and what only they need,
    are left out."""
    found, left = {first: None}, [first]
    while left:
        new = {name: None for name in _imported(files, left.pop()) if name not in there}
        left += [name for name in new if name not in found]
        found |= new
    return found


def _function(files: Files, name: str, script: str, comes: Files) -> str:
    """Return a module as a function. It first gives its exports: functions, and getters of all that has no value yet."""
    found = EXPORT.findall(_light(files[name]))
    exported = "".join(f"{one}, " if "function" in kind else f"get {one}() {{ return {one}; }}, " for kind, one in found)
    body = EXPORT.sub("", _used(files, name, script, comes))
    if (left := OTHER.search(body)) is not None:
        raise ValueError(f"web/static/{name}: a page's script can not have this: {left[0]}")
    return f'bodies["{name}"] = (give) => {{\ngive({{ {exported} }});\n{body}}};\n'


def _used(files: Files, name: str, script: str, comes: Files) -> str:
    """Return a module of this script with a call of `use` in place of each import. For each function that comes with another
    script it has one that asks for that script. `comes` has the script of each module that comes later."""

    def asking(found: re.Match[str]) -> str:
        whole, some, target = found.groups()
        path = _path(name, target)
        if comes.get(path, script) != script:
            return "".join(_asked(files, path, comes[path], one) for one in NAME.finditer(some or whole))
        asked = f'use("{path}");'
        return f"const {whole or some.replace(' as ', ': ')} = {asked}" if whole or some else asked

    return IMPORT.sub(asking, _light(files[name]))


def _asked(files: Files, path: str, script: str, found: re.Match[str]) -> str:
    """Return a function that calls the named function of a module that comes later."""
    name, alias = found[1], found[2] or found[1]
    function = rf"^export (?:async )?(?:function {name}\b|const {name} = (?:remembering\(|.*=>))"
    if not re.search(function, files[path], re.MULTILINE):
        raise ValueError(f"web/static/{path}: {name} is no function, so it can not come later")
    return f'const {alias} = later("{script}", "{path}", "{name}");\n'


def _path(name: str, target: str) -> str:
    """Return the path in `web/static` of the module that `name` imports as `target`."""
    return normpath(join(dirname(name), target))


def _light(module: str) -> str:
    return SCRIPT_SPACE.sub("", module)


routes = Blueprint("files", __name__)

HERE: Final = Path(__file__).parents[1]
SCRIPTS: Final = ("companion.js", "stage/room.js", "panel.js", "editor/editor.js", "hall/hall.js")
"""The scripts that pages name."""
HEAD: Final = "use.js"
"""The head of each page's script, which is no module."""
LATER: Final = ("later.js", "kits/drawn.js")
"""The scripts that come later, each with the sheet of the same name. Where both need a module, the first one has it."""
PARTED: Final = ("companion.js", "stage/room.js")
"""The scripts of pages of which a part comes later."""
SHEETS: Final = ("phone.css", "pages.css", "stage.css", "editor.css", "hall.css", "later.css", "kits/drawn.css")
"""The styles that pages name, and those that come with a later script."""
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
    if name in (*SCRIPTS, *LATER):
        page = PARTED[0] if name in LATER else name
        whole = scripts(sources(), page, LATER if page in PARTED else ())[name]
        return marked(short_script(whole).encode(), "text/javascript")
    if name in SHEETS:
        return marked(short_sheet(sheet(sources(), name)).encode(), "text/css")
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


def marked(content: bytes, kind: str) -> StaticFile:
    """Return the content as a file for browsers. `kind` is its MIME type."""
    return StaticFile(content, kind, _mark(content))


def _mark(content: bytes) -> str:
    return sha256(content).hexdigest()[:8]


RELOADING: Final = marked(b"location.reload();\nawait new Promise(() => {});\n", "text/javascript")
"""A script that loads its page again. It never ends, so no module of the old page runs after it."""


@routes.get("/static/<mark>/<path:name>")
@gate.anyone
def show(mark: str, name: str) -> BaseResponse:
    """Return a script or style. Raises Refused for any other name. A page from before an update has an old `mark`, and gets
    the present file. A script that comes later does not fit such a page, which loads itself again."""
    if name not in (*SCRIPTS, *LATER, *SHEETS):
        raise Refused("no_such_page")
    is_marked = folder() == f"/static/{mark}"
    return sent(page_file(name) if is_marked or name not in LATER else RELOADING, is_marked)


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


@cache
def packed(content: bytes) -> bytes:
    """Return a file's content compressed by gzip. The result is kept."""
    return gzip.compress(content, mtime=0)


# Small files
#
# A browser gets scripts and styles without comments, and without spaces that divide nothing. All names stay. Three habits of
# our sources make this simple. A string or a pattern is on one line. A statement ends with a semicolon or a brace. No
# selector has a space after a colon.


PART: Final = re.compile(
    r"""
    "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*'                                                   # a string
    | `(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`                        # a template
    | (?<![\w$)\]}"'`])/(?![/*\s])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+/\w*                # a pattern
    | (?P<comment>//.*) | (?P<gap>\s+) | [\w$\#]+ | .
    """,
    re.VERBOSE,
)
"""Finds the next part of a script. A pattern never follows a name or a closing bracket."""
BEGINS: Final = frozenset("{([,;:?=+-*&|<>!.")
"""Signs after which a statement continues on the next line."""
ENDS: Final = frozenset("})],;:?.=&|<>*")
"""Signs with which a line continues the statement of the line before."""
SHEET_PART: Final = re.compile(
    r"""
    (?P<string>"[^"]*") | /\*.*?\*/\s* | \s*;?\s*(?P<end>\})\s* | \s*(?P<mark>[{;,])\s* | (?P<colon>:)\s+ | (?P<gap>\s+)
    """,
    re.VERBOSE | re.DOTALL,
)
"""Finds the next mark, string, comment or space of a style sheet."""


def short_script(script: str) -> str:
    """Return a script without comments and without spaces that divide nothing."""
    parts = [""]
    gap = ""
    for found in PART.finditer(script):
        if found["gap"]:
            gap = "\n" if "\n" in gap + found[0] else " "
        elif not found["comment"]:
            parts += [gap, found[0]] if gap and _divides(parts[-1], gap, found[0]) else [found[0]]
            gap = ""
    return "".join(parts) + "\n"


def _divides(before: str, gap: str, after: str) -> bool:
    """Return whether the gap between two parts of a script must stay."""
    if gap == "\n":
        return before not in BEGINS and after not in ENDS
    last, first = before[-1:], after[0]
    if _is_in_name(last):
        return _is_in_name(first) or (first == "/" and after != "/")
    return last in "+-" and first in "+-"


def _is_in_name(letter: str) -> bool:
    return letter.isalnum() or letter in "_$#"


def short_sheet(sheet: str) -> str:
    """Return a style sheet without comments and without spaces that divide nothing."""

    def short(found: re.Match[str]) -> str:
        return found["string"] or found["end"] or found["mark"] or found["colon"] or (" " if found["gap"] else "")

    return SHEET_PART.sub(short, sheet).strip()
