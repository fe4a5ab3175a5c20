"""Lists and several names as dots."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.drawings import pieces
from companion.letters import Face, Fonts
from hardware.drawing.draw import WIDTH, Canvas, cut, fit
from hardware.pages import layouts
from hardware.pages.layouts import ListRow

ROWS: Final = (13, 26, 39)
"""The tops of the rows of a list."""
SIGN_ROOM: Final = 16
"""The dots that a sign takes before words."""
ARROW: Final = 4
"""The dots that an arrow takes at the beginning of a row."""
VALUE: Final = 60
"""The dots that the words at a row's end always get. They get more, for a long name, only beside the whole other words."""
TOLD: Final = 12
"""The dots that each place takes in a row of entered things."""
MOST_TOLD: Final = 5
"""So many places leave room for a title."""


def listed(canvas: Canvas, rows: Sequence[layouts.ListRow], fonts: Fonts, secret: bool = False) -> None:
    """Draw at most three rows, the chosen one inverted. A secret choice has a small arrow, so that nobody else sees it."""
    for y, one in zip(ROWS, rows, strict=False):
        if one.chosen:
            _arrow(canvas, 0, y + 3) if secret else canvas.fill(0, y, WIDTH, 13)
        row(canvas, y, one, 0 if one.chosen and not secret else 1, fonts, ARROW if secret else 0)


def _arrow(canvas: Canvas, x: int, y: int, ink: int = 1) -> None:
    """Draw an arrow to the right, four dots wide and seven high."""
    for n in range(4):
        canvas.fill(x + n, y + n, 1, 7 - 2 * n, ink)


def told(canvas: Canvas, signs: Sequence[str | None], of: int) -> int:
    """Draw the places of what was entered at the end of the title's row, and return where they begin. A place has the sign,
    a full box for what has none, or an empty box. The last ones are drawn if not all fit."""
    places = [*signs, *[""] * (of - len(signs))]
    x = begins(of)
    first = max(0, min(len(signs), of - 1) - MOST_TOLD + 1)
    for sign in places[first : first + MOST_TOLD]:
        if sign:
            canvas.glyph(x + 1, 0, sign)
        else:
            (canvas.frame if sign == "" else canvas.fill)(x + 3, 2, 7, 8)
        x += TOLD
    return begins(of)


def begins(of: int) -> int:
    """Return where so many places begin."""
    return WIDTH - TOLD * min(of, MOST_TOLD)


def row(canvas: Canvas, y: int, of: layouts.ListRow, ink: int, fonts: Fonts, begins: int = 0) -> None:
    """Draw one line of a list, from dot `begins` on. `ink` 0 draws on lit dots."""
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
        room = max(VALUE, right - x - fonts.b12.width(of.words) - 5)
        right = canvas.write_right(y, cut(of.right, room, fonts.b12), fonts.b12, ink, right - 1) - 4
    face, words = fit(of.words, right - x, fonts.b12, fonts.b10)
    canvas.write(x, y + fonts.b12.height - face.height, words, face, ink)


GLYPH: Final = 9
"""The dots that a wooden piece takes before a name."""
GAP: Final = 6
"""The dots between a name and the next piece."""
HEIGHT: Final = 24
"""The dots from the main line's top down."""

Lines = list[list[ListRow]]


def several(canvas: Canvas, y: int, rows: Sequence[ListRow], fonts: Fonts) -> None:
    """Draw the names from `y` down on one line of large letters, or on two of smaller ones, cut if even those are full."""
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
    """Return as many names on each line as it holds."""
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
    """Return each name in the room that is left for it, so that a whole line fits."""
    if _width(line, face) <= WIDTH:
        return (row.words for row in line)
    room = (WIDTH - GAP * (len(line) - 1)) // len(line) - GLYPH
    return (cut(row.words, room, face) for row in line)
