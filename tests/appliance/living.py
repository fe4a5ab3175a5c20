"""Plays acts one after the other. Each is announced and timed, and after a failure the machine's console is kept."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from tests.appliance.debian import CACHE

On, With = TypeVar("On"), TypeVar("With")


class Emulated(Protocol):
    """A machine that must be switched off in the end."""

    console: Path

    def cut_power(self) -> None: ...


def say(name: str, promise: str | None) -> None:
    print(f"== {name.replace('_', ' ')}\n   {' '.join((promise or '').split())}", flush=True)


def live(act: Callable[[On, With], None], on: On, given: With) -> None:
    say(act.__name__, act.__doc__)
    began = time.monotonic()
    act(on, given)
    print(f"   so it is ({time.monotonic() - began:.0f} s)", flush=True)


@contextmanager
def watched(machine: Emulated) -> Iterator[None]:
    """Switch the machine off at the end of this context, also after an error. After an error its console is kept."""
    try:
        yield
    except BaseException:
        print(f"the machine's console: {shutil.copy(machine.console, CACHE / 'console')}", file=sys.stderr)
        raise
    finally:
        machine.cut_power()
