"""Results that are worked out once and kept."""

from collections.abc import Callable
from functools import cache, lru_cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

Given = ParamSpec("Given")
Thing = TypeVar("Thing")
Made = TypeVar("Made")

LATELY: Final = 4
"""The number of results that are kept for each function: those of the present state, of the one before, of the one that is
being written, and one more."""

MANY: Final = 512
"""The number of results that are kept for small things, such as the words of a table's own game."""


def cached_by_type(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Return the function with a cache, and with its types for mypy. Use it for parts of questions, which are made again
    after every answer."""
    cached: Any = cache(make)
    made: Callable[Given, Made] = cached
    return made


def cached_by_value(make: Callable[[Thing], Made]) -> Callable[[Thing], Made]:
    """Return a function of one small immutable thing with a cache of its last results. Equal things give the same object."""
    cached: Any = lru_cache(maxsize=MANY)(make)
    made: Callable[[Thing], Made] = cached
    return made


def cached_by_identity(make: Callable[[Thing], Made]) -> Callable[[Thing], Made]:
    """Return a function of one immutable thing with a cache of its last results. Every seat and the room get the same
    object. Things are compared by identity, so the cache costs no comparison."""
    lately: tuple[tuple[Thing, Made], ...] = ()

    @wraps(make)
    def made(of: Thing) -> Made:
        nonlocal lately
        for thing, known in lately:
            if thing is of:
                return known
        new = make(of)
        lately = ((of, new), *lately[: LATELY - 1])  # in one step: another thread may be reading
        return new

    return made


def cached_with_answer(make: Callable[[Thing], Made]) -> Callable[[Thing], Made]:
    """Return a function of a history with a cache in the history's `facts`. Use it for small facts about the last answer.
    Every later answer asks for them again."""

    @wraps(make)
    def made(after: Thing) -> Made:
        history: Any = after
        facts: dict[Any, Made] = history.facts
        if make not in facts:
            facts[make] = make(after)
        return facts[make]

    return made
