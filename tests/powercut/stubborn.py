"""Evenings on a disk that fails. Each opens the box in a folder, answers, and sends every refused answer again.

`python -m tests.powercut.stubborn FOLDER ANSWERS MOST N...`. Evening N runs in a copy of the folder, FOLDER-N, and its Nth
call fails (`forked.py`). Each event is a line on stdout: `open`, `kept N HASH`, or `refused KEY WORDS`.
"""

import shutil
import sys
from contextlib import suppress
from pathlib import Path

from companion.core.words import Refused
from companion.house.dice import SeededDice
from companion.house.house import House
from companion.speech.say import say
from tests.powercut.forked import fresh, play_each, tell
from tests.support.games import step
from tests.support.houses import open_house

TRIES = 3


def main(folder: str, answers: str, most: str, *numbers: str) -> None:
    def play(n: int) -> None:
        own = fresh(folder, n)
        shutil.copytree(folder, own)
        evening(own, int(answers))

    play_each(map(int, numbers), int(most), play)


def evening(folder: Path, answers: int) -> None:
    house = opened(folder)
    if house is None:
        return
    tell("open")
    for n in range(answers):
        if not answered(house, n):
            break
    house.journal.close()


def opened(folder: Path) -> House | None:
    for _ in range(TRIES):
        try:
            return open_house(folder)
        except Refused as why:
            tell(f"refused {why.key} {say(why.text, 'en')}")
    return None


def answered(house: House, n: int) -> bool:
    assert house.table is not None
    for _ in range(TRIES):
        before = house.snapshot(None)
        try:
            step(house, SeededDice(n), f"key-{n}")
        except Refused as why:
            shown = house.snapshot(None)
            if (shown.notice.trouble, shown.screen) != (why.text, before.screen):
                raise AssertionError("every screen says what is wrong, and nothing else has changed") from why
            tell(f"refused {why.key} {say(why.text, 'en')}")
        else:
            assert house.trouble is None
            tell(f"kept {house.table.moment.entries} {house.table.moment.hash}")
            with suppress(Refused):  # as in a quiet moment. The next answer meets the same failure
                house.journal.checkpoint()
            return True
    return False


if __name__ == "__main__":
    main(*sys.argv[1:])
