"""The bonus of a circled sheet: where a colour has painted most (ANIM-26)."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.animism.actions import Mark
from companion.games.animism.colours import NONE, Four, plus, tallied
from companion.games.animism.ground import Ground
from companion.games.animism.papers import Paper
from companion.games.animism.printed import LEVELS

Places = tuple[Four, ...]
"""For each of several places how much of it each colour has painted."""


def bonus(ground: Ground, paper: Paper) -> Four:
    """By colour, as the sheet is circled; 0 on one that is not."""
    return firsts(PLACES[paper.mark](ground, paper)) if paper.mark else NONE


def firsts(places: Places) -> Four:
    """In how many places each colour has most; a shared first place counts, in a place without paint nobody has one."""
    total = NONE
    for painted in places:
        total = plus(total, tuple(int(0 < n == max(painted)) for n in painted))
    return total


def tracks(ground: Ground, paper: Paper) -> Places:
    """I: the tracks."""
    return tuple(map(tallied, paper.tracks))


def areas(ground: Ground, paper: Paper) -> Places:
    """II: the areas."""
    return tuple(tuple((area & paint).bit_count() for paint in paper.paint) for area in ground.areas)


def frames(ground: Ground, paper: Paper) -> Places:
    """III: the purchase frames."""
    bought = tuple(zip(ground.layout.pieces, paper.bought, strict=True))
    return tuple(tallied([pen for piece, pens in bought if piece.level == level for pen in pens]) for level in LEVELS)


PLACES: Final[Mapping[Mark, Callable[[Ground, Paper], Places]]] = {"I": tracks, "II": areas, "III": frames}
