"""The shelf: the games that come with the box, those of installed distributions, and those in the box's own folder of games.

A game from elsewhere that does not load is set aside with the reason. The box starts without it.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final, cast

from companion import drawings, folders
from companion.core.game import AnyGame
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.speech.languages import ENGLISH, LANGUAGES, language, words_elsewhere

NAMES: Final = tuple(map(Seat, ("Ana", "Ben", "Cho", "Dai", "Eva", "Farid", "Gala", "Hana", "Ida", "Jo")))
"""The names with which a game from elsewhere is set up once before it comes on the shelf."""

_BROKEN: Final[dict[str, Text]] = {}


class Unusable(Exception):
    """Raised for a folder that holds no game. The message says why."""


def games() -> dict[str, AnyGame]:
    """Return the games on the shelf by id, in alphabetical order."""
    return {name: game for name, game in _found()[0].items() if name not in _BROKEN} if _BROKEN else _found()[0]


def left_out() -> dict[str, Text]:
    """Return the games that cannot be played on this box, by name, each with the reason."""
    return {**_found()[1], **_BROKEN}


def set_aside(game: str, why: Exception) -> None:
    """Take a game from elsewhere off the shelf because it broke. It stays off until the box starts again."""
    _BROKEN[game] = _reason(game, why)


def is_ours(game: str) -> bool:
    """Return whether the game came with the box."""
    return game in folders.ours()


@folders.cached
def _found() -> tuple[dict[str, AnyGame], dict[str, Text]]:
    found = {name: cast(AnyGame, import_module(f"companion.games.{name}").GAME) for name in folders.ours()}
    faults = {name: _reason(name, Unusable("it names no package")) for name in folders.without_folder()}
    for name, folder in folders.elsewhere().items():
        try:
            found[name] = _tried(name, folder, [*found])
        except Exception as why:  # a stranger's code may fail in any way
            faults[name] = _reason(name, why)
    return dict(sorted(found.items())), faults


def _reason(name: str, why: Exception) -> Text:
    reason = str(why) if isinstance(why, Unusable) else f"{type(why).__name__}: {why}"
    return text("game.aside", game=name[:40], why=" ".join(reason.split())[:200])


def _tried(name: str, folder: Path, taken: Sequence[str]) -> AnyGame:
    """Return the game in a folder after making the public screen of a table once. Raise Unusable, and what the game itself
    raises."""
    if name in taken:
        raise Unusable("another game has this name")
    if any(key.startswith(f"{name}.") for key in language(ENGLISH).messages.keys() - words_elsewhere(name, ENGLISH).keys()):
        raise Unusable("the box has words of its own under this name")
    if not any(f"{name}.name" in words_elsewhere(name, code) for code in LANGUAGES):
        raise Unusable("its texts have no name")
    drawings.signs(name)
    game = load(name, folder)
    if game.id != name:
        raise Unusable(f"its GAME.id is {game.id!r}")
    options = game.options()
    state = game.first_state(NAMES[: min(game.sizes(options))], options)
    game.due(state)
    game.view(state.public, None, None)
    return game


def load(name: str, folder: Path) -> AnyGame:
    """Import the GAME of a folder as `companion.games.NAME`. The folder may be anywhere. Raise Unusable."""
    module_name = f"companion.games.{name}"
    spec = spec_from_file_location(module_name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[module_name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise Unusable(f"The folder cannot be imported: {type(error).__name__}: {error}.") from None
    if not hasattr(module, "GAME"):
        raise Unusable("__init__.py has no GAME: an object that keeps companion.core.game.Game.")
    return cast(AnyGame, module.GAME)
