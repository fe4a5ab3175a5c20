"""The box's dice: fair at a real table, seeded in demos and tests."""

import random
import secrets
from typing import Protocol


class Dice(Protocol):
    """A source of chance. A table gets one and never draws by itself."""

    def pick(self, n: int) -> int:
        """Return a fair whole number from 0 to n - 1."""

    def bits(self) -> str:
        """Return 128 random bits in hex."""

    def key(self) -> str:
        """Return 128 random bits in hex for a secret of the box. Such a call changes no later draw."""


class FairDice(Dice):
    """Dice from the operating system. Nobody can know or repeat them."""

    def pick(self, n: int) -> int:
        return secrets.randbelow(n)

    def bits(self) -> str:
        return secrets.token_hex(16)

    def key(self) -> str:
        return self.bits()


class SeededDice(Dice):
    """Dice that draw the same for the same seed. They are for demos and tests, and never for a real table."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def pick(self, n: int) -> int:
        return self._random.randrange(n)

    def bits(self) -> str:
        return f"{self._random.getrandbits(128):032x}"

    def key(self) -> str:
        return f"{random.Random(f'key {self._seed}').getrandbits(128):032x}"
