"""Draws the pictures of docs/card.md: the three steps with a card, and what the display then shows, drawn by the box's
painter.

`python -m tests.support.card_pictures` writes docs/card-write.svg and docs/card-shown.svg. A test says when that is needed.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from msgspec.structs import replace
from PIL import Image

from companion.card.uploads import file_notice, update_notice
from companion.core.words import text
from companion.letters import load
from companion.snapshot.table import Wifi
from hardware import rest
from hardware.drawing.paint import paint
from hardware.pages import pages
from hardware.pages.contents import layout
from hardware.pages.layouts import Layout
from hardware.pages.pages import PagePosition
from tests.hardware.box import lobby

DOCS: Final = Path(__file__).parents[2] / "docs"
WRITE, SHOWN = DOCS / "card-write.svg", DOCS / "card-shown.svg"
HEAD: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="t d" '
    'font-family="DejaVu Sans, Verdana, sans-serif" font-size="12"><title id="t">{title}</title><desc id="d">{tells}</desc>'
    '<rect width="{width}" height="{height}" fill="#ffffff"/>'
)
INK, PAPER, EDGE, BOARD, METAL, GLASS = "#231c14", "#f7f1e6", "#85755a", "#1c7a4a", "#c9c9c9", "#0b1016"


class Step(NamedTuple):
    """A step from a file to a running box: its words, and the `x` where its drawing begins."""

    words: str
    x: int


STEPS: Final = (Step("1  Write the image", 0), Step("2  Fill in the file", 230), Step("3  Put it in, power on", 460))


def draw_write() -> str:
    """Return the picture of the work on a card before it goes into the box."""
    tells = "Raspberry Pi Imager with its choices, the card open on a computer, and the slot below a Raspberry Pi."
    yields = [HEAD.format(width=690, height=230, title="Three steps with a card", tells=tells)]
    yields += [_words(step.x + 10, 22, step.words, 13, bold=True) for step in STEPS]
    return "\n".join([*yields, *_imager(10), *_folder(240), *_slot(470), "</svg>"]) + "\n"


def _imager(x: int) -> Iterator[str]:
    yield _box(x, 36, 205, 180, PAPER)
    yield _words(x + 12, 58, "Raspberry Pi Imager", 12, bold=True)
    for n, (asks, choice) in enumerate((("Device", "your Pi"), ("System", "Use custom"), ("Storage", "the card"))):
        y = 72 + 36 * n
        yield _words(x + 12, y + 18, asks, 11)
        yield _box(x + 80, y, 112, 28, "#ffffff")
        yield _words(x + 90, y + 18, choice, 11, bold=asks == "System")
    yield _box(x + 80, 182, 112, 26, INK)
    yield _words(x + 136, 199, "Write", 12, "#ffffff", "middle")


def _folder(x: int) -> Iterator[str]:
    yield _box(x, 36, 205, 180, "#ffffff")
    yield f'<path d="M{x} 46a10 10 0 0 1 10-10h185a10 10 0 0 1 10 10v16h-205z" fill="{PAPER}" stroke="{EDGE}"/>'
    yield _words(x + 12, 54, "COMPANION", 11, bold=True)
    for n, line in enumerate(("language = fr", "country = FR", "wifi = My home", "wifi-password = …", "name = salon")):
        yield _words(x + 24, 112 + 19 * n, line, 11, mono=True)
    yield _box(x + 12, 70, 181, 138, "none")
    yield _words(x + 24, 90, "companion.txt", 11, bold=True)


def _slot(x: int) -> Iterator[str]:
    """Yield the drawing of the board from below: the card goes in at the end without plugs, its contacts towards the
    board."""
    yield _box(x + 55, 48, 150, 100, BOARD)
    yield f'<rect x="{x + 50}" y="76" width="52" height="46" fill="{METAL}" stroke="{INK}"/>'
    yield f'<path d="M{x + 6} 82h36l8 8v24h-44z" fill="{GLASS}"/>'
    yield _words(x + 24, 102, "SD", 11, "#ffffff", "middle")
    yield f'<path d="M{x + 14} 136h34m-8-6 8 6-8 6" fill="none" stroke="{INK}" stroke-width="2"/>'
    yield from (f'<rect x="{x + 196}" y="{y}" width="16" height="24" fill="{METAL}" stroke="{INK}"/>' for y in (54, 86, 118))
    yield _words(x + 148, 102, "from below", 11, "#ffffff", "middle")
    yield _words(x, 176, "The contacts face the board.", 11)
    yield _words(x, 194, "First wire it, then plug it in.", 11)
    yield _words(x, 212, "Wait a minute or two.", 11)


# The display


def _shown() -> Iterator[tuple[str, Layout]]:
    """Yield the pages of the display, each with its name."""
    usual, wifi = lobby("en"), Wifi("TABLEK", "QWERTYUI")
    wrong = replace(usual, card_notices=(file_notice(text("card.bad.country", line=6)),))
    updated = replace(usual, card_notices=(update_notice(text("card.update.taken", version="0.9")),))
    yield "The code for phones", layout(usual, PagePosition(), pages.JOIN)
    yield (
        "The box’s own Wi-Fi",
        layout(replace(usual, join=replace(usual.join, wifi=wifi)), PagePosition(), pages.WIFI),
    )
    yield "A wrong line", layout(wrong, PagePosition(), pages.NOTICES)
    yield "An update", layout(updated, PagePosition(), pages.NOTICES)
    yield "Hold OK to switch off", rest.holding("en", 0.6)
    yield "Safe to unplug", rest.safe("en")


def draw_shown() -> str:
    """Return the picture of the display on a first evening."""
    frames = list(_shown())
    tells = "; ".join(what for what, _ in frames)
    lines = [HEAD.format(width=690, height=270, title="What the display shows", tells=escape(tells))]
    for n, (what, shown) in enumerate(frames):
        x, y = 10 + 228 * (n % 3), 10 + 130 * (n // 3)
        lines += [f'<g transform="translate({x} {y})">', *_display(paint(shown, load())), _words(0, 122, what, 11), "</g>"]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _display(picture: Image.Image) -> Iterator[str]:
    """Yield the drawing of a display: every lit dot is 1.6 wide, and dots beside each other are one stroke."""
    yield f'<rect width="213" height="108" rx="6" fill="{GLASS}"/>'
    dots = [(y, bool(picture.getpixel((x, y))), x) for y in range(picture.height) for x in range(picture.width)]
    runs = [(y, [x for *_, x in run]) for (y, lit), run in groupby(dots, lambda dot: dot[:2]) if lit]
    strokes = [f"M{places[0]} {y}h{len(places)}v1h-{len(places)}z" for y, places in runs]
    yield f'<path transform="translate(4 3) scale(1.6)" fill="#dff3ff" d="{"".join(strokes)}"/>'


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{fill}" stroke="{EDGE}"/>'


def _words(x: float, y: float, words: str, size: int, ink: str = INK, anchor: str = "start", **how: bool) -> str:
    also = ' font-weight="bold"' * how.get("bold", False) + ' font-family="DejaVu Sans Mono, monospace"' * how.get(
        "mono", False
    )
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{ink}" text-anchor="{anchor}"{also}>{escape(words)}</text>'


if __name__ == "__main__":
    WRITE.write_text(draw_write(), "utf-8")
    SHOWN.write_text(draw_shown(), "utf-8")
