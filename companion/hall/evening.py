"""How the games of an evening ended, all tables of a room together, and who stands where in it. Nothing but values: no
store, no clock. What a store says may be anything; what is no result is none."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Final, NamedTuple

import msgspec

from companion.core.state import Seat
from companion.hall.copy import UNREADABLE
from companion.hall.layout import Ended
from companion.records.results import Rank, places, spreadsheet

EVENING_SECONDS: Final = 16 * 3600
"""A game that ended longer ago than this is not of this evening: the longest convention's day."""
RESULTS: Final = ("table", "box", "game", "ended", "seat", "place", "points", "won", "accepted", "agreed")
STANDINGS: Final = ("place", "name", "won", "games", "ahead")

Number = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""As large as every reader of JSON takes it whole."""


class _Total(msgspec.Struct, frozen=True):
    total: Number


class _Score(msgspec.Struct, frozen=True):
    """Of a score what every game has (docs/records.md)."""

    ranking: tuple[tuple[Seat, ...], ...]
    seats: dict[Seat, _Total] = {}


class Finished(msgspec.Struct, frozen=True):
    """How one table's game ended."""

    table: str
    box: str
    """Its id."""
    game: str
    ended: int
    """In seconds since 1970, by the store's clock."""
    accepted: str | None
    agreed: bool
    """Whether people counted the end as the box has it, or need not."""
    seats: tuple[Rank, ...]
    """The best first."""


class Stands(NamedTuple):
    """Where somebody stands after all games of the evening, by what they call themselves: two of one name are one."""

    place: int
    """From 1; who shares a place leaves the next ones out."""
    name: str
    won: int
    games: int
    ahead: int
    """How many others came in behind them, over all games: what games of other rules have in common."""


def finished(table: str, said: Ended) -> Finished | None:
    """A result of the store; None: what it says is none."""
    try:
        score = msgspec.convert(said.score, _Score)
        seats = tuple(places(score.ranking, {seat: one.total for seat, one in score.seats.items()}))
    except UNREADABLE:
        return None
    names = [one.seat for one in seats]
    if not seats or len({*names}) < len(names) or not {*said.seats} <= {*names}:
        return None
    played = tuple(one for one in seats if one.seat in said.seats)
    return Finished(table, said.box, said.game, said.ended, said.accepted, said.agreed, played)


def of_the_evening(results: Iterable[Finished], now: int) -> list[Finished]:
    """Those that ended within EVENING_SECONDS, the newest first. One that ended later than now has just ended: somebody's
    clock is ahead."""
    late = [one for one in results if one.ended > now - EVENING_SECONDS]
    return sorted(late, key=lambda one: (-min(one.ended, now), one.table))


def standings(results: Iterable[Finished]) -> list[Stands]:
    """Who won most; of those who won as often, who came in ahead of most; of those, who played least. Equals share a
    place. Results that nobody counted are left out."""
    won, games, ahead = Counter[str](), Counter[str](), Counter[str]()
    for result in (one for one in results if one.agreed):
        for one in result.seats:
            games[one.seat] += 1
            won[one.seat] += one.won
            ahead[one.seat] += sum(other.place > one.place for other in result.seats)
    worth = {name: (-won[name], -ahead[name], games[name]) for name in games}
    found: list[Stands] = []
    for at, name in enumerate(sorted(games, key=lambda name: (worth[name], name)), 1):
        shares = found and worth[found[-1].name] == worth[name]
        found.append(Stands(found[-1].place if shares else at, name, won[name], games[name], ahead[name]))
    return found


def results_csv(results: Iterable[Finished]) -> str:
    """A row for each seat of each game, under RESULTS, in the time of this machine."""
    return spreadsheet(RESULTS, (row for one in results for row in _rows(one)))


def standings_csv(found: Iterable[Stands]) -> str:
    """A row for each name, under STANDINGS."""
    return spreadsheet(STANDINGS, found)


def _rows(one: Finished) -> Iterator[tuple[object, ...]]:
    for seat in one.seats:
        points = "" if seat.points is None else seat.points
        holds = one.accepted or "", int(one.agreed)
        yield one.table, one.box, one.game, _when(one.ended), seat.seat, seat.place, points, int(seat.won), *holds


def _when(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return ""
