"""Lists and several names as dots."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.drawings import pieces
from companion.letters import Face, Fonts
from hardware.drawing.draw import WIDTH, Canvas, cut, fit
from hardware.pages import layouts
from hardware.pages.layouts import ListRow

ROWS: Final = (13, 26, 39)
"""The top of each row of a list, in dots."""
SIGN_ROOM: Final = 16
"""The width in dots of a sign before words."""
ARROW: Final = 4
"""The width in dots of an arrow at the beginning of a row."""
VALUE: Final = 60
"""The dots that the words at a row's end may always take. They may take more if the row's other words still fit whole."""
PLACE_WIDTH: Final = 12
"""The width in dots of each place in a row of entered things."""
MOST_PLACES: Final = 5
"""The number of places that leave room for a title."""


def listed(canvas: Canvas, rows: Sequence[layouts.ListRow], fonts: Fonts, secret: bool = False) -> None:
    """Draw at most three rows, the chosen one inverted. With `secret` the chosen row has only a small arrow, so that nobody
    else sees the choice."""
    for y, one in zip(ROWS, rows, strict=False):
        if one.chosen:
            _arrow(canvas, 0, y + 3) if secret else canvas.fill(0, y, WIDTH, 13)
        row(canvas, y, one, 0 if one.chosen and not secret else 1, fonts, ARROW if secret else 0)


def _arrow(canvas: Canvas, x: int, y: int, ink: int = 1) -> None:
    """Draw an arrow that points right, four dots wide and seven high."""
    for n in range(4):
        canvas.fill(x + n, y + n, 1, 7 - 2 * n, ink)


def chosen_signs(canvas: Canvas, signs: Sequence[str | None], of: int) -> int:
    """Draw the entered things at the right of the title's row, as `of` places. Return the `x` where they begin. A place has
    the thing's sign, a full box for a thing without one, or an empty box. If not all places fit, the last ones are drawn."""
    places = [*signs, *[""] * (of - len(signs))]
    x = begins(of)
    first = max(0, min(len(signs), of - 1) - MOST_PLACES + 1)
    for sign in places[first : first + MOST_PLACES]:
        if sign:
            canvas.glyph(x + 1, 0, sign)
        else:
            (canvas.frame if sign == "" else canvas.fill)(x + 3, 2, 7, 8)
        x += PLACE_WIDTH
    return begins(of)


def begins(of: int) -> int:
    """Return the `x` where `of` places begin."""
    return WIDTH - PLACE_WIDTH * min(of, MOST_PLACES)


def row(canvas: Canvas, y: int, of: layouts.ListRow, ink: int, fonts: Fonts, begins: int = 0) -> None:
    """Draw one row of a list, from `x` = `begins` on. `ink` 0 draws dark on lit dots."""
    x, right = 2 + begins, WIDTH
    if of.lead:
        x = max(10, canvas.write(0, y, of.lead, fonts.b12, ink) + 4)
    if of.piece is not None:
        canvas.glyph(x, y + 3, pieces()[of.piece].rows, ink=ink)
        x += 11
    if of.sign is not None:
        canvas.glyph(x, y + 1, of.sign, ink=ink)
        x += SIGN_ROOM
    if of.opens:
        right -= ARROW + 4
        _arrow(canvas, right + 2, y + 3, ink)
    if of.right_sign is not None:
        right -= SIGN_ROOM - 3
        canvas.glyph(right + 1, y + 1, of.right_sign, ink=ink)
    if of.right:
        width = max(VALUE, right - x - fonts.b12.width(of.words) - 5)
        right = canvas.write_right(y, cut(of.right, width, fonts.b12), fonts.b12, ink, right - 1) - 4
    face, words = fit(of.words, right - x, fonts.b12, fonts.b10)
    canvas.write(x, y + fonts.b12.height - face.height, words, face, ink)


GLYPH: Final = 9
"""The width in dots of a wooden piece before a name."""
GAP: Final = 6
"""The dots between a name and the next piece."""
HEIGHT: Final = 24
"""The height in dots of the room for the names."""

Lines = list[list[ListRow]]


def several(canvas: Canvas, y: int, rows: Sequence[ListRow], fonts: Fonts) -> None:
    """Draw the names, their top at `y`: on one line of large letters, or on two of smaller ones. Names that still do not fit
    are cut."""
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
    """Return the names in lines, each with as many names as fit."""
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
    """Return the names of a line. If the line is too wide, each is cut to an equal share of it."""
    if _width(line, face) <= WIDTH:
        return (row.words for row in line)
    width = (WIDTH - GAP * (len(line) - 1)) // len(line) - GLYPH
    return (cut(row.words, width, face) for row in line)
