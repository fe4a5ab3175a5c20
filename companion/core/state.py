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
"""What an answer says: whole numbers, strings, booleans, None, lists and objects of them; never a float."""

Public = TypeVar("Public", bound=msgspec.Struct)
Own = TypeVar("Own", bound=msgspec.Struct)
Box = TypeVar("Box")


class Reach(Enum):
    """How far the content of an answer reaches when it is not a list of seats."""

    EVERYONE = "everyone"
    EACH = "each"
    """The field is an object by seat, and each seat may know its own part (a deal)."""


Knowers = Reach | frozenset[Seat] | tuple[Seat, ...]
"""A tuple: the field is a list, and each item is known to the seat in its place (cards as they are drawn)."""
KnownTo = Knowers | Mapping[str, Knowers]
"""Who may know an answer's content, at once or field by field. An unnamed field is nobody's."""


class State(msgspec.Struct, Generic[Public, Own, Box], frozen=True):
    """A game as it stands: what lies open, what each seat holds to itself, what nobody sees."""

    public: Public
    own: Mapping[Seat, Own]
    box: Box
    shown: tuple[Seat | None, ...] = ()
    """To whom old secrets were shown so far, in order; None means to the whole table."""


def known_part(data: Data, known_to: KnownTo, seat: Seat | None) -> dict[str, Any]:
    """The fields of an answer that `seat` (None: an onlooker) may know; the action's type is always among them."""
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
    """A state, or a part of it, with some of its facts changed. It has many, and all answers of a game are played again when
    the box starts: so these are structs, which are copied without looking at each."""
    return replace(facts, **changes)


def with_public(state: State[Public, Own, Box], **changes: object) -> State[Public, Own, Box]:
    """The state with some open facts changed."""
    return changed(state, public=changed(state.public, **changes))


def with_own(state: State[Public, Own, Box], seat: Seat, **changes: object) -> State[Public, Own, Box]:
    """The state with some of a seat's secrets changed."""
    return changed(state, own={**state.own, seat: changed(state.own[seat], **changes)})


def with_all_own(state: State[Public, Own, Box], **changes: object) -> State[Public, Own, Box]:
    """The state with the same secrets changed for every seat, as when all answers under seal are taken up."""
    return changed(state, own={seat: changed(own, **changes) for seat, own in state.own.items()})


def revealed_to(state: State[Public, Own, Box], seat: Seat | None = None) -> State[Public, Own, Box]:
    """Old secrets are turned up, for the whole table or for one seat."""
    return changed(state, shown=(*state.shown, seat))


def with_item(rows: tuple[Facts, ...], place: int, **changes: object) -> tuple[Facts, ...]:
    """The rows, such as a struct for each seat, with something changed in one of them."""
    return (*rows[:place], changed(rows[place], **changes), *rows[place + 1 :])


def put(numbers: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """The numbers with one of them changed."""
    return (*numbers[:place], numbers[place] + change, *numbers[place + 1 :])
