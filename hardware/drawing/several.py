"""Several names where else one stands in large, each behind its wooden piece."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.letters import Face, Fonts
from companion.pieces import pieces
from hardware.drawing.draw import WIDTH, Canvas, cut
from hardware.pages.leaves import ListRow

GLYPH: Final = 9
"""Dots that a wooden piece takes before a name."""
GAP: Final = 6
"""Between a name and the next piece."""
HEIGHT: Final = 24
"""Dots there are, from the main line's top down."""

Lines = list[list[ListRow]]


def several(canvas: Canvas, y: int, rows: Sequence[ListRow], fonts: Fonts) -> None:
    """The names from `y` down, on one line of large letters, else on two of smaller ones; cut where even those are full."""
    face, lines = _laid(rows, fonts)
    step = HEIGHT // 2 if len(lines) > 1 else face.height
    for i, line in enumerate(lines):
        _line(canvas, y + i * step + (4 if len(lines) == 1 else 0), line, face)


def _laid(rows: Sequence[ListRow], fonts: Fonts) -> tuple[Face, Lines]:
    for face, most in ((fonts.b16, 1), (fonts.b12, 2), (fonts.b10, 2)):
        lines = _lines(rows, face)
        if len(lines) <= most and all(_width(line, face) <= WIDTH for line in lines):
            return face, lines
    half = (len(rows) + 1) // 2
    return fonts.b10, [list(rows[:half]), list(rows[half:])]


def _lines(rows: Sequence[ListRow], face: Face) -> Lines:
    """As many names on each line as it holds."""
    lines: Lines = [[]]
    for row in rows:
        if lines[-1] and _width([*lines[-1], row], face) > WIDTH:
            lines.append([])
        lines[-1].append(row)
    return lines


def _width(line: Sequence[ListRow], face: Face) -> int:
    return sum(GLYPH + face.width(row.words) for row in line) + GAP * (len(line) - 1)


def _line(canvas: Canvas, y: int, line: Sequence[ListRow], face: Face) -> None:
    x = 0
    for row, words in zip(line, _cut(line, face), strict=True):
        if row.piece is not None:
            canvas.glyph(x, y + max(0, (face.height - 7) // 2), pieces()[row.piece].rows)
        x = canvas.write(x + GLYPH, y, words, face) + GAP


def _cut(line: Sequence[ListRow], face: Face) -> Iterator[str]:
    """Each name in the room that is left for it: all of a line together fit."""
    if _width(line, face) <= WIDTH:
        return (row.words for row in line)
    room = (WIDTH - GAP * (len(line) - 1)) // len(line) - GLYPH
    return (cut(row.words, room, face) for row in line)
