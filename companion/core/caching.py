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
    """Cache a function, with types. Use it for parts of questions, which are made again after every answer."""
    kept: Any = cache(make)
    made: Callable[Given, Made] = kept
    return made


def cached_by_identity(make: Callable[[Thing], Made]) -> Callable[[Thing], Made]:
    """Cache a function of one thing that never changes, such as `public`: every chair and the room get the same object.
    The cache knows a thing by its identity, so it compares nothing. It keeps the last few."""
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


def cached_with_answer(make: Callable[[Thing], Made]) -> Callable[[Thing], Made]:
    """Cache a small fact of a history's last answer, in its `facts`, for as long as it lives: every answer after it asks for
    it again."""

    @wraps(make)
    def made(after: Thing) -> Made:
        history: Any = after
        facts: dict[Any, Made] = history.facts
        if make not in facts:
            facts[make] = make(after)
        return facts[make]

    return made
