"""Lists as dots: their rows, and what was told so far beside their title."""

from collections.abc import Sequence
from typing import Final

from companion.letters import Fonts
from companion.pieces import pieces
from hardware.drawing.draw import WIDTH, Canvas, cut, fit
from hardware.pages import leaves

ROWS: Final = (13, 26, 39)
"""Where the rows of a list begin."""
SIGN_ROOM: Final = 16
"""Dots that a sign takes before words."""
ARROW: Final = 4
"""Dots that an arrow takes before all that stands in a row."""
VALUE: Final = 60
"""Dots that the words at a row's end have for certain; more, as for a name that an owner gave, only beside the whole of what
they are said of."""
TOLD: Final = 12
"""Dots that each place takes of those that are told one after the other."""
MOST_TOLD: Final = 5
"""So many places leave room for a title."""


def listed(canvas: Canvas, rows: Sequence[leaves.ListRow], fonts: Fonts, secret: bool = False) -> None:
    """At most three rows, the chosen one inverted; behind a small arrow where nobody else is to see which that is."""
    for y, one in zip(ROWS, rows, strict=False):
        if one.chosen:
            _arrow(canvas, 0, y + 3) if secret else canvas.fill(0, y, WIDTH, 13)
        row(canvas, y, one, 0 if one.chosen and not secret else 1, fonts, ARROW if secret else 0)


def _arrow(canvas: Canvas, x: int, y: int, ink: int = 1) -> None:
    """Four dots wide and seven high, to the right."""
    for n in range(4):
        canvas.fill(x + n, y + n, 1, 7 - 2 * n, ink)


def told(canvas: Canvas, signs: Sequence[str | None], of: int) -> int:
    """A place for each of so many, at the end of the title's row: the sign that was told, a full box for what has none, an
    empty one; where there are more than fit the last ones. Where they begin."""
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
    """Where the places of so many begin."""
    return WIDTH - TOLD * min(of, MOST_TOLD)


def row(canvas: Canvas, y: int, of: leaves.ListRow, ink: int, fonts: Fonts, begins: int = 0) -> None:
    """One line of a list, from dot `begins` on; `ink` 0 on lit dots."""
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
