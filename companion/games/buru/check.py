"""BURU-45: what people counted beside what the companion knows."""

from collections.abc import Iterator

from companion.core.blocks import Cell, Grid, Note, Row
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.games.buru.score import score_at_the_end
from companion.games.buru.state import Public

SIGNS = {"track": "esteem", "tributes": "tribute", "elders": "elder"}
Item = tuple[str, int, int]
"""What was counted, how many, and how many the companion knows."""


def _counted(public: Public) -> Iterator[tuple[Seat, tuple[Item, ...]]]:
    """The counts that are in: the companion's numbers show beside them only now."""
    assert public.final is not None
    for seat, player, told in zip(public.names, public.players, public.final.counted, strict=False):
        if told is not None:
            tributes = ("tributes", told.tributes, sum(player.tributes))
            yield seat, (("track", told.esteem, player.esteem), tributes, ("elders", told.elders, player.elders))


@cached_by_identity
def comparisons(public: Public) -> tuple[Grid, ...]:
    """Both counts of each seat that has counted."""
    return tuple(_grid(seat, items) for seat, items in _counted(public))


def _grid(seat: Seat, items: tuple[Item, ...]) -> Grid:
    rows = (
        Row(
            text(f"buru.label.{item}"),
            (Cell(_n(told), differs=told != known), Cell(_n(known), differs=told != known, agrees=told == known)),
            sign=SIGNS[item],
        )
        for item, told, known in items
    )
    return Grid((text("buru.seat", seat=seat), text("buru.end.counted"), text("buru.end.companion")), tuple(rows))


def _n(n: int) -> Text:
    return text("buru.power", n=n)


def differences(public: Public) -> tuple[Note, ...]:
    """A note for each number that was counted otherwise, and what that would change."""
    return tuple(
        Note(
            text("buru.end.differs", seat=seat, what=text(f"buru.label.{item}"), told=told, known=known),
            alert=True,
            more=_would(public, seat, item, told - known),
        )
        for seat, items in _counted(public)
        for item, told, known in items
        if told != known
    )


def agreed(public: Public) -> bool:
    """BURU-45: whether everybody counted, and nothing is otherwise."""
    return public.final is not None and None not in public.final.counted and not differences(public)


def _would(public: Public, seat: Seat, item: str, off: int) -> tuple[Text, ...]:
    """What the track's number would change; a card more or less is worth what only its holder knows."""
    if item != "track":
        return ()
    total = score_at_the_end(public).total(seat)
    return (text("buru.end.would", seat=seat, would=total + off, was=total),)


def checked(public: Public) -> tuple[Text, ...]:
    """Whether all counts so far agree."""
    counts = tuple(_counted(public))
    if not counts:
        return ()
    if found := len(differences(public)):
        return (text("buru.end.differ", count=found),)
    return (text("buru.end.agree", count=len(counts), seats=public.people),)
