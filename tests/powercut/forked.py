"""Evenings one after the other, each in a process of its own.

Each is forked off a process that has played such an evening already. A fresh process would need thirty times as long, as it
would load all code and texts again.

Each evening begins with a line on stdout, `evening N PID`. The tracer makes call number MOST of each thread fail. Evening N
first makes MOST - N calls on a file of its own, so the call that fails is the evening's Nth.
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
    """Play the evening of each number. Number 0 is played first, without a failure and without a line on stdout."""
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
    """Return the path `folder`-N for the evening of this number, and remove an older evening from there."""
    own = Path(f"{folder}-{n}")
    shutil.rmtree(own, ignore_errors=True)
    return own


def in_each_thread(do: Callable[[], None]) -> None:
    """Call `do` now, and at the beginning of each thread that starts later."""

    def begins(*event: Any) -> None:
        sys.setprofile(None)
        do()

    do()
    threading.setprofile(begins)


def call_before(times: int) -> None:
    """Write no bytes and sync them, this many times."""
    with tempfile.TemporaryFile() as file:
        for _ in range(times):
            os.pwrite(file.fileno(), b"", 0)
            os.fdatasync(file.fileno())
            os.fsync(file.fileno())


def tell(line: str) -> None:
    os.write(1, line.encode() + b"\n")
