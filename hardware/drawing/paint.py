"""Draws a layout as a frame: one function for each kind of layout."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from PIL import Image

from companion.drawings import matrix, pieces
from companion.letters import Face, Fonts
from hardware.drawing.draw import HEIGHT, ROWS, SIGN_ROOM, WIDTH, Canvas, chosen_signs, cut, fit, listed, row, several, wrap
from hardware.pages import layouts

CODE_X: Final = 68
"""The `x` where the words beside the QR code's square begin."""


def joining(canvas: Canvas, layout: layouts.Joining, fonts: Fonts) -> None:
    """Draw the way in: the QR code, and beside it the address, the code, and the number of guests."""
    _square(canvas, layout, fonts, spare=True)
    _address(canvas, layout.address, fonts)
    _code(canvas, layout.code, fonts)
    canvas.write_right(18, str(layout.guests), fonts.b16)
    canvas.write_right(34, layout.in_words, fonts.b10)


def on_air(canvas: Canvas, layout: layouts.OnAir, fonts: Fonts) -> None:
    """Draw the way into the box's own Wi-Fi: the QR code, and beside it name and password."""
    _square(canvas, layout, fonts, spare=False)
    canvas.write(CODE_X, 0, cut(layout.address, WIDTH - CODE_X, fonts.b12), fonts.b12)
    _code(canvas, layout.code, fonts)


def _square(canvas: Canvas, layout: layouts.Joining, fonts: Fonts, spare: bool) -> None:
    """Draw the QR code. While the layout is not lit, draw in its place the words of OK, which brings it back."""
    if layout.lit:
        canvas.code(matrix(layout.url, spare=spare))
    else:
        canvas.write(0, 26, layout.buttons[2].words, fonts.b10)


def _address(canvas: Canvas, address: str, fonts: Fonts) -> None:
    """Draw the address in one line, or in two of smaller letters, broken after a dot or before the port."""
    width = WIDTH - CODE_X
    if fonts.b12.width(address) <= width:
        canvas.write(CODE_X, 0, address, fonts.b12)
        return
    breaks = [i for i in range(1, len(address)) if address[i] == ":" or address[i - 1] == "."]
    fitting = [i for i in breaks if fonts.b10.width(address[:i]) <= width]
    at = fitting[-1] if fitting else width // fonts.b10.width("0")
    canvas.write(CODE_X, -1, address[:at], fonts.b10)
    canvas.write(CODE_X, 8, cut(address[at:], width, fonts.b10), fonts.b10)


def _code(canvas: Canvas, code: str, fonts: Fonts) -> None:
    """Draw the code in two lines of large letters."""
    half = (len(code) + 1) // 2
    canvas.write(CODE_X, 13, code[:half], fonts.b24)
    canvas.write(CODE_X, 37, code[half:], fonts.b24)


BASELINE: Final = {24: 14, 16: 19, 12: 23}
"""The top of the main line by the height of its font, so that letters of all sizes have the same baseline."""

COVERED: Final = "*"
"""The letter that is drawn in place of a covered digit."""
SUB: Final = 39
HIGH: Final = 14
"""The top of the main line (HIGH) if two lines of small letters are below it, and the tops of these two (TWO)."""
TWO: Final = (31, 41)
PIECE_ROOM: Final = 18
"""The width in dots of a wooden piece of double size before a name."""
FEW: Final[tuple[int, ...]] = ROWS
MANY: Final[tuple[int, ...]] = (12, 22, 32, 42)
"""The dots from the top at which the rows of a refusal begin: FEW in usual letters, or MANY in small ones."""
RIGHT: Final = 100
"""The most dots that the words at the right of a title take. Longer words, such as the name of an option, are cut."""
LINES: Final = 6
"""The number of lines of small letters on the whole display."""
EDGE: Final = 4


def paint(layout: layouts.Layout, fonts: Fonts) -> Image.Image:
    """Return the layout as a 1-bit picture of 128 x 64 dots. Words that do not fit get smaller letters, then are cut."""
    canvas = Canvas()
    _PAINTERS[type(layout)](canvas, layout, fonts)
    return canvas.image


