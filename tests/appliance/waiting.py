"""Waiting for an emulated machine, which takes its time."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

BOOTS: Final = 900.0
"""Seconds; nobody waits longer for anything here: an emulated arm64 beside other work takes minutes to start."""

Found = TypeVar("Found")


class Failed(Exception):
    """Something did not come out as it should."""


def until(what: str, look: Callable[[], Found | None], patience: float = BOOTS, pause: float = 0.5) -> Found:
    """What `look` finds as soon as it finds something; a machine that does not answer is asked again."""
    end, why = time.monotonic() + patience, "never so"
    while time.monotonic() < end:
        try:
            if found := look():
                return found
        except (OSError, Failed) as error:
            why = str(error)
        time.sleep(pause)
    raise Failed(f"{what}: not within {patience:.0f} s ({why})")
