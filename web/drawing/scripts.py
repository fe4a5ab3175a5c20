"""Puts the modules of a page together into one script, and its styles into one sheet, so that a phone on a bad Wi-Fi asks
for two files instead of eighty. In `web/static` they are separate, and any browser could run them from there.

Each module becomes a function. It runs when another module first uses it, in the order in which a browser would run modules.
`export const use` gives tests, and anybody at a browser's console, a module by its name: `use("say.js")`.
"""

import re
from posixpath import dirname, join, normpath
from typing import Final

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
    """Return the path in `web/static` of the module that `name` imports as `said`."""
    return normpath(join(dirname(name), target))


def _light(module: str) -> str:
    return SCRIPT_SPACE.sub("", module)
