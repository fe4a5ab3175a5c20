"""How much one seat, or one address, may do in a row: a stuck finger, or a program, must not wear out the card, or make a
game that nobody can open again."""

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from math import inf

from companion.bounds import ENTRIES_A_SEAT, PACES_KNOWN, SECONDS_A_SET, SETS_AT_ONCE
from companion.core.knowledge import Seat
from companion.core.table import Table
from companion.core.words import Refused
from companion.ports.clock import Clock


class Patience:
    """What each of many has left of `at_once`; one more grows back in `seconds`. From any thread."""

    def __init__(self, clock: Clock, at_once: int, seconds: float) -> None:
        self._clock = clock
        self._at_once = at_once
        self._seconds = seconds
        self._lock = threading.Lock()
        self._left: dict[Hashable, tuple[float, float]] = {}
        """Those who spent longest ago in front: of one more than PACES_KNOWN the first is forgotten."""

    def lasts(self, one: Hashable) -> bool:
        """Whether this one may do it once more."""
        with self._lock:
            return self._now(one) >= 1

    def spend(self, one: Hashable) -> None:
        """This one has done it, or has tried to: what is left never falls below nothing."""
        with self._lock:
            left = max(0.0, self._now(one) - 1)
            self._left.pop(one, None)
            self._left[one] = left, self._clock()
            if len(self._left) > PACES_KNOWN:
                del self._left[next(iter(self._left))]

    @contextmanager
    def spent(self, one: Hashable, why: str = "too_often") -> Iterator[None]:
        """Around what this one does; what is refused there costs nothing. Raises Refused for this reason if it must wait."""
        if not self.lasts(one):
            raise Refused(why)
        yield
        self.spend(one)

    def renew(self) -> None:
        """Everybody begins anew."""
        with self._lock:
            self._left.clear()

    def _now(self, one: Hashable) -> float:
        left, at = self._left.get(one, (inf, 0.0))
        return min(self._at_once, left + (self._clock() - at) / self._seconds)


class Pace:
    """What each seat, or (None) the panel, may tell a game."""

    def __init__(self, clock: Clock) -> None:
        self._sets = Patience(clock, SETS_AT_ONCE, SECONDS_A_SET)

    @contextmanager
    def told(self, table: Table, by: Seat | None, due: str | None, key: str) -> Iterator[None]:
        """Around an answer of this seat (`due` None: that sets a tally right). Raises Refused if it tells too much. What is
        told again under its key is no new entry, and always heard."""
        if table.is_told(by, key):
            yield
            return
        if table.told_by(by) >= ENTRIES_A_SEAT:
            raise Refused("told_too_often")
        if due is not None:
            yield
            return
        with self._sets.spent(by, "set_too_often"):
            yield

    def begin(self) -> None:
        """Another game."""
        self._sets.renew()
