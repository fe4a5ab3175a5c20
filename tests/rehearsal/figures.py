"""What a rehearsal measures: how long things took, and what processes took of the machine."""

import os
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.rehearsal.told import Answered, Copied


class Span(NamedTuple):
    """How long something took, in milliseconds: half of the times, and 99 of 100, no longer than this."""

    p50: float
    p99: float


class Taken(NamedTuple):
    """What a process took of the machine."""

    percent: float
    """Of one core."""
    mib: float
    """What it has to itself, and its share of what others have, too; 0 where the system does not say."""


class Figures(NamedTuple):
    """What was measured while boxes played."""

    answers: float
    """A second, of all boxes together."""
    answer: Span | None
    """An answer at its box, until it is on disk."""
    lag: Span | None
    """From an answer that the room sees to the store's word that it has it."""
    behind: Span | None
    """From there to the board."""
    copying: Taken
    """Of one box's."""
    board: Taken
    store: Taken
    """Of one of its machines, the busiest."""
    store_mib: float
    """That it keeps on disk."""
    load: float
    """Of the whole machine, over the last minute; a core that is busy is one."""
    cores: int


def span(seconds: Iterable[float]) -> Span | None:
    """Of times in seconds; None: there are none."""
    found = sorted(seconds)
    if not found:
        return None
    return Span(_ms(found[len(found) // 2]), _ms(found[min(len(found) - 1, len(found) * 99 // 100)]))


def lags(copied: Iterable[Copied]) -> list[float]:
    """Seconds from the answer to the store, of what the room sees."""
    return [one.seconds - one.told for one in copied if one.told is not None]


def delays(copied: Iterable[Copied], reached: Sequence[tuple[int, float]]) -> list[float]:
    """Seconds from the store to the board that was at these revisions at these times, of what it shows. It may be there
    before the box has heard of it: then it is 0."""
    revisions = [revision for revision, _ in reached]
    places = [(one, bisect_left(revisions, one.revision)) for one in copied if one.is_shown]
    return [max(0.0, reached[at][1] - one.seconds) for one, at in places if at < len(reached)]


def together(answered: Iterable[Answered]) -> Answered:
    """What several told as if one had."""
    told = list(answered)
    return Answered(
        sum(one.answers for one in told),
        tuple(seconds for one in told for seconds in one.latencies),
        tuple(copied for one in told for copied in one.copied),
        sum(one.busy for one in told),
    )


def mib(pid: int) -> float:
    """The memory of a process, as Taken has it."""
    try:
        said = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0.0
    return int(said.split("\nPss:")[1].split()[0]) / 1024


def core_seconds(pid: int) -> float:
    """That a process has taken so far; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
