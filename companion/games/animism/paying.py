"""Payments: what resources are worth, all ways to pay a price without a resource too many (ANIM-11), and their buttons."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from companion.core.actions import Action, as_data
from companion.core.answers import Choice, Option, Step
from companion.core.words import Text, text
from companion.games.animism.pieces import Four, minus, resource_counts, resources_in_words


def worth(resources: Four) -> int:
    """Return the highest price that resources can pay (ANIM-11). Two of different colours are worth 3, three of different
    colours 5, each other one 1. So each is worth 2, but the commonest colour is worth 1 apiece."""
    return 2 * sum(resources) - max(resources)


def is_payment(pay: Four, price: int) -> bool:
    """Return True if a payment reaches the price, and falls short of it without any one of its resources (ANIM-11)."""
    return worth(pay) >= price and all(worth(fewer) < price for fewer in _without_one(pay))


def _without_one(pay: Four) -> Iterator[Four]:
    return ((*pay[:i], n - 1, *pay[i + 1 :]) for i, n in enumerate(pay) if n)


def payments(hand: Four, price: int) -> tuple[Four, ...]:
    """Return all ways to pay the price, those with the fewest resources first. No way has more resources than the price, as
    each is worth at least 1."""
    most = hand.index(max(hand))
    ranges = [range(1 if i == most else min(n, price) + 1) for i, n in enumerate(hand)]
    filled = (_filled(rest, most, price) for rest in product(*ranges) if sum(rest) <= price)
    ways = (pay for pay in filled if pay[most] <= hand[most] and is_payment(pay, price))
    return tuple(pay for _, pay in sorted((sum(pay), pay) for pay in ways))


def _filled(rest: Four, place: int, price: int) -> Four:
    """Return the payment `rest` with as many resources of the colour at `place` as the price still needs. Each of them adds
    2 until there are as many as of the commonest other colour. After that each adds 1."""
    lacking, most = price - worth(rest), max(rest)
    n = max(0, -(-lacking // 2))
    return (*rest[:place], n if n <= most else lacking - most, *rest[place + 1 :])


def smallest(ways: tuple[Four, ...]) -> tuple[Four, ...]:
    """Return the ways with the fewest resources. `ways` must be in the order of `payments`."""
    return tuple(pay for pay in ways if sum(pay) == sum(ways[0]))


WHICH_RESOURCES: Final = text("animism.ask.which_resources")


def each_once(ways: Iterable[Four]) -> tuple[Four, ...]:
    """Return each way once, in the order in which it first comes."""
    found: list[Four] = []
    for pay in ways:
        found += [] if pay in found else [pay]
    return tuple(found)


def ways_step(ways: tuple[Four, ...]) -> Step:
    """Return the last step of a question: the choice of one of these ways to pay."""
    return Step(tuple(Choice(resources_in_words(pay), counts=resource_counts(pay)) for pay in ways), 1, WHICH_RESOURCES)


def marked_ways(ways: tuple[Four, ...]) -> tuple[Four, ...]:
    """Return the ways with the fewest resources, which get a mark. If all ways have as many, none gets one."""
    least = smallest(ways)
    return least if len(least) < len(ways) else ()


def payment_option(
    does: Action, hand: Four, pay: Four, path: tuple[int, ...] = (), least: bool = False, confirm: Text | None = None
) -> Option:
    """Return the option for an answer that costs the payment `pay` out of `hand`. `least` says that no way to pay has fewer
    resources."""
    left = sum(minus(hand, pay))
    return Option(
        as_data(does),
        text("animism.ask.pays", resources=resources_in_words(pay)),
        small=text("animism.ask.keeps_smallest" if least else "animism.ask.keeps", count=left),
        counts=resource_counts(pay),
        path=path,
        confirm=confirm,
    )
