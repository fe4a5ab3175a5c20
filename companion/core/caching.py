"""Results that are worked out once and kept."""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

Given = ParamSpec("Given")
Thing = TypeVar("Thing")
Made = TypeVar("Made")

LATELY: Final = 4
"""Results kept for each function: for the present state, the one before, the one that is being written, and one more."""


def cached_by_type(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """`functools.cache` with types. For parts of questions, which are made again after every answer."""
    kept: Any = cache(make)
    made: Callable[Given, Made] = kept
    return made


def cached_by_identity(make: Callable[[Thing], Made]) -> Callable[[Thing], Made]:
    """For what is made of one thing that never changes, as of `public` alone: every chair and the room get the very same.
    A thing is known by what it is, not by what it is like, so nothing is compared."""
    lately: tuple[tuple[Thing, Made], ...] = ()

    @wraps(make)
    def made(of: Thing) -> Made:
        nonlocal lately
        for thing, known in lately:
            if thing is of:
                return known
        new = make(of)
        lately = ((of, new), *lately[: LATELY - 1])  # in one step: somebody else may be reading
        return new

    return made