def _with_keys(painter: Callable[[Canvas, Any, Fonts], None], canvas: Canvas, layout: layouts.Layout, fonts: Fonts) -> None:
    """Draw a page with `painter`, then its refusal, the line at the bottom and the words of its keys."""
    painter(canvas, layout, fonts)
    if layout.message:
        _message(canvas, layout.message, fonts)
    canvas.rule(52) if layout.place is None else canvas.ruler(52, *layout.place)
    _keys(canvas, layout.buttons, fonts.b10)


def _keys(canvas: Canvas, buttons: layouts.SoftKeys, face: Face) -> None:
    """Draw the words above the three buttons. The middle word moves left if the right one is long."""
    back, following, ok = (press.words for press in buttons)
    begins = canvas.write(0, 54, back, face)
    if following:
        width = face.width(following)
        at = min((WIDTH + 1 - width) // 2, WIDTH - face.width(ok) - EDGE - width)
        begins = canvas.write(max(begins, at), 54, following, face)
    canvas.write_right(54, cut(ok, WIDTH - begins, face), face)


def _message(canvas: Canvas, words: str, fonts: Fonts) -> None:
    """Draw the reason of a refusal over the lowest rows of the page. A reason of more than three rows gets small letters."""
    face, rows = fonts.b12, FEW
    if len(wrap(words, WIDTH, face)) > len(rows):
        face, rows = fonts.b10, MANY
    lines = _lines(words, WIDTH, face, len(rows))
    rows = rows[-len(lines) :]
    top = max(y for y in (rows[0], *ROWS) if y <= rows[0] and (y in ROWS or y < ROWS[0]))
    canvas.fill(0, top, WIDTH, 52 - top, ink=0)
    for y, line in zip(rows, lines, strict=True):
        canvas.write(0, y, line, face)


def _title(canvas: Canvas, title: str, right: str, fonts: Fonts, sign: str | None = None) -> None:
    begins, x = canvas.write_right(0, cut(right, RIGHT, fonts.b12), fonts.b12) if right else WIDTH + 4, 0
    if sign is not None:
        canvas.glyph(0, 0, sign)
        x = SIGN_ROOM
    face, words = fit(title, begins - 4 - x, fonts.b12, fonts.b10)
    canvas.write(x, fonts.b12.height - face.height, words, face)


def _plain(canvas: Canvas, layout: layouts.Plain, fonts: Fonts) -> None:
    _title(canvas, layout.title, layout.right, fonts)
    if layout.boxes:
        _sealed(canvas, layout, *layout.boxes, fonts)
        return
    lines = wrap(layout.sub, WIDTH, fonts.b10)
    if len(lines) > 1 and fonts.b12.width(layout.sub) > WIDTH:
        _main(canvas, layout, fonts, fonts.b16, fonts.b12)
        _two_lines(canvas, lines, fonts)
        return
    _main(canvas, layout, fonts, fonts.b24, fonts.b16, fonts.b12)
    _sub(canvas, 0, SUB, layout.sub, fonts, layout.centred)


def _awaited(canvas: Canvas, layout: layouts.Awaited, fonts: Fonts) -> None:
    _title(canvas, layout.title, layout.right, fonts)
    several(canvas, HIGH, layout.rows, fonts)
    _sub(canvas, 0, SUB, layout.sub, fonts)


def _sealed(canvas: Canvas, layout: layouts.Plain, answered: int, asked: int, fonts: Fonts) -> None:
    """Draw small boxes for the answers, `answered` of `asked` filled. The words are beside them, or below if too long."""
    beside = fonts.b10.width(layout.sub) <= WIDTH - 11 * asked - 4
    _main(canvas, layout, fonts, *((fonts.b24,) if beside else ()), fonts.b16, fonts.b12)
    end = canvas.boxes(0, 41 if beside else TWO[0], answered, asked)
    _sub(canvas, end + 4 if beside else 0, SUB, layout.sub, fonts)


def _two_lines(canvas: Canvas, lines: list[str], fonts: Fonts, x: int = 0) -> None:
    """Draw words that are too long for one line in two lines of small letters. More words are cut."""
    for y, line in zip(TWO, (lines[0], " ".join(lines[1:])), strict=True):
        canvas.write(x, y, cut(line, WIDTH - x, fonts.b10), fonts.b10)


def _sub(canvas: Canvas, x: int, y: int, sub: str, fonts: Fonts, centred: bool = False) -> None:
    """Draw the second line. If it is too long, it gets smaller letters, then is cut."""
    face, words = fit(sub, WIDTH - x, fonts.b12, fonts.b10)
    x = (WIDTH - face.width(words) + 1) // 2 if centred else x
    canvas.write(x, y + fonts.b12.height - face.height, words, face)


def _main(canvas: Canvas, layout: layouts.Plain, fonts: Fonts, *faces: Face) -> None:
    """Draw the main line in the first of these faces in which it fits, with its piece before it and its digits behind it."""
    x, right = 0, WIDTH
    if layout.piece is not None:
        canvas.glyph(0, 18 if faces[0] is fonts.b24 else HIGH + 1, pieces()[layout.piece].rows, scale=2)
        x = PIECE_ROOM
    if layout.digits:
        right = canvas.write_right(BASELINE[24], layout.digits, fonts.b24) - 4
    face, words = fit(layout.main, right - x, *faces)
    if layout.centred:
        x = (WIDTH - face.width(words)) // 2
    top = BASELINE[face.height] if faces[0] is fonts.b24 else HIGH
    canvas.write(x, top, words, face)


def _confirming(canvas: Canvas, layout: layouts.Confirming, fonts: Fonts) -> None:
    """Draw the words in two lines, or in three or four of small letters. With four, the seat is in the title's row."""
    face, rows = fonts.b12, FEW
    if len(wrap(layout.body, WIDTH - 2, face)) >= len(rows):
        face, rows = fonts.b10, MANY
    is_long = len(wrap(layout.body, WIDTH - 2, face)) >= len(rows)
    _title(canvas, layout.title, layout.who if is_long else "", fonts)
    if layout.who and not is_long:
        row(canvas, rows[0], layouts.ListRow(layout.who, piece=layout.piece), 1, fonts)
        rows = rows[1:]
    for y, line in zip(rows, _lines(layout.body, WIDTH - 2, face, len(rows)), strict=False):
        if not layout.message:  # a refusal would cover half of the words
            canvas.write(2, y, line, face)


def _lines(words: str, width: int, face: Face, most: int) -> list[str]:
    """Return the words in at most `most` lines, the last one cut."""
    lines = wrap(words, width, face)
    return lines if len(lines) <= most else [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), width, face)]


