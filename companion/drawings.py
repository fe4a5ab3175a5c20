"""Wooden pieces, signs and QR codes as data to draw."""

import sys
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any

import msgspec

from companion import folders, toml


class Piece(msgspec.Struct, frozen=True):
    """A seat's wooden piece: names of its colour and shape, its colour, its outline on a grid of 24, and 7 rows of 7 dots
    for the display."""

    colour: str
    shape: str
    fill: str
    """The colour in CSS."""
    path: str
    """The outline, as SVG's `d`."""
    rows: str
    """The rows of dots, with two hex digits for each row (`dots`)."""


class Sign(msgspec.Struct, frozen=True):
    """A sign in one colour: its outline on a grid of 24, and 11 rows of 11 dots for the display, with three hex digits for
    each row."""

    path: str
    rows: str


def dots(rows: str) -> list[list[bool]]:
    """Return the dots of hex rows, the left bit first. A row of two digits is 7 dots wide, and a row of three digits 11."""
    width = {2: 7, 3: 11}
    return [[bool(int(row, 16) >> (4 * len(row) - 1 - x) & 1) for x in range(width[len(row)])] for row in rows.split()]


@cache
def pieces() -> dict[int, Piece]:
    """Return the pieces by number, 1 to 10."""
    raw = toml.read((files("companion") / "pieces.toml").read_text("utf-8"))
    return {int(number): msgspec.convert(piece, Piece) for number, piece in raw.items()}


@folders.cached
def signs(game: str) -> dict[str, Sign]:
    """Return a game's signs by the key that its views use."""
    raw = toml.read((folders.of(game) / "signs.toml").read_text("utf-8"))
    return {key: msgspec.convert(sign, Sign) for key, sign in raw.items()}


def _qrcode() -> Any:
    """Import qrcode without PIL. It would load PIL if it found it: 4 MiB that a box without a display does not need. Other
    modules can still import PIL."""
    if "PIL" in sys.modules:
        return import_module("qrcode")
    sys.modules["PIL"] = None  # type: ignore[assignment]
    try:
        return import_module("qrcode")
    finally:
        del sys.modules["PIL"]


_QRCODE = _qrcode()


@lru_cache(maxsize=8)
def matrix(text: str, spare: bool = True) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of a QR code, dark as True, without a quiet zone. It has a quarter of redundancy
    (docs/decisions/qr.md). Without `spare` the redundancy is as low as possible, because a Wi-Fi's name and password are
    long."""
    code = _QRCODE.QRCode(error_correction=_QRCODE.ERROR_CORRECT_Q if spare else _QRCODE.ERROR_CORRECT_L, border=0)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(bool(module) for module in row) for row in code.get_matrix())


def terminal(text: str) -> str:
    """Return a QR code for a terminal, with two modules in each character. It is dark on light with a quiet zone, in any
    colour scheme."""
    dark = matrix(text)
    size = len(dark)

    def is_dark(x: int, y: int) -> bool:
        return 0 <= x < size and 0 <= y < size and dark[y][x]

    halves = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    rows = range(-2, size + 2, 2)
    return "\n".join("".join(halves[is_dark(x, y), is_dark(x, y + 1)] for x in range(-2, size + 2)) for y in rows)
