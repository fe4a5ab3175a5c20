"""Looks again and again at what may change around the box, and says so when it did."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Generic, Self, TypeVar

LOOKS_EVERY: Final = 5.0
"""Seconds between two looks: as long as a table waits for the new code after somebody moved the box."""

Seen = TypeVar("Seen")


class Lookout(Generic[Seen]):
    """Says what `look` sees to `tell` at the start, and whenever that is something else: a cable was plugged in, the Wi-Fi
    gave another address, an update came on a stick."""

    def __init__(self, look: Callable[[], Seen], tell: Callable[[Seen], None]) -> None:
        self._look, self._tell = look, tell
        self._known = look()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)

    def start(self) -> Self:
        """Say what there is, and look on a thread of its own until `close`."""
        self._tell(self._known)
        self._thread.start()
        return self

    def look(self) -> None:
        """Look once, and tell if there is something else to be seen than at the look before. Raises OSError."""
        now = self._look()
        if now != self._known:
            self._known = now
            self._tell(now)

    def _run(self) -> None:
        while not self._stop.wait(LOOKS_EVERY):
            with suppress(OSError):  # the next look may find more
                self.look()

    def close(self) -> None:
        """Look no more; a look that is going on is waited for."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
