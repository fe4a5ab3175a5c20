"""How long a box waits before it asks a store again that did not answer."""

import random
from collections.abc import Callable
from typing import Final

FIRST_SECONDS: Final = 0.5
MOST_SECONDS: Final = 30.0
"""A store that comes back is found within this."""


class Patience:
    """Grows with each failure: the other stores first, at once; then half a second, and double that each time. No two boxes
    wait alike (`chance` gives 0 to 1), so that a store that comes back meets no storm."""

    def __init__(self, stores: int, chance: Callable[[], float] = random.random) -> None:
        self._stores = stores
        self._chance = chance
        self._failures = 0

    @property
    def is_calm(self) -> bool:
        """Whether the one that was asked last answered."""
        return not self._failures

    @property
    def is_tried(self) -> bool:
        """Whether every store has failed since one answered last."""
        return self._failures >= self._stores

    def failed(self) -> float:
        """A store did not answer: seconds until the next one is asked."""
        self._failures += 1
        if self._failures % self._stores:
            return 0.0
        rounds = min(self._failures // self._stores - 1, 16)
        return min(MOST_SECONDS, FIRST_SECONDS * 2.0**rounds) * (0.5 + self._chance() / 2)

    def went_well(self) -> None:
        """A store answered."""
        self._failures = 0
