"""The ways in as dots: a QR code on a lit square, and beside it what it says for people to type."""

from typing import Final

from companion.letters import Fonts
from companion.qr import matrix
from hardware.drawing.draw import WIDTH, Canvas, cut
from hardware.pages import leaves

CODE_X: Final = 68
"""Where words begin beside the QR code's square."""


def joining(canvas: Canvas, leaf: leaves.Joining, fonts: Fonts) -> None:
    """The way in: beside the square address and code, and how many are in."""
    _square(canvas, leaf, fonts, spare=True)
    _address(canvas, leaf.address, fonts)
    _code(canvas, leaf.code, fonts)
    canvas.write_right(18, str(leaf.guests), fonts.b16)
    canvas.write_right(34, leaf.in_words, fonts.b10)


def on_air(canvas: Canvas, leaf: leaves.OnAir, fonts: Fonts) -> None:
    """The box's own Wi-Fi: beside the square its name and password."""
    _square(canvas, leaf, fonts, spare=False)
    canvas.write(CODE_X, 0, cut(leaf.address, WIDTH - CODE_X, fonts.b12), fonts.b12)
    _code(canvas, leaf.code, fonts)


def _square(canvas: Canvas, leaf: leaves.Joining, fonts: Fonts, spare: bool) -> None:
    """The code; while it is dark, what brings it back."""
    if leaf.lit:
        canvas.code(matrix(leaf.url, spare=spare))
    else:
        canvas.write(0, 26, leaf.buttons[2].words, fonts.b10)


def _address(canvas: Canvas, address: str, fonts: Fonts) -> None:
    """In one line, or broken after a dot or before the port into two of smaller letters."""
    room = WIDTH - CODE_X
    if fonts.b12.width(address) <= room:
        canvas.write(CODE_X, 0, address, fonts.b12)
        return
    breaks = [i for i in range(1, len(address)) if address[i] == ":" or address[i - 1] == "."]
    fitting = [i for i in breaks if fonts.b10.width(address[:i]) <= room]
    at = fitting[-1] if fitting else room // fonts.b10.width("0")
    canvas.write(CODE_X, -1, address[:at], fonts.b10)
    canvas.write(CODE_X, 8, cut(address[at:], room, fonts.b10), fonts.b10)


def _code(canvas: Canvas, code: str, fonts: Fonts) -> None:
    """In two lines of large letters."""
    half = (len(code) + 1) // 2
    canvas.write(CODE_X, 13, code[:half], fonts.b24)
    canvas.write(CODE_X, 37, code[half:], fonts.b24)
