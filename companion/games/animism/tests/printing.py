"""Random layouts and sheets, for tests that must not depend on the sample."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from companion.games.animism.ground import ground
from companion.games.animism.layout import SAMPLE, Layout, Piece, cells_of
from companion.games.animism.papers import Paper

CROSS = ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0))
FEWEST = 20
"""The number of cells that a map needs at least: a cross, an area of each letter, four altars, and some more."""


@st.composite
def maps(draw: st.DrawFn, largest: int = 12) -> tuple[str, ...]:
    height, width = draw(st.integers(5, largest)), draw(st.integers(5, largest))
    row, col = draw(st.integers(1, height - 2)), draw(st.integers(1, width - 2))
    cross = {(row + r, col + c) for r, c in CROSS}
    others = [(r, c) for r in range(height) for c in range(width) if (r, c) not in cross]
    signs = draw(st.lists(st.sampled_from("aaabbbcccddd....ABCD"), min_size=len(others), max_size=len(others)))
    fixed = draw(st.permutations(range(len(others))))[:8]
    for place, sign in zip(fixed, "abcdOOOO", strict=True):
        signs[place] = sign
    there = dict(zip(others, signs, strict=True)) | dict.fromkeys(cross, "+")
    return tuple("".join(there[r, c] for c in range(width)) for r in range(height))


@st.composite
def drawn_pieces(draw: st.DrawFn) -> tuple[str, ...]:
    """Return two to five joined cells, at times with an empty row or column around them."""
    cells = {(2, 2)}
    for _ in range(draw(st.integers(1, 4))):
        beside = {(r + i, c + j) for r, c in cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))} - cells
        cells |= {draw(st.sampled_from(sorted(beside)))}
    margin = draw(st.integers(0, 1))
    rows = range(min(r for r, _ in cells) - margin, max(r for r, _ in cells) + 1)
    cols = range(min(c for _, c in cells), max(c for _, c in cells) + 1 + margin)
    return tuple("".join("#" if (r, c) in cells else "." for c in cols) for r in rows)


@st.composite
def layouts(draw: st.DrawFn, largest: int = 12) -> Layout:
    levels: Sequence[Any] = (1,) * 6 + (2, 3, 4, *draw(st.lists(st.sampled_from((2, 3, 4)), min_size=3, max_size=5)))
    pieces = tuple(Piece(f"p{i}", level, draw(drawn_pieces())) for i, level in enumerate(levels))
    names = [piece.id for piece in pieces]
    scores = sorted(draw(st.lists(st.integers(0, 99), min_size=1, max_size=14)))
    moulds: Any = draw(st.lists(st.sampled_from(("circle", "hexagon")), min_size=len(scores), max_size=len(scores)))
    moulds[draw(st.integers(0, len(scores) - 1))] = "hexagon"
    return Layout(
        name="any",
        sample=False,
        map=draw(maps(largest)),
        pieces=pieces,
        black=tuple(draw(st.permutations(names[:6]))),
        white=tuple(draw(st.permutations(names[6:]))[:6]),
        track=tuple(zip(moulds, scores, strict=True)),
    )


@st.composite
def papers(draw: st.DrawFn, layout: Layout) -> Paper:
    """Return a sheet with random paint, at most as much as after a whole game."""
    of = ground(layout)
    pens = draw(st.sampled_from([(0, 1, 2, 3), (0, 1, 3), (1, 2, 3)]))
    inks = draw(st.lists(st.sampled_from((None, None, *pens)), min_size=1, max_size=40))
    paint = [0, 0, 0, 0]
    for i, cell in enumerate(of.cells(of.open)):
        if (ink := inks[i * i % len(inks)]) is not None:
            paint[ink] |= of.board([cell])
    some = st.lists(st.sampled_from(pens), max_size=len(layout.track)).map(tuple)
    bought = tuple(
        draw(st.lists(st.sampled_from(pens), max_size=len(cells_of(piece))).map(tuple)) for piece in layout.pieces
    )
    fourth = next((i for i in range(4) if i not in pens), None)
    return Paper(tuple(paint), tuple(draw(some) for _ in range(4)), bought, ((),) * 4, fourth)


@st.composite
def sheets(draw: st.DrawFn, largest: int = 12) -> tuple[Layout, Paper]:
    layout = draw(st.one_of(st.just(SAMPLE), layouts(largest)))
    return layout, draw(papers(layout))