def _timed(canvas: Canvas, layout: layouts.Timed, fonts: Fonts) -> None:
    _title(canvas, layout.title, layout.right, fonts)
    canvas.write_centred(BASELINE[24], layout.main, fonts.b24)
    if layout.sub:
        _sub(canvas, 0, SUB, layout.sub, fonts, centred=True)
    else:
        canvas.bar(42, 8, layout.filled)


def _stamp(canvas: Canvas, layout: layouts.Stamp, fonts: Fonts) -> None:
    _title(canvas, layout.title, layout.right, fonts)
    canvas.write_centred(17, layout.main, fonts.b16)
    canvas.write_centred(38, layout.sub, fonts.b12)


def _listed(canvas: Canvas, layout: layouts.Listed, fonts: Fonts) -> None:
    _title(canvas, layout.title, layout.right, fonts, layout.sign)
    listed(canvas, layout.rows, fonts, layout.secret)


def _sequence(canvas: Canvas, layout: layouts.Sequence, fonts: Fonts) -> None:
    face, words = fit(layout.title, chosen_signs(canvas, layout.chosen, layout.of) - 4, fonts.b12, fonts.b10)
    canvas.write(0, fonts.b12.height - face.height, words, face)
    listed(canvas, layout.rows, fonts, layout.secret)


def _dial(canvas: Canvas, layout: layouts.Dial, fonts: Fonts) -> None:
    """Draw a number, digit by digit. Its bounds are beside the title only if both fit: a refusal names them, too."""
    width = WIDTH - fonts.b12.width(layout.right) - 4
    _title(canvas, layout.title, layout.right if fonts.b10.width(layout.title) <= width else "", fonts)
    x = 0
    if layout.sign is not None:
        canvas.glyph(0, 16, layout.sign, scale=2)
        x = 36
    for i, digit in enumerate(layout.digits):
        end = canvas.write(x, 12, COVERED if layout.covered else str(digit), fonts.b24)
        if i == layout.at:
            canvas.fill(x, 36, end - x, 2)
        x = end + 4
    _sub(canvas, 0, SUB, layout.sub, fonts)


