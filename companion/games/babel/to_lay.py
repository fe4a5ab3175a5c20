"""How the table of Babel Builders is laid, step by step."""

from collections.abc import Iterator, Sequence

from companion.core.blocks import Chapter, Deed, Timeline
from companion.core.caching import once_for_all
from companion.core.state import Seat
from companion.core.view import Laying, laying
from companion.core.words import text
from companion.games.babel.pieces import BLOCKS, HAND, dealt, on_top, punishments, seals
from companion.games.babel.state import Options, Public


def steps(seats: Sequence[Seat], options: Options) -> Iterator[Laying]:
    """BABEL-01 to 03, 05 and 06, in the order in which hands do it. The first Master is what a question asks for."""
    yield laying("babel.to_lay.base", n=BLOCKS)
    yield laying("babel.to_lay.blueprint")
    if options.hands == "phones":
        yield laying("babel.to_lay.on_phones", stays=("deal", "draw"))
    else:
        yield from _cards(len(seats))


def _cards(n: int) -> Iterator[Laying]:
    yield laying("babel.to_lay.roles", architects=n - 1)
    yield laying("babel.to_lay.cards", seals=seals(n), count=punishments(n))
    yield laying("babel.to_lay.deal", n=dealt(n) - 1, each=HAND)
    if top := on_top(n):
        rest = punishments(n) - 1
        yield laying("babel.to_lay.pile", n=top - rest, count=rest)


@once_for_all
def laid_out(public: Public) -> tuple[Timeline, ...]:
    """The same steps together, on each screen until the first round."""
    if public.stage != "setup":
        return ()
    chapters = tuple(Chapter(step.title, (Deed(step.words),)) for step in steps(public.seats, public.options))
    return (Timeline(text("babel.to_lay.title", count=len(public.seats)), chapters),)
