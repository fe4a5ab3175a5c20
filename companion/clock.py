"""The types of the clocks that callers pass in, and a check whether the system knows the date."""

import ctypes
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

Clock = Callable[[], float]
"""A function that returns seconds. They never fall."""

Calendar = Callable[[], datetime | None]
"""A function that returns date and time with a time zone. None: nothing keeps the clock right, as on a Pi without a
network."""

UNSYNCHRONISED: Final = 5
"""The value TIME_ERROR, which adjtimex(2) returns while nothing keeps the clock right."""
TIMEX_BYTES: Final = 512
"""The size of a buffer of zeros, larger than `struct timex` on any system. With it the call reads the state and changes
nothing."""


def _state() -> int:
    """Return the kernel's state of its clock. Raise AttributeError outside Linux."""
    state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))
    return state


def vouched_for(state: Callable[[], int] = _state) -> datetime | None:
    """Return date and time if something keeps the clock right, else None. A system without adjtimex counts as right."""
    try:
        is_right = state() not in (UNSYNCHRONISED, -1)
    except AttributeError:
        is_right = True
    return datetime.now(UTC) if is_right else None
