"""The clocks that are handed in: nothing that can be tested reads one by itself."""

from collections.abc import Callable
from datetime import datetime

Clock = Callable[[], float]
"""Seconds that only ever grow."""

Calendar = Callable[[], datetime | None]
"""Which day and time it is, for people, with its zone; None: nobody vouches for it, as on a Pi that has asked nobody yet."""
