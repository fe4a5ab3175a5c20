"""How much one seat may tell: a stuck finger, or a program, must not make a game that nobody can open again."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from companion.bounds import ENTRIES_A_SEAT, SECONDS_A_SET, SETS_AT_ONCE
from companion.core.knowledge import Seat
from companion.core.table import Table
from companion.core.words import Refused
from companion.ports.clock import Clock


class Pace:
    """What each seat, or (None) the panel, has left of setting tallies right; it grows back with time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left: dict[Seat | None, tuple[float, float]] = {}

    @contextmanager
    def told(self, table: Table, by: Seat | None, due: str | None, key: str) -> Iterator[None]:
        """Around an answer of this seat (`due` None: that sets a tally right). Raises Refused if it tells too much. What is
        told again under its key is no new entry, and always heard."""
        is_new = not table.is_told(by, key)
        if is_new and table.told_by(by) >= ENTRIES_A_SEAT:
            raise Refused("told_too_often")
        if is_new and due is None and self._patience(by) < 1:
            raise Refused("set_too_often")
        yield
        if is_new and due is None:
            self._left[by] = (self._patience(by) - 1, self._clock())

    def begin(self) -> None:
        """Another game."""
        self._left.clear()

    def _patience(self, by: Seat | None) -> float:
        left, at = self._left.get(by, (inf, self._clock()))
        return min(SETS_AT_ONCE, left + (self._clock() - at) / SECONDS_A_SET)
