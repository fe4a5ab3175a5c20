"""The figures of a rehearsal: times, and the processes' use of the machine."""

import os
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.rehearsal.messages import Answered, Copied


class Span(NamedTuple):
    """The median and the 99th percentile of some times, in milliseconds."""

    p50: float
    p99: float


class Taken(NamedTuple):
    """A process's use of the machine."""

    percent: float
    """The percentage of one core."""
    mib: float
    """The memory in MiB, with its part of shared memory, or 0 if the system does not know."""


class Figures(NamedTuple):
    """The figures of one evening."""

    answers: float
    """The answers of all boxes in a second."""
    answer: Span | None
    """The times from an answer to its place on the box's disk."""
    lag: Span | None
    """The times from a public answer to the store's acknowledgement."""
    behind: Span | None
    """The times from the store's acknowledgement to the board."""
    copying: Taken
    """The average box's use for its copying."""
    board: Taken
    store: Taken
    """The use of the store's busiest machine."""
    store_mib: float
    """The MiB that the store keeps on disk."""
    load: float
    """The machine's load over the last minute. A busy core counts 1."""
    cores: int


def span(seconds: Iterable[float]) -> Span | None:
    """Return the span of these times, which are in seconds, or None if there are none."""
    found = sorted(seconds)
    if not found:
        return None
    return Span(_ms(found[len(found) // 2]), _ms(found[min(len(found) - 1, len(found) * 99 // 100)]))


def lags(copied: Iterable[Copied]) -> list[float]:
    """Return the seconds from each public answer to the store's acknowledgement."""
    return [one.seconds - one.entered for one in copied if one.entered is not None]


def delays(copied: Iterable[Copied], reached: Sequence[tuple[int, float]]) -> list[float]:
    """Return the seconds from the store's acknowledgement of each public screen to the board.

    `reached` has the board's revisions and their times. The board may be faster than the acknowledgement; that counts 0.
    """
    revisions = [revision for revision, _ in reached]
    places = [(one, bisect_left(revisions, one.revision)) for one in copied if one.is_shown]
    return [max(0.0, reached[at][1] - one.seconds) for one, at in places if at < len(reached)]


def together(answered: Iterable[Answered]) -> Answered:
    """Return the reports of several processes as one."""
    reports = list(answered)
    return Answered(
        sum(one.answers for one in reports),
        tuple(seconds for one in reports for seconds in one.latencies),
        tuple(copied for one in reports for copied in one.copied),
        sum(one.busy for one in reports),
    )


def mib(pid: int) -> float:
    """Return the memory of a process in MiB, as in Taken."""
    try:
        content = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0.0
    return int(content.split("\nPss:")[1].split()[0]) / 1024


def core_seconds(pid: int) -> float:
    """Return the core seconds of a process so far, or 0 if the system does not know."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
