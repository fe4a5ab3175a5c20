"""How the table of Bali is laid, step by step."""

from collections.abc import Iterator, Sequence

from companion.core.state import Seat
from companion.core.view import Laying, laying
from companion.games.bali.pieces import FIRST_STONES
from companion.games.bali.state import Options

DECK = 50  # BALI-01


def steps(seats: Sequence[Seat], options: Options) -> Iterator[Laying]:
    """BALI-01 to 05, BALI-26, BALI-31."""
    yield laying("bali.to_lay.start")
    yield laying("bali.to_lay.sacrifices")
    yield laying("bali.to_lay.stones", seat=seats[0], n=FIRST_STONES, most=FIRST_STONES + len(seats) - 1)
    yield laying("bali.to_lay.offer", n=DECK)
    if options.oracle:
        yield laying("bali.to_lay.oracle")
    if options.demon:
        yield laying("bali.to_lay.demon")
