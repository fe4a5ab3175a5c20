"""Whether the rules lean on core alone, do no I/O, read no clock and roll no dice."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

IMPURE: Final = frozenset(
    {"random", "secrets", "time", "datetime", "os", "pathlib", "socket", "threading", "subprocess", "io"}
)
"""Of the standard library: what comes from outside, or goes there."""


def imports(folder: Path) -> Iterator[str]:
    """What a game's own files, its tests left out, import that they may not."""
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
            yield f"{inside} imports {module}: a game leans on companion.core alone, and its rules do no I/O."


def _modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            whole = node.module in ("companion", "companion.games")
            yield from (f"{node.module}.{name.name}" for name in node.names) if whole else (node.module,)


def _is_allowed(module: str, game: str) -> bool:
    mine = (f"companion.games.{game}", "companion.core")
    if module.partition(".")[0] == "companion":
        return any(f"{module}.".startswith(f"{room}.") for room in mine)
    top = module.partition(".")[0]
    return top == "msgspec" or (top in sys.stdlib_module_names and top not in IMPURE)
