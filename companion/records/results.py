"""How games ended, for people and for other programs: as lines, as JSON, as CSV."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Protocol

import msgspec

from companion.core.journal import Entry, Head
from companion.core.knowledge import Seat
from companion.ports.journal import Result

COLUMNS: Final = ("table", "game", "ended", "seat", "place", "points", "won", "accepted")
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula, in whatever file it opens."""


class Standing(msgspec.Struct, frozen=True):
    """A seat at the end of a game."""

    seat: Seat
    place: int
    """From 1; who shares a place leaves the next ones out."""
    points: int | None
    """None where sides win."""
    won: bool


class Played(msgspec.Struct, frozen=True):
    """A finished game."""

    table: int
    game: str
    ended: str | None
    accepted: str | None
    seats: tuple[Standing, ...]
    """The best first."""
    options: dict[str, Any]
    mark: str
    """In hex, of this game and no other on any box; it never changes."""

    @property
    def when(self) -> datetime | None:
        """The end, in the time of this machine; None: its clock was not to be trusted."""
        return datetime.fromisoformat(self.ended).astimezone() if self.ended else None


class Finished(Protocol):
    """Where finished games are kept: the box's journal, or a look into its file."""

    def results(self) -> Sequence[tuple[int, Result]]:
        """Of every table that has one, by its number, the oldest first."""

    def table(self, number: int) -> Head | None:
        """The head of table `number`."""

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        """The entries of a table after number `since`."""


def played(games: Finished) -> Iterator[Played]:
    """Every finished game, the oldest first."""
    for number, result in games.results():
        head = games.table(number)
        first = next(iter(games.read(number)), None)
        if head is not None and first is not None:
            yield _played(number, head, first, result)


def _played(number: int, head: Head, first: Entry, result: Result) -> Played:
    # The first entry's hash holds 128 random bits; later ones move when counts are told after the end.
    said = result.score.get("seats", {})
    seats = tuple(places(result.score["ranking"], {seat: said[seat]["total"] for seat in said}))
    return Played(number, head.game, result.ended, result.accepted, seats, head.options, first.hash)


def places(ranking: Iterable[Sequence[Seat]], points: Mapping[Seat, int]) -> Iterator[Standing]:
    """Everybody who is ranked, the best first; `points` are empty where sides win."""
    before = 0
    for group in ranking:
        for seat in group:
            yield Standing(seat, before + 1, points.get(seat), won=before == 0)
        before += len(group)


def as_csv(games: Iterable[Played]) -> str:
    """A row a seat, under COLUMNS; true and false as 1 and 0."""
    return spreadsheet(COLUMNS, (row for game in games for row in _rows(game)))


def _rows(game: Played) -> Iterator[tuple[object, ...]]:
    when = game.when.strftime("%Y-%m-%d %H:%M") if game.when else ""
    for one in game.seats:
        points = "" if one.points is None else one.points
        yield game.table, game.game, when, one.seat, one.place, points, int(one.won), game.accepted or ""


def spreadsheet(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """CSV under these heads. Words that a spreadsheet would take for a formula begin with an apostrophe."""
    out = io.StringIO()
    written = csv.writer(out)
    written.writerow(columns)
    for row in rows:
        written.writerow([f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in row])
    return out.getvalue()
