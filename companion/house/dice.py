"""The box's dice: fair at a real table, seeded in demos and tests."""

import random
import secrets
from typing import Protocol


class Lots(Protocol):
    """Where chance comes from; a table is handed one and never draws by itself."""

    def pick(self, n: int) -> int:
        """A fair whole number from 0 to n - 1."""

    def bits(self) -> str:
        """128 random bits in hex."""

    def key(self) -> str:
        """As many for a secret of the box's own; they move nothing else that is drawn."""


class FairLots(Lots):
    """From the operating system; nobody can know or repeat it."""

    def pick(self, n: int) -> int:
        return secrets.randbelow(n)

    def bits(self) -> str:
        return secrets.token_hex(16)

    def key(self) -> str:
        return self.bits()


class SeededLots(Lots):
    """The same draws for the same seed: for demos and tests, never for a real table."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def pick(self, n: int) -> int:
        return self._random.randrange(n)

    def bits(self) -> str:
        return f"{self._random.getrandbits(128):032x}"

    def key(self) -> str:
        return f"{random.Random(f'key {self._seed}').getrandbits(128):032x}"
