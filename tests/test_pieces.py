"""Seats and signs differ: by colour under four kinds of sight, by shape in one bit, by contrast on the page."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from companion.drawings import dots, pieces, signs
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue

STATIC = Path(__file__).parents[1] / "web" / "static"
CSS = (STATIC / "companion.css").read_text("utf-8")

Triple = tuple[float, float, float]

SIGHT = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""The colour that reaches the eye, in linear RGB (Machado, Oliveira and Fernandes 2009, severity 1)."""


def linear(colour: str) -> Triple:
    """Return a hex colour in linear RGB, 0 to 1 (IEC 61966-2-1)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def times(matrix: tuple[Triple, ...], vector: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return one, two, three


def lab(rgb: Triple) -> Triple:
    """Return a colour in CIELAB under D65."""
    to_xyz = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    xyz = times(to_xyz, (min(max(rgb[0], 0), 1), min(max(rgb[1], 0), 1), min(max(rgb[2], 0), 1)))
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (xyz[0] / 0.95047, xyz[1], xyz[2] / 1.08883)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, two: Triple) -> float:
    """Return the colour difference of CIE 142-2001, as Sharma, Wu and Dalal write it."""
    c_mean = (math.hypot(*one[1:]) + math.hypot(*two[1:])) / 2
    g = 0.5 * (1 - math.sqrt(c_mean**7 / (c_mean**7 + 25**7)))
    a1, a2 = one[1] * (1 + g), two[1] * (1 + g)
    c1, c2 = math.hypot(a1, one[2]), math.hypot(a2, two[2])
    h1, h2 = math.degrees(math.atan2(one[2], a1)) % 360, math.degrees(math.atan2(two[2], a2)) % 360
    dh = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc = two[0] - one[0], c2 - c1
    d_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    l_mean, cp_mean = (one[0] + two[0]) / 2, (c1 + c2) / 2
    h_mean = h1 + h2 if c1 * c2 == 0 else (h1 + dh / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(h_mean - 30))
        + 0.24 * math.cos(math.radians(2 * h_mean))
        + 0.32 * math.cos(math.radians(3 * h_mean + 6))
        - 0.20 * math.cos(math.radians(4 * h_mean - 63))
    )
    s_l = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    s_c, s_h = 1 + 0.045 * cp_mean, 1 + 0.015 * cp_mean * t
    turn = 60 * math.exp(-(((h_mean - 275) / 25) ** 2))
    r_t = -math.sin(math.radians(turn)) * 2 * math.sqrt(cp_mean**7 / (cp_mean**7 + 25**7))
    return math.sqrt((dl / s_l) ** 2 + (dc / s_c) ** 2 + (d_hue / s_h) ** 2 + r_t * dc / s_c * d_hue / s_h)


def luminance(colour: str) -> float:
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one: str, two: str) -> float:
    """Return the contrast ratio of WCAG 2."""
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def tokens(theme: int) -> dict[str, str]:
    """Return the colours of the light theme (0) or the dark one (1): the first or second value of each token in the style
    sheet."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"--([a-z-]+):\s*(#[0-9A-Fa-f]{6})", CSS):
        found.setdefault(name, []).append(value)
    return {name: values[min(theme, len(values) - 1)] for name, values in found.items()}


@pytest.mark.parametrize(
    ("one", "two", "difference"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ],
)
def test_the_formula_gives_sharmas_figures(one: Triple, two: Triple, difference: float) -> None:
    assert ciede2000(one, two) == pytest.approx(difference, abs=1e-4)


@pytest.mark.parametrize("sight", SIGHT)
def test_no_two_seats_look_alike_to_anybody(sight: str) -> None:
    seen = {number: lab(times(SIGHT[sight], linear(piece.fill))) for number, piece in pieces().items()}
    pairs = list(combinations(seen, 2))
    assert len(pairs) == 45
    assert [pair for pair in pairs if ciede2000(seen[pair[0]], seen[pair[1]]) < 15] == []


def test_without_colours_the_shapes_distinguish_all_seats() -> None:
    glyphs = {number: dots(piece.rows) for number, piece in pieces().items()}
    assert len(glyphs) == 10
    assert all(len(rows) == 7 and all(len(row) == 7 for row in rows) for rows in glyphs.values())
    differing = [sum(a != b for one, two in zip(x, y, strict=True) for a, b in zip(one, two, strict=True))
                 for x, y in combinations(glyphs.values(), 2)]  # fmt: skip
    assert min(differing) >= 8


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize(
    ("ink", "paper", "least"),
    [("on-lamp", "lamp", 7), ("text", "sunk", 7), ("on-ask", "ask", 7), ("text", "surface", 7), ("text", "bg", 7),
     ("muted", "bg", 4.5), ("muted", "surface", 4.5), ("accent", "bg", 4.5), ("accent", "surface", 4.5),
     ("danger", "surface", 4.5), ("good", "surface", 4.5), ("on-cover", "cover", 7),
     ("edge", "bg", 3), ("edge", "surface", 3)],
)  # fmt: skip
def test_words_and_borders_have_enough_contrast(theme: int, ink: str, paper: str, least: float) -> None:
    colours = tokens(theme)
    assert contrast(colours[ink], colours[paper]) >= least


def test_every_sign_has_a_drawing_for_phones_and_one_for_the_oled() -> None:
    drawn = [sign for game in games() for sign in signs(game).values()]
    assert drawn
    for sign in drawn:
        assert sign.path.startswith("M")
        rows = dots(sign.rows)
        assert len(rows) == 11
        assert all(len(row) == 11 for row in rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_has_a_name(language: str) -> None:
    messages = {catalogue(language)[f"piece.{number}"] for number in pieces()}
    assert len(messages) == 10


def test_paint_has_the_colour_of_its_piece_and_words_on_it_have_enough_contrast():
    paper = (STATIC / "kits" / "sheets.css").read_text("utf-8")
    inks = {int(n): (ink, on) for n, ink, on in re.findall(r"\.ink(\d+) \{ --ink: (#\w{6}); --on-ink: #(\w{3}); \}", paper)}
    assert {n: ink for n, (ink, _) in inks.items()} == {n: piece.fill.lower() for n, piece in pieces().items()}
    for ink, on in inks.values():
        assert contrast(ink, "#" + on * 2) >= 4.5
