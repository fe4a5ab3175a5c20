"""A box says in the hall that it is there, and notices when another one says so under its name: its card was copied."""

from collections.abc import Callable
from typing import Final

from companion.hall import layout
from companion.hall.layout import Box
from companion.hall.store import Store
from companion.hall.wire import Put
from companion.ports.clock import Clock

HEARD_SECONDS: Final = 15
"""A box that was not heard of for so long is silent."""
RENEWED_SECONDS: Final = 5.0
SURE: Final = 2
"""So often in a row the box must find its own word in the hall to be sure that it is alone: another one that is on and
hears the hall puts its own there meanwhile."""


class Calling:
    """For one thread. `me`: what it says. What it may raise is Away, and then it is to be called again."""

    def __init__(self, id_: str, store: Store, me: Callable[[], Box], clock: Clock) -> None:
        self._key = layout.box(id_)
        self._store = store
        self._me = me
        self._clock = clock
        self._lease = 0
        self._said: Box | None = None
        self._again_at = 0.0
        self._found = 0
        """How often in a row its own word stood there."""
        self._was_doubled = False

    @property
    def is_alone(self) -> bool:
        """Whether no other box that is on has this one's name, as far as the hall knows."""
        return self._found >= SURE

    @property
    def is_doubled(self) -> bool:
        """Whether another one had it just now."""
        return self._was_doubled and not self.is_alone

    @property
    def until(self) -> float:
        """The seconds until it is to be said again."""
        return max(0.0, self._again_at - self._clock())

    def call(self) -> bool:
        """Say it, if it is time, or if there is something else to say; whether it was."""
        me = self._me()
        if me == self._said and self.until:
            return False
        if not (self._lease and self._store.renew(self._lease)):
            self._lease, self._said = self._store.lease(HEARD_SECONDS), None
        elif self._said is not None:
            self._look()
        if me != self._said:
            self._store.commit([], [Put(self._key, layout.written(me), self._lease)])
            self._said = me
        self._again_at = self._clock() + RENEWED_SECONDS
        return True

    def _look(self) -> None:
        """Whose word stands there. Another's gives way to ours, so that the other box learns of us, too."""
        found = self._store.read(self._key).get(self._key)
        if found is not None and found.lease == self._lease:
            self._found += 1
            return
        self._found, self._said = 0, None
        self._was_doubled = found is not None
