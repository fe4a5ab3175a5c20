"""When Python looks for what nobody needs any more: between answers, not in one.

Looking through all that there is takes some 30 ms on an ordinary machine, and came about once in 25 answers. Next to nothing
is ever found: what an answer makes goes by itself.
"""

import gc
from typing import Final

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
