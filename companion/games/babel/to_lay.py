"""How the table of Babel Builders is laid, step by step."""

from collections.abc import Iterator, Sequence

from companion.core.knowledge import Seat
from companion.core.view import Laying, laying
from companion.games.babel.pieces import BLOCKS, HAND, punishments
from companion.games.babel.state import Options

FROM = 6
"""BABEL-06: from so many seats on more cards go on top of the pile."""


def steps(seats: Sequence[Seat], options: Options) -> Iterator[Laying]:
    """BABEL-01 to 03 and 06. Roles, blueprint and first Master are what the first questions ask for."""
    n = len(seats)
    yield laying("babel.to_lay.base", n=BLOCKS)
    if options.hands == "phones":
        yield laying("babel.to_lay.on_phones")
        return
    yield laying("babel.to_lay.deal", n=n * HAND - 1, each=HAND)
    if n >= FROM:
        yield laying("babel.to_lay.pile", n=n * 2, rest=punishments(n) - 1)
