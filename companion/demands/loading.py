"""Load a game from its folder, wherever that is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import cast

from companion.core.game import AnyGame


class Unusable(Exception):
    """A folder that holds no game. The message says why."""


@contextmanager
def loaded(folder: Path) -> Iterator[AnyGame]:
    """Load the GAME of a folder under its name on the shelf. Afterwards the shelf's own game is back under that name.
    Raises Unusable."""
    name = f"companion.games.{folder.name}"
    before = _taken_out(name)
    try:
        yield _game(name, folder)
    finally:
        _taken_out(name)
        sys.modules.update(before)


def _taken_out(name: str) -> dict[str, ModuleType]:
    mine = [module for module in sys.modules if module == name or module.startswith(f"{name}.")]
    return {module: sys.modules.pop(module) for module in mine}


def _game(name: str, folder: Path) -> AnyGame:
    spec = spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Unusable(f"The folder cannot be imported: {type(error).__name__}: {error}.") from None
    if not hasattr(module, "GAME"):
        raise Unusable("__init__.py has no GAME: an object that keeps companion.core.game.Game.")
    return cast(AnyGame, module.GAME)
