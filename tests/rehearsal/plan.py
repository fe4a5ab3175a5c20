"""The plan of a rehearsal, and its boxes."""

import os
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from companion.shelf import games
from tests.rehearsal.messages import Cast

TOGETHER: Final = 8
"""The boxes of a process before there is another. There are at most as many processes as cores."""
BEHIND_CABLES: Final = 10
"""One box in this many reaches the store through a network that can be cut."""
SPARES: Final = 3


class Plan(NamedTuple):
    """The numbers of a rehearsal."""

    tables: int
    """The number of boxes that play, 3 at least."""
    pace: float
    """Seconds between two answers of a table."""
    seconds: float
    """Seconds for which each pace is measured."""
    backlog: int
    """The answers that each box gives while the store is away."""
    seed: int


class Parted(NamedTuple):
    """The boxes of a rehearsal, by process."""

    doomed: Sequence[Cast]
    """The box that is killed."""
    cut_off: Sequence[Cast]
    """The boxes behind cables."""
    crews: Sequence[Sequence[Cast]]
    """All other boxes with tables."""
    spares: Sequence[Sequence[Cast]]


def parted(plan: Plan, folder: Path, stores: Sequence[str], cables: Sequence[str]) -> Parted:
    """Return the boxes of this plan. Their games take turns, so that every game of the shelf is played.

    The order of the stores takes turns, too, so that the boxes share them evenly.
    """
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
    """Yield the number of boxes of each process that shares these boxes."""
    most = max(1, min(os.cpu_count() or 1, boxes // TOGETHER))
    for n in range(most):
        yield (boxes * (n + 1)) // most - (boxes * n) // most
