"""The state that follows from another one."""

from dataclasses import fields, replace
from typing import Any, TypeVar

from companion.core.knowledge import Box, Own, Public, Seat, State
from companion.core.once import once

Row = TypeVar("Row")


def now_open(state: State[Public, Own, Box], **changes: object) -> State[Public, Own, Box]:
    """The state with some open facts changed."""
    return replace(state, public=_with(state.public, changes))


def _with(facts: Public, changes: dict[str, object]) -> Public:
    """What `dataclasses.replace` gives, in half the time: a game has many open facts, and each answer changes some."""
    of = type(facts)
    new, names = object.__new__(of), _names(of)
    for name in names:
        object.__setattr__(new, name, changes[name] if name in changes else getattr(facts, name))
    assert all(name in names for name in changes), "an open fact that the game has not"
    return new


@once
def _names(of: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(of))


def of_seat(state: State[Public, Own, Box], seat: Seat, **changes: object) -> State[Public, Own, Box]:
    """The state with some of a seat's secrets changed."""
    own: Any = state.own[seat]
    return replace(state, own={**state.own, seat: replace(own, **changes)})


def of_all(state: State[Public, Own, Box], **changes: object) -> State[Public, Own, Box]:
    """The state with the same secrets changed for every seat, as when all answers under seal are taken up."""
    seats: dict[Seat, Any] = dict(state.own)
    return replace(state, own={seat: replace(own, **changes) for seat, own in seats.items()})


def showing(state: State[Public, Own, Box], seat: Seat | None = None) -> State[Public, Own, Box]:
    """Old secrets are turned up, for the whole table or for one seat."""
    return replace(state, shown=(*state.shown, seat))


def with_one(rows: tuple[Row, ...], place: int, **changes: object) -> tuple[Row, ...]:
    """The rows, such as a dataclass for each seat, with something changed in one of them."""
    row: Any = rows[place]
    return (*rows[:place], replace(row, **changes), *rows[place + 1 :])


def put(numbers: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """The numbers with one of them changed."""
    return (*numbers[:place], numbers[place] + change, *numbers[place + 1 :])
