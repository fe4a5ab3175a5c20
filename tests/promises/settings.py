"""Which games are tested, with which options and how many seats. A new game on the shelf is among them by itself."""

import os
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from companion.core.game import AnyGame
from companion.core.journal import CHAIN, Journal, MemoryJournal, TableHead
from companion.core.state import Seat
from companion.core.table import Table
from companion.demands.settings import ways
from companion.house.dice import Dice, SeededDice
from companion.shelf import games
from tests.toy import GAME as TOY

NAMES = tuple(map(Seat, ("Ana", "Ben", "Cho", "Dai", "Eva", "Farid", "Gala", "Hana", "Ida", "Jo")))

NUMBER = 7
"""The box's number of the tables here."""

ONE = os.environ.get("ONE_GAME")
"""The only game that is tested, for `make game`. None: all of them."""

SHELF: tuple[AnyGame, ...] = tuple(game for game in games().values() if ONE in (None, game.id))
GAMES: tuple[AnyGame, ...] = SHELF if ONE else (*SHELF, TOY)


@dataclass(frozen=True, eq=False)
class Setting:
    """A game, as people set it up."""

    game: AnyGame
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    names: tuple[Seat, ...] = NAMES

    def __str__(self) -> str:
        named = {name: "kept" if isinstance(value, dict) else value for name, value in self.options.items()}
        chosen = "-".join(f"{name}={value}" for name, value in named.items())
        return "-".join(filter(None, (self.game.id, str(self.seats), chosen)))

    def table(self, lots: Dice | None = None, journal: Journal | None = None, draws: bool = True) -> Table:
        """Return a table. Without `draws` (a replay) the lines give the results of chance, too."""
        lots = lots or SeededDice(0)
        options = msgspec.convert(self.options, self.game.options)
        head = TableHead(self.game.id, self.names[: self.seats], self.options, self.game.rules, CHAIN, places=PLACES)
        pick = lots.pick if draws else None
        return Table(self.game, head, options, MemoryJournal() if journal is None else journal, NUMBER, lots.bits, pick)


PLACES = "5ec2e7" * 5
"""By which all these tables draw the places of secret answers."""


@cache
def settings_of(game: AnyGame) -> tuple[Setting, ...]:
    """Return the usual game, every option with each of its values, and all that is so found together; in turn at every
    size."""
    found = ways(game)
    few = tuple(Setting(game, sizes[i % len(sizes)], options) for i, (options, sizes) in enumerate(found))
    usual = tuple(Setting(game, n, {}) for n in found[0][1])
    return (*usual, *few[1:])


@cache
def set_up_error(game: AnyGame) -> str | None:
    """Return why some setting of a game cannot be set up. None: all can."""
    for setting in settings_of(game):
        try:
            setting.table().moment.screen(None)
        except Exception as error:
            return f"{setting} cannot be set up: {type(error).__name__}: {error}"
    return None


def is_one_more(setting: Setting) -> bool:
    """Return whether it differs in a single option from the usual game, of which it repeats the rest: fewer games of it will
    do."""
    return len(setting.options) == 1


def settings() -> tuple[Setting, ...]:
    return tuple(setting for game in GAMES for setting in settings_of(game))
