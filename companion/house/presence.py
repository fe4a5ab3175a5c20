"""Which phones are there: who looks has a stream open, who asks was there just now."""

import threading
from collections import Counter
from typing import Final

from companion.bounds import HOST_LOST_SECONDS, PHONES_KNOWN, ROOM_GONE_SECONDS
from companion.ports.clock import Clock

ROOM: Final = "room"
PANEL: Final = "panel"
"""Who looks without a token: at what is public, or at the simulated panel."""


class Presence:
    """Phones by the hash of their token. What was never seen counts from when the box began. From any thread."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock()
        self._looking: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._watch = 0
        self._seen: dict[str, float] = {}
        """The one that was heard longest ago in front."""

    def came(self, token: str) -> None:
        """A stream was opened."""
        if token == ROOM and self.watched is None:
            self._watch += 1
        self._looking[token] += 1

    def went(self, token: str) -> None:
        """A stream was closed."""
        self._looking[token] -= 1
        if self._looking[token] <= 0:
            del self._looking[token]
        self.asked(token)

    def asked(self, token: str) -> None:
        """It was there just now."""
        with self._lock:
            self._seen.pop(token, None)
            self._seen[token] = self._clock()
            if len(self._seen) > PHONES_KNOWN:
                del self._seen[next(iter(self._seen))]

    @property
    def watched(self) -> int | None:
        """Which time it is that somebody watches a room's screen; None: nobody does. One that was away for a moment only is
        watched on."""
        return self._watch if self._looking[ROOM] > 0 or self._was_here(ROOM, ROOM_GONE_SECONDS) else None

    def _was_here(self, token: str, seconds: float) -> bool:
        with self._lock:
            seen = self._seen.get(token)
        return seen is not None and self._clock() - seen < seconds

    def is_looking(self, token: str) -> bool:
        """Whether this phone has a stream open."""
        return self._looking[token] > 0

    def is_lost(self, token: str | None) -> bool:
        """Whether this phone (None: there is none) has been gone for long."""
        if token is not None and self.is_looking(token):
            return False
        with self._lock:
            seen = self._seen.get(token or "", self._began)
        return self._clock() - seen >= HOST_LOST_SECONDS
