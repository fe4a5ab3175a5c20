"""How the table of Animism is laid, step by step."""

from collections.abc import Iterator, Sequence

from companion.core.state import Seat
from companion.core.view import Laying, laying
from companion.games.animism.state import Options


def steps(seats: Sequence[Seat], options: Options) -> Iterator[Laying]:
    """ANIM-03, ANIM-04. With the sheets on the phones nothing is laid but what people like to touch."""
    if options.sheets == "twin":
        yield laying("animism.to_lay.phones", stays=("roll",))
        return
    yield laying("animism.to_lay.sheets")
    yield laying("animism.to_lay.dice")
