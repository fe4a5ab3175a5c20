"""Fonts of the display and of pictures: one Unicode bitmap font in four sizes, or Pillow's built-in font if that package is
not installed."""

import gzip
import shutil
import tempfile
import unicodedata
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final, Literal, Protocol

from PIL import Image, ImageDraw, ImageFont

PACKAGE: Final = "xfonts-efont-unicode"
"""Debian's package of the fonts."""

FOLDERS: Final = (Path("/usr/share/fonts/X11/misc"), Path("/usr/share/fonts/misc"), Path("/usr/local/share/fonts"))

MEASURED: Final = 4096
"""The number of strings whose widths are cached. Pages repeat the same words, and a box runs for years."""

DRAWN: Final = 128
"""The number of strings of each size whose pictures are cached: everything that the current pages show, in 1 MB."""

LACKED: Final = "□"
"""The sign that is drawn for a character which the fonts lack, such as an emoji in a name."""


class Face(Protocol):
    """One size of a font."""

    height: int
    """The height of a line in dots."""

    def width(self, words: str) -> int:
        """Return the width of the words in dots."""

    def dots(self, words: str) -> Image.Image:
        """Return the words as a 1-bit picture of this width and height. The picture is shared, so copy from it and never
        draw on it."""

    def has(self, character: str) -> bool:
        """Return whether the font has this letter, or each part of a decomposed letter."""


class Fonts:
    """The four sizes that pages use, by their height in dots."""

    def __init__(self, b24: Face, b16: Face, b12: Face, b10: Face, complete: bool) -> None:
        self.b24, self.b16, self.b12, self.b10 = b24, b16, b12, b10
        self.complete = complete
        """False if the package is missing. Then only ASCII can be drawn."""
        self._draw = lru_cache(maxsize=MEASURED)(self._all_have)

    def draw(self, character: str) -> bool:
        """Return whether all four sizes have this character, so that any row may use it."""
        return self._draw(character)

    def _all_have(self, character: str) -> bool:
        return all(face.has(character) for face in (self.b24, self.b16, self.b12, self.b10))


@cache
def load(folders: Sequence[Path] = FOLDERS) -> Fonts:
    """Return the fonts of the first folder that has all four, or else Pillow's."""
    for folder in folders:
        files = [folder / f"b{height}.pcf.gz" for height in (24, 16, 12, 10)]
        if all(file.is_file() for file in files):
            b24, b16, b12, b10 = map(Unicode, files)
            return Fonts(b24, b16, b12, b10, complete=True)
    return Fonts(Ascii(24, scale=2), Ascii(16), Ascii(12), Ascii(10), complete=False)


class Unicode(Face):
    """A PCF font. Latin letters are half as wide as high, kanji are square."""

    def __init__(self, file: Path) -> None:
        self.height = int(file.name[1:3])
        self._file = file
        self._known: dict[str, str] = {}
        self._width = lru_cache(maxsize=MEASURED)(self._measured)
        self._dots = lru_cache(maxsize=DRAWN)(self._pictured)

    @cached_property
    def _font(self) -> ImageFont.FreeTypeFont:
        """Unzip the font to a file without a name. For every letter FreeType would read a zipped font from its start, which
        takes 40 ms for a line. It loads only the used parts of a plain font."""
        with tempfile.NamedTemporaryFile(suffix=".pcf") as plain, gzip.open(self._file) as zipped:
            shutil.copyfileobj(zipped, plain)
            plain.flush()
            return ImageFont.truetype(plain.name, self.height)

    def width(self, words: str) -> int:
        return self._width(words)

    def _measured(self, words: str) -> int:
        return round(self._font.getlength(self._drawable(words)))

    def dots(self, words: str) -> Image.Image:
        return self._dots(words)

    def _pictured(self, words: str) -> Image.Image:
        return _drawn(self._drawable(words), self._font, (self.width(words), self.height), 0)

    def has(self, character: str) -> bool:
        return all((self._known.get(c) or self._look_up(c)) == c for c in _seen(character)) and _seen(character) != ""

    def _drawable(self, words: str) -> str:
        return "".join([self._known.get(c) or self._look_up(c) for c in _seen(words)])

    def _look_up(self, character: str) -> str:
        lacks = character != " " and self._font.getmask(character, mode="1").getbbox() is None
        self._known[character] = LACKED if lacks else character
        return self._known[character]


class Ascii(Face):
    """Pillow's built-in font of 6 x 11 dots, in lines of another height. Accents are dropped, and other foreign letters
    become `?`."""

    def __init__(self, height: int, scale: int = 1) -> None:
        self.height = height
        self._scale = scale
        self._font = ImageFont.load_default_imagefont()

    def width(self, words: str) -> int:
        return 6 * self._scale * len(_plain(words))

    def has(self, character: str) -> bool:
        return "?" not in _plain(character) or character == "?"

    def dots(self, words: str) -> Image.Image:
        small = (self.width(words) // self._scale, self.height // self._scale)
        drawn = _drawn(_plain(words), self._font, small, max(0, (small[1] - 11) // 2) if small[1] > 10 else -1)
        return drawn.resize((self.width(words), self.height), Image.Resampling.NEAREST)


def is_lost(words: str) -> bool:
    """Return whether the words have letters that only the package can draw."""
    return "?" in _plain(words.replace("?", ""))


def _drawn(words: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, size: tuple[int, int], top: int) -> Image.Image:
    picture = Image.new("1", size)
    if words:
        pen = ImageDraw.Draw(picture)
        pen.fontmode = "1"
        pen.text((0, top), words, fill=1, font=font)
    return picture


def _seen(words: str, form: Literal["NFC", "NFKD"] = "NFC") -> str:
    """Return the words with plain spaces, and without characters that have no width."""
    letters = unicodedata.normalize(form, words)
    return "".join([" " if c.isspace() else c for c in letters if unicodedata.category(c) not in ("Cf", "Mn")])


def _plain(words: str) -> str:
    return "".join(c if c.isascii() else "?" for c in _seen(words.translate(_LATIN), "NFKD"))


_LATIN: Final = str.maketrans({"’": "'", "–": "-", "œ": "oe", "Œ": "OE", "…": "...", "ß": "ss", "ø": "o", "Ø": "O"})
