"""Says a Text in English, French or Japanese."""

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from companion.core.words import Text

LANGUAGES: Final = ("en", "fr", "ja")

Message = str | dict[str, str]
"""A sentence with named blanks, or its plural forms `one` and `other` chosen by the blank `count`."""


@cache
def catalogue(language: str) -> dict[str, Message]:
    """Every message of a language by its full key: the shared ones, and those of each game under the game's name."""
    messages = _read(files("companion") / "texts" / f"{language}.toml", "")
    for folder in sorted((files("companion") / "games").iterdir(), key=lambda f: f.name):
        texts = folder / "texts" / f"{language}.toml"
        if texts.is_file():
            messages |= _read(texts, f"{folder.name}.")
    return messages


def _read(file: Traversable, prefix: str) -> dict[str, Message]:
    return dict(_flat(tomllib.loads(file.read_text("utf-8")), prefix))


def _flat(table: dict[str, Any], prefix: str) -> list[tuple[str, Message]]:
    found: list[tuple[str, Message]] = []
    for key, value in table.items():
        if isinstance(value, dict) and not set(value) <= {"one", "other"}:
            found += _flat(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, value))
    return found


def say(text: Text, language: str) -> str:
    """The words of `text`. Raises KeyError for a message or blank that the language lacks: a test finds it first."""
    message = catalogue(language)[text.key]
    if isinstance(message, dict):
        message = message["one" if _is_one(text.values["count"], language) and "one" in message else "other"]
    if not text.values:
        return message if "{" not in message else message.format()
    return message.format(**{name: _word(value, language) for name, value in text.values.items()})


def _is_one(count: int, language: str) -> bool:
    """English says "1 stone" and "0 stones", French "0 pierre" and "1 pierre"; Japanese has one form."""
    return count == 1 or (language == "fr" and count == 0)


def _word(value: object, language: str) -> object:
    return say(value, language) if isinstance(value, Text) else value


def choose(accept: str | None) -> str:
    """The best language for an `Accept-Language` header; English if it names none of ours."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate((accept or "").split(",")):
        tag, _, weight = part.replace(" ", "").partition(";q=")
        language = tag.split("-")[0].lower()
        if language in LANGUAGES and _weight(weight) > 0:
            wanted.append((-_weight(weight), place, language))
    return min(wanted)[2] if wanted else "en"


def _weight(weight: str) -> float:
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0
