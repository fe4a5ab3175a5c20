"""The worth of resources, all ways to pay a price without one too many (ANIM-11), and these ways as buttons."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from companion.core.actions import Action, as_data
from companion.core.answers import Choice, Option, Step
from companion.core.words import Text, text
from companion.games.animism.pieces import Four, minus, resource_counts, resources_in_words


def worth(resources: Four) -> int:
    """Return the most that resources can pay: 3 for two colours, 5 for three, 1 for each other resource."""
    return 2 * sum(resources) - max(resources)


def is_payment(pay: Four, price: int) -> bool:
    """Return whether a payment is enough without any resource too many."""
    return worth(pay) >= price and all(worth(fewer) < price for fewer in _without_one(pay))


def _without_one(pay: Four) -> Iterator[Four]:
    return ((*pay[:i], n - 1, *pay[i + 1 :]) for i, n in enumerate(pay) if n)


def payments(hand: Four, price: int) -> tuple[Four, ...]:
    """Return all ways to pay, the fewest resources first. Each resource counts 1 at least, so no way has more resources than
    the price."""
    most = hand.index(max(hand))
    ranges = [range(1 if i == most else min(n, price) + 1) for i, n in enumerate(hand)]
    filled = (_filled(rest, most, price) for rest in product(*ranges) if sum(rest) <= price)
    ways = (pay for pay in filled if pay[most] <= hand[most] and is_payment(pay, price))
    return tuple(pay for _, pay in sorted((sum(pay), pay) for pay in ways))


def _filled(rest: Four, place: int, price: int) -> Four:
    """Return the payment with as many of one colour as the price needs. Each counts 2 up to the largest other number, then
    1."""
    lacking, most = price - worth(rest), max(rest)
    n = max(0, -(-lacking // 2))
    return (*rest[:place], n if n <= most else lacking - most, *rest[place + 1 :])


def smallest(ways: tuple[Four, ...]) -> tuple[Four, ...]:
    """Return the ways with the fewest resources, in the order of `payments`."""
    return tuple(pay for pay in ways if sum(pay) == sum(ways[0]))


WHICH_RESOURCES: Final = text("animism.ask.which_resources")


def each_once(ways: Iterable[Four]) -> tuple[Four, ...]:
    """Return the ways without doubles, in their order."""
    found: list[Four] = []
    for pay in ways:
        found += [] if pay in found else [pay]
    return tuple(found)


def ways_step(ways: tuple[Four, ...]) -> Step:
    """Return the last tap: one of these ways."""
    return Step(tuple(Choice(resources_in_words(pay), counts=resource_counts(pay)) for pay in ways), 1, WHICH_RESOURCES)


def marked_ways(ways: tuple[Four, ...]) -> tuple[Four, ...]:
    """Return the smallest of all ways to pay a price. If all are as small, return none."""
    least = smallest(ways)
    return least if len(least) < len(ways) else ()


def payment_option(
    does: Action, hand: Four, pay: Four, path: tuple[int, ...] = (), least: bool = False, confirm: Text | None = None
) -> Option:
    """Return the tap for an answer that costs so much of a hand. `least` marks it as the smallest way."""
    left = sum(minus(hand, pay))
    return Option(
        as_data(does),
        text("animism.ask.pays", resources=resources_in_words(pay)),
        small=text("animism.ask.keeps_smallest" if least else "animism.ask.keeps", count=left),
        counts=resource_counts(pay),
        path=path,
        confirm=confirm,
    )
