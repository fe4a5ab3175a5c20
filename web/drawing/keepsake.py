"""A picture of a finished game for a phone to keep, 1080 x 1350 pixels, in the box's own letters and enlarged dots."""

import io
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from companion.bounds import PICTURES_KEPT
from companion.core.blocks import Chart
from companion.core.state import Seat
from companion.drawings import dots, pieces
from companion.letters import Face, load
from companion.records.results import Rank

SIZE: Final = (1080, 1350)
PAPER, INK, MUTED, LINE, LAMP = "#F3ECDF", "#231C14", "#574C3D", "#CFC1A8", "#F6C560"
MARGIN: Final = 72
ROWS: Final = (330, 860)
CHART: Final = (900, 1160)
"""Pixels from the top for the rows of seats, and for the chart below them. Without a chart the rows have all of it."""
ROOM: Final = 46
"""Pixels for a piece at the end of a line of the chart, where there is room."""
HIGHEST: Final = 96
"""Pixels of the highest row of a seat."""


class Keepsake(NamedTuple):
    """The words on the picture, in the language of the phone that asked."""

    game: str
    when: str
    now: str
    """The winners."""
    seats: Sequence[Rank]
    pieces: Mapping[Seat, int]
    curves: Chart | None
    check: str
    """The check code, with its label."""
    foot: str


class Album:
    """The pictures that were drawn last. For one thread only."""

    def __init__(self) -> None:
        self._drawn: dict[Hashable, tuple[Keepsake, bytes]] = {}
        """Pictures by game and language, the longest unused first."""

    def picture(self, of: Hashable, kept: Keepsake) -> bytes:
        """Return the picture as a PNG. It is drawn unless the same one is here."""
        before = self._drawn.pop(of, None)
        now = before if before is not None and before[0] == kept else (kept, png(kept))
        self._drawn[of] = now
        if len(self._drawn) > PICTURES_KEPT:
            del self._drawn[next(iter(self._drawn))]
        return now[1]


def png(kept: Keepsake) -> bytes:
    """Return the picture as a PNG."""
    picture = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(picture)
    fonts = load()
    _write(picture, (MARGIN, 64), kept.game, fonts.b24, 3, INK)
    _write(picture, (SIZE[0] - MARGIN, 92), kept.when, fonts.b16, 2, MUTED, from_right=True)
    pen.rectangle((MARGIN, 168, SIZE[0] - MARGIN, 268), fill=LAMP)
    _headline(picture, kept.now)
    _ranking(picture, kept)
    if kept.curves is not None:
        _curves(pen, picture, kept.curves, kept.pieces)
    _write(picture, (MARGIN, 1212), kept.check, fonts.b16, 2, MUTED)
    _write(picture, (MARGIN, 1264), kept.foot, fonts.b16, 2, MUTED)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _write(
    picture: Image.Image,
    at: tuple[int, int],
    words: str,
    face: Face,
    scale: int,
    ink: str,
    *,
    most: int = SIZE[0] - 2 * MARGIN,
    from_right: bool = False,
) -> None:
    """Write words in enlarged dots. Words wider than `most` pixels are written smaller, or cut."""
    while scale > 1 and face.width(words) * scale > most:
        scale -= 1
    while words and face.width(words) * scale > most:
        words = words[:-2] + "…" if len(words) > 1 else ""
    if not words:
        return
    mask = face.dots(words)
    mask = mask.resize((mask.width * scale, mask.height * scale), Image.Resampling.NEAREST)
    picture.paste(ink, (at[0] - mask.width if from_right else at[0], at[1]), mask)


def _headline(picture: Image.Image, words: str) -> None:
    """Write the headline in one line, or in two lines of smaller letters."""
    face, most = load().b24, SIZE[0] - 2 * MARGIN - 64
    lines = (words,) if face.width(words) * 2 <= most else _halves(words, face)
    for n, line in enumerate(lines):
        top = 182 if len(lines) == 1 else 170 + n * 48
        _write(picture, (MARGIN + 32, top), line, face, 3 if len(lines) == 1 else 2, INK, most=most)


