"""What the house demands of a game's folder, and what a folder lacks of it, a sentence each.

In: a folder, wherever it lies; out: sentences for whoever writes the game, in English. `companion check-game` prints them,
the promises of all games run them, and nobody else comes in. A front end is not known here, so what is painted is not seen.
"""

from collections.abc import Iterator
from pathlib import Path

from companion.core.words import BadFile
from companion.demands.imports import imports, kits
from companion.demands.keeping import keeping
from companion.demands.loading import Unusable, loaded
from companion.demands.papers import papers
from companion.demands.playing import played
from companion.demands.protocol import protocol
from companion.demands.words import words


def missing(folder: Path) -> Iterator[str]:
    """What this game's folder lacks, in sentences; nothing if it may stand on the shelf. First what can be read, then what
    shows when bots play it in every setting. Raises BadFile for what is no folder of a game."""
    if not (folder / "__init__.py").is_file() or not folder.resolve().name.isidentifier():
        raise BadFile("file.no_game_folder", folder=str(folder))
    folder = folder.resolve()
    yield from imports(folder)
    try:
        with loaded(folder) as game:
            faults = list(protocol(game, folder.name)) or [*kits(game, folder), *keeping(game)]
            yield from faults
            if not faults:
                yield from words(game, folder)
                yield from papers(game, folder)
                yield from played(game, folder)
    except Unusable as why:
        yield str(why)
