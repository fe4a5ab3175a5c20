"""Check a game's imports. Its rules may import only core and the game's kits. They do no I/O, read no clock and roll no
dice."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.core.game import AnyGame

LIBRARIES: Final = frozenset({"msgspec", "simpleeval"})
"""Libraries that rules may use, because they read nothing from outside."""
READERS: Final = frozenset({"companion.toml", "companion.rewriting"})
"""The only reader of TOML, which checks a file before parsing it, and the module that changes such a file."""

IMPURE: Final = frozenset(
    {"random", "secrets", "time", "datetime", "os", "pathlib", "socket", "threading", "subprocess", "io"}
)
"""Modules of the standard library that read from outside, or write there."""


def imports(folder: Path) -> Iterator[str]:
    """Yield a sentence for each forbidden import in a game's own files, except its tests."""
    for file in sorted(folder.rglob("*.py")):
        inside = file.relative_to(folder)
        if inside.parts[0] != "tests":
            yield from _of(file, inside.as_posix(), folder.name)


def _of(file: Path, inside: str, game: str) -> Iterator[str]:
    try:
        tree = ast.parse(file.read_text("utf-8"))
    except (SyntaxError, UnicodeDecodeError) as error:
        yield f"{inside} is no Python: {error}."
        return
    for module in sorted(set(_modules(tree))):
        if not _is_allowed(module, game):
            yield f"{inside} imports {module}: a game leans on companion.core and its kits alone, and its rules do no I/O."


def kits(game: AnyGame, folder: Path) -> Iterator[str]:
    """Yield a sentence for each kit that a file imports but the game does not name, and for each one that it names but no
    file imports."""
    used = {module.split(".")[2].removesuffix("_file") for module in _of_kits(folder)}
    yield from (f"GAME.kits does not name {kit!r}, and a file imports it." for kit in sorted(used - {*game.kits}))
    yield from (f"GAME.kits names {kit!r}, and no file imports it." for kit in sorted({*game.kits} - used))


def _of_kits(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*.py"):
        if file.relative_to(folder).parts[0] != "tests":
            yield from (name for name in _modules(ast.parse(file.read_text("utf-8"))) if name.startswith("companion.kits."))


def _modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            whole = node.module in ("companion", "companion.games", "companion.kits")
            yield from (f"{node.module}.{name.name}" for name in node.names) if whole else (node.module,)


def _is_allowed(module: str, game: str) -> bool:
    mine = (f"companion.games.{game}", "companion.core", "companion.kits")
    if module in READERS:
        return True
    if module.partition(".")[0] == "companion":
        return any(f"{module}.".startswith(f"{package}.") for package in mine)
    top = module.partition(".")[0]
    return top in LIBRARIES or (top in sys.stdlib_module_names and top not in IMPURE)
