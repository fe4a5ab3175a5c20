"""The clock that is handed in: nothing that can be tested reads one by itself."""

from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds that only ever grow."""
