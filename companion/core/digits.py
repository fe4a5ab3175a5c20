"""A number that people tap digit by digit on covered cards. Every number takes equally many taps."""

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.core.state import Data
from companion.core.words import Text

SOME: Final = 24
"""The approximate number of examples that `some` yields. A list of all numbers would be too long."""


class Digits(msgspec.Struct, frozen=True, omit_defaults=True):
    """Answers that differ only in one number. They are not listed one by one."""

    do: dict[str, object]
    """The answer without its number."""
    name: str
    """The name of the field that holds the number."""
    low: int
    """The lowest number that the rules take. Lower ones are blocked."""
    high: int
    """The highest number that the rules take. Higher ones are blocked."""
    why: Text
    """The reason on a blocked number."""
    words: Text
    faces: tuple[tuple[int, ...], ...]
    """For each step, the digit on each of its cards."""
    signed: bool = False
    """True if the first step has 1 and -1 in place of digits: the sign."""
    change_of: str | None = None
    """The key under which the field holds only the change from `before`. The field is empty if nothing changed."""
    before: int = 0

    @property
    def most(self) -> int:
        """Return the largest number that there are cards for."""
        first, *rest = self.faces[self.signed :]
        return int((max(first) + 1) * 10 ** len(rest)) - 1

    def answer(self, n: int) -> dict[str, object]:
        """Return the answer that says this number."""
        if self.change_of is None:
            return {**self.do, self.name: n}
        return {**self.do, self.name: {self.change_of: n - self.before} if n != self.before else {}}

    def refusal(self, n: int) -> Text | None:
        """Return the refusal of a blocked number, else None."""
        return None if self.low <= n <= self.high else self.why

    def takes(self, do: Data) -> bool:
        """Return whether `do` says a number that there are cards for."""
        number = do.get(self.name)
        if self.change_of is not None:
            number = (
                self.before + number.get(self.change_of, 0)
                if isinstance(number, dict) and _has_whole_numbers(number)
                else None
            )
        is_there = type(number) is int and (-self.most if self.signed else 0) <= number <= self.most
        return is_there and isinstance(number, int) and do == self.answer(number)

    def some(self) -> Iterator[int]:
        """Yield about SOME numbers: the lowest, the highest and others between them, and then a blocked one if there is
        one."""
        step = max(1, (self.high - self.low) // SOME)
        yield from range(self.low, self.high, step)
        yield self.high
        if self.high < self.most:
            yield self.most

    def onward(self, taps: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the number that these taps make, with its path. While taps are missing, yield one number for each possible
        next tap: a legal one, or else the one nearest to the bounds."""
        if len(taps) == len(self.faces):
            yield self._number(taps), taps
            return
        for i in range(len(self.faces[len(taps)])):
            yield self._nearest((*taps, i))

    def _number(self, taps: tuple[int, ...]) -> int:
        tapped = [row[i] for row, i in zip(self.faces, taps, strict=False)]
        sign, digits = (tapped[0], tapped[1:]) if self.signed else (1, tapped)
        return sign * int("".join(map(str, digits)) or "0")

    def _nearest(self, taps: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return the number nearest to the bounds that these taps lead to, and its path."""
        rest = self.faces[len(taps) :]
        ends = [(*taps, *(row.index(end(row)) for row in rest)) for end in (min, max)]
        least, most = sorted(map(self._number, ends))
        n = min(max(self.low, least), most)
        digits = f"{abs(n):0{len(self.faces) - self.signed}}"[len(taps) - self.signed :]
        return n, (*taps, *(row.index(int(digit)) for row, digit in zip(rest, digits, strict=True)))


def _has_whole_numbers(change: dict[str, object]) -> bool:
    return all(type(n) is int for n in change.values())
