"""The settings in which the promises of a game are tested: its options, and its numbers of seats."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from companion import folders
from companion.core.game import AnyGame
from companion.core.journal import CHAIN, Journal, MemoryJournal, TableHead
from companion.core.state import Seat
from companion.core.table import Table
from companion.demands.settings import ways
from companion.house.dice import Dice, SeededDice

NAMES = tuple(map(Seat, ("Ana", "Ben", "Cho", "Dai", "Eva", "Farid", "Gala", "Hana", "Ida", "Jo")))

PROMISED: list[AnyGame] = []
"""The game that `pytest --table-game` names. The box's own tests name theirs in `tests/promises/settings.py`."""

NUMBER = 7
"""The box's number of all tables here."""


@dataclass(frozen=True, eq=False)
class Setting:
    """One way to set up a game: its options, and its number of seats."""

    game: AnyGame
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    names: tuple[Seat, ...] = NAMES

    def __str__(self) -> str:
        named = {name: "kept" if isinstance(value, dict) else value for name, value in self.options.items()}
        chosen = "-".join(f"{name}={value}" for name, value in named.items())
        return "-".join(filter(None, (self.game.id, str(self.seats), chosen)))

    def table(self, lots: Dice | None = None, journal: Journal | None = None, draws: bool = True) -> Table:
        """Return a new table. Without `draws`, as in a replay, the entries must have the results of chance."""
        lots = lots or SeededDice(0)
        options = msgspec.convert(self.options, self.game.options)
        head = TableHead(self.game.id, self.names[: self.seats], self.options, self.game.rules, CHAIN, places=PLACES)
        pick = lots.pick if draws else None
        return Table(self.game, head, options, MemoryJournal() if journal is None else journal, NUMBER, lots.bits, pick)


PLACES = "5ec2e7" * 5
"""The secret from which all these tables draw the places of secret answers."""


@folders.cached
def settings_of(game: AnyGame) -> tuple[Setting, ...]:
    """Return the usual game at every size, each option with each of its other values, and all such options together.
    Settings with options take the sizes in turn. For a table's own game the smallest and the largest size are enough,
    because its plan gives the sizes."""
    found = ways(game)
    sizes = found[0][1]
    usual_sizes = (sizes[0], sizes[-1]) if any(kind.script for kind in game.kept) else sizes
    few = tuple(Setting(game, sizes[i % len(sizes)], options) for i, (options, sizes) in enumerate(found))
    usual = tuple(Setting(game, n, {}) for n in usual_sizes)
    return (*usual, *few[1:])


@folders.cached
def set_up_error(game: AnyGame) -> str | None:
    """Return why a setting of the game cannot be set up. None: all can."""
    for setting in settings_of(game):
        try:
            setting.table().moment.screen(None)
        except Exception as error:
            return f"{setting} cannot be set up: {type(error).__name__}: {error}"
    return None


def is_one_more(setting: Setting) -> bool:
    """Return whether the setting differs from the usual game in a single option. It repeats the rest of the usual game, so
    fewer games of it are enough."""
    return len(setting.options) == 1


def each_of(metafunc: pytest.Metafunc, games: Sequence[AnyGame]) -> None:
    """Run a test for each of these games (`game`), or for each of their settings (`setting`). All promises of one setting
    run in a row, so that only few games are in memory."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, ids=lambda game: game.id)
    if "setting" in metafunc.fixturenames:
        all_settings = [setting for game in games for setting in settings_of(game)]
        metafunc.parametrize("setting", all_settings, ids=str, scope="module")
