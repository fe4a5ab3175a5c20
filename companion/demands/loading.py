"""Loads a game from its folder, which may be anywhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from companion.core.game import AnyGame
from companion.shelf import load


@contextmanager
def loaded(folder: Path) -> Iterator[AnyGame]:
    """Load the GAME of a folder under its name on the shelf, for the time of this block. Afterwards that name has the
    shelf's own game again. Raise Unusable."""
    name = f"companion.games.{folder.name}"
    before = _taken_out(name)
    try:
        yield load(folder.name, folder)
    finally:
        _taken_out(name)
        sys.modules.update(before)


def _taken_out(name: str) -> dict[str, ModuleType]:
    mine = [module for module in sys.modules if module == name or module.startswith(f"{name}.")]
    return {module: sys.modules.pop(module) for module in mine}
