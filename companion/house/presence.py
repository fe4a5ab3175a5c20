"""Which phones are there: who looks has a stream open, who asks was there just now."""

from collections import Counter

from companion.bounds import HOST_LOST_SECONDS, PHONES_KNOWN
from companion.ports.clock import Clock


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
        if len(self._seen) > PHONES_KNOWN:
            self._seen.clear()
        self._seen[token] = self._clock()

    def is_lost(self, token: str | None) -> bool:
        """Whether this phone (None: there is none) has been gone for long."""
        if token is not None and self._looking[token] > 0:
            return False
        return self._clock() - self._seen.get(token or "", self._began) >= HOST_LOST_SECONDS
