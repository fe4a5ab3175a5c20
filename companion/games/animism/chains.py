"""Chains: altars that a colour's paint joins. The one with the most altars counts (ANIM-21)."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.animism.ground import Board, Ground


@dataclass(frozen=True, slots=True)
class Chain:
    """Altars that one colour's paint joins."""

    n: int
    """The number of altars. The centre counts as one."""
    routes: Board
    altars: Board
    """The cells of these altars. The centre is all its cells."""


def longest(ground: Ground, paint: Board) -> Chain:
    """Return the chain with the most altars, or an empty chain. Among equal chains, it is the one with the most painted
    cells."""
    return max(chains(ground, paint), key=_length, default=Chain(0, 0, 0))


def _length(chain: Chain) -> tuple[int, int]:
    return chain.n, chain.routes.bit_count()


def chains(ground: Ground, paint: Board) -> Iterator[Chain]:
    """Yield every chain of one colour's paint that touches an altar."""
    left = paint
    while left:
        chain = _chain(ground, paint, left & -left)
        left &= ~chain.routes
        if chain.n:
            yield chain


def _chain(ground: Ground, paint: Board, routes: Board) -> Chain:
    """Return the chain that begins at the cell `routes`: all paint joined to it, directly or through altars."""
    altars, before = 0, -1
    while altars != before:
        before = altars
        routes = _flooded(ground, paint, routes | paint & ground.near(altars))
        altars = _touched(ground, routes)
    alone = (altars & ground.altars).bit_count()
    return Chain(alone + bool(altars & ground.centre), routes, altars)


def _flooded(ground: Ground, paint: Board, routes: Board) -> Board:
    before = 0
    while routes != before:
        before, routes = routes, routes | paint & ground.near(routes)
    return routes


def _touched(ground: Ground, routes: Board) -> Board:
    near = ground.near(routes)
    return near & ground.altars | (ground.centre if near & ground.centre else 0)
