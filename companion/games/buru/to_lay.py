"""How the table of Buru is laid, step by step."""

from collections.abc import Iterator, Sequence

from companion.core.knowledge import Seat
from companion.core.view import Laying, laying
from companion.games.buru.options import Options
from companion.games.buru.pieces import DECREES

WITH_ISLAND, WITHOUT = 9, 8
"""BURU-34: outlaws, with Ambelau and without."""


def steps(seats: Sequence[Seat], options: Options) -> Iterator[Laying]:
    """BURU-02, BURU-03, BURU-23 and, of each module that is played with, what it brings (BURU-33 to 42)."""
    yield laying("buru.to_lay.explorers")
    yield laying("buru.to_lay.totems")
    yield laying("buru.to_lay.decrees", n=DECREES * options.rounds)
    yield laying("buru.to_lay.cards")
    if options.lawan:
        yield laying("buru.to_lay.rivals")
    if options.ambelau:
        yield laying("buru.to_lay.ambelau")
    if options.ukum:
        yield laying("buru.to_lay.ukum", n=WITH_ISLAND if options.ambelau else WITHOUT)
    if options.blessing:
        yield laying("buru.to_lay.blessing")
    if options.liaison:
        yield laying("buru.to_lay.liaison")
    if options.kuda:
        yield laying(f"buru.to_lay.kuda_{options.kuda_start}")
    if options.tokoh:
        yield laying("buru.to_lay.tokoh")
