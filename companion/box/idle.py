"""What the box does while nobody answers."""

import gc
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from companion.bounds import PUT_OFF, QUIET_SECONDS
from companion.core.words import Refused

YOUNG: Final = 20_000
"""What is new is looked through once there is so much more of it than went by itself: the screens of a moment, which go with
the next one, are less than that at the largest table."""
NEVER: Final = 2**31 - 1
ENOUGH: Final = 10
"""So often what is new must have been looked through before all is."""


class Memory:
    """Of the whole process."""

    def __init__(self) -> None:
        self._usual = gc.get_threshold()

    def start(self) -> "Memory":
        """All that is there now is needed to the end: it is not looked through again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        return self

    def sweep(self) -> None:
        """Nobody waits just now: look through all the rest, if it is worth it."""
        if gc.get_count()[1] >= ENOUGH:
            gc.collect()

    def close(self) -> None:
        """As it was before."""
        gc.set_threshold(*self._usual)
        gc.unfreeze()


Pause = Callable[[float], bool | None]
"""Waits for so many seconds; true as soon as the box is closing."""


class IdleMaintenance:
    """Does `acts`, one after the other, in the lull after something happened, on a thread of its own. One that raises
    Refused is tried again in the next lull."""

    def __init__(self, acts: Sequence[Callable[[], object]], pause: Pause | None = None) -> None:
        self._acts = acts
        self._stirred = threading.Event()
        self._closing = threading.Event()
        self._pause = pause or self._closing.wait
        self._thread = threading.Thread(target=self._run, name="lull", daemon=True)

    def start(self) -> "IdleMaintenance":
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
