"""Wooden pieces, signs and QR codes as data to draw."""

import sys
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any

import msgspec

from companion import toml


class Piece(msgspec.Struct, frozen=True):
    """A seat's piece: colour and shape by name, fill, outline on a 24 grid, and 7 rows of 7 dots for the OLED."""

    colour: str
    shape: str
    fill: str
    """Its colour as CSS writes it."""
    path: str
    """The outline, as SVG's `d`."""
    rows: str
    """Two hex digits a row, as `dots` reads them."""


class Sign(msgspec.Struct, frozen=True):
    """A sign of one ink: its outline on a 24 grid, and 11 rows of 11 dots for the OLED (three hex digits a row)."""

    path: str
    rows: str


def dots(rows: str) -> list[list[bool]]:
    """The dots of hex rows, left bit first; rows of two digits are 7 dots wide, of three digits 11."""
    width = {2: 7, 3: 11}
    return [[bool(int(row, 16) >> (4 * len(row) - 1 - x) & 1) for x in range(width[len(row)])] for row in rows.split()]


@cache
def pieces() -> dict[int, Piece]:
    """The pieces by number, 1 to 10."""
    raw = toml.read((files("companion") / "pieces.toml").read_text("utf-8"))
    return {int(number): msgspec.convert(piece, Piece) for number, piece in raw.items()}


@cache
def signs(game: str) -> dict[str, Sign]:
    """A game's signs by the key under which its views name them."""
    raw = toml.read((files("companion") / "games" / game / "signs.toml").read_text("utf-8"))
    return {key: msgspec.convert(sign, Sign) for key, sign in raw.items()}


def _qrcode() -> Any:
    """qrcode takes up a whole drawing library where it finds one: 4 MiB that phones alone do not need. So it finds none; who
    draws with it has it all the same."""
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
    """The modules, dark True, without a quiet zone; as small as fits with a quarter of redundancy (docs/decisions/qr.md).
    Without `spare`, as small as fits at all: a Wi-Fi's name and password are too long for both."""
    code = _QRCODE.QRCode(error_correction=_QRCODE.ERROR_CORRECT_Q if spare else _QRCODE.ERROR_CORRECT_L, border=0)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(bool(module) for module in row) for row in code.get_matrix())


def terminal(text: str) -> str:
    """For a terminal: two modules a character, dark on light with a quiet zone, whatever its colours."""
    dark = matrix(text)
    size = len(dark)

    def is_dark(x: int, y: int) -> bool:
        return 0 <= x < size and 0 <= y < size and dark[y][x]

    halves = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    rows = range(-2, size + 2, 2)
    return "\n".join("".join(halves[is_dark(x, y), is_dark(x, y + 1)] for x in range(-2, size + 2)) for y in rows)
