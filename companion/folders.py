"""The folder of every game: those that come with the box, those of installed distributions, and those in a box's own folder
of games.

This module reads nothing but names. `companion/shelf.py` imports the games. Readers of words, signs and pictures look into
these folders.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

GROUP: Final = "table_companion.games"
"""The entry points under which a distribution names its games. In `skull = "table_skull"` the first is the game's name and
the second its package."""

Cached = TypeVar("Cached", bound=Callable[..., Any])
_CACHES: Final[list[Any]] = []
_LEARNED: Final[list[Path]] = []


def cached(function: Cached) -> Cached:
    """Return the function with a cache, which is emptied when other games are added."""
    wrapped: Any = cache(function)
    _CACHES.append(wrapped)
    return wrapped  # type: ignore[no-any-return]


def add_all(folder: Path) -> None:
    """Add every game in a box's own folder of games. Raise OSError if there is no such folder."""
    _learn(*(one for one in sorted(folder.iterdir()) if _is_package(one)))


def add_one(folder: Path) -> None:
    """Add the folder of one game. It stays known."""
    _learn(folder)


@contextmanager
def known(folder: Path) -> Iterator[None]:
    """Add the folder of one game for the time of this block."""
    before = [*_LEARNED]
    _learn(folder)
    try:
        yield
    finally:
        _LEARNED[:] = before
        _forget()


def _learn(*found: Path) -> None:
    _LEARNED.extend(one.resolve() for one in found if one.resolve() not in _LEARNED)
    _forget()


def _forget() -> None:
    for cached in _CACHES:
        cached.cache_clear()


def _is_package(folder: Path) -> bool:
    return folder.name.isidentifier() and (folder / "__init__.py").is_file()


@cache
def ours() -> dict[str, Traversable]:
    """Return the folders of the games that come with the box, by the games' names."""
    found = (files("companion") / "games").iterdir()
    return {one.name: one for one in sorted(found, key=lambda one: one.name) if (one / "__init__.py").is_file()}


@cached
def elsewhere() -> dict[str, Path]:
    """Return the folders of all other games, by the games' names. A game with the name of one of ours is among them, too."""
    installed = {name: folder for name, folder in _installed().items() if folder is not None}
    return installed | {folder.name: folder for folder in _LEARNED}


def without_folder() -> tuple[str, ...]:
    """Return the names of games for which a distribution names no package."""
    return tuple(name for name, folder in _installed().items() if folder is None)


def of(game: str) -> Traversable:
    """Return the folder of a game. Raise KeyError for an unknown one."""
    return ours()[game] if game in ours() else elsewhere()[game]


@cache
def _installed() -> dict[str, Path | None]:
    return {point.name: _package(point) for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def _package(point: EntryPoint) -> Path | None:
    """Return the folder of a package, without importing it. None: it has no folder."""
    try:
        spec = find_spec(point.module)
    except Exception:  # its parent package may fail to import
        return None
    places = spec.submodule_search_locations if spec is not None else None
    return next(map(Path, places), None) if places else None
