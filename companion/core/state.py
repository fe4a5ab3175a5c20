"""Seats, and states of a game. A state is split by who may see each part."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Generic, NewType, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

Seat = NewType("Seat", str)
"""A seat's name, as the people at the table say it."""

Data = Mapping[str, Any]
"""The fields of an answer: whole numbers, strings, booleans, None, and lists or objects of these. There are no floats."""

Public = TypeVar("Public", bound=msgspec.Struct)
Own = TypeVar("Own", bound=msgspec.Struct)
Box = TypeVar("Box")


class Reach(Enum):
    """The readers of an answer, or of a field of it, where no list of seats names them."""

    EVERYONE = "everyone"
    EACH = "each"
    """The field is an object by seat. Each seat may know only its own part, as when cards are dealt."""


Knowers = Reach | frozenset[Seat] | tuple[Seat, ...]
"""The readers of a field. A frozenset names seats that may know all of it. With a tuple the field is a list, and each item
is known only to the seat at the same place of the tuple, as when cards are drawn."""
KnownTo = Knowers | Mapping[str, Knowers]
"""The readers of a whole answer, or the readers of each field by its name. Nobody may know a field that has no entry."""


class State(msgspec.Struct, Generic[Public, Own, Box], frozen=True):
    """The state of a game in three parts: for everybody, for each seat, and for nobody."""

    public: Public
    own: Mapping[Seat, Own]
    box: Box
    shown: tuple[Seat | None, ...] = ()
    """The seats to which secrets were revealed, in order. None is everybody."""


def known_part(data: Data, known_to: KnownTo, seat: Seat | None) -> dict[str, Any]:
    """Return the fields of an answer that `seat` may know, or (None) those that everybody may know. `type` is always among
    them."""
    if known_to is Reach.EVERYONE:  # most answers are open
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
    """Return a state, or a part of it, with some fields changed.

    The box replays all answers when it starts. So structs are copied without a check of each field."""
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
    """Return the state with the note that secrets were revealed to `seat`, or (None) to everybody."""
    return changed(state, shown=(*state.shown, seat))


def with_item(rows: tuple[Facts, ...], place: int, **changes: object) -> tuple[Facts, ...]:
    """Return the rows with some fields of one row changed. A row is a struct, such as that of a seat."""
    return (*rows[:place], changed(rows[place], **changes), *rows[place + 1 :])


def add_at(numbers: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """Return the numbers with `change` added to the one at `place`."""
    return (*numbers[:place], numbers[place] + change, *numbers[place + 1 :])
