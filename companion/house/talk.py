"""The talk timer: a talk that is on, and how much of it is left. It lives in the house alone: no journal knows it and no
screen, and a box that was switched off has forgotten it."""

from math import ceil
from typing import Final

import msgspec

from companion.ports.clock import Clock

MINUTE: Final = 60


class Talk(msgspec.Struct, frozen=True):
    """A talk that is on; `ends` by the house's clock, `total` in seconds."""

    ends: float
    total: int


class TalkTimer:
    """At most one talk at a time. The house calls what changes it under its lock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.on: Talk | None = None

    def start(self, minutes: int) -> None:
        """From the beginning, whatever was left."""
        self.on = Talk(self._clock() + minutes * MINUTE, minutes * MINUTE)

    def lengthen(self) -> None:
        """One minute more; a talk whose time was up has that minute."""
        if self.on is not None:
            ends = max(self.on.ends, self._clock()) + MINUTE
            self.on = Talk(ends, max(self.on.total, ceil(ends - self._clock())))

    def stop(self) -> None:
        """Whoever talks goes on without a clock."""
        self.on = None

    def left(self, talk: Talk) -> int:
        """Whole seconds; 0 once its time is up."""
        return max(0, ceil(talk.ends - self._clock()))
