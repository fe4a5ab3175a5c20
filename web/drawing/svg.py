"""Drawings as SVG: pieces, signs and icons from one sprite, and QR codes."""

from functools import cache, lru_cache
from typing import Final

from markupsafe import Markup

from companion import folders
from companion.drawings import matrix, pieces, signs
from companion.shelf import games

ICONS: Final = {
    "hand": "M7 12.6V5.4a1.3 1.3 0 0 1 2.6 0V11h.6V3.3a1.3 1.3 0 0 1 2.6 0V11h.6V4.2a1.3 1.3 0 0 1 2.6 0V12h.6V7.2"
    "a1.3 1.3 0 0 1 2.6 0V15c0 4.3-2.6 7-6.2 7c-3.4 0-5-1.7-6.7-4.9L4.3 13.6a1.4 1.4 0 0 1 2.4-1.4Z",
    "check": "M9.6 19.2 2.8 12.4 4.9 10.3 9.6 15 19.1 5.5 21.2 7.6Z",
    "alert": "M12 2.5 23 21.5H1ZM10.9 9.5 11.2 15.5H12.8L13.1 9.5ZM12 16.9a1.3 1.3 0 1 0 0 2.6a1.3 1.3 0 1 0 0-2.6Z",
    "dots": "M3 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM10 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM17 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z",
    "take": "M11 2H13V7.5H16L12 12 8 7.5H11ZM2 15.2c2.4-2 4.8-2 7.2-.5l2.2 1.4h4.6c1.2 0 1.5 1.7.3 2l-3.6.8v.6l4-.2 4.4-2.6"
    "c1.2-.7 2.1.8 1.1 1.6L16.6 22H8.2L5.4 20.2H2Z",
    "table": "M2 7H22V10H20V20H18V10H6V20H4V10H2Z",
    "right": "M8.6 4 16.6 12 8.6 20 7 18.4 13.4 12 7 5.6Z",
    "eye": "M12 5C6.5 5 2.6 9.2 1 12c1.6 2.8 5.5 7 11 7s9.4-4.2 11-7c-1.6-2.8-5.5-7-11-7Z"
    "M12 16.5a4.5 4.5 0 1 1 0-9a4.5 4.5 0 1 1 0 9ZM12 14a2 2 0 1 0 0-4a2 2 0 1 0 0 4Z",
    "grip": "M4 6.5H20V8.5H4ZM4 11H20V13H4ZM4 15.5H20V17.5H4Z",
}
"""Outlines on a grid of 24 by 24, in one ink."""

SYMBOL: Final = Markup('<symbol id="{}" viewBox="0 0 24 24"><path d="{}" {}/></symbol>')
INK: Final = Markup('fill="currentColor" fill-rule="evenodd"')
QUIET: Final = 4
"""The width in modules of the white edge around a QR code."""


@cache
def sign_svg(prefix: str, key: str) -> Markup:
    """Return a drawing of the sprite in the colour of the words beside it. Screen readers skip it."""
    return Markup('<svg class="sign" aria-hidden="true"><use href="#{}-{}"/></svg>').format(prefix, key)


@lru_cache(maxsize=64)
def piece_svg(number: int, words: str) -> Markup:
    """Return the picture of a seat's wooden piece. `words` are its colour and shape, for screen readers."""
    return Markup('<svg class="piece" role="img" aria-label="{}"><use href="#p{}"/></svg>').format(words, number)


@folders.cached
def sprite(game: str | None = None) -> Markup:
    """Return all drawings as one hidden SVG, which each page has once. The other functions refer to it. With a `game` it has
    the signs of no other game."""
    shapes = {f"g{n}": piece.path for n, piece in pieces().items()}  # without a colour
    drawn = {**{f"i-{name}": path for name, path in ICONS.items()}, **shapes}
    wood = Markup('fill="{}" stroke="currentColor" stroke-width="2" stroke-linejoin="round"')
    symbols = [SYMBOL.format(id_, path, INK) for id_, path in drawn.items()]
    symbols += [SYMBOL.format(f"p{n}", piece.path, wood.format(piece.fill)) for n, piece in pieces().items()]
    symbols += [sign_symbols(one) for one in (games() if game is None else (game,))]
    return Markup('<svg class="sprite" aria-hidden="true">{}</svg>').format(Markup("").join(symbols))


def sign_symbols(game: str) -> Markup:
    """Return the signs of a game as symbols."""
    return Markup("").join(SYMBOL.format(f"s-{game}-{key}", sign.path, INK) for key, sign in signs(game).items())


@lru_cache(maxsize=16)
def dark(url: str) -> str:
    """Return the dark modules of a QR code as one SVG path, one unit a module, with the white edge around it."""
    return "".join(_line(row, y + QUIET) for y, row in enumerate(matrix(url)))


def _line(row: tuple[bool, ...], y: int) -> str:
    """Return a row of modules as strokes, one for each run of dark modules."""
    line = ""
    for x, module in enumerate(row):
        if module and not (x and row[x - 1]):
            run = next((n for n, m in enumerate(row[x:]) if not m), len(row) - x)
            line += f"M{x + QUIET} {y}.5h{run}"
    return line
