"""The table of what is said (tests/said/cases.toml), and the languages in which it is."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.core.words import Text
from companion.speech.languages import LANGUAGES, learn
from companion.speech.say import say
from tests.support.nonsense import written

SAID: Final = Path(__file__).parents[1] / "said"
CODES: Final = ("en", "fr", "ja", "qx", "pl", "lv")
"""Ours, nonsense that lacks a message, and two that lack most."""


class Case(msgspec.Struct, frozen=True):
    """A Text, as it goes over the wire, and its words (None: there are none) in some languages."""

    text: list[Any]
    said: dict[str, str | None]

    def __str__(self) -> str:
        return str(msgspec.json.encode(self.text), "utf-8")


def cases() -> list[Case]:
    """Return the table, from its top."""
    table = tomllib.loads((SAID / "cases.toml").read_text("utf-8"))
    said = [Case(_told(row.pop("text")), row) for row in table["case"]]
    return said + [Case(_told(row["text"]), dict.fromkeys(CODES)) for row in table["unsaid"]]


def _told(value: Any) -> Any:
    """Return a Text, or a value of one, as it goes over the wire and as the table has it."""
    if isinstance(value, list):
        return [_told(one) for one in value]
    if isinstance(value, dict):
        return [value["key"], {name: _told(one) for name, one in value.get("values", {}).items()}]
    return value


@contextmanager
def taught(folder: Path) -> Iterator[None]:
    """Let this process speak all languages of the table. The folder gets the file of nonsense."""
    here = set(LANGUAGES)
    learn(SAID / "languages")
    learn(written(folder, "bar.more"))
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
    """Return a Text as JSON has it."""
    return [text.key, {name: _wired(value) for name, value in text.values.items()}]


def _wired(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_wired(one) for one in value]
    return wired(value) if isinstance(value, Text) else value


def unwired(said: Any) -> Any:
    """Return the Text again, or what fills a blank of one."""
    if is_text(said):
        key, values = said
        return Text(key, {name: unwired(value) for name, value in values.items()})
    return tuple(unwired(one) for one in said) if isinstance(said, list) else said


def is_text(said: Any) -> bool:
    """Return whether this is a Text, of all that may fill a blank."""
    return isinstance(said, list) and len(said) == 2 and isinstance(said[0], str) and isinstance(said[1], dict)
