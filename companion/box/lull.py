"""Moments in which nobody answers: what can wait is done then, so that no answer waits for it."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from companion.bounds import PUT_OFF, QUIET_SECONDS
from companion.core.words import Refused

Pause = Callable[[float], bool | None]
"""Waits for so many seconds; true as soon as the box is closing."""


class Lull:
    """Does `acts`, one after the other, in the lull after something happened, on a thread of its own. One that raises
    Refused is tried again in the next lull."""

    def __init__(self, acts: Sequence[Callable[[], object]], pause: Pause | None = None) -> None:
        self._acts = acts
        self._stirred = threading.Event()
        self._closing = threading.Event()
        self._pause = pause or self._closing.wait
        self._thread = threading.Thread(target=self._run, name="lull", daemon=True)

    def start(self) -> "Lull":
        """Wait for lulls until `close`."""
        self._thread.start()
        return self

    def stir(self) -> None:
        """Something happened just now. From any thread; nobody is waited for."""
        self._stirred.set()

    def close(self) -> None:
        """What is being done is waited for; there is no other lull."""
        self._closing.set()
        self._stirred.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        # Once it is closing nothing stirs any more: whoever still waited for that would wait for ever.
        while self._stirred.wait() and not self._closing.is_set() and self.comes():
            self.use()

    def comes(self) -> bool:
        """Wait until nothing has happened for a while, or it was put off so often that it must be now; False: the box is
        closing."""
        for _ in range(PUT_OFF):
            self._stirred.clear()
            if self._pause(QUIET_SECONDS):
                return False
            if not self._stirred.is_set():
                break
        return True

    def use(self) -> None:
        """Do all that was put off."""
        for act in self._acts:
            with suppress(Refused):  # whatever is wrong is said when somebody answers
                act()
