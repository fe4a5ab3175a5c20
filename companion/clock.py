"""The clocks that are handed in, and whether the date is known."""

import ctypes
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

Clock = Callable[[], float]
"""Seconds that only ever grow."""

Calendar = Callable[[], datetime | None]
"""Which day and time it is, for people, with its zone; None: nobody vouches for it, as on a Pi that has asked nobody yet."""


UNSYNCHRONISED: Final = 5
"""TIME_ERROR, which adjtimex(2) returns while nothing keeps the clock right."""
TIMEX_BYTES: Final = 512
"""More than `struct timex` takes anywhere; all zero it asks and changes nothing."""


def _state() -> int:
    """What the kernel says of its clock. Raises AttributeError where there is no adjtimex: not on Linux."""
    state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))
    return state


def vouched_for(state: Callable[[], int] = _state) -> datetime | None:
    """Day and time, where something keeps the clock right; None: nobody vouches for it. A laptop without adjtimex is
    trusted."""
    try:
        is_right = state() not in (UNSYNCHRONISED, -1)
    except AttributeError:
        is_right = True
    return datetime.now(UTC) if is_right else None
