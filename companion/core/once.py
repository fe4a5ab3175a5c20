"""What is always the same, made once."""

from collections.abc import Callable
from functools import cache
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


def once(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """`functools.cache` that keeps the types: for parts of questions, which are asked anew after every answer."""
    kept: Any = cache(make)
    made: Callable[Given, Made] = kept
    return made
