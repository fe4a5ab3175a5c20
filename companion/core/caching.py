"""Results that are worked out once and kept."""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

Given = ParamSpec("Given")
Thing = TypeVar("Thing")
Made = TypeVar("Made")

LATELY: Final = 4
"""Of so many things it is known what was made of them: of the state that is, of the one before, of one that is just being
written, and one more."""


def cached_by_type(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """`functools.cache` that keeps the types: for parts of questions, which are asked anew after every answer."""
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
