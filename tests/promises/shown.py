"""Every Text that a game shows."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.words import Text
from tests.promises.walks import Walk


def shown(evening: Walk) -> Iterator[Text]:
    """Every Text on every screen of a game, in every question, and in what is told of it afterwards."""
    for moment in evening.moments:
        for chair in moment.seqs:
            yield from texts(moment.screen(chair))
        yield from texts(moment.asks(None))
        yield from texts(moment.settling())
        yield Text(f"{evening.setting.game.id}.card.{moment.screen(None).view.phase}")
    moment = evening.table.moment
    yield from (words for told in moment.story() for words in (told.words, *texts(told.moves)))
    score = moment.score()
    assert score is not None
    yield from (Text(line.key, dict(line.values)) for lines in score.seats.values() for line in lines)
    yield from (Text(key) for key in (score.tie_break,) if key)


def texts(data: Any) -> Iterator[Text]:
    """The Texts in some data, but for those within other Texts: who says one says them all."""
    if isinstance(data, Text):
        yield data
    elif isinstance(data, msgspec.Struct):
        yield from (found for name in data.__struct_fields__ for found in texts(getattr(data, name)))
    elif isinstance(data, tuple | list | dict):
        yield from (found for item in (data.values() if isinstance(data, dict) else data) for found in texts(item))


def inner(words: Text) -> Iterator[Text]:
    """A Text and those within it."""
    yield words
    for value in words.values.values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Text):
                yield from inner(one)
