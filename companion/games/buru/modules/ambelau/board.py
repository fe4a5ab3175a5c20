"""The ring of Ambelau as people see it: what each space gives, and whose canoe lies there."""

from collections.abc import Iterator

from companion.core.blocks import Count
from companion.core.caching import cached_by_identity, cached_by_type
from companion.core.words import Text, listed, text
from companion.games.buru.modules.ambelau.ring import RING, START, CanoeSpace
from companion.games.buru.modules.ambelau.rowing import canoes
from companion.games.buru.pieces import GOODS
from companion.games.buru.state import Public
from companion.kits.board import Ring, Space


@cached_by_identity
def ring(public: Public) -> Ring:
    """For every chair alike."""
    lie = tuple(zip(public.names, canoes(public), strict=True))
    spaces = tuple(
        Space(brings(n), signs(n), pieces=tuple(seat for seat, space in lie if space == n)) for n in range(1, len(RING) + 1)
    )
    waiting = tuple(seat for seat, space in lie if space == START)
    return Ring(text("buru.canoes"), spaces, start=text("buru.start"), waiting=waiting)


@cached_by_type
def brings(space: int) -> Text:
    """All that a space gives, in words; spaces are counted from 1."""
    return listed([_word(count) for count in signs(space)])


def _word(count: Count) -> Text:
    return count.words if count.n is None else text(f"buru.some.{count.sign}", count=count.n)


@cached_by_type
def signs(space: int) -> tuple[Count, ...]:
    """The same as numbers with signs."""
    return tuple(_signs(RING[space - 1]))


def _signs(space: CanoeSpace) -> Iterator[Count]:
    if space.tribute:
        yield Count(None, "ibu", text("buru.tribute_of", spirit=text("buru.spirit.ibu")))
    if space.guide:
        yield Count(None, "guide", text("buru.word.guide", count=1))
    for name, n in zip(GOODS, space.goods, strict=True):
        if n:
            yield Count(n, name, text(f"buru.word.{name}", count=n))
    if space.task:
        yield Count(None, "task", text("buru.word.task", count=1))
    if space.islander:
        yield Count(None, "islander", text("buru.word.islander", count=1))
