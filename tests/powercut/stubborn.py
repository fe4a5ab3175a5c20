"""Evenings on a disk that fails: each opens the box in a folder, answers, and says every answer again that is refused.

`python -m tests.powercut.stubborn FOLDER ANSWERS MOST N...`. One line of stdout for each thing that is told:
`open`, `kept N HASH`, or `refused KEY WORDS`; before each evening `evening N PID`. Whoever makes the call number MOST of a
process fail makes the Nth of each evening fail: it is played by a process of its own in a copy of the folder, FOLDER-N, and
calls so often before, on a file of its own, that MOST is reached just then.
"""

import os
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from companion.core.words import Refused
from companion.house.house import House
from companion.house.lots import SeededLots
from companion.speech.i18n import say
from tests.support.games import step
from tests.support.houses import open_house

TRIES = 3


def main(folder: str, answers: str, most: str, *numbers: str) -> None:
    for n in map(int, numbers):
        shutil.copytree(folder, f"{folder}-{n}")
        child = os.fork()
        if child == 0:
            tell(f"evening {n} {os.getpid()}")
            call_before(int(most) - n)
            evening(Path(f"{folder}-{n}"), int(answers))
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0


def call_before(times: int) -> None:
    """Write nothing, and make it certain, so many times."""
    with tempfile.TemporaryFile() as file:
        for _ in range(times):
            os.pwrite(file.fileno(), b"", 0)
            os.fdatasync(file.fileno())


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
        before = house.frame(None)
        try:
            step(house, SeededLots(n), f"key-{n}")
        except Refused as why:
            shown = house.frame(None)
            if (shown.trouble, shown.screen) != (why.text, before.screen):
                raise AssertionError("every screen says what is wrong, and nothing else has changed") from why
            tell(f"refused {why.key} {say(why.text, 'en')}")
        else:
            assert house.trouble is None
            tell(f"kept {house.table.moment.entries} {house.table.moment.hash}")
            with suppress(Refused):  # as in a quiet moment: the next answer finds out what is wrong
                house.journal.checkpoint()
            return True
    return False


def tell(line: str) -> None:
    os.write(1, line.encode() + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
