"""The measurements of `make bench` with drawn sheets: finding places for a piece on the largest map, and a whole game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from companion.core.history import begin
from companion.core.state import Seat
from companion.games.animism.ground import Geometry, ground
from companion.games.animism.layout import SAMPLE
from companion.games.animism.papers import Paper, blank
from companion.games.animism.placing import Effect, effects, placements, spots
from companion.records.record import parse_head
from tests.support.benched import Plan

Seconds = Callable[[Callable[[], object]], float]
"""A function that returns the seconds of an act."""

FOUR: Final = tuple(map(Seat, ("Ana", "Ben", "Cho", "Dai")))
SIDE: Final = 30
"""The cells on each side of the largest map (ANIM-01)."""


def drawing(seconds: Seconds) -> dict[str, Any]:
    """Return the measured milliseconds, and the number of places found."""
    of = _large()
    paper = _painted(of)

    def all_places() -> list[tuple[int, int, int]]:
        """Return the places of every piece, the single cell included."""
        found = []
        for shape in of.shapes.values():
            found += placements(of, spots(of, paper, shape, first=False))
        return found

    def with_effects() -> list[Effect]:
        """Return all places of one piece in four turns, each with what it paints and ticks."""
        places = spots(of, paper, of.shapes["stairs"], first=False)
        found = effects(of, paper, 0, of.shapes["stairs"], places)
        return [effect for effect, some in found.items() for _ in placements(of, some)]

    plan = Plan("animism", FOUR, {"sheets": "twin"})
    entries = plan.whole_game(1).entries
    _, game, options = parse_head(plan.head.fields())

    def fold() -> None:
        history = begin(game, FOUR, options)
        for entry in entries:
            history = history.plus(entry)

    return {
        "places_on_30_by_30": len(all_places()),
        "all_places_ms": round(1000 * seconds(all_places), 2),
        "places_of_one_piece": len(with_effects()),
        "one_piece_with_effects_ms": round(1000 * seconds(with_effects), 2),
        "answers_of_a_game_of_four": len(entries),
        "game_of_four_folded_ms": round(1000 * seconds(fold), 2),
    }


def _large() -> Geometry:
    """Return the sample map in the corner of the largest paper."""
    wide = [row.ljust(SIDE, ".") for row in SAMPLE.map]
    rows = (*wide, *["." * SIDE] * (SIDE - len(wide)))
    return ground(msgspec.structs.replace(SAMPLE, map=rows))


def _painted(of: Geometry) -> Paper:
    """Return paper on which every fifth cell is painted, so that a piece fits nearly everywhere."""
    free = of.cells(of.open)
    return replace(blank(of), paint=tuple(of.board(free[i::20]) for i in range(0, 20, 5)))
