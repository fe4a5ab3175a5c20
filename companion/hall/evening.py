"""Results and standings of an evening, for all tables of a room together.

These functions ask no store and no clock. A store may send anything, so values that are not results are dropped.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Final, NamedTuple

import msgspec

from companion.core.state import Seat
from companion.hall.copy import UNREADABLE
from companion.hall.layout import Ended
from companion.hall.numbers import FORM
from companion.records.results import Rank, ranks, spreadsheet

EVENING_SECONDS: Final = 16 * 3600
"""A game that ended longer ago is not of this evening. The longest day of a convention has this many seconds."""
RESULTS: Final = ("table", "game", "options", "ended", "seat", "place", "points", "won")
PROOF: Final = ("accepted", "agreed", "fingerprint", "id", "box")
"""The heads after RESULTS: how far the result is proved, and its names in the hall."""
STANDINGS: Final = ("place", "name", "won", "games", "ahead")

Number = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A whole number that every reader of JSON keeps exactly."""


class _Total(msgspec.Struct, frozen=True):
    total: Number


class _Score(msgspec.Struct, frozen=True):
    """The fields that every game's score shares (docs/records.md)."""

    ranking: tuple[tuple[Seat, ...], ...]
    seats: dict[Seat, _Total] = {}


class Finished(msgspec.Struct, frozen=True):
    """The end of one table's game."""

    table: str
    box: str
    """The box's id."""
    game: str
    ended: int
    """Seconds since 1970 by the store's clock."""
    accepted: str | None
    agreed: bool
    """True if people counted the same result as the box, or need not count."""
    seats: tuple[Rank, ...]
    """The best come first."""
    number: str = ""
    """The number of the table in the room. It is empty if the organiser gave none."""
    options: dict[str, str | int | bool] = {}
    """The options of the game that a line can show."""
    fingerprint: str = ""


class PersonRank(NamedTuple):
    """A person's place after all games of the evening. People with the same name count as one."""

    place: int
    """Starts at 1. People who share a place leave the next ones empty."""
    name: str
    won: int
    games: int
    ahead: int
    """The number of players behind this one, over all games. This compares games with different rules."""


def finished(table: str, said: Ended) -> Finished | None:
    """Return a result of the store, or None if it is malformed."""
    try:
        score = msgspec.convert(said.score, _Score)
        seats = tuple(ranks(score.ranking, {seat: one.total for seat, one in score.seats.items()}))
    except UNREADABLE:
        return None
    names = [one.seat for one in seats]
    if not seats or len({*names}) < len(names) or not {*said.seats} <= {*names}:
        return None
    played = tuple(one for one in seats if one.seat in said.seats)
    return Finished(
        table=table,
        box=said.box,
        game=said.game,
        ended=said.ended,
        accepted=said.accepted,
        agreed=said.agreed,
        seats=played,
        number=said.table_number if FORM.fullmatch(said.table_number) else "",
        options={name: value for name, value in said.options.items() if isinstance(value, str | int)},
        fingerprint=said.fingerprint,
    )


def of_the_evening(results: Iterable[Finished], now: int) -> list[Finished]:
    """Return the results of the last EVENING_SECONDS, the newest first. A result from the future counts as just ended: some
    clock was ahead."""
    late = [one for one in results if one.ended > now - EVENING_SECONDS]
    return sorted(late, key=lambda one: (-min(one.ended, now), one.table))


def standings(results: Iterable[Finished]) -> list[PersonRank]:
    """Rank people by wins, then by players left behind, then by fewer games. Equals share a place. Results that are not
    `agreed` are left out."""
    won, games, ahead = Counter[str](), Counter[str](), Counter[str]()
    for result in (one for one in results if one.agreed):
        for one in result.seats:
            games[one.seat] += 1
            won[one.seat] += one.won
            ahead[one.seat] += sum(other.place > one.place for other in result.seats)
    worth = {name: (-won[name], -ahead[name], games[name]) for name in games}
    found: list[PersonRank] = []
    for at, name in enumerate(sorted(games, key=lambda name: (worth[name], name)), 1):
        shares = found and worth[found[-1].name] == worth[name]
        found.append(PersonRank(found[-1].place if shares else at, name, won[name], games[name], ahead[name]))
    return found


def results_csv(results: Iterable[Finished]) -> str:
    """Return a table as CSV: the heads RESULTS and PROOF, and a row for each seat of each game. Times are in this machine's
    time zone."""
    return spreadsheet((*RESULTS, *PROOF), (row for one in results for row in _rows(one)))


def standings_csv(found: Iterable[PersonRank]) -> str:
    """Return a table as CSV: the heads STANDINGS, and a row for each name."""
    return spreadsheet(STANDINGS, found)


def _rows(one: Finished) -> Iterator[tuple[object, ...]]:
    options = ", ".join(f"{name}={value}" for name, value in one.options.items())
    game = one.number or one.box, one.game, options, _when(one.ended)
    proof = one.accepted or "", int(one.agreed), one.fingerprint, one.table, one.box
    for seat in one.seats:
        points = "" if seat.points is None else seat.points
        yield *game, seat.seat, seat.place, points, int(seat.won), *proof


def _when(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return ""