def _halves(words: str, face: Face) -> tuple[str, str]:
    """Return the words in two lines of nearly equal length, parted at a space or a possible break."""
    at = [n for n, letter in enumerate(words) if letter in " \u200b"] or [len(words) // 2]
    best = min(at, key=lambda n: max(face.width(words[:n]), face.width(words[n:])))
    return words[:best], words[best:].lstrip(" \u200b")


def _ranking(picture: Image.Image, kept: Keepsake) -> None:
    foot = ROWS[1] if kept.curves is not None else CHART[1]
    height = min(HIGHEST, (foot - ROWS[0]) // max(1, len(kept.seats)))
    face, scale = load().b16, 3 if height > 56 else 2
    most = max((one.points or 0 for one in kept.seats), default=0)
    for n, one in enumerate(kept.seats):
        top = ROWS[0] + n * height
        middle = top + (height - face.height * scale) // 2
        _write(picture, (MARGIN, middle), str(one.place), face, scale, MUTED)
        _piece(picture, (MARGIN + 72, top + (height - 7 * 6) // 2), kept.pieces.get(one.seat), 6)
        _write(picture, (MARGIN + 140, middle), one.seat, face, scale, INK, most=470)
        if one.points is not None:
            _bar(picture, top + height // 2, one.points, most)
            _write(picture, (SIZE[0] - MARGIN, middle), str(one.points), face, scale, INK, from_right=True)


def _bar(picture: Image.Image, middle: int, points: int, most: int) -> None:
    left, right = MARGIN + 640, SIZE[0] - MARGIN - 110
    pen = ImageDraw.Draw(picture)
    if most > 0 and points > 0:
        pen.rectangle((left, middle - 12, left + (right - left) * points // most, middle + 12), fill=MUTED)
    pen.rectangle((left, middle - 12, right, middle + 12), outline=INK, width=3)


def _piece(picture: Image.Image, at: tuple[int, int], number: int | None, dot: int) -> None:
    """Draw a seat's piece in its colour with a border of ink. A seat without a piece has none."""
    if number is None:
        return
    piece, pen = pieces()[number], ImageDraw.Draw(picture)
    cells = [(x, y) for y, row in enumerate(dots(piece.rows)) for x, is_set in enumerate(row) if is_set]
    for grown, ink in ((3, INK), (0, piece.fill)):
        for x, y in cells:
            left, top = at[0] + x * dot, at[1] + y * dot
            pen.rectangle((left - grown, top - grown, left + dot - 1 + grown, top + dot - 1 + grown), fill=ink)


def _curves(pen: ImageDraw.ImageDraw, picture: Image.Image, chart: Chart, has: Mapping[Seat, int]) -> None:
    left, right, (top, foot) = MARGIN, SIZE[0] - MARGIN - 80, CHART
    values = [value for curve in chart.curves for value in curve.values]
    low, high = min(0, *values), max(1, *values)
    pen.line((left, foot, right, foot), fill=LINE, width=3)
    steps = max(1, len(chart.ticks) - 1)
    apart = min(ROOM, (foot - top) // max(1, len(chart.curves)))
    for at, curve in zip(_apart(chart, low, high, apart), chart.curves, strict=True):
        points = [
            (left + (right - left) * n // steps, foot - (foot - top) * (value - low) // (high - low))
            for n, value in enumerate(curve.values)
        ]
        pen.line(points, fill=INK, width=4, joint="curve")
        corner = (right + 24, at - apart // 2)
        _piece(picture, corner, has.get(curve.seat), apart // 9)
        if has.get(curve.seat) is None:
            _write(picture, corner, curve.seat, load().b16, 2, INK, most=SIZE[0] - corner[0] - 40)


def _apart(chart: Chart, low: int, high: int, apart: int) -> list[int]:
    """Return a height for each seat's piece at the end of its line. None covers another."""
    top, foot = CHART
    wanted = [foot - (foot - top) * (curve.values[-1] - low) // (high - low) for curve in chart.curves]
    given, least = [0] * len(wanted), top - apart
    for n in sorted(range(len(wanted)), key=wanted.__getitem__):
        least = given[n] = max(wanted[n], least + apart)
    over = max(0, max(given, default=foot) - foot)
    return [height - over for height in given]


def of_curves(blocks: Iterable[object], curves: Chart | None) -> Chart | None:
    """Return the chart that the game shows at its end, else the curves of the open tallies."""
    return next((block for block in blocks if isinstance(block, Chart)), curves)
