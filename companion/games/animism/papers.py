"""One sheet as it lies open: what is painted on it, and what follows from that (ANIM-07 to ANIM-16, ANIM-23 to ANIM-25)."""

from dataclasses import dataclass, replace
from typing import Final, TypeVar

from companion.games.animism.ground import Board, Ground
from companion.games.animism.pieces import CELL, COLOURS, Four, Mark, tallied

Of = TypeVar("Of")

Pens = tuple[int, ...]
"""Who painted the cells of a track or piece, from the left: places in COLOURS."""

MARKS: Final[tuple[Mark, ...]] = ("I", "II", "III")
MOST_KEPT: Final = 3


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet. What is by colour stands in the order of COLOURS."""

    paint: tuple[Board, ...]
    """The cells of the map, by who painted them."""
    tracks: tuple[Pens, ...]
    """By colour: who painted the track's cells so far."""
    bought: tuple[Pens, ...]
    """By piece, in the layout's order: who painted its cells, which is who bought it."""
    ticks: tuple[tuple[int, ...], ...]
    """By colour: the levels ticked, in order. Level 1 has nothing to tick."""
    fourth: int | None = None
    """With three seats: the colour that nobody has, which outlines the altars in no area (ANIM-23)."""
    mark: Mark | None = None
    """Which bonus is circled (ANIM-25)."""

    @property
    def painted(self) -> Board:
        """Every painted cell of the map."""
        blue, green, red, yellow = self.paint
        return blue | green | red | yellow


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a drawing does: the sheet after it, and what its seat gets."""

    paper: Paper
    edges: Four
    """Shared with each other colour, one by one (ANIM-12)."""
    gains: Four
    """Track cells painted, and so resources got (ANIM-14, ANIM-16)."""
    opened: int
    """The level that is ticked by it; 0: none that was not ticked before."""


def blank(ground: Ground, fourth: int | None = None) -> Paper:
    """A sheet before anybody drew on it."""
    nobody: tuple[Pens, ...] = ((),) * len(COLOURS)
    return Paper((0,) * len(COLOURS), nobody, ((),) * len(ground.layout.pieces), nobody, fourth)


def supply(ground: Ground, paper: Paper, pen: int) -> Four:
    """ANIM-07: what the painted hexagons on the track of a seat's own colour bring it."""
    own = paper.tracks[pen]
    return tallied([own[i] for i in ground.hexagons if i < len(own)])


def hexagons(ground: Ground, paper: Paper) -> Four:
    """ANIM-20: how many hexagons each colour has painted, on all tracks (ANIM-24: with three seats the fourth's too)."""
    return tallied([track[i] for track in paper.tracks for i in ground.hexagons if i < len(track)])


def track_score(ground: Ground, paper: Paper, pen: int) -> int:
    """ANIM-19: the number in the right-most painted cell of a colour's track."""
    painted = len(paper.tracks[pen])
    return ground.layout.track[painted - 1][1] if painted else 0


# Buying


def price(ground: Ground, paper: Paper, piece: str) -> int:
    """ANIM-08, ANIM-09: what a piece costs now, by its id."""
    return 0 if piece == CELL else ground.shapes[piece].size + len(paper.bought[ground.place[piece]])


def is_sold_out(ground: Ground, paper: Paper, piece: str) -> bool:
    """ANIM-08: whether all cells of a piece are painted."""
    return piece != CELL and len(paper.bought[ground.place[piece]]) == ground.shapes[piece].size


def is_open(paper: Paper, pen: int, level: int, strict: bool = False) -> bool:
    """ANIM-08, ANIM-15: whether a colour may buy of a level; `strict`: only of those that it ticked."""
    ticked = paper.ticks[pen]
    return level == 1 or level in ticked or (not strict and level < max(ticked, default=1))


def after_purchase(ground: Ground, paper: Paper, pen: int, piece: str) -> Paper:
    """ANIM-08: a colour bought a piece and painted one of its cells."""
    if piece == CELL:
        return paper
    i = ground.place[piece]
    return replace(paper, bought=(*paper.bought[:i], (*paper.bought[i], pen), *paper.bought[i + 1 :]))


# Drawing


def after_drawing(ground: Ground, paper: Paper, pen: int, cells: Board) -> Drawing:
    """ANIM-14 to ANIM-16: a colour painted these cells, which were free. It is not asked whether they may lie there."""
    edges = _edges(ground, paper, pen, cells)
    gains = fitted(ground, paper, edges)
    opened = level_opened(paper, pen, areas_held(ground, paper.paint[pen] | cells))
    drawn = replace(
        paper,
        paint=_with(paper.paint, pen, paper.paint[pen] | cells),
        tracks=tuple((*track, *(pen,) * n) for track, n in zip(paper.tracks, gains, strict=True)),
        ticks=_with(paper.ticks, pen, (*paper.ticks[pen], opened)) if opened else paper.ticks,
    )
    return Drawing(drawn, edges, gains, opened)


def fitted(ground: Ground, paper: Paper, edges: Four) -> Four:
    """ANIM-14: of what would be painted on each track, what it has room for."""
    length = len(ground.layout.track)
    return tuple(min(n, length - len(track)) for n, track in zip(edges, paper.tracks, strict=True))


def paying(ground: Ground, paper: Paper, pen: int) -> tuple[Board, ...]:
    """By colour: the cells whose edges paint its track when `pen` draws along them (ANIM-14, ANIM-23)."""
    boards = list(paper.paint)
    boards[pen] = 0
    if paper.fourth is not None:
        boards[paper.fourth] = ground.lone
    return tuple(boards)


def level_opened(paper: Paper, pen: int, areas: int) -> int:
    """ANIM-15: the level that a colour in so many areas ticks; 0 if that is ticked already, or has nothing to tick."""
    return areas if areas > 1 and areas not in paper.ticks[pen] else 0


def areas_held(ground: Ground, paint: Board) -> int:
    """ANIM-15: how many areas hold some of this paint."""
    return sum(1 for area in ground.areas if area & paint)


def _edges(ground: Ground, paper: Paper, pen: int, cells: Board) -> Four:
    boards = map(ground.beside, paying(ground, paper, pen))
    return tuple(sum((side & cells).bit_count() for side in sides) for sides in boards)


def _with(row: tuple[Of, ...], place: int, new: Of) -> tuple[Of, ...]:
    return (*row[:place], new, *row[place + 1 :])


# The rest of a turn


def trimmed(hand: Four) -> Four:
    """ANIM-18: what of a hand is kept for the next turn."""
    return tuple(min(n, MOST_KEPT) for n in hand)


def circled(paper: Paper, mark: Mark) -> Paper:
    """ANIM-25: the sheet with its bonus circled."""
    return replace(paper, mark=mark)
