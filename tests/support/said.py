"""The table of what is said (tests/said/cases.toml), and the languages in which it is."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.core.words import Text
from companion.speech.i18n import LANGUAGES, say
from companion.speech.languages import learn
from tests.support.nonsense import written

SAID: Final = Path(__file__).parents[1] / "said"
CODES: Final = ("en", "fr", "ja", "qx", "pl", "lv")
"""Ours, nonsense that lacks a message, and two that lack most."""


class Case(msgspec.Struct, frozen=True):
    """A Text, as it goes over the wire, and its words (None: there are none) in some languages."""

    text: dict[str, Any]
    said: dict[str, str | None]

    def __str__(self) -> str:
        return str(msgspec.json.encode(self.text), "utf-8")


def cases() -> list[Case]:
    """The table, from its top."""
    table = tomllib.loads((SAID / "cases.toml").read_text("utf-8"))
    said = [Case(row.pop("text"), row) for row in table["case"]]
    return said + [Case(row["text"], dict.fromkeys(CODES)) for row in table["unsaid"]]


@contextmanager
def taught(folder: Path) -> Iterator[None]:
    """All languages of the table are spoken, in this process. The folder takes the file of nonsense."""
    here = set(LANGUAGES)
    learn(SAID / "languages")
    learn(written(folder, "bar.more"))
    yield
    for code in LANGUAGES.keys() - here:
        del LANGUAGES[code]


def words(text: Text, code: str) -> str | None:
    """What Python says; None: it has no words."""
    try:
        return say(text, code)
    except KeyError:
        return None


def wired(text: Text) -> dict[str, Any]:
    """A Text as JSON has it, `values` left out when there are none."""
    said: dict[str, Any] = {"key": text.key}
    return said | {"values": {name: _wired(value) for name, value in text.values.items()}} if text.values else said


def _wired(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_wired(one) for one in value]
    return wired(value) if isinstance(value, Text) else value


def unwired(said: Any) -> Any:
    """The Text again, or what fills a blank of one."""
    if isinstance(said, list):
        return tuple(unwired(one) for one in said)
    if isinstance(said, dict):
        return Text(said["key"], {name: unwired(value) for name, value in said.get("values", {}).items()})
    return said