def _seated(canvas: Canvas, layout: layouts.Seated, fonts: Fonts) -> None:
    _title(canvas, layout.title, layout.right, fonts)
    words_at = 11 if layout.active is not None else 0
    lines = wrap(layout.sub, WIDTH - words_at, fonts.b10)
    is_long = len(lines) > 1 and fonts.b12.width(layout.sub) > WIDTH - words_at
    _row_of_pieces(canvas, layout, up=3 if is_long else 0)
    if layout.active is not None:
        canvas.glyph(0, TWO[0] + 2 if is_long else 40, pieces()[layout.pieces[layout.active]].rows)
    if is_long:
        _two_lines(canvas, lines, fonts, words_at)
    else:
        _sub(canvas, words_at, 37, layout.sub, fonts)


def _row_of_pieces(canvas: Canvas, layout: layouts.Seated, up: int) -> None:
    """Draw the pieces side by side, `up` dots higher than usual, with the active one underlined."""
    scale = 2 if len(layout.pieces) <= 7 else 1
    size, pitch = 7 * scale, WIDTH / max(len(layout.pieces), 1)
    for i, piece in enumerate(layout.pieces):
        x = int((pitch - size) / 2 + 0.5) + int(i * pitch)
        canvas.glyph(x, 18 - 2 * (scale - 1) - up, pieces()[piece].rows, scale)
        if i == layout.active:
            canvas.fill(x, 28 + 3 * (scale - 1) - up, size, 2 if not up else 1)


def _alarm(canvas: Canvas, layout: layouts.Alarm, fonts: Fonts) -> None:
    canvas.fill(0, 0, WIDTH, 16)
    canvas.write(2, 0, cut(f"! {layout.title}", WIDTH - 2, fonts.b16), fonts.b16, ink=0)
    for y, line in zip((18, 30), layout.rows[:1] if layout.message else layout.rows, strict=False):
        canvas.write(0, y, line, fonts.b12)


def _holding(canvas: Canvas, layout: layouts.Holding, fonts: Fonts) -> None:
    canvas.write(0, 0, layout.title, fonts.b12)
    canvas.write(0, 16, layout.main, fonts.b16)
    canvas.bar(38, 9, layout.filled)


