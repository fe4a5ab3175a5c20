"""One act after the other: said before, timed, and with the machine's console where one fails."""

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
    """A machine that somebody must switch off."""

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
    """Whatever happens, the machine goes off; its console is kept where something failed."""
    try:
        yield
    except BaseException:
        print(f"the machine's console: {shutil.copy(machine.console, CACHE / 'console')}", file=sys.stderr)
        raise
    finally:
        machine.cut_power()
