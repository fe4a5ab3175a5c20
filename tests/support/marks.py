"""Finds the tests that are marked for a game's rule or a bound."""

import ast
from collections.abc import Iterator
from pathlib import Path

import companion.games

GAMES = Path(companion.games.__path__[0])
TESTS = Path(__file__).parents[1]


def marked(kind: str) -> Iterator[tuple[str, Path]]:
    """Yield the arguments of each test's mark `@pytest.mark.KIND(...)`, with the file of the test."""
    for file in [*TESTS.rglob("test_*.py"), *GAMES.glob("*/tests/**/test_*.py")]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            yield from ((rule, file) for rule in _marks(node, f"pytest.mark.{kind}"))


def _marks(node: ast.AST, mark: str) -> list[str]:
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return []
    marks = [m for m in node.decorator_list if isinstance(m, ast.Call) and ast.unparse(m.func) == mark]
    return [ast.literal_eval(argument) for mark in marks for argument in mark.args]
