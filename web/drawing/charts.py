"""A chart as SVG: a line for each seat in one ink, told apart by the piece at its end, with the name beside it."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from companion.core.blocks import Chart
from companion.core.knowledge import Seat
from companion.speech.i18n import say

WIDTH: Final = 300
HEIGHT: Final = 150
LEFT, RIGHT, TOP, FOOT = 26, 204, 10, 128
"""Where the first and the last value stand, the greatest and the least."""
PIECES, NAMES = RIGHT + 12, RIGHT + 31
"""Where a piece stands, and the name beside it."""
LABEL: Final = 18
"""How far two names must be apart."""


def curves(chart: Chart, pieces: dict[Seat, int], language: str) -> Markup:
    """The drawing; readers have the numbers in a table of their own."""
    lines = [curve.values for curve in chart.curves]
    low, high = _bounds(lines)
    xs = _spread(len(chart.ticks))
    points = [[(x, _height(n, low, high)) for x, n in zip(xs, values, strict=False)] for values in lines]
    heights = _apart([ends[-1][1] if ends else FOOT for ends in points])
    drawn = [_axis(low, high), *(_tick(x, say(tick, language)) for x, tick in zip(xs, chart.ticks, strict=True))]
    for curve, ends, height in zip(chart.curves, points, heights, strict=True):
        drawn += [_line(ends), _name(curve.seat, pieces.get(curve.seat), ends, height)]
    parts = Markup("").join(drawn)
    return Markup('<svg class="chart" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>').format(
        WIDTH, max(HEIGHT, *heights, 0) + 4 if heights else HEIGHT, parts
    )


def _bounds(lines: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The least (never above 0) and the greatest number of all."""
    numbers = [n for values in lines for n in values]
    return min([0, *numbers]), max([1, *numbers])


def _spread(count: int) -> list[int]:
    return [LEFT + (RIGHT - LEFT) * i // max(1, count - 1) for i in range(count)]


def _height(n: int, low: int, high: int) -> int:
    return FOOT - (FOOT - TOP) * (n - low) // (high - low)


def _apart(wanted: Sequence[int]) -> list[int]:
    """Heights for the names, as near to their lines' ends as there is room, in the same order."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    given = [0] * len(wanted)
    least = TOP
    for n, i in enumerate(order):
        below = (len(order) - 1 - n) * LABEL
        given[i] = max(least, min(wanted[i], max(FOOT - below, least)))
        least = given[i] + LABEL
    return given


def _axis(low: int, high: int) -> Markup:
    line = Markup('<path class="axis" d="M{0} {1}H{2}M{0} {3}H{2}"/>').format(LEFT, TOP, RIGHT, FOOT)
    marks = [
        Markup('<text x="{}" y="{}" text-anchor="end">{}</text>').format(LEFT - 6, y + 5, n)
        for n, y in ((high, TOP), (low, FOOT))
    ]
    return line + Markup("").join(marks)


def _tick(x: int, words: str) -> Markup:
    return Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(x, FOOT + 17, words)


def _line(points: Sequence[tuple[int, int]]) -> Markup:
    return Markup('<polyline points="{}"/>').format(" ".join(f"{x},{y}" for x, y in points))


def _name(seat: Seat, piece: int | None, points: Sequence[tuple[int, int]], height: int) -> Markup:
    """The piece and the name, with a thin line from where the seat's own ends."""
    x, y = points[-1] if points else (LEFT, FOOT)
    lead = Markup('<path class="lead" d="M{} {}L{} {}"/>').format(x, y, PIECES - 2, height)
    words = Markup('<text x="{}" y="{}">{}</text>').format(NAMES if piece else PIECES, height + 5, _short(seat))
    if piece is None:
        return lead + words
    return lead + Markup('<use href="#p{}" x="{}" y="{}" width="15" height="15"/>').format(piece, PIECES, height - 8) + words


def _short(name: Seat) -> str:
    return name if len(name) <= 9 else f"{name[:8]}…"
