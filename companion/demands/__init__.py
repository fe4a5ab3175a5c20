"""The demands on a game's folder, with a sentence for each demand that the folder does not meet.

`companion check-game` prints the sentences, in English, for the author of the game. The promises of all games check the
demands, too. Nothing here draws a screen, so a word that is too long for a page is not found.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from companion.core.game import AnyGame
from companion.core.words import BadFile
from companion.demands.papers import papers
from companion.demands.playing import played
from companion.demands.protocol import imports, kits, owner_things, protocol
from companion.demands.words import words
from companion.shelf import Unusable, load


def missing(folder: Path) -> Iterator[str]:
    """Yield a sentence for each thing that a game's folder lacks. A game that lacks nothing may be on the shelf. First the
    game's files are checked. Then bots play it in every setting. Raise BadFile for a folder that cannot be a game's."""
    if not (folder / "__init__.py").is_file() or not folder.resolve().name.isidentifier():
        raise BadFile("file.no_game_folder", folder=str(folder))
    folder = folder.resolve()
    yield from imports(folder)
    try:
        with loaded(folder) as game:
            faults = list(protocol(game, folder.name)) or [*kits(game, folder), *owner_things(game)]
            yield from faults
            if not faults:
                yield from words(game, folder)
                yield from papers(game, folder)
                yield from played(game, folder)
    except Unusable as why:
        yield str(why)


@contextmanager
def loaded(folder: Path) -> Iterator[AnyGame]:
    """Load the GAME of a folder in place of the shelf's game of the same name, while this block runs. Afterwards the name
    means the shelf's game again. Raise Unusable."""
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
