"""A name has one meaning: nothing else has the name of a type of answers."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core import answers

ROOT = Path(__file__).parents[1]

OF_ANSWERS = sorted(
    name for name, kind in inspect.getmembers(answers, inspect.isclass) if kind.__module__ == answers.__name__
)


def names(file: Path) -> Iterator[str]:
    """Yield the names of a module's own types."""
    for node in ast.parse(file.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name


@pytest.mark.parametrize("name", OF_ANSWERS)
def test_types_and_fields_of_answers_share_no_name_with_anything_else(name: str) -> None:
    files = [file for room in ("companion", "web", "hardware") for file in sorted((ROOT / room).rglob("*.py"))]
    assert [file.relative_to(ROOT) for file in files if name in names(file)] == [Path("companion/core/answers.py")]
