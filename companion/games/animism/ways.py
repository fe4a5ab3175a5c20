"""Ways to pay, as buttons: what is paid, and what is kept (ANIM-11)."""

from collections.abc import Iterable
from typing import Final

from companion.core.actions import said
from companion.core.answers import Choice, Option, Step
from companion.core.words import Text, text
from companion.games.animism.actions import AnimismAct, Buy
from companion.games.animism.colours import Four, by_name, minus
from companion.games.animism.naming import counts, resources
from companion.games.animism.paying import smallest

WHICH: Final = text("animism.ask.which_resources")


def different(ways: Iterable[Four]) -> tuple[Four, ...]:
    """Each once, as they come."""
    found: list[Four] = []
    for pay in ways:
        found += [] if pay in found else [pay]
    return tuple(found)


def step(ways: tuple[Four, ...]) -> Step:
    """The last tap: one of these ways."""
    return Step(tuple(Choice(resources(pay), counts=counts(pay)) for pay in ways), 1, WHICH)


def marked(ways: tuple[Four, ...]) -> tuple[Four, ...]:
    """The smallest of all ways to pay a price, where there is a larger one."""
    least = smallest(ways)
    return least if len(least) < len(ways) else ()


def paid(
    does: AnimismAct, hand: Four, pay: Four, path: tuple[int, ...] = (), least: bool = False, confirm: Text | None = None
) -> Option:
    """An answer that costs so much of a hand. `least`: it is marked as the smallest way."""
    left = sum(minus(hand, pay))
    return Option(
        said(does),
        text("animism.ask.pays", resources=resources(pay)),
        small=text("animism.ask.keeps_smallest" if least else "animism.ask.keeps", count=left),
        counts=counts(pay),
        path=path,
        confirm=confirm,
    )


def bought(piece: str, hand: Four, pay: Four, path: tuple[int, ...] = (), least: bool = False) -> Option:
    """A piece for so much of a hand."""
    return paid(Buy(piece, by_name(pay)), hand, pay, path, least)
