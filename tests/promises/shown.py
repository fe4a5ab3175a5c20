"""Finds every Text that a game shows."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.words import Text
from companion.promises.tapes import Tape


def shown(tape: Tape) -> Iterator[Text]:
    """Yield every Text on every screen of a game, in every question, and in its story. A part that was on an earlier screen
    is not searched again."""
    seen: set[bytes] = set()
    for moment in tape.moments:
        for viewer in moment.seqs:
            yield from texts(moment.screen(viewer), seen)
        yield from texts((moment.asks(None), moment.set_right_question()), seen)
        yield from texts(Text(f"{tape.setting.game.id}.card.{moment.screen(None).view.phase}"), seen)
    moment = tape.table.moment
    yield from (words for line in moment.story() for words in (line.words, *texts(line.moves)))
    score = moment.score()
    assert score is not None
    yield from (line.words for lines in score.seats.values() for line in lines)
    yield from (words for words in (score.tie_words,) if words)


def texts(data: Any, seen: set[bytes] | None = None) -> list[Text]:
    """Return the Texts in some data, each once, without those inside other Texts, which are said with them. Parts in `seen`
    are not searched again."""
    found: list[Text] = []
    _look(data, set() if seen is None else seen, found)
    return found


PLAIN = (str, int, type(None))
"""The types of values without other values inside, which most values have."""
KNOWN = (msgspec.Struct, tuple)


def _look(data: Any, seen: set[bytes], found: list[Text]) -> None:
    if isinstance(data, PLAIN):
        return
    if isinstance(data, KNOWN):
        encoded = msgspec.json.encode(data)
        if encoded in seen:
            return
        seen.add(encoded)
    if isinstance(data, Text):
        found.append(data)
    elif isinstance(data, msgspec.Struct):
        for name in data.__struct_fields__:
            _look(getattr(data, name), seen, found)
    elif isinstance(data, tuple | list | dict):
        for item in data.values() if isinstance(data, dict) else data:
            _look(item, seen, found)


def inner(words: Text) -> Iterator[Text]:
    """Yield a Text and those within it."""
    yield words
    for value in words.values.values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Text):
                yield from inner(one)