def _uncovered(canvas: Canvas, layout: layouts.HandSecrets, fonts: Fonts) -> None:
    """Draw part number `layout.part` of the lines. A bar at the right edge shows which of several parts this is."""
    lines = [line for row in layout.rows for line in wrap(row, WIDTH - EDGE, fonts.b10)]
    parts = max(1, -(-len(lines) // LINES))
    part = layout.part % parts
    for i, line in enumerate(lines[LINES * part : LINES * (part + 1)]):
        canvas.write(0, 10 * i, line, fonts.b10)
    if parts > 1:
        canvas.fill(WIDTH - 2, HEIGHT * part // parts, 2, HEIGHT // parts)


def _notice(canvas: Canvas, layout: layouts.Notice, fonts: Fonts) -> None:
    if layout.framed:
        canvas.frame(0, 0, WIDTH, HEIGHT)
    lines = wrap(layout.main, WIDTH - 24, fonts.b16)
    top, foot, small = (10, 11, fonts.b10) if layout.framed else (14, 16, fonts.b12)
    for i, line in enumerate(lines):
        canvas.write_centred(top + 18 * i, line, fonts.b16)
    canvas.write_centred(18 * len(lines) + foot, layout.small, small)


FIELD: Final = 51
"""The height in dots of a highlight's lit field, down to the line above the keys."""
PICTURE: Final = 42
"""The width in dots of the picture at the left of the lit field."""


def _highlighted(canvas: Canvas, layout: layouts.Highlighted, fonts: Fonts) -> None:
    """Draw a highlight dark on a lit field. The words come when the growing field is as wide as the display."""
    canvas.fill(0, 0, PICTURE + round((WIDTH - PICTURE) * layout.part), FIELD)
    is_row = len(layout.pieces) > 1
    if is_row:
        _winners(canvas, layout.pieces)
    elif layout.bars:
        _tower(canvas, layout.bars)
    elif layout.sign is not None:
        canvas.glyph(4, 9, layout.sign, scale=3, ink=0)
    elif layout.pieces:
        canvas.glyph(7, 12, pieces()[layout.pieces[0]].rows, scale=4, ink=0)
    if layout.part >= 1:
        _event_words(canvas, layout, fonts, is_row)


def _winners(canvas: Canvas, won: tuple[int, ...]) -> None:
    """Draw the pieces of several winners in a row, as large as they fit."""
    scale = 3 if len(won) <= 5 else 2 if len(won) <= 8 else 1
    pitch = WIDTH // len(won)
    for n, piece in enumerate(won):
        canvas.glyph(n * pitch + (pitch - 7 * scale) // 2, 4, pieces()[piece].rows, scale, ink=0)


def _tower(canvas: Canvas, bars: tuple[int, ...]) -> None:
    for column, height in enumerate(bars):
        for n in range(min(height, 6)):
            canvas.fill(4 + 12 * column, 40 - 7 * n, 11, 6, ink=0)


def _event_words(canvas: Canvas, layout: layouts.Highlighted, fonts: Fonts, is_row: bool) -> None:
    """Draw the name in one line, and below it the words in the largest letters that need at most `most` lines."""
    has_picture = bool(layout.pieces or layout.bars or layout.sign)
    x, y = (4, 27) if is_row else (PICTURE if has_picture else 4, 2)
    width = WIDTH - 3 - x
    if layout.name:
        face, name = fit(layout.name, width, fonts.b24, fonts.b16, fonts.b12)
        canvas.write(x, y, name, face, ink=0)
        y += face.height
    most = 1 if is_row or layout.name else 2
    face = next((face for face in (fonts.b24, fonts.b16) if _is_whole(layout.sub, width, face, most)), fonts.b12)
    lines = _lines(layout.sub, width, face, max(1, (FIELD - y) // face.height))
    y += (FIELD - y - face.height * len(lines)) // 2
    for n, line in enumerate(lines):
        canvas.write(x, y + n * face.height, line, face, ink=0)


def _is_whole(words: str, width: int, face: Face, most: int) -> bool:
    """Return whether the words need at most `most` lines of `width` dots, and no word is broken."""
    widest = max(face.width(part) for part in words.replace("\u200b", " ").split(" "))
    return widest <= width and len(wrap(words, width, face)) <= most


def _resting(canvas: Canvas, layout: layouts.Resting, fonts: Fonts) -> None:
    """Draw the screensaver. Each place is far from the one before, so that no dot wears out."""
    if layout.piece is None:
        return
    name = cut(layout.name, WIDTH - 10, fonts.b12)
    space = (WIDTH - 10 - fonts.b12.width(name) + 1, HEIGHT - 12 + 1)
    x, y = layout.spot * 79 % space[0], layout.spot * 31 % space[1]
    canvas.glyph(x, y + 2, pieces()[layout.piece].rows)
    canvas.write(x + 10, y, name, fonts.b12)


_PAINTERS: Final[dict[type[layouts.Layout], Callable[[Canvas, Any, Fonts], None]]] = {
    layouts.Plain: partial(_with_keys, _plain),
    layouts.Awaited: partial(_with_keys, _awaited),
    layouts.Confirming: partial(_with_keys, _confirming),
    layouts.Timed: partial(_with_keys, _timed),
    layouts.Stamp: partial(_with_keys, _stamp),
    layouts.Listed: partial(_with_keys, _listed),
    layouts.Sequence: partial(_with_keys, _sequence),
    layouts.Dial: partial(_with_keys, _dial),
    layouts.Seated: partial(_with_keys, _seated),
    layouts.Highlighted: partial(_with_keys, _highlighted),
    layouts.Joining: joining,
    layouts.OnAir: on_air,
    layouts.Alarm: partial(_with_keys, _alarm),
    layouts.HandSecrets: _uncovered,
    layouts.Holding: partial(_with_keys, _holding),
    layouts.Notice: _notice,
    layouts.Resting: _resting,
}
