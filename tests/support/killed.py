"""A house for a test to kill: it plays a game in a folder, and prints what it has acknowledged.

Run as `python -m tests.support.killed FOLDER GAME_SEED`.
"""

import sys
from pathlib import Path

from companion.house.dice import SeededDice
from tests.support.games import step
from tests.support.houses import open_house


def main(folder: str, seed: str) -> None:
    house = open_house(Path(folder))
    assert house.table is not None
    lots = SeededDice(int(seed))
    while not house.table.moment.over:
        n = house.table.moment.entries + 1
        step(house, lots, f"key-{n}")
        print(n, house.table.moment.hash, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
