"""Which phones are there: who looks has a stream open, who asks was there just now."""

from collections import Counter
from typing import Final

from companion.doors import Clock

LOST_AFTER: Final = 60.0
"""Seconds without a stream or a question after which a phone counts as lost; one that is locked for a moment is not."""
MOST_KNOWN: Final = 1000


class Presence:
    """Phones by the hash of their token. What was never seen counts from when the box began."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock()
        self._looking: Counter[str] = Counter()
        self._seen: dict[str, float] = {}

    def came(self, token: str) -> None:
        """A stream was opened."""
        self._looking[token] += 1

    def went(self, token: str) -> None:
        """A stream was closed."""
        self._looking[token] -= 1
        if self._looking[token] <= 0:
            del self._looking[token]
        self.asked(token)

    def asked(self, token: str) -> None:
        """It was there just now."""
        if len(self._seen) > MOST_KNOWN:
            self._seen.clear()
        self._seen[token] = self._clock()

    def is_lost(self, token: str | None) -> bool:
        """Whether this phone (None: there is none) has been gone for long."""
        if token is not None and self._looking[token] > 0:
            return False
        return self._clock() - self._seen.get(token or "", self._began) >= LOST_AFTER
