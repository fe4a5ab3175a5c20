"""Reads the secrets of a game from `tests/secrets.toml` in its folder, which is written from the rules, not from the
code."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from companion.core.game import AnyGame
from tests.support.marks import GAMES
from tests.toy import GAME as TOY

TOYS: Final = Path(__file__).parent.parent / "toy" / "secrets.toml"


@cache
def written(game: AnyGame) -> dict[str, dict[str, list[str]]]:
    """Return the secret fields by kind of due. During the game only the asked seat may know the fields of `[own]`. Each seat
    may know its own part of the fields of `[parts]`. `[on_table]` names own fields whose pieces neighbours can see. A game
    without such a file has no secrets."""
    page = TOYS if game is TOY else GAMES / game.id / "tests" / "secrets.toml"
    return tomllib.loads(page.read_text("utf-8")) if page.exists() else {}
