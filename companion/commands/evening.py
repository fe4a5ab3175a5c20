"""Commands that open a table: for people, or for bots."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click

from companion import drawings
from companion.bots import Bots, seat_bots
from companion.box.running import OpenBox, Shutdown, open_house
from companion.commands.terminal import (
    BAD_FILE,
    LISTEN,
    PANEL,
    SETTINGS,
    STATE,
    fail,
    guarded,
    is_read_by_people,
    language,
    named_game,
    tell,
)
from companion.core.journal import strict_json
from companion.core.words import BadFile, text
from companion.house.dice import Dice, SeededDice
from companion.house.house import House
from companion.journals.folder import InUse, lock_folder
from companion.records.record import parse_options
from companion.settings import Settings, read
from companion.snapshot.table import host_and_port
from companion.speech.say import say

DEMO_NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva", "Farid", "Gala", "Hana", "Ida", "Jo")


@click.command()
@LISTEN
@STATE
@PANEL
@SETTINGS
@guarded
def run(listen: str | None, state: str | None, panel: str | None, file: Path | None) -> None:
    """Open the table. An unfinished game continues. Stop with Ctrl-C."""
    settings = read(file, listen=listen, state=state, panel=panel)
    with held_folder(settings.state_folder()):
        house = open_or_fail(settings)
        _start(house).run(lambda: _welcome(house))


@click.command()
@click.argument("game")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same game.")
@click.option("--seats", type=click.IntRange(1, 10), help="The number of bots. Left out: as many as the game takes.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game. You may repeat this.")
@click.option("--pace", type=click.FloatRange(0.0, 60.0), default=1.5, show_default=True, help="Seconds between answers.")
@LISTEN
@PANEL
@guarded
def demo(
    game: str,
    seed: int,
    seats: int | None,
    options: tuple[str, ...],
    pace: float,
    listen: str | None,
    panel: str | None,
) -> None:
    """Show GAME with bots in all seats. Join with a bot's name to take its seat."""
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        settings = read(None, listen=listen, panel=panel, state=folder)
        house = open_or_fail(settings, SeededDice(seed))
        _seat_bots(house, game, seats, dict(map(_option, options)))
        evening = _start(house)
        evening.add(Bots(house, SeededDice(seed + 1), pace))
        evening.run(lambda: _welcome(house))


@contextmanager
def held_folder(folder: Path) -> Iterator[None]:
    """Hold the state folder for this box alone, while the block runs. If that fails, end the command with a message."""
    with ExitStack() as holding:
        try:
            holding.enter_context(lock_folder(folder))
        except InUse:
            fail(say(text("run.in_use", folder=str(folder)), language()), BAD_FILE)
        except OSError as error:
            fail(say(text("run.no_state", folder=str(folder), why=error.strerror or ""), language()), BAD_FILE)
        yield  # outside of the `try`: an error in the block has other causes


def open_or_fail(settings: Settings, dice: Dice | None = None) -> House:
    """Return the house that keeps its games in the settings' folder. If that fails, end the command with a message."""
    try:
        return open_house(settings, dice)
    except OSError as error:
        why, folder = error.strerror or "", str(settings.state_folder())
        fail(say(text("run.no_state", folder=folder, why=why), language()), BAD_FILE)


def _start(house: House) -> OpenBox:
    shutdown = Shutdown()
    shutdown.listen()  # before the front ends start, because systemd may stop the box while they do
    try:
        return OpenBox(house, shutdown)
    except (OSError, UnicodeError) as error:  # a host name may be malformed
        why = getattr(error, "strerror", None) or str(error)
        fail(say(text("run.no_port", listen=house.settings.listen, why=why), language()), BAD_FILE)


def _welcome(house: House) -> None:
    """Print the address to join, alone on its line. Then print the addresses of the room's screen and of the simulated
    panel, and a code to scan."""
    join = house.snapshots.join_info
    tell(f"join http://{join.address}/J/{join.code}", f"table http://{join.address}/table")
    if house.settings.panel == "simulated":
        tell(f"panel http://{host_and_port('127.0.0.1', house.snapshots.state.port)}/panel")
    if is_read_by_people():
        tell(drawings.terminal(join.url))
    if house.trouble:
        tell(say(house.trouble, language()), err=True)


def _option(option: str) -> tuple[str, Any]:
    """Return the name and the value of an option such as `lawan=2`, `long=true` or `hands=phones`. The value is read as JSON
    if possible, else as a word."""
    name, _, value = option.partition("=")
    try:
        return name, strict_json(value)
    except BadFile:
        return name, value


def _seat_bots(house: House, game: str, seats: int | None, options: dict[str, Any]) -> None:
    found = named_game(game)
    most = found.sizes(parse_options(found, options))[-1]
    seat_bots(house, game, DEMO_NAMES[: seats or most], options)
