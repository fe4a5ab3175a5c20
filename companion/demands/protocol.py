"""Check that a GAME has all members of the protocol, each of the right kind."""

import inspect
from collections.abc import Iterator
from typing import Any, Final, get_args

import msgspec

from companion.core.actions import Action, ActionTypes
from companion.core.game import MAY_BE_LEFT, AnyGame, Game, Phones
from companion.demands.settings import values, ways

MOST_SEATS: Final = 10
"""The most seats at a table, because there are ten wooden pieces."""


def protocol(game: AnyGame, name: str) -> Iterator[str]:
    """Yield a sentence for each fault of a game's members against `companion.core.game.Game`. `name` is the name of its
    folder."""
    lacking = [member for member in MEMBERS if member not in MAY_BE_LEFT and not _has(game, member)]
    yield from (f"GAME.{member} is not there: {_doc(member)}" for member in lacking)
    if not _has(game, "questions") and not _has(game, "outcomes"):
        yield f"GAME.questions is not there: {_doc('questions')}"
    if not lacking:
        yield from _methods(game)
        yield from _plain(game, name)
        yield from _answers(game)
        yield from _struct("options", game.options)
        yield from _struct("sheets", game.sheets)
        yield from _options(game)


MEMBERS: Final = tuple(name for name in vars(Game) if not name.startswith("_"))


def _has(game: AnyGame, member: str) -> bool:
    """Return whether the game has the member itself. A member inherited from the protocol does not count."""
    return hasattr(game, member) and getattr(type(game), member, None) is not getattr(Game, member)


def _doc(member: str) -> str:
    """Return the docstring of a member of the protocol, on one line."""
    return " ".join((inspect.getdoc(getattr(Game, member)) or "").split())


def _methods(game: AnyGame) -> Iterator[str]:
    for member in MEMBERS:
        asked = getattr(Game, member)
        if not inspect.isfunction(asked):
            continue
        if not callable(getattr(game, member)):
            yield f"GAME.{member} is no method."
        elif not _takes(getattr(game, member), len(inspect.signature(asked).parameters) - 1):
            names = ", ".join(list(inspect.signature(asked).parameters)[1:])
            yield f"GAME.{member} does not take ({names})."


def _takes(method: Any, many: int) -> bool:
    try:
        inspect.signature(method).bind(*[None] * many)
    except TypeError:
        return False
    return True


def _plain(game: AnyGame, name: str) -> Iterator[str]:
    if game.id != name:
        yield f"GAME.id is {game.id!r} and the folder is called {name!r}: they must be the same."
    if type(game.rules) is not int or game.rules < 1:
        yield f"GAME.rules is {game.rules!r}: it is the version of the rules, from 1."
    if not isinstance(game.actions, ActionTypes):
        yield "GAME.actions is no ActionTypes: write ActionTypes(UNION) of companion.core.actions."


def _answers(game: AnyGame) -> Iterator[str]:
    """Yield a sentence for each answer without a rule or words of its own, if the game uses the defaults that need them."""
    for default, method in (("play", "play"), ("tell", "words")):
        if not _has(game, default) and isinstance(game.actions, ActionTypes):
            lacking = [of.__name__ for of in game.actions.types if getattr(of, method) is getattr(Action, method)]
            yield from (f"{name}.{method} is not there, and GAME.{default} asks for it." for name in lacking)


def _struct(member: str, kind: Any) -> Iterator[str]:
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        yield f"GAME.{member} is no msgspec.Struct class."
        return
    config = kind.__struct_config__
    if not config.frozen or not config.forbid_unknown_fields:
        yield f"GAME.{member}: {kind.__name__} must be frozen=True, forbid_unknown_fields=True."


def _options(game: AnyGame) -> Iterator[str]:
    try:
        options = game.options()
        fields = msgspec.structs.fields(game.options)
    except TypeError as error:
        yield f"GAME.options does not build with its defaults, which are the usual game: {error}."
        return
    for info in fields:
        try:
            values(info.type)
        except TypeError:
            yield f"The option {info.name} is neither a bool nor a Literal (nor of core/game.py): no lobby could ask."
            return
    if game.phones(options) not in get_args(Phones):
        yield f"GAME.phones says {game.phones(options)!r}: it is one of {get_args(Phones)}."
    for chosen, sizes in ways(game) or [({}, ())]:
        if not sizes or min(sizes) < 1 or max(sizes) > MOST_SEATS:
            yield f"GAME.sizes with options {chosen}: {list(sizes)}: a table has 1 to {MOST_SEATS} seats."
