"""Finds the Texts in JSON that goes over the network."""

from collections.abc import Iterator
from typing import Any

from companion.core.words import Text
from companion.speech.say import say
from tests.support.said import is_text, unwired


def texts(said: Any) -> Iterator[Text]:
    """Yield every Text in JSON. A Text inside another Text's blank is not yielded again."""
    if is_text(said):
        yield unwired(said)
    elif isinstance(said, dict | list):
        for part in said.values() if isinstance(said, dict) else said:
            yield from texts(part)


def in_words(said: Any, language: str = "en") -> str:
    """Return the words of all Texts in JSON, a line for each."""
    return "\n".join(say(one, language) for one in texts(said))
