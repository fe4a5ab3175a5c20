"""Words, pieces, QR codes and lists as dots."""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace
from PIL import Image, ImageDraw

from companion.core.state import Seat
from companion.core.words import text
from companion.drawings import dots, pieces
from companion.letters import Face, Fonts
from companion.snapshot.panel import PanelSnapshot
from companion.speech.say import say
from hardware.pages import layouts
from hardware.pages.layouts import Layout, ListRow, SoftKey

STAMPS: Final = 256
"""The number of drawn pieces, signs and names in each cache. It is more than all games have."""
_WITH_WORDS: Final = (Layout, ListRow, SoftKey)
"""The structs in which names are replaced."""


def with_drawable_names(layout: Layout, snapshot: PanelSnapshot, fonts: Fonts) -> Layout:
    """Return the layout with each name replaced by one that the fonts can draw."""
    others = {seat: shown for seat, shown in names(snapshot, fonts).items() if shown != seat}
    drawable: Layout = _with(layout, dict(sorted(others.items(), key=lambda name: -len(name[0])))) if others else layout
    return drawable


def names(snapshot: PanelSnapshot, fonts: Fonts) -> dict[Seat, str]:
    """Return each seat's name for the display, without signs that the fonts lack. If the name then lacks letters, is empty
    or equals another one, it is the name of the seat's wooden piece. A player who left has no piece, and gets an
    ellipsis."""
    drawn = {seat: _drawn(seat, fonts) for seat in snapshot.pieces}
    left = {one.seat: _drawn(one.seat, fonts) or "…" for one in snapshot.people if one.seat not in drawn}
    return left | {
        seat: shown if shown and list(drawn.values()).count(shown) == 1 else say(text(f"piece.{piece}"), snapshot.language)
        for (seat, piece), shown in zip(snapshot.pieces.items(), drawn.values(), strict=True)
    }


@lru_cache(STAMPS)
def _drawn(name: str, fonts: Fonts) -> str:
    """Return a name without the signs that the fonts lack, such as an emoji. If the fonts lack a letter or a digit of it,
    return an empty string."""
    drawable = ""
    for character in unicodedata.normalize("NFC", name):
        if fonts.draw(character):
            drawable += character
        elif unicodedata.category(character)[0] in "LN" or unicodedata.category(character) == "Mc":
            return ""
    return " ".join(drawable.split())


def _with(value: Any, others: dict[Seat, str]) -> Any:
    if isinstance(value, str):
        for name, shown in others.items():
            value = value.replace(name, shown)
    elif isinstance(value, tuple):
        value = tuple(_with(part, others) for part in value)
    elif isinstance(value, _WITH_WORDS):
        fields = (name for name in value.__struct_fields__ if name not in ("act", "hold_back"))
        value = replace(value, **{name: _with(getattr(value, name), others) for name in fields})
    return value


WIDTH: Final = 128
HEIGHT: Final = 64


