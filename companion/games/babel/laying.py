"""How the table is laid: the numbers of roles and cards for so many seats (BABEL-01, BABEL-06)."""

from collections.abc import Iterator

from companion.core.blocks import Chapter, Deed, Timeline
from companion.core.once import once_for_all
from companion.core.words import Text, text
from companion.games.babel import pieces
from companion.games.babel.state import Public


@once_for_all
def laid_out(public: Public) -> tuple[Timeline, ...]:
    """Before the first round, in the order in which hands do it."""
    if public.stage != "setup":
        return ()
    seats = len(public.seats)
    chapters = (_chapter("phones"),) if public.on_phones else (_chapter("roles", architects=seats - 1), *_cards(seats))
    table = Chapter(text("babel.lay.table"), (Deed(text("babel.lay.table_how", n=pieces.BLOCKS)),))
    return (Timeline(text("babel.lay.title", count=seats), (*chapters, table)),)


def _chapter(name: str, **numbers: int) -> Chapter:
    return Chapter(text(f"babel.lay.{name}"), (Deed(text(f"babel.lay.{name}_how", **numbers)),))


def _cards(seats: int) -> Iterator[Chapter]:
    yield Chapter(text("babel.lay.pile"), tuple(Deed(words) for words in _pile(seats)))
    yield Chapter(text("babel.lay.deal"), tuple(Deed(words) for words in _deal(seats)))


def _pile(seats: int) -> Iterator[Text]:
    """What does not play goes back into the box first."""
    yield text("babel.lay.only_seals", n=pieces.seals(seats))
    yield text("babel.lay.only_punishments", count=pieces.punishments(seats))
    yield text("babel.lay.shuffle")


def _deal(seats: int) -> Iterator[Text]:
    yield text("babel.lay.dealt", n=pieces.dealt(seats) - 1)
    if top := pieces.on_top(seats):
        punishments = pieces.punishments(seats) - 1
        yield text("babel.lay.on_top", count=punishments, cards=top - punishments)
    yield text("babel.lay.turned")
