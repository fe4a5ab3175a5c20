"""Drawings as data: the seats' wooden pieces, and the signs of each game. Only web and hardware draw them."""

from functools import cache
from importlib.resources import files

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
