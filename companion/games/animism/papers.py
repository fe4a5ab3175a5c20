"""A sheet: its paint, the numbers that the rules read off it, and the changes that purchases and drawings make (ANIM-07 to
ANIM-16, ANIM-23 to ANIM-25)."""

from dataclasses import dataclass, replace
from typing import Final, TypeVar

from companion.games.animism.ground import Board, Geometry
from companion.games.animism.pieces import CELL, COLOURS, BonusMark, Four, tallied

Of = TypeVar("Of")

Pens = tuple[int, ...]
"""The colours that painted the cells of a track or piece, from the left, as indices in COLOURS."""

MARKS: Final[tuple[BonusMark, ...]] = ("I", "II", "III")
MOST_KEPT: Final = 3  # ANIM-18: of each colour


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet. Tuples with an item for each colour have the order of COLOURS."""

    paint: tuple[Board, ...]
    """The cells of the map that each colour painted."""
    tracks: tuple[Pens, ...]
    """The painted cells of each colour's track."""
    bought: tuple[Pens, ...]
    """The painted cells of each piece, in the layout's order. Each purchase paints one."""
    ticks: tuple[tuple[int, ...], ...]
    """The levels that each colour ticked, in order. Level 1 has no tick."""
    fourth: int | None = None
    """The colour that no seat has in a game for three, as its index in COLOURS. Altars in no area count as its paint
    (ANIM-23)."""
    mark: BonusMark | None = None
    """The bonus that is circled (ANIM-25)."""

    @property
    def painted(self) -> Board:
        """All painted cells of the map."""
        blue, green, red, yellow = self.paint
        return blue | green | red | yellow


@dataclass(frozen=True, slots=True)
class Drawing:
    """The effect of a drawing: the sheet after it, and the gains of its seat."""

    paper: Paper
    edges: Four
    """The edges shared with each other colour (ANIM-12)."""
    gains: Four
    """The track cells painted, which is also the number of resources gained (ANIM-14, ANIM-16)."""
    new_level: int
    """The level that its colour newly ticks, or 0 (ANIM-15)."""


def blank(ground: Geometry, fourth: int | None = None) -> Paper:
    """Return a sheet before the first drawing."""
    nobody: tuple[Pens, ...] = ((),) * len(COLOURS)
    return Paper((0,) * len(COLOURS), nobody, ((),) * len(ground.layout.pieces), nobody, fourth)


def supply(ground: Geometry, paper: Paper, pen: int) -> Four:
    """Return the resources that a seat gets for painted hexagons on its own track (ANIM-07)."""
    own = paper.tracks[pen]
    return tallied([own[i] for i in ground.hexagons if i < len(own)])


def hexagons(ground: Geometry, paper: Paper) -> Four:
    """Return how many hexagons each colour has painted, on all four tracks (ANIM-20, ANIM-24)."""
    return tallied([track[i] for track in paper.tracks for i in ground.hexagons if i < len(track)])


def track_score(ground: Geometry, paper: Paper, pen: int) -> int:
    """Return the number in the right-most painted cell of a colour's track, or 0 (ANIM-19)."""
    painted = len(paper.tracks[pen])
    return ground.layout.track[painted - 1][1] if painted else 0


# Buying


def price(ground: Geometry, paper: Paper, piece: str) -> int:
    """Return the present price of a piece by its ID (ANIM-08, ANIM-09)."""
    return 0 if piece == CELL else ground.shapes[piece].size + len(paper.bought[ground.place[piece]])


def is_sold_out(ground: Geometry, paper: Paper, piece: str) -> bool:
    """Return True if all cells of a piece in its frame are painted (ANIM-08)."""
    return piece != CELL and len(paper.bought[ground.place[piece]]) == ground.shapes[piece].size


def is_open(paper: Paper, pen: int, level: int, strict: bool = False) -> bool:
    """Return True if a colour may buy pieces of a level: level 1, or up to the highest level that it ticked (ANIM-08,
    ANIM-15). If `strict`, it must have ticked this level itself."""
    ticked = paper.ticks[pen]
    return level == 1 or level in ticked or (not strict and level < max(ticked, default=1))


def after_purchase(ground: Geometry, paper: Paper, pen: int, piece: str) -> Paper:
    """Return the sheet after a colour bought a piece and painted one of its cells (ANIM-08)."""
    if piece == CELL:
        return paper
    i = ground.place[piece]
    return replace(paper, bought=(*paper.bought[:i], (*paper.bought[i], pen), *paper.bought[i + 1 :]))


# Drawing


def after_drawing(ground: Geometry, paper: Paper, pen: int, cells: Board) -> Drawing:
    """Return the effect of painting these free cells (ANIM-14 to ANIM-16). The caller has checked that the place is
    legal."""
    edges = _edges(ground, paper, pen, cells)
    gains = track_gains(ground, paper, edges)
    new_level = newly_ticked(paper, pen, areas_held(ground, paper.paint[pen] | cells))
    drawn = replace(
        paper,
        paint=_with(paper.paint, pen, paper.paint[pen] | cells),
        tracks=tuple((*track, *(pen,) * n) for track, n in zip(paper.tracks, gains, strict=True)),
        ticks=_with(paper.ticks, pen, (*paper.ticks[pen], new_level)) if new_level else paper.ticks,
    )
    return Drawing(drawn, edges, gains, new_level)


def track_gains(ground: Geometry, paper: Paper, edges: Four) -> Four:
    """Return how many cells of each track are painted for these edges: one for each edge, until the track is full
    (ANIM-14)."""
    length = len(ground.layout.track)
    return tuple(min(n, length - len(track)) for n, track in zip(edges, paper.tracks, strict=True))


def rewarding_cells(ground: Geometry, paper: Paper, pen: int) -> tuple[Board, ...]:
    """Return for each colour the cells that reward a drawing beside them: each edge that `pen` shares with one of them
    paints a cell of that colour's track (ANIM-14, ANIM-23)."""
    boards = list(paper.paint)
    boards[pen] = 0
    if paper.fourth is not None:
        boards[paper.fourth] = ground.lone
    return tuple(boards)


def newly_ticked(paper: Paper, pen: int, areas: int) -> int:
    """Return the level that a colour newly ticks if its paint is in this number of areas, or 0 (ANIM-15)."""
    return areas if areas > 1 and areas not in paper.ticks[pen] else 0


def areas_held(ground: Geometry, paint: Board) -> int:
    """Return in how many areas there is some of this paint (ANIM-15)."""
    return sum(1 for area in ground.areas if area & paint)


def _edges(ground: Geometry, paper: Paper, pen: int, cells: Board) -> Four:
    boards = map(ground.beside, rewarding_cells(ground, paper, pen))
    return tuple(sum((side & cells).bit_count() for side in sides) for sides in boards)


def _with(row: tuple[Of, ...], place: int, new: Of) -> tuple[Of, ...]:
    return (*row[:place], new, *row[place + 1 :])


# The rest of a turn


def kept_resources(hand: Four) -> Four:
    """Return the part of a hand that a seat keeps for the next turn (ANIM-18)."""
    return tuple(min(n, MOST_KEPT) for n in hand)


def circled(paper: Paper, mark: BonusMark) -> Paper:
    """Return the sheet with its bonus circled (ANIM-25)."""
    return replace(paper, mark=mark)
