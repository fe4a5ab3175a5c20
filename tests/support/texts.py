"""Finds the Texts in JSON that goes over the network."""

from collections.abc import Iterator
from typing import Any

from companion.core.words import Text
from companion.speech.say import say
from tests.support.said import is_text, unwired


def texts(data: Any) -> Iterator[Text]:
    """Yield every Text in JSON. A Text inside another Text's blank is not yielded again."""
    if is_text(data):
        yield unwired(data)
    elif isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from texts(part)


def in_words(data: Any, language: str = "en") -> str:
    """Return the words of all Texts in JSON, a line for each."""
    return "\n".join(say(one, language) for one in texts(data))
