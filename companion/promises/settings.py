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
from companion.demands.settings import OptionValues, settings_to_try, sizes_of
from companion.house.dice import Dice, SeededDice
from companion.shelf import NAMES as NAMES

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

    def table(self, dice: Dice | None = None, journal: Journal | None = None, draws: bool = True) -> Table:
        """Return a new table. Without `draws`, as in a replay, the entries must have the results of chance."""
        dice = dice or SeededDice(0)
        options = msgspec.convert(self.options, self.game.options)
        head = TableHead(self.game.id, self.names[: self.seats], self.options, self.game.rules, CHAIN, places=PLACES)
        pick = dice.pick if draws else None
        return Table(self.game, head, options, MemoryJournal() if journal is None else journal, NUMBER, dice.bits, pick)


PLACES = "5ec2e7" * 5
"""The secret from which all these tables draw the places of secret answers."""

MOST = 3
"""The most options that a setting changes together, except in the setting that changes all."""


@folders.cached
def settings_of(game: AnyGame) -> tuple[Setting, ...]:
    """Return the settings to test. The usual game comes at every size. Each other value of an option comes once, in a
    setting with a few other options. All these values together come at the smallest table. Settings with a few options take
    the sizes in turn. For a table's own game the smallest and the largest size are enough, because its plan gives the
    sizes."""
    (_, sizes), *found = settings_to_try(game)
    usual_sizes = (sizes[0], sizes[-1]) if any(kind.script for kind in game.owner_things) else sizes
    single, together = [[one for one, _ in found if (len(one) == 1) is alone] for alone in (True, False)]
    few = [(options, sizes_of(game, options)) for options in _few_together(game, single)]
    return (
        *(Setting(game, n) for n in usual_sizes),
        *(Setting(game, fitting[n % len(fitting)], options) for n, (options, fitting) in enumerate(few, 1)),
        *(Setting(game, min(sizes_of(game, options)), options) for options in together),
    )


def _few_together(game: AnyGame, single: Sequence[OptionValues]) -> list[OptionValues]:
    """Return these options in as few settings as they fit into, with up to `MOST` in each, and never more than half of all:
    a setting with nearly all of them would repeat the one with all."""
    most, groups = max(1, min(MOST, len(single) // 2)), list[OptionValues]()
    for one in single:
        free = (group for group in groups if len(group) < most and not group.keys() & one)
        fitting = next((group for group in free if sizes_of(game, group | one)), None)
        if fitting is None:
            groups.append(dict(one))
        else:
            fitting.update(one)
    return groups


@folders.cached
def set_up_error(game: AnyGame) -> str | None:
    """Return why a setting of the game cannot be set up. None: all can."""
    for setting in settings_of(game):
        try:
            setting.table().moment.screen(None)
        except Exception as error:
            return f"{setting} cannot be set up: {type(error).__name__}: {error}"
    return None


def is_variation(setting: Setting) -> bool:
    """Return whether the setting differs from the usual game in a few options. It repeats the rest of the usual game, so
    fewer games of it are enough."""
    return bool(setting.options) and (len(setting.options) == 1 or setting is not settings_of(setting.game)[-1])


def each_of(metafunc: pytest.Metafunc, games: Sequence[AnyGame]) -> None:
    """Run a test for each of these games (`game`), or for each of their settings (`setting`). All promises of one setting
    run in a row, so that only few games are in memory."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, ids=lambda game: game.id)
    if "setting" in metafunc.fixturenames:
        all_settings = [setting for game in games for setting in settings_of(game)]
        metafunc.parametrize("setting", all_settings, ids=str, scope="module")
