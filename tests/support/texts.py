"""The words in what crosses the wire as keys and values."""

from collections.abc import Iterator
from typing import Any

from companion.core.words import Text
from companion.speech.i18n import say


def texts(said: Any) -> Iterator[Text]:
    """Every Text in something that was JSON; one that stands in another's blank is part of that."""
    if isinstance(said, dict) and "key" in said and said.keys() <= {"key", "values"}:
        yield _text(said)
    elif isinstance(said, dict | list):
        for part in said.values() if isinstance(said, dict) else said:
            yield from texts(part)


def _text(said: Any) -> Any:
    if isinstance(said, dict):
        return Text(said["key"], {name: _text(value) for name, value in said.get("values", {}).items()})
    return tuple(map(_text, said)) if isinstance(said, list) else said


def in_words(said: Any, language: str = "en") -> str:
    """All that it says, a line a Text."""
    return "\n".join(say(one, language) for one in texts(said))
