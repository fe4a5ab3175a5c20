"""Which form a language gives a number: rules as data, written as Unicode's CLDR writes them."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

Plural = Callable[[int], str]

FORMS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})
"""What a form may be called; a message that has forms has `other`."""


def plural(rules: Mapping[str, str]) -> Plural:
    """The form of a whole number: that of the first rule which holds for it, such as `one = "n % 10 = 1 and n != 11"`,
    else `other`. Raises ValueError for a rule that cannot be read."""
    read = tuple((form, _any(rule)) for form, rule in rules.items() if form != "other")

    @lru_cache(maxsize=256)
    def form_of(number: int) -> str:
        return next((form for form, holds in read if holds(abs(number))), "other")

    return form_of


Condition = Callable[[int], bool]
"""Whether a form is that of a number (CLDR calls it so)."""


def _any(rule: str) -> Condition:
    ways = [_all(way) for way in rule.split(" or ")]
    return lambda number: any(holds(number) for holds in ways)


def _all(rule: str) -> Condition:
    parts = [_relation(part) for part in rule.split(" and ")]
    return lambda number: all(holds(number) for holds in parts)


def _relation(rule: str) -> Condition:
    """`n % 10 = 2..4,7` or `n != 1`."""
    left, equal, right = rule.partition("=")
    is_not = left.endswith("!")
    name, _, divisor = left.rstrip("!").partition("%")
    if not equal or name.strip() not in _WHOLE or not _PLAIN.fullmatch(rule):
        raise ValueError(f"{rule!r} is no rule for a plural")
    is_number, by = _WHOLE[name.strip()], int(divisor or 0)
    among = [_range(part) for part in right.split(",")]

    def holds(number: int) -> bool:
        value = (number if is_number else 0) % by if by else (number if is_number else 0)
        return any(value in one for one in among) is not is_not

    return holds


_PLAIN: Final = re.compile(r"[a-z0-9 %!=.,]+")
"""Not what `int` reads beside, and a page does not: `1_000`, or digits of other scripts."""

_WHOLE: Final = {"n": True, "i": True, "v": False, "w": False, "f": False, "t": False, "e": False, "c": False}
"""CLDR's names: the number, and what is behind its point, which is nothing as we count whole things."""


def _range(words: str) -> range:
    least, _, most = words.strip().partition("..")
    return range(int(least), int(most or least) + 1)
