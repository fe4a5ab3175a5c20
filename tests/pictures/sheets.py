"""Sheets: pages that a browser photographs, with screens in drawn frames of phone, television and box."""

import base64
import io
from collections.abc import Sequence
from html import escape
from typing import Final

from PIL import Image, ImageDraw

STYLE: Final = """
* { box-sizing: border-box; margin: 0; }
body { background: #f3ecdf; color: #231c14; font: 600 17px/1.3 "Noto Sans", "DejaVu Sans", sans-serif; position: relative; }
:lang(ja) { font-family: "Noto Sans CJK JP", sans-serif; }
figure { position: absolute; }
figcaption { text-align: center; margin: 10px -36px 0; }
img { display: block; }
.phone img { width: 100%; border-radius: 22px; }
.phone .body { background: #17130f; border-radius: 32px; padding: 10px; box-shadow: 0 12px 28px #0005; }
.tv .body { background: #17130f; padding: 10px 10px 14px; border-radius: 10px; box-shadow: 0 12px 28px #0005; }
.tv .body::after { content: ""; display: block; position: absolute; left: 50%; margin-left: -60px; width: 120px;
  height: 10px; margin-top: 14px; background: #17130f; border-radius: 0 0 6px 6px; }
.tv img { width: 100%; }
.box .body { background: #d9c7a6; border: 3px solid #85755a; border-radius: 16px; padding: 16px;
  box-shadow: 0 12px 28px #0005; }
.box img { width: 100%; image-rendering: pixelated; background: #0b1016; border: 7px solid #0b1016; border-radius: 6px; }
.box .keys { display: flex; justify-content: space-around; margin-top: 12px; }
.box .keys i { width: 30px; height: 30px; border-radius: 50%; border: 3px solid #231c14; background: #c0392b; }
.box .keys i:nth-child(2) { background: #f2cf4a; } .box .keys i:nth-child(3) { background: #4c9a5f; }
.step { position: absolute; left: 0; right: 0; text-align: center; font-size: 30px; }
"""


def data(png: bytes) -> str:
    """Return a picture as an address that holds it."""
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def phone(png: bytes, left: int, top: int, width: int, words: str = "", turn: int = 0) -> str:
    """Return a phone with this screen."""
    return _figure("phone", f'<img src="{data(png)}">', left, top, width, words, turn)


def tv(png: bytes, left: int, top: int, width: int, words: str = "") -> str:
    """Return a television with this screen."""
    return _figure("tv", f'<img src="{data(png)}">', left, top, width, words)


def box(png: bytes, left: int, top: int, width: int, words: str = "") -> str:
    """Return the box with its display and its three buttons."""
    keys = '<div class="keys"><i></i><i></i><i></i></div>'
    return _figure("box", f'<img src="{data(_lit(png))}">{keys}', left, top, width, words)


def _lit(png: bytes) -> bytes:
    """Return the display's dots in its own pale blue, four pixels each."""
    dots = Image.open(io.BytesIO(png)).convert("L")
    lit = Image.merge("RGB", [dots.point(lambda v, c=c: v * c // 255) for c in (0xDF, 0xF3, 0xFF)])
    dark = Image.new("RGB", dots.size, "#0b1016")
    dark.paste(lit, mask=dots)
    out = io.BytesIO()
    dark.resize((dots.width * 4, dots.height * 4), Image.Resampling.NEAREST).save(out, "PNG")
    return out.getvalue()


def camera(png: bytes) -> bytes:
    """Return what a phone's camera sees of a display that shows a code."""
    seen = Image.new("RGB", (720, 1280), "#2b2620")
    shown = Image.open(io.BytesIO(_lit(png)))
    shown = shown.resize((shown.width * 5 // 4, shown.height * 5 // 4))
    seen.paste(shown, (40, (seen.height - shown.height) // 2))
    pen = ImageDraw.Draw(seen)
    pen.rounded_rectangle((60, 480, 380, 800), 24, outline="#f6c560", width=10)
    out = io.BytesIO()
    seen.save(out, "PNG")
    return out.getvalue()


def _figure(kind: str, body: str, left: int, top: int, width: int, words: str, turn: int = 0) -> str:
    caption = f"<figcaption>{escape(words)}</figcaption>" if words else ""
    place = f"left:{left}px;top:{top}px;width:{width}px;transform:rotate({turn}deg)"
    return f'<figure class="{kind}" style="{place}"><div class="body">{body}</div>{caption}</figure>'


def sheet(language: str, size: tuple[int, int], parts: Sequence[str]) -> str:
    """Return a page of this size with these parts."""
    width, height = size
    body = f'<body style="width:{width}px;height:{height}px">{"".join(parts)}</body>'
    return f'<!doctype html><html lang="{language}"><meta charset="utf-8"><style>{STYLE}</style>{body}</html>'
