"""Work that the box puts off until nobody answers."""

import gc
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from companion.bounds import PUT_OFF, QUIET_SECONDS
from companion.core.words import Refused

YOUNG: Final = 20_000
"""The number of new objects, not freed, after which Python's collector runs. The screens of a moment have fewer objects,
even at the largest table, and the next moment frees them."""
NEVER: Final = 2**31 - 1
"""The largest number that Python takes for a generation of its collector. With it, older generations are collected only by
`Memory.sweep`."""
ENOUGH: Final = 10
"""The number of young collections after which a full one is worth its time."""


class Memory:
    """The garbage collection of the whole process. A full collection runs only while nobody waits."""

    def __init__(self) -> None:
        self._usual = gc.get_threshold()

    def start(self) -> "Memory":
        """Collect now, and exclude all present objects from later collections, because the box needs them to the end."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        return self

    def sweep(self) -> None:
        """Collect everything, if enough young collections have run since. Call this while nobody waits."""
        if gc.get_count()[1] >= ENOUGH:
            gc.collect()

    def close(self) -> None:
        """Restore the collector's usual settings."""
        gc.set_threshold(*self._usual)
        gc.unfreeze()


Pause = Callable[[float], bool | None]
"""A function that waits for this many seconds, or returns True if the box is closing."""


class IdleMaintenance:
    """A thread that does `acts` in order, once nothing has changed for a while (QUIET_SECONDS). An act that raises Refused
    is tried again the next time."""

    def __init__(self, acts: Sequence[Callable[[], object]], pause: Pause | None = None) -> None:
        self._acts = acts
        self._changed = threading.Event()
        self._closing = threading.Event()
        self._pause = pause or self._closing.wait
        self._thread = threading.Thread(target=self._run, name="idle", daemon=True)

    def start(self) -> "IdleMaintenance":
        """Start the thread."""
        self._thread.start()
        return self

    def note_change(self) -> None:
        """Note that something changed. Call this from any thread. It does not wait."""
        self._changed.set()

    def close(self) -> None:
        """Stop the thread, after the acts that it is doing."""
        self._closing.set()
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        # After closing nothing sets the event again, so a wait for it would never end.
        while self._changed.wait() and not self._closing.is_set() and self.wait_for_quiet():
            self.do_all()

    def wait_for_quiet(self) -> bool:
        """Wait until nothing has changed for QUIET_SECONDS, but not longer than PUT_OFF such times. Return False if the box
        is closing."""
        for _ in range(PUT_OFF):
            self._changed.clear()
            if self._pause(QUIET_SECONDS):
                return False
            if not self._changed.is_set():
                break
        return True

    def do_all(self) -> None:
        """Do all acts once."""
        for act in self._acts:
            with suppress(Refused):  # the house reports trouble when somebody answers
                act()
