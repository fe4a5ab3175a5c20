"""The organiser's rounds: which tables play which game, and the minutes that are left.

No date is compared, because a Raspberry Pi has no clock and a laptop's may be wrong. A board writes the seconds that are
left again and again. Each reader counts down from there by itself.
"""

import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Any, Final, Literal

import msgspec

from companion.clock import Clock
from companion.hall.layout import UNREADABLE
from companion.hall.numbers import FORM

MOST_ROUNDS: Final = 50
MOST_MINUTES: Final = 600
"""The longest round. The longest game of the shelf takes a third of it."""
MOST_OFF_SECONDS: Final = 15 * 60
"""Seconds. A board that was off for longer does not guess how much of a round has passed."""

RoundStep = Literal["ready", "open", "over"]


class Round(msgspec.Struct, frozen=True):
    """A round of the organiser."""

    number: str
    """Its number in the event, in the form of a table's number."""
    game: str
    minutes: int
    tables: str = ""
    """The tables that play it, as the organiser wrote them: "1-20, A7". Empty: all tables."""
    options: dict[str, Any] = {}
    """The options that differ from the usual game."""
    step: RoundStep = "ready"
    plan: str = ""
    """The mark of its seating plan in the store. Empty: it has none."""

    def has(self, table: str) -> bool:
        """Return True if the table with this number plays the round."""
        return bool(table) and (not self.tables or any(_is_within(table, *part) for part in spans(self.tables)))


class RoundClock(msgspec.Struct, frozen=True):
    """The time that is left in a round, as a board wrote it."""

    round: str
    turn: int
    """Grows whenever the organiser sets, starts or stops the clock. Only then may more time be left than before."""
    left: int
    """The seconds that were left."""
    runs: bool
    at: int
    """The second of the writing by the store's clock. Only a board that starts again uses it."""
    is_unsure: bool = False
    """True if no board ran for so long before the writing that the seconds may be too many."""


class Countdown:
    """The seconds left in one round. A value that is read late is too large, so the smallest one counts."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._heard: RoundClock | None = None
        self._ends = 0.0
        self.is_unsure = False
        """True if nobody knows how much time passed while no board ran, until the organiser sets the clock."""

    def hear(self, clock: RoundClock, late: int | None = 0) -> None:
        """Take what a board wrote. `late`: the seconds that have passed since, or None if nobody knows."""
        ends = self._clock() + clock.left - (late or 0)
        is_same = self._heard is not None and (self._heard.turn, self._heard.runs) == (clock.turn, clock.runs)
        self.is_unsure = clock.is_unsure or late is None or (is_same and self.is_unsure)
        self._ends = min(self._ends, ends) if is_same and clock.runs else ends
        self._heard = clock

    @property
    def left(self) -> int:
        """Return the seconds that are left now, or 0 after the end."""
        if self._heard is None:
            return 0
        return max(0, ceil(self._ends - self._clock())) if self._heard.runs else self._heard.left

    @property
    def minutes(self) -> int:
        """Return the minutes left, rounded up."""
        return -(-self.left // 60)

    @property
    def turn(self) -> int:
        """Return the turn of the clock that was heard, or -1 before."""
        return -1 if self._heard is None else self._heard.turn

    @property
    def runs(self) -> bool:
        """Return True if the time passes."""
        return self._heard is not None and self._heard.runs

    def is_late(self, seconds: int) -> bool:
        """Return True if the store's number is `seconds` or more behind. At a round's end any difference counts."""
        return self.runs and self._heard is not None and is_behind(self._heard.left, self.left, seconds)

    def written(self, at: int) -> RoundClock | None:
        """Return what a board writes now at this second of the store's clock, or None if nothing was heard yet."""
        if self._heard is None:
            return None
        return msgspec.structs.replace(self._heard, left=self.left, at=at, is_unsure=self.is_unsure)


