"""What a game's own page, `tests/secrets.toml` in its folder, says of its secrets: read from the rules, not the code."""

import tomllib
from pathlib import Path
from typing import Final

from companion.core.game import AnyGame
from tests.support.marks import GAMES
from tests.toy import GAME as TOY

TOYS: Final = Path(__file__).parent.parent / "toy" / "secrets.toml"


def written(game: AnyGame) -> dict[str, dict[str, list[str]]]:
    """By kind of due: the fields that only the seat that is asked may know while the game goes on (`[own]`), those of which
    each seat may know its own part (`[parts]`), and of the former what lies open before the seat all the same, where who
    sits beside it sees it (`[lies]`). No page: it has no secrets."""
    page = TOYS if game is TOY else GAMES / game.id / "tests" / "secrets.toml"
    return tomllib.loads(page.read_text("utf-8")) if page.exists() else {}
