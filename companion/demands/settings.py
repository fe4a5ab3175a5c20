"""The settings in which a game can be played: options and numbers of seats."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.game import AnyGame, FromOwnerThing, OneOf, option_type
from companion.core.words import BadFile

OptionValues = dict[str, Any]
"""Options by name. Options with their usual values are left out."""


def settings_to_try(game: AnyGame) -> list[tuple[OptionValues, tuple[int, ...]]]:
    """Return the settings that bots try, each with its numbers of seats: the usual game, each option alone with each of its
    other values, and all options changed together. Settings that the game refuses are left out."""
    found = ((chosen, sizes_of(game, chosen)) for chosen in _option_sets(game))
    return [(chosen, sizes) for chosen, sizes in found if sizes]


def sizes_of(game: AnyGame, chosen: OptionValues) -> tuple[int, ...]:
    """Return the numbers of seats for these options, and none if the game refuses the options together."""
    try:
        return tuple(game.sizes(msgspec.convert(chosen, game.options)))
    except BadFile:
        return ()


def values(type_: Any) -> tuple[Any, ...]:
    """Return the values of an option that has a few values. Return none for an option with a value for each seat, or with an
    owner's thing. Raise TypeError for an option that no lobby could ask for."""
    asked = option_type(type_)
    return asked.values if isinstance(asked, OneOf) else ()


def _option_sets(game: AnyGame) -> Iterator[OptionValues]:
    yield {}
    together: OptionValues = {}
    for info in msgspec.structs.fields(game.options):
        for value in (*values(info.type), *_sample(game, info)):
            if value != info.default:
                yield {info.name: value}
                together |= {info.name: value} if _builds(game.options, {**together, info.name: value}) else {}
    if len(together) > 1:
        yield together


def _sample(game: AnyGame, info: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    """Return the first sample of an owner's thing, in the form that a record's head has, if the option is such a thing and
    may be left out. For other options return nothing."""
    asked = option_type(info.type)
    if not isinstance(asked, FromOwnerThing) or info.default is not msgspec.UNSET:
        return ()
    kind = next(kind for kind in game.owner_things if kind.id == asked.kind)
    made: Any = msgspec.json.decode(msgspec.json.encode(kind.made(kind.samples[0], {})))
    return (made,)


def _builds(options: type[Any], chosen: OptionValues) -> bool:
    try:
        msgspec.convert(chosen, options)
    except BadFile:
        return False
    return True
