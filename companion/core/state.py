"""Say who knows what: seats, a state split by who may see it, and the state that follows from another one."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Generic, NewType, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

Seat = NewType("Seat", str)
"""A seat's name, as the people at the table say it."""

Data = Mapping[str, Any]
"""The fields of an answer: whole numbers, strings, booleans, None, lists and objects of them. A float is never among
them."""

Public = TypeVar("Public", bound=msgspec.Struct)
Own = TypeVar("Own", bound=msgspec.Struct)
Box = TypeVar("Box")


class Reach(Enum):
    """The readers of an answer's content where they are no list of seats."""

    EVERYONE = "everyone"
    EACH = "each"
    """The field is an object by seat, and each seat may know its own part (a deal)."""


Knowers = Reach | frozenset[Seat] | tuple[Seat, ...]
"""A tuple: the field is a list, and each item is known to the seat in its place (cards as they are drawn)."""
KnownTo = Knowers | Mapping[str, Knowers]
"""The readers of an answer's content, of all of it or field by field. Nobody may read a field without an entry."""


class State(msgspec.Struct, Generic[Public, Own, Box], frozen=True):
    """The state of a game in three parts: for everybody, for each seat, and for nobody."""

    public: Public
    own: Mapping[Seat, Own]
    box: Box
    shown: tuple[Seat | None, ...] = ()
    """The seats that saw old secrets, in order. None is everybody."""


def known_part(data: Data, known_to: KnownTo, seat: Seat | None) -> dict[str, Any]:
    """Return the fields of an answer that `seat` may know. None: the public. The type is always among them."""
    if known_to is Reach.EVERYONE:  # as most of a game is
        return dict(data)
    part: dict[str, Any] = {}
    for name, value in data.items():
        knowers = known_to.get(name, frozenset()) if isinstance(known_to, Mapping) else known_to
        if name == "type" or knowers is Reach.EVERYONE or (isinstance(knowers, frozenset) and seat in knowers):
            part[name] = value
        elif knowers is Reach.EACH and seat in value:
            part[name] = {seat: value[seat]}
        elif isinstance(knowers, tuple) and seat in knowers:
            part[name] = [item for item, who in zip(value, knowers, strict=True) if who == seat]
    return part


Facts = TypeVar("Facts", bound=Struct)


def changed(facts: Facts, **changes: object) -> Facts:
    """Return a state, or a part of it, with some facts changed.

    The box replays all answers when it starts. Structs are copied fast, without a look at each field."""
    return replace(facts, **changes)


def with_public(state: State[Public, Own, Box], **changes: object) -> State[Public, Own, Box]:
    """Return the state with some public facts changed."""
    return changed(state, public=changed(state.public, **changes))


def with_own(state: State[Public, Own, Box], seat: Seat, **changes: object) -> State[Public, Own, Box]:
    """Return the state with some secrets of a seat changed."""
    return changed(state, own={**state.own, seat: changed(state.own[seat], **changes)})


def with_all_own(state: State[Public, Own, Box], **changes: object) -> State[Public, Own, Box]:
    """Return the state with the same secrets changed for every seat, as when all reveal together."""
    return changed(state, own={seat: changed(own, **changes) for seat, own in state.own.items()})


def revealed_to(state: State[Public, Own, Box], seat: Seat | None = None) -> State[Public, Own, Box]:
    """Return the state in which old secrets were revealed, to everybody or to one seat."""
    return changed(state, shown=(*state.shown, seat))


def with_item(rows: tuple[Facts, ...], place: int, **changes: object) -> tuple[Facts, ...]:
    """Return the rows, such as a struct for each seat, with something changed in one of them."""
    return (*rows[:place], changed(rows[place], **changes), *rows[place + 1 :])


def put(numbers: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """Return the numbers with `change` added to one of them."""
    return (*numbers[:place], numbers[place] + change, *numbers[place + 1 :])
