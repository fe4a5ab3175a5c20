"""In which ways a game can be set up."""

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec

from companion.core.game import AnyGame
from companion.core.words import BadFile

Chosen = dict[str, Any]
"""Options by name, those that are as usual left out."""


def ways(game: AnyGame) -> list[tuple[Chosen, tuple[int, ...]]]:
    """The usual game, every option with each of its values, and all that is so found together; each with how many can sit.
    What the game itself cannot play is left out."""
    found = ((chosen, _sizes(game, chosen)) for chosen in _option_sets(game.options))
    return [(chosen, sizes) for chosen, sizes in found if sizes]


def values(type_: Any) -> tuple[Any, ...]:
    """All values of an option: a bool, or a Literal. Raises TypeError for what has no end of them."""
    if type_ is bool:
        return (False, True)
    if get_origin(type_) is not Literal:
        raise TypeError(f"an option of {type_} has no end of values")
    return get_args(type_)


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
