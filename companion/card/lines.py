"""`companion.txt` taken apart: what is text in it, and which lines say something (wishes.py knows what they may)."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.core.words import Text, text

LARGEST: Final = 16_384
"""Bytes: beyond that it is another file under this name."""
QUOTES: Final = ('""', "''", "“”", "„“", "””", "‘’", "«»", "「」")
"""As keyboards and editors make them, opening and closing."""
HALL: Final = "hall"
"""The one part of the file with a name: its lines are those that `companion hall invite` prints."""


class Line(NamedTuple):
    """A line that says something, counted from 1."""

    number: int
    key: str
    """Of the part `[hall]` with that before it: `hall-key`."""
    value: str
    at: int
    """Where the value begins, in letters of the whole file."""


def encoding(raw: bytes) -> str:
    """Windows' Notepad may write UTF-16; a mark at the beginning says so."""
    if raw.startswith(b"\xff\xfe"):
        return "utf-16-le"
    if raw.startswith(b"\xfe\xff"):
        return "utf-16-be"
    return "utf-8"


def words(raw: bytes) -> str | Text:
    """The file as text, or why it is none. A byte that is no letter in UTF-8 spoils its own line alone: it stands there as
    the half of a pair (PEP 383)."""
    if not raw.strip():
        return text("card.blank")
    if len(raw) > LARGEST:
        return text("card.too_long")
    try:
        said = as_letters(raw).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return text("card.not_text")
    return text("card.not_text") if "\0" in said else said


def as_letters(raw: bytes) -> str:
    """Every byte, back by `as_bytes`. Raises UnicodeDecodeError for what is no UTF-16 and says it is."""
    as_what = encoding(raw)
    return raw.decode(as_what, "surrogateescape" if as_what == "utf-8" else "strict")


def as_bytes(said: str, as_what: str) -> bytes:
    """What stood in the file."""
    return said.encode(as_what, "surrogateescape" if as_what == "utf-8" else "strict")


def lines(said: str, faults: list[Text]) -> Iterator[Line]:
    """The lines that say something; of one that cannot be taken apart a fault."""
    ends, part = 0, ""
    for number, whole in enumerate(re.findall(r"[^\r\n]*(?:\r\n|\r|\n|$)", said), 1):
        line, begins = whole.rstrip("\r\n"), ends
        ends += len(whole)
        if not line.strip() or line.lstrip()[0] in "#＃;":
            continue
        if re.search("[\ud800-\udfff]", line):
            faults.append(text("card.letters", line=number))
        elif re.fullmatch(rf"\s*[\[［]\s*{HALL}\s*[\]］]\s*", line, re.IGNORECASE):
            part = f"{HALL}-"
        elif found := re.fullmatch(r"\s*([^=＝:：]+?)\s*[=＝:：]\s*(.*?)\s*", line):
            value = unquoted(found[2])
            yield Line(number, part + _key(found[1]), value, begins + found.start(2) + found[2].find(value))
        else:
            faults.append(text("card.no_equals", line=number))


def _key(said: str) -> str:
    """As people write it: in capitals, full width, with a space or a low line for the hyphen."""
    return re.sub(r"[\s_]+", "-", unicodedata.normalize("NFKC", said).strip().lower())


def unquoted(value: str) -> str:
    """Without the quotes around it, whoever made them."""
    for opening, closing in QUOTES:
        if len(value) > 1 and value[0] == opening and value[-1] == closing:
            return value[1:-1].strip() if opening == "«" else value[1:-1]
    return value
