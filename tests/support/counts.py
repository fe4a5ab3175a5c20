"""The counts that people enter at the end of games whose end they count on the table."""

from collections.abc import Iterator
from typing import Any

from companion.core.state import Seat
from companion.games.bali.end import by_companion
from companion.games.bali.pieces import KINDS

Counts = Iterator[tuple[Seat | None, dict[str, Any]]]
"""Each seat that counts (None: the table), with its count."""


def bali(public: Any, more: int = 0) -> Counts:
    """Yield a count for each seat with the box's numbers, and for the first seat `more` stones more. Then yield the count of
    the altar."""
    for seat, known in zip(public.seats, by_companion(public), strict=True):
        stones = known.stones + (more if seat == public.seats[0] else 0)
        counted = {"stones": stones, "points": known.points, "shrines": known.shrines}
        yield seat, {"type": "count", "sacrifices": dict(zip(KINDS, known.held, strict=True)), **counted}
    yield None, {"type": "count", "altar": dict(zip(KINDS, public.final.altar, strict=True))}


def buru(public: Any, more: int = 0) -> Counts:
    """Yield a count for each seat with the box's numbers, and for the first seat `more` esteem more."""
    for seat, player in zip(public.names, public.players, strict=True):
        esteem = player.esteem + (more if seat == public.names[0] else 0)
        yield seat, {"type": "count", "esteem": esteem, "tributes": sum(player.tributes), "elders": player.elders}
