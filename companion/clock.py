"""The clocks that are passed in, and whether the date is known."""

import ctypes
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

Clock = Callable[[], float]
"""Returns seconds that only grow."""

Calendar = Callable[[], datetime | None]
"""Returns date and time with a time zone, or None if nothing vouches for them, as on a Pi without a network."""

UNSYNCHRONISED: Final = 5
"""TIME_ERROR: adjtimex(2) returns it while nothing keeps the clock right."""
TIMEX_BYTES: Final = 512
"""More than `struct timex` needs on any system. A buffer of zeros asks and changes nothing."""


def _state() -> int:
    """Return the kernel's state of its clock. Raises AttributeError outside Linux."""
    state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))
    return state


def vouched_for(state: Callable[[], int] = _state) -> datetime | None:
    """Return date and time if something keeps the clock right, else None. A system without adjtimex is trusted."""
    try:
        is_right = state() not in (UNSYNCHRONISED, -1)
    except AttributeError:
        is_right = True
    return datetime.now(UTC) if is_right else None