class Countdowns:
    """The countdowns of all rounds, for one thread."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self.by_round: dict[str, Countdown] = {}

    def hear(self, clocks: Iterable[RoundClock], late: Callable[[RoundClock], int | None] = lambda clock: 0) -> None:
        """Take all clocks of the store. Rounds that are not among them have none any more."""
        known = {clock.round: clock for clock in clocks}
        self.by_round = {number: self.by_round.get(number, Countdown(self._clock)) for number in known}
        for number, clock in known.items():
            self.by_round[number].hear(clock, late(clock) if clock.runs else 0)

    def seconds(self, written: RoundClock) -> int:
        """Return the seconds that are left of a clock in the store. A clock that is not heard yet was written just now."""
        known = self.by_round.get(written.round)
        return known.left if known is not None and known.turn == written.turn else written.left


def is_behind(written: int, left: int, seconds: int) -> bool:
    """Return True if the number `written` in the store exceeds the seconds that are `left` by `seconds` or more. At the end
    of the round any difference counts."""
    return written - left >= seconds or left == 0 < written


def passed(clock: RoundClock, now: int) -> int | None:
    """Return the seconds since this was written, by the store's clock, or None for a time that cannot be right."""
    seconds = now - clock.at
    return max(0, seconds) if -MOST_OFF_SECONDS <= seconds <= MOST_OFF_SECONDS else None


def since_start() -> float:
    """Return seconds that also pass while a laptop sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def rounds_of(raw: bytes | None) -> tuple[Round, ...]:
    """Return the rounds in a value of the store, or none for a value that cannot be read."""
    return tuple(one for one in _read(raw, tuple[Round, ...]) if FORM.fullmatch(one.number) and _is_list(one.tables))


def clocks_of(raw: bytes | None) -> tuple[RoundClock, ...]:
    """Return the clocks in a value of the store, or none for a value that cannot be read."""
    return tuple(one for one in _read(raw, tuple[RoundClock, ...]) if 0 <= one.left <= MOST_MINUTES * 60)


def _read(raw: bytes | None, of: Any) -> Any:
    try:
        return msgspec.json.decode(raw or b"[]", type=of)
    except UNREADABLE:
        return ()


def round_at(rounds: Iterable[Round], table: str) -> Round | None:
    """Return the round that is open at this table, or None."""
    return next((one for one in rounds if one.step == "open" and one.has(table)), None)


def overlapping(rounds: Iterable[Round], opened: Round) -> Round | None:
    """Return another open round that has a table of this one, or None. A table plays one round at a time."""
    others = [one for one in rounds if one.step == "open" and one.number != opened.number]
    return next((one for one in others if _meet(one.tables, opened.tables)), None)


Span = tuple[str, str]
"""The first and the last number of a row of tables."""


def spans(written: str) -> Iterator[Span]:
    """Yield the rows of tables in what an organiser wrote: "1-20, A7", also in full-width letters. Raises ValueError for
    anything else."""
    for part in unicodedata.normalize("NFKC", written).replace("–", "-").replace(";", ",").replace("、", ",").split(","):
        first, dash, last = (piece.strip().upper() for piece in part.partition("-"))
        last = last if dash else first
        is_row = first.isdecimal() and last.isdecimal() and int(first) <= int(last)
        if not FORM.fullmatch(first) or not (is_row or (first == last and FORM.fullmatch(last))):
            raise ValueError(part.strip())
        yield first, last


def _is_list(written: str) -> bool:
    try:
        return written == "" or bool([*spans(written)])
    except ValueError:
        return False


def _is_within(table: str, first: str, last: str) -> bool:
    if table.isdecimal() and first.isdecimal():
        return int(first) <= int(table) <= int(last)
    return table == first


def _meet(one: str, other: str) -> bool:
    if not one or not other:
        return True
    return any(_is_within(a[0], *b) or _is_within(b[0], *a) for a in spans(one) for b in spans(other))
