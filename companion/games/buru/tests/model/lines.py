"""Checks that a line has exactly its type's fields, each within its bounds."""

from collections.abc import Callable, Collection
from typing import Any

from companion.games.buru.tests.model.table import Table, insist
from companion.games.buru.tests.model.things import Do, Goods

Check = Callable[[Any], bool]


def number(least: int, most: int) -> Check:
    return lambda value: type(value) is int and least <= value <= most


def one_of(values: Collection[Any]) -> Check:
    return lambda value: any(type(value) is type(known) and value == known for known in values)


def list_of(check: Check, n: int | None = None) -> Check:
    return lambda value: isinstance(value, list) and (n is None or len(value) == n) and all(map(check, value))


def goods(t: Table, *, esteem: bool = True, free: bool = False) -> Check:
    """Return a check of one or more goods. With `free` none is right, too."""
    names = [name for name in t.goods if esteem or name != "esteem"]

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and (free or bool(value))
            and all(name in names and number(1, 20)(n) for name, n in value.items())
        )

    return check


def fields(do: Do, needed: dict[str, Check], may: dict[str, Check] | None = None) -> None:
    """Refuse a line that lacks a needed field, has an unknown one, or has a value beyond its bounds."""
    every = {**needed, **(may or {})}
    given = {name: value for name, value in do.items() if name != "type"}
    insist(needed.keys() <= given.keys() <= every.keys(), f"fields {sorted(given)}")
    for name, value in given.items():
        insist(every[name](value), f"{name} {value}")


def of_goods(do: Do) -> Goods:
    return {name: n for name, n in do.items() if name != "type"}
