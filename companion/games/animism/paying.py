"""What resources are worth, and all ways to pay a price without giving one too many (ANIM-11)."""

from collections.abc import Iterator
from itertools import product

from companion.games.animism.colours import Four


def worth(resources: Four) -> int:
    """Sets of two colours count 3, of three 5, what is over 1 each: as much as can be made of them, of three colours."""
    return 2 * sum(resources) - max(resources)


def is_payment(pay: Four, price: int) -> bool:
    """Whether it is enough, and none of it could be left out."""
    return worth(pay) >= price and all(worth(fewer) < price for fewer in _without_one(pay))


def _without_one(pay: Four) -> Iterator[Four]:
    return ((*pay[:i], n - 1, *pay[i + 1 :]) for i, n in enumerate(pay) if n)


def payments(hand: Four, price: int) -> tuple[Four, ...]:
    """All ways to pay, the fewest resources first. Each counts 1 at least, so none has more of them than the price."""
    most = hand.index(max(hand))
    ranges = [range(1 if i == most else min(n, price) + 1) for i, n in enumerate(hand)]
    filled = (_filled(rest, most, price) for rest in product(*ranges) if sum(rest) <= price)
    ways = (pay for pay in filled if pay[most] <= hand[most] and is_payment(pay, price))
    return tuple(pay for _, pay in sorted((sum(pay), pay) for pay in ways))


def _filled(rest: Four, place: int, price: int) -> Four:
    """As many of one colour to the others as the price needs: up to the most frequent each counts 2, from there on 1."""
    lacking, most = price - worth(rest), max(rest)
    n = max(0, -(-lacking // 2))
    return (*rest[:place], n if n <= most else lacking - most, *rest[place + 1 :])


def smallest(ways: tuple[Four, ...]) -> tuple[Four, ...]:
    """Those with the fewest resources, of ways in the order of `payments`."""
    return tuple(pay for pay in ways if sum(pay) == sum(ways[0]))
