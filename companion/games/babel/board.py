"""The tower beside its blueprint (BABEL-23), and the seats around it, as every screen draws them."""

from collections.abc import Mapping

from companion.core.blocks import Cell, Count, Grid, Row, SeatRow, Seats
from companion.core.caching import once_for_all
from companion.core.words import Text, text
from companion.games.babel.moving import tallies
from companion.games.babel.pieces import COLUMNS, PLACE, ROWS
from companion.games.babel.sealed import punishing, sealing
from companion.games.babel.state import Public, is_building
from companion.games.babel.tower import blocks_left, missing


@once_for_all
def tower(public: Public) -> Grid:
    """The tower cell by cell, with what the blueprint asks for there."""
    heads = (text("babel.tower"), *(text("babel.column", column=column) for column in COLUMNS))
    rows = (Row(text("babel.row", row=row), tuple(_cell(public, place) for place in _places(row))) for row in ROWS)
    return Grid(heads, tuple(rows), title=text("babel.tower"), words=_gap(public), board=True)


def _gap(public: Public) -> Text:
    """What the blueprint still asks for, and what there is to build it with."""
    left = blocks_left(public.heights)
    if public.blueprint is None:
        return text("babel.blocks", count=left)
    gap = missing(public.heights, public.blueprint)
    return text("babel.missing", count=gap, left=left) if gap else text("babel.complete", left=left)


def _places(row: str) -> tuple[int, ...]:
    return tuple(place for cell, place in PLACE.items() if cell[1] == row)


def _cell(public: Public, place: int) -> Cell:
    height = public.heights[place]
    asked = public.blueprint[place] if public.blueprint else 0
    words = text("babel.height", n=height)
    return Cell(words, of=asked, matters=True, full=height >= asked) if asked else Cell(words)


# The seats


@once_for_all
def seats(public: Public) -> Seats:
    """Who is Master and who builds; in the reversal who seals or is a zealot, and what others gave each seat."""
    given = tallies(public)
    places = enumerate(public.seats)
    return Seats(tuple(SeatRow(seat, _counts(given[seat]), _is_at_it(public, i), _job(public, i)) for i, seat in places))


def _counts(given: Mapping[str, int]) -> tuple[Count, ...]:
    return tuple(Count(n, sign, text(f"babel.card_name.{sign}")) for sign, n in given.items() if n)


def _is_at_it(public: Public, place: int) -> bool:
    return place == public.master and public.round > 0 and public.stage in ("appoint", "storms", "swap", "reveal", "master")


def _job(public: Public, place: int) -> Text | None:
    if public.final is not None or not public.round:
        return None
    if place in sealing(public):
        return text("babel.job.seal")
    if place in punishing(public):
        return text("babel.job.zealot")
    if place == public.master:
        return text("babel.job.master")
    return text("babel.job.builder") if is_building(public, place) else None
