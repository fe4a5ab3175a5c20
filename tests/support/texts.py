"""The words in what crosses the wire as keys and values."""

from collections.abc import Iterator
from typing import Any

from companion.core.words import Text
from companion.speech.say import say
from tests.support.said import is_text, unwired


def texts(said: Any) -> Iterator[Text]:
    """Yield every Text in something that was JSON; one in another's blank is part of that."""
    if is_text(said):
        yield unwired(said)
    elif isinstance(said, dict | list):
        for part in said.values() if isinstance(said, dict) else said:
            yield from texts(part)


def in_words(said: Any, language: str = "en") -> str:
    """Return all that it says, a line a Text."""
    return "\n".join(say(one, language) for one in texts(said))
