"""The state that follows from another one."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.core.knowledge import Box, Own, Public, Seat, State

Facts = TypeVar("Facts", bound=Struct)


def changed(facts: Facts, **changes: object) -> Facts:
    """A state, or a part of it, with some of its facts changed. It has many, and all answers of a game are played again when
    the box starts: so these are structs, which are copied without looking at each."""
    return replace(facts, **changes)


def now_open(state: State[Public, Own, Box], **changes: object) -> State[Public, Own, Box]:
    """The state with some open facts changed."""
    return changed(state, public=changed(state.public, **changes))


def of_seat(state: State[Public, Own, Box], seat: Seat, **changes: object) -> State[Public, Own, Box]:
    """The state with some of a seat's secrets changed."""
    return changed(state, own={**state.own, seat: changed(state.own[seat], **changes)})


def of_all(state: State[Public, Own, Box], **changes: object) -> State[Public, Own, Box]:
    """The state with the same secrets changed for every seat, as when all answers under seal are taken up."""
    return changed(state, own={seat: changed(own, **changes) for seat, own in state.own.items()})


def showing(state: State[Public, Own, Box], seat: Seat | None = None) -> State[Public, Own, Box]:
    """Old secrets are turned up, for the whole table or for one seat."""
    return changed(state, shown=(*state.shown, seat))


def with_one(rows: tuple[Facts, ...], place: int, **changes: object) -> tuple[Facts, ...]:
    """The rows, such as a struct for each seat, with something changed in one of them."""
    return (*rows[:place], changed(rows[place], **changes), *rows[place + 1 :])


def put(numbers: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """The numbers with one of them changed."""
    return (*numbers[:place], numbers[place] + change, *numbers[place + 1 :])
