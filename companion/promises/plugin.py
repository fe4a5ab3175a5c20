"""The plugin of pytest that comes with the box. With it the promises of all games test a game from anywhere.

`python -m pytest --table-game skull` runs the author's own tests, and then the promises. The game is given by its name on
the shelf, or by its folder.
"""

from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

PROMISES: Final = ("whole.py", "every_game.py")

for _name in ("every_game", "probes", "records", "tapes", "whole"):
    pytest.register_assert_rewrite(f"companion.promises.{_name}")


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "Hold this game to the promises of all games: a name on the shelf of Table Companion, or a folder."
    parser.getgroup("table companion").addoption("--table-game", metavar="GAME", help=words)


def pytest_configure(config: pytest.Config) -> None:
    """Note the game, and add the files of promises to the tests that run. Without the option this imports nothing of the
    box."""
    config.addinivalue_line("markers", "rule(number): the rule of RULES.md that this test holds")
    if named := config.getoption("--table-game"):
        import_module("companion.promises.settings").PROMISED[:] = [_game(str(named))]
        config.args += [str(Path(__file__).with_name(file)) for file in PROMISES]


def _game(named: str) -> object:
    """Return the game of this name or in this folder. Raise UsageError."""
    folder = Path(named)
    if (folder / "__init__.py").is_file():
        import_module("companion.folders").add_one(folder)
    shelf = import_module("companion.shelf")
    name = folder.resolve().name
    if name in shelf.left_out():
        raise pytest.UsageError(f"{name} is set aside: {shelf.left_out()[name].values['why']}")
    if name not in shelf.games():
        raise pytest.UsageError(f"{named} is neither a game on the shelf ({', '.join(shelf.games())}) nor a folder of one")
    return shelf.games()[name]
