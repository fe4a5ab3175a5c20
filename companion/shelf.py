"""Finds the games: every folder of `companion/games/` that has a GAME."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import companion.games
from companion.core.game import AnyGame


@cache
def games() -> dict[str, AnyGame]:
    """Return the games by id, in alphabetical order."""
    found = {
        name: import_module(f"companion.games.{name}")
        for _, name, folder in iter_modules(companion.games.__path__)
        if folder
    }
    return {name: module.GAME for name, module in sorted(found.items())}
