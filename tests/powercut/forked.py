"""Evenings one after the other, each by a process of its own: forked off one that has played such an evening already, as to
read all code and to learn all words anew takes thirty times as long as to play.

Before each of them one line of stdout says `evening N PID`. Whoever makes the call number MOST of each thread fail makes the
Nth of each thread of the Nth evening fail: it calls so often before, on a file of its own, that MOST is reached just then.
"""

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any


def play_each(numbers: Iterable[int], most: int, play: Callable[[int], None]) -> None:
    """Play the evening of each number; first, unheard, the one of number 0, in which nothing fails."""
    play(0)
    for n in numbers:
        child = os.fork()
        if child == 0:
            tell(f"evening {n} {os.getpid()}")
            in_each_thread(lambda n=n: call_before(most - n))
            play(n)
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0


def fresh(folder: str, n: int) -> Path:
    """Where the evening of this number is played, `folder`-N; number 0 was perhaps played there before."""
    own = Path(f"{folder}-{n}")
    shutil.rmtree(own, ignore_errors=True)
    return own


def in_each_thread(do: Callable[[], None]) -> None:
    """Here and now, and first of all in each thread that begins from now on."""

    def begins(*event: Any) -> None:
        sys.setprofile(None)
        do()

    do()
    threading.setprofile(begins)


def call_before(times: int) -> None:
    """Write nothing, and make it certain, so many times."""
    with tempfile.TemporaryFile() as file:
        for _ in range(times):
            os.pwrite(file.fileno(), b"", 0)
            os.fdatasync(file.fileno())
            os.fsync(file.fileno())


def tell(line: str) -> None:
    os.write(1, line.encode() + b"\n")
