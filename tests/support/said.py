"""Reads the table of sentences (tests/said/cases.toml), and sets up the languages that it uses."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.core.words import Text
from companion.speech.languages import LANGUAGES, add_languages
from companion.speech.say import say
from tests.support.nonsense import written

FOLDER: Final = Path(__file__).parents[1] / "said"
CODES: Final = ("en", "fr", "ja", "qx", "pl", "lv")
"""Our languages, then nonsense that lacks one message, then two languages that lack most."""


class Case(msgspec.Struct, frozen=True):
    """A Text as it goes over the network, and its words in some languages. None: it has no words."""

    text: list[Any]
    words: dict[str, str | None]

    def __str__(self) -> str:
        return str(msgspec.json.encode(self.text), "utf-8")


def cases() -> list[Case]:
    """Return all cases of the table, in order."""
    table = tomllib.loads((FOLDER / "cases.toml").read_text("utf-8"))
    found = [Case(_row_text(row.pop("text")), row) for row in table["case"]]
    return found + [Case(_row_text(row["text"]), dict.fromkeys(CODES)) for row in table["unsaid"]]


def _row_text(value: Any) -> Any:
    """Return a Text of the table, or a value of one, as it goes over the network."""
    if isinstance(value, list):
        return [_row_text(one) for one in value]
    if isinstance(value, dict):
        return [value["key"], {name: _row_text(one) for name, one in value.get("values", {}).items()}]
    return value


@contextmanager
def taught(folder: Path) -> Iterator[None]:
    """Let this process speak all languages of the table. The language of nonsense is written into `folder`."""
    here = set(LANGUAGES)
    add_languages(FOLDER / "languages")
    add_languages(written(folder, "bar.more"))
    yield
    for code in LANGUAGES.keys() - here:
        del LANGUAGES[code]


def words(text: Text, code: str) -> str | None:
    """Return Python's words for a Text. None: it has none."""
    try:
        return say(text, code)
    except KeyError:
        return None


def wired(text: Text) -> list[Any]:
    """Return a Text as it goes over the network."""
    return [text.key, {name: _wired(value) for name, value in text.values.items()}]


def _wired(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_wired(one) for one in value]
    return wired(value) if isinstance(value, Text) else value


def unwired(wire: Any) -> Any:
    """Return the Text, or the value of a blank, that this JSON was made from."""
    if is_text(wire):
        key, values = wire
        return Text(key, {name: unwired(value) for name, value in values.items()})
    return tuple(unwired(one) for one in wire) if isinstance(wire, list) else wire


def is_text(wire: Any) -> bool:
    """Return whether this JSON is a Text, and not another value of a blank."""
    return isinstance(wire, list) and len(wire) == 2 and isinstance(wire[0], str) and isinstance(wire[1], dict)
