"""The secrets of a game by its own page, `tests/secrets.toml` in its folder: written from the rules, not the code."""

import tomllib
from pathlib import Path
from typing import Final

from companion.core.game import AnyGame
from tests.support.marks import GAMES
from tests.toy import GAME as TOY

TOYS: Final = Path(__file__).parent.parent / "toy" / "secrets.toml"


def written(game: AnyGame) -> dict[str, dict[str, list[str]]]:
    """Return secret fields by kind of due. Only the asked seat may know the fields of `[own]` during the game. Each seat may
    know its own part of the fields of `[parts]`. Neighbours can see the pieces of the own fields in `[lies]`. Without a page
    a game has no secrets."""
    page = TOYS if game is TOY else GAMES / game.id / "tests" / "secrets.toml"
    return tomllib.loads(page.read_text("utf-8")) if page.exists() else {}
