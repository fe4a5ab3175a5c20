"""The first minute: the pages that teach the game before the first round. Each has a sentence and a picture for a thing that
a newcomer must know."""

from collections.abc import Iterator, Sequence

from companion.core.set_up import Figure, MinutePage, card, coming, row_of
from companion.core.state import Seat
from companion.core.words import text
from companion.games.babel.pieces import builders, rounds


def minute_pages(seats: Sequence[Seat]) -> Iterator[MinutePage]:
    """Yield the pages: the tower, the Messenger, builders, the Master, zealots, and the end."""
    base = row_of("base", 45, 220, 300, 166)
    tower = (row_of("block", 150, 187 - 33 * n, 90, 81) for n in range(3))
    most, appointed = rounds(len(seats)), builders(len(seats))
    yield MinutePage(
        text("babel.minute.tower", count=most),
        (base, row_of("block", 150, 220, 90, 81), *(coming(one, 0, -90) for one in tower)),
    )
    yield MinutePage(
        text("babel.minute.messenger"),
        (card("architect", 40, 120, 90, n=2, dx=46), coming(card("messenger", 220, 70, 140), 0, -40)),
    )
    crew = row_of("builder", 30, 30, 74, 104, n=appointed, dx=84)
    play = (coming(card("build_row", 90, 190, 100), 0, -60), coming(card("back", 220, 190, 100), 0, -60))
    yield MinutePage(text("babel.minute.builders", count=appointed), (crew, *play))
    swap = (
        card("build_cell", 60, 50, 110),
        coming(card("storm", 220, 50, 110), -160, 150),
        row_of("block", 150, 260, 90, 81),
    )
    yield MinutePage(text("babel.minute.master"), swap)
    yield MinutePage(
        text("babel.minute.zealot"),
        (card("architect", 30, 110, 110), card("punishment", 140, 90, 110), coming(card("zealot", 250, 110, 110), -110, 0)),
    )
    end = (card("messenger", 130, 30, 130), card("seal", 60, 240, 90), card("punishment", 240, 240, 90))
    yield MinutePage(text("babel.minute.end"), end, (Figure(">", 195, 305, 64),))