class Canvas:
    """A frame of 128 x 64 dots, dark at first. Coordinates are dots from the top left."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._pen = ImageDraw.Draw(self.image)

    def write(self, x: int, y: int, words: str, face: Face, ink: int = 1) -> int:
        """Draw words with their top left corner at `x`, `y`. Return the `x` where they end. `ink` 0 writes dark on lit
        dots."""
        picture = face.dots(words)
        self.image.paste(ink, (x, y), picture)
        return x + picture.width

    def write_right(self, y: int, words: str, face: Face, ink: int = 1, right: int = WIDTH) -> int:
        """Draw words that end before `right`. Return the `x` where they begin."""
        x = right - face.width(words)
        self.write(x, y, words, face, ink)
        return x

    def write_centred(self, y: int, words: str, face: Face) -> None:
        """Draw words in the middle of the frame's width, their top at `y`."""
        self.write((WIDTH - face.width(words) + 1) // 2, y, words, face)

    def glyph(self, x: int, y: int, rows: str, scale: int = 1, ink: int = 1) -> None:
        """Draw a wooden piece or a sign, each dot `scale` dots wide."""
        self.image.paste(ink, (x, y), _stamp(rows, scale))

    def fill(self, x: int, y: int, width: int, height: int, ink: int = 1) -> None:
        """Draw a full box with its top left corner at `x`, `y`. A box without width or height draws nothing. `ink` 0 darkens
        the dots."""
        if width > 0 and height > 0:
            self._pen.rectangle((x, y, x + width - 1, y + height - 1), fill=ink)

    def frame(self, x: int, y: int, width: int, height: int, line: int = 1) -> None:
        """Draw the edge of a box of this outer size, `line` dots thick."""
        self._pen.rectangle((x, y, x + width - 1, y + height - 1), outline=1, width=line)

    def rule(self, y: int) -> None:
        """Draw a line of one dot across the whole frame."""
        self.fill(0, y, WIDTH, 1)

    def ruler(self, y: int, place: int, places: int) -> None:
        """Draw a dotted line at `y` with one solid part: part number `place`, from 0, of `places` equal parts."""
        self._pen.point([(x, y) for x in range(0, WIDTH, 4)], fill=1)
        self.fill(WIDTH // places * place, y, WIDTH // places, 1)

    def boxes(self, x: int, y: int, full: int, of: int) -> int:
        """Draw `of` small boxes in a row, the first `full` of them filled. Return the `x` where words may begin."""
        for i in range(of):
            (self.fill if i < full else self.frame)(x + 11 * i, y, 8, 9)
        return x + 11 * of

    def bar(self, y: int, height: int, filled: int) -> None:
        """Draw a framed bar across the frame, with `filled` dots of 124 lit."""
        self.frame(0, y, WIDTH, height)
        self.fill(2, y + 2, filled, height - 4)

    def code(self, modules: Sequence[Sequence[bool]]) -> None:
        """Draw a QR code on a lit square at the left, 2 dots a module. A code of more than 32 modules gets 1 dot a
        module."""
        scale = 2 if 2 * len(modules) <= HEIGHT else 1
        start = (HEIGHT - scale * len(modules)) // 2
        self.fill(0, 0, HEIGHT, HEIGHT)
        for y, row in enumerate(modules):
            for x, dark in enumerate(row):
                if dark:
                    self.fill(start + x * scale, start + y * scale, scale, scale, 0)


@lru_cache(STAMPS)
def _stamp(rows: str, scale: int) -> Image.Image:
    """Return a piece or a sign as a picture. It is cached, because every page draws the same few."""
    lit = dots(rows)
    stamp = Image.new("1", (len(lit[0]), len(lit)))
    stamp.putdata([dot for row in lit for dot in row])
    return stamp.resize((stamp.width * scale, stamp.height * scale), Image.Resampling.NEAREST)


def fit(words: str, width: int, *faces: Face) -> tuple[Face, str]:
    """Return the first face in which the words fit into `width` dots, and the words. If they fit in none, return the last
    face with the words cut."""
    for face in faces:
        if face.width(words) <= width:
            return face, words
    return faces[-1], cut(words, width, faces[-1])


def cut(words: str, width: int, face: Face) -> str:
    """Return as many of the letters as fit into `width` dots, with … at the end if some are missing."""
    if face.width(words) <= width:
        return words
    while words and face.width(words + "…") > width:
        words = words[:-1]
    return words.rstrip() + "…"


def wrap(words: str, width: int, face: Face) -> list[str]:
    """Return lines of at most `width` dots. They break at spaces and zero-width spaces, and within a word only if the word
    is wider than a line."""
    lines = [""]
    for part in _parts(words):
        if face.width((lines[-1] + part).rstrip()) <= width:
            lines[-1] += part
        elif face.width(part.rstrip()) <= width:
            lines.append(part)
        else:
            for character in part:
                if face.width(lines[-1] + character) <= width:
                    lines[-1] += character
                else:
                    lines.append(character)
    return [line for line in (whole.strip(" \u200b") for whole in lines) if line]


def _parts(words: str) -> list[str]:
    """Return the words, each with the space or zero-width space after it."""
    parts = [""]
    for character in words:
        parts[-1] += character
        if character in " \u200b":
            parts.append("")
    return parts


# Lists, and several names


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
NAMES_HEIGHT: Final = 24
"""The height in dots of the room for the names."""

Lines = list[list[ListRow]]


def several(canvas: Canvas, y: int, rows: Sequence[ListRow], fonts: Fonts) -> None:
    """Draw the names, their top at `y`: on one line of large letters, or on two of smaller ones. Names that still do not fit
    are cut."""
    face, lines = _laid(rows, fonts)
    step = NAMES_HEIGHT // 2 if len(lines) > 1 else face.height
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
