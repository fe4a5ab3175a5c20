"""The evenings of `evening.py` on a disk whose syncs fail. Evening N is played in FOLDER-N, and each thread's Nth sync fails
(`forked.py`).

`python -m tests.powercut.unsynced FOLDER ANSWERS MOST N...`.
"""

import sys

from companion.journals.durability import CAREFUL
from tests.powercut import evening
from tests.powercut.forked import fresh, play_each


def main(folder: str, answers: str, most: str, *numbers: str) -> None:
    def play(n: int) -> None:
        own = fresh(folder, n)
        own.mkdir()
        evening.main(str(own), answers, CAREFUL)

    play_each(map(int, numbers), int(most), play)


if __name__ == "__main__":
    main(*sys.argv[1:])
