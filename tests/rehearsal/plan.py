"""How a rehearsal is done, and which boxes it has."""

import os
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from companion.shelf import games
from tests.rehearsal.told import Cast

TOGETHER: Final = 8
"""Boxes of a process, before there is another: as many as this machine has cores, at most."""
BEHIND_CABLES: Final = 10
"""One box of so many finds the store through a network that can be cut."""
SPARES: Final = 3


class Plan(NamedTuple):
    """What is rehearsed."""

    tables: int
    """3 at least."""
    pace: float
    """Seconds between two answers of a table."""
    seconds: float
    """That each pace is measured for."""
    backlog: int
    """Answers of each box that the store is told after it was away."""
    seed: int


class Parted(NamedTuple):
    """The boxes of a rehearsal, by the processes that they share."""

    doomed: Sequence[Cast]
    """The one that is killed."""
    cut_off: Sequence[Cast]
    """Those behind cables."""
    crews: Sequence[Sequence[Cast]]
    """All other tables."""
    spares: Sequence[Sequence[Cast]]


def parted(plan: Plan, folder: Path, stores: Sequence[str], cables: Sequence[str]) -> Parted:
    """Every game of the shelf is played, by turns; no two boxes ask the stores in the same order."""
    numbers, played = count(), sorted(games())

    def cast(through: Sequence[str], spare: bool = False) -> Cast:
        n = next(numbers)
        turned = (*through[n % len(through) :], *through[: n % len(through)])
        game = None if spare else played[n % len(played)]
        return Cast(f"box {n + 1}", str(folder / f"box{n + 1}"), turned, game, plan.seed * 10_000 + n)

    cut_off = max(1, plan.tables // BEHIND_CABLES)
    rest = plan.tables - 1 - cut_off
    return Parted(
        [cast(stores)],
        [cast(cables) for _ in range(cut_off)],
        [[cast(stores) for _ in range(size)] for size in _sizes(rest)],
        [[cast(stores, spare=True) for _ in range(size)] for size in (SPARES - 1, 1)],
    )


def _sizes(boxes: int) -> Iterator[int]:
    """Of the processes that share so many."""
    most = max(1, min(os.cpu_count() or 1, boxes // TOGETHER))
    for n in range(most):
        yield (boxes * (n + 1)) // most - (boxes * n) // most
