"""The join code: who knows it may come in. Short, so short lived; wrong guesses are counted."""

import secrets
import unicodedata
from typing import Final

from companion.bounds import OLD_CODE_SECONDS, SECONDS_A_GUESS, WRONG_CODES
from companion.house.pace import Patience
from companion.ports.clock import Clock

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 characters that nobody mistakes for another: no 0, 1, I, O."""

LENGTH: Final = 6

LOOKALIKES: Final = {"Q": "0O", "D": "0O", "L": "1I"}
"""Characters that no code has, by those that they are mistaken for."""


def new_code() -> str:
    """Six characters of ALPHABET (30 bits) from the operating system's dice."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


TABLE_LETTERS: Final = 12
"""Of a table's name: 60 bits, so that no two tables of all boxes ever meet."""


def new_table() -> str:
    """A table's name for ever, from the operating system's dice, in letters that nobody mistakes for others."""
    return "".join(secrets.choice(ALPHABET) for _ in range(TABLE_LETTERS))


def plain(code: str) -> str:
    """A code as the box writes it, typed in whatever case, width or groups: "ste-tzc", "STE TZC"."""
    return "".join(c for c in unicodedata.normalize("NFKC", code).upper() if c.isalnum())


def _meant(said: str, known: str) -> str:
    """What was typed, with each character that no code has read as the one it looks like."""
    if len(said) != len(known):
        return said
    return "".join(k if s in LOOKALIKES.get(k, "") else s for s, k in zip(said, known, strict=True))


class Door:
    """The code that opens now, the one before, and the patience left for each address that guesses."""

    def __init__(self, clock: Clock, code: str) -> None:
        self._clock = clock
        self.code = code
        self._old: dict[str, float] = {}
        self._guesses = Patience(clock, WRONG_CODES, SECONDS_A_GUESS)

    def change(self, code: str) -> None:
        """Another code; the old one opens ten minutes more."""
        self._old = {code: until for code, until in self._old.items() if until > self._clock()}
        self._old[self.code] = self._clock() + OLD_CODE_SECONDS
        self.code = code

    def lets_in(self, code: str) -> bool:
        """Whether this code lets in, however it was typed."""
        said = plain(code)
        live = [self.code, *(old for old, until in self._old.items() if until > self._clock())]
        return any(secrets.compare_digest(_meant(said, known).encode("utf-8", "replace"), known.encode()) for known in live)

    def is_patient(self, address: str) -> bool:
        """Count one wrong code of this address; False when it guesses too fast. Right codes are never counted, so a
        flood of wrong ones locks nobody out."""
        is_patient = self._guesses.lasts(address)
        self._guesses.spend(address)
        return is_patient
