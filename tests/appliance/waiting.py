"""Waits for an emulated machine, which is slow."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

BOOTS: Final = 900.0
"""The most seconds to wait. An emulated arm64 takes minutes to start on a busy machine."""

Found = TypeVar("Found")


class Failed(Exception):
    """A promise was broken."""


def until(what: str, look: Callable[[], Found | None], patience: float = BOOTS, pause: float = 0.5) -> Found:
    """Call `look` until it finds something, and return that. A machine that does not answer is asked again.

    Raises Failed after `patience` seconds.
    """
    end, why = time.monotonic() + patience, "never so"
    while time.monotonic() < end:
        try:
            if found := look():
                return found
        except (OSError, Failed) as error:
            why = str(error)
        time.sleep(pause)
    raise Failed(f"{what}: not within {patience:.0f} s ({why})")
