"""In which ways a game can be set up."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.game import AnyGame
from companion.core.options import Among, shape
from companion.core.words import BadFile

Chosen = dict[str, Any]
"""Options by name, those that are as usual left out."""


def ways(game: AnyGame) -> list[tuple[Chosen, tuple[int, ...]]]:
    """The usual game, every option with each of its values, and all that is so found together; each with how many can sit.
    What the game itself cannot play is left out."""
    found = ((chosen, _sizes(game, chosen)) for chosen in _option_sets(game.options))
    return [(chosen, sizes) for chosen, sizes in found if sizes]


def values(type_: Any) -> tuple[Any, ...]:
    """All values of an option that is one of a few; of a value for each seat, or a kept thing, there is no end: (). Raises
    TypeError for what no lobby could ask for."""
    asked = shape(type_)
    return asked.values if isinstance(asked, Among) else ()


def _sizes(game: AnyGame, chosen: Chosen) -> tuple[int, ...]:
    try:
        return tuple(game.sizes(msgspec.convert(chosen, game.options)))
    except BadFile:
        return ()


def _option_sets(options: type[Any]) -> Iterator[Chosen]:
    yield {}
    together: Chosen = {}
    for info in msgspec.structs.fields(options):
        for value in values(info.type):
            if value != info.default:
                yield {info.name: value}
                together |= {info.name: value} if _builds(options, {**together, info.name: value}) else {}
    if len(together) > 1:
        yield together


def _builds(options: type[Any], said: Chosen) -> bool:
    try:
        msgspec.convert(said, options)
    except BadFile:
        return False
    return True
