"""Writes the goldens of the shelf's games.

`python -m tests.promises.golden --write [GAME ...]` writes `NAME.txt` again beside every `NAME.jsonl` of these games, or of
all. Read the difference before you keep it.
"""

import sys
from pathlib import Path

import companion.games
from companion.promises.golden import golden

GAMES = Path(companion.games.__path__[0])


def playthroughs(*games: str) -> list[Path]:
    """Return the records of these games, or of all."""
    return sorted(file for game in games or ("*",) for file in GAMES.glob(f"{game}/playthroughs/*.jsonl"))


def main() -> None:
    if sys.argv[1:2] != ["--write"]:
        sys.exit(__doc__)
    for file in playthroughs(*sys.argv[2:]):
        file.with_suffix(".txt").write_text(golden(file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
