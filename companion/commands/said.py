"""What several commands take."""

from pathlib import Path
from typing import Final

import click

from companion.core.game import AnyGame
from companion.core.words import BadFile
from companion.shelf import games

LISTEN: Final = click.option("--listen", metavar="HOST:PORT", help="Where to serve; a port of 0 takes a free one.")
SETTINGS: Final = click.option("--settings", "file", type=click.Path(path_type=Path), help="A TOML file of settings.")
STATE: Final = click.option("--state", metavar="DIR", help="The folder that keeps the games.")
PANEL: Final = click.option(
    "--panel", metavar="KIND", help="simulated, gpio (a Raspberry Pi's pins), or none (phones alone)."
)
FILE: Final = click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
"""One that is read; "-" is what is handed in."""


def named_game(id_: str) -> AnyGame:
    """The game of this name. Raises BadFile if the shelf has none."""
    if id_ not in games():
        raise BadFile("file.no_such_game", games=tuple(games()))
    return games()[id_]
