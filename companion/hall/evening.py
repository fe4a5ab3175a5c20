"""Results and standings of an evening, for all tables of a room together.

These functions ask no store and no clock. A store may send anything, so values that are not results are dropped.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from companion.core.state import Seat
from companion.hall.layout import UNREADABLE, Ended
from companion.hall.log import Ruling, time_of
from companion.hall.numbers import FORM
from companion.hall.people import People
from companion.records.results import Rank, ranks, spreadsheet

EVENING_SECONDS: Final = 16 * 3600
"""A game that ended longer ago is not of this evening. The longest day of a convention has this many seconds."""
RESULTS: Final = ("table", "round", "game", "options", "ended", "number", "seat", "place", "points", "won")
PROOF: Final = ("accepted", "agreed", "fingerprint", "id", "box")
"""The heads after RESULTS: how far the result is proved, and its names in the hall."""
STANDINGS: Final = ("place", "number", "name", "club", "won", "games", "ahead")

NOBODY: Final = People()

Number = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A whole number that every reader of JSON keeps exactly."""


class _Total(msgspec.Struct, frozen=True):
    total: Number


class _Score(msgspec.Struct, frozen=True):
    """The fields that every game's score shares (docs/records.md)."""

    ranking: tuple[tuple[Seat, ...], ...]
    seats: dict[Seat, _Total] = {}
    won: bool = True


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
    numbers: dict[Seat, str] = {}
    """The numbers of people on the organiser's list, by seat."""
    round: str = ""
    """The number of the organiser's round. It is empty if the game began in none."""
    began: int = 0
    """Seconds since 1970 by the store's clock."""
    reason: str = ""
    """The organiser's reason why the game counts or does not count. Only the organiser sees it. Empty: the organiser decided
    nothing."""


class PersonRank(NamedTuple):
    """A person's place after all games of the evening. People without a number who have the same name count as one."""

    place: int
    """Starts at 1. People who share a place leave the next ones empty."""
    number: str
    name: str
    club: str
    won: int
    games: int
    ahead: int
    """The number of players behind this one, over all games. This compares games with different rules."""

    @property
    def key(self) -> str:
        """Return a text that no other person of the standings has."""
        return f"{self.number} {self.name}".strip()


def finished(table: str, end: Ended) -> Finished | None:
    """Return a result of the store, or None if it is malformed."""
    try:
        score = msgspec.convert(end.score, _Score)
        points = {seat: one.total for seat, one in score.seats.items()}
        seats = tuple(ranks(score.ranking, points, is_won=score.won))
    except UNREADABLE:
        return None
    names = [one.seat for one in seats]
    if not seats or len({*names}) < len(names) or not {*end.seats} <= {*names}:
        return None
    played = tuple(one for one in seats if one.seat in end.seats)
    return Finished(
        table=table,
        box=end.box,
        game=end.game,
        ended=end.ended,
        accepted=end.accepted,
        agreed=end.agreed,
        seats=played,
        number=end.table_number if FORM.fullmatch(end.table_number) else "",
        options={name: value for name, value in end.options.items() if isinstance(value, str | int)},
        fingerprint=end.fingerprint,
        numbers={seat: number for seat, number in end.numbers.items() if FORM.fullmatch(number)},
        round=end.round if FORM.fullmatch(end.round) else "",
        began=end.began,
    )


def ruled_by(one: Finished, ruling: Ruling | None) -> Finished:
    """Return the result as the organiser decided, if the organiser did."""
    return one if ruling is None else msgspec.structs.replace(one, agreed=ruling.counts, reason=ruling.reason or "–")


def of_the_evening(results: Iterable[Finished], now: int) -> list[Finished]:
    """Return the results of the last EVENING_SECONDS, the newest first. A result from the future counts as just ended: some
    clock was ahead."""
    late = [one for one in results if one.ended > now - EVENING_SECONDS]
    return sorted(late, key=lambda one: (-min(one.ended, now), one.table))


Known = tuple[str, str]
"""A person's number, or nothing, and the name of the seat."""


def standings(results: Iterable[Finished], people: People = NOBODY) -> list[PersonRank]:
    """Rank people by wins, then by players left behind, then by fewer games. Equals share a place. Results that are not
    `agreed` are left out. `people` has the names of people with numbers."""
    won, games, ahead = Counter[Known](), Counter[Known](), Counter[Known]()
    for result in (one for one in results if one.agreed):
        for one in result.seats:
            who = _known(result, one.seat, people)
            games[who] += 1
            won[who] += one.won
            ahead[who] += sum(other.place > one.place for other in result.seats)
    worth = {who: (-won[who], -ahead[who], games[who]) for who in games}
    found: list[PersonRank] = []
    before = None
    for at, who in enumerate(sorted(games, key=lambda who: (worth[who], who[1], who[0])), 1):
        place = found[-1].place if worth[who] == before else at
        before = worth[who]
        found.append(PersonRank(place, *_named(who, people), won[who], games[who], ahead[who]))
    return found


def _known(result: Finished, seat: Seat, people: People) -> Known:
    number = result.numbers.get(seat) or people.number_of(seat)
    return (number, "") if number in people.by_number else (number, seat)


def _named(who: Known, people: People) -> tuple[str, str, str]:
    """Return a person's number, name and club."""
    number, seat = who
    person = people.by_number.get(number)
    return (number, seat, "") if person is None else (number, person.name, person.club)


def results_csv(results: Iterable[Finished], people: People = NOBODY) -> str:
    """Return a table as CSV: the heads RESULTS and PROOF, and a row for each seat of each game. Times are in this machine's
    time zone."""
    return spreadsheet((*RESULTS, *PROOF), (row for one in results for row in _rows(one, people)))


def results_json(results: Iterable[Finished], people: People = NOBODY) -> bytes:
    """Return the results as JSON for other programs: an object for each game, with the ids of table, round and people. Times
    are seconds since 1970 by the store's clock."""
    return msgspec.json.encode([_as_json(one, people) for one in results])


def _as_json(one: Finished, people: People) -> dict[str, Any]:
    seats = [{**msgspec.structs.asdict(seat), "number": _known(one, seat.seat, people)[0]} for seat in one.seats]
    names = {"id": one.table, "table": one.number, "box": one.box, "round": one.round, "game": one.game}
    proof = {"accepted": one.accepted, "agreed": one.agreed, "check": one.fingerprint}
    return {**names, "options": one.options, "began": one.began, "ended": one.ended, "seats": seats, **proof}


def standings_csv(found: Iterable[PersonRank]) -> str:
    """Return a table as CSV: the heads STANDINGS, and a row for each person."""
    return spreadsheet(STANDINGS, found)


def _rows(one: Finished, people: People) -> Iterator[tuple[object, ...]]:
    options = ", ".join(f"{name}={value}" for name, value in one.options.items())
    game = one.number or one.box, one.round, one.game, options, time_of(one.ended)
    proof = one.accepted or "", int(one.agreed), one.fingerprint, one.table, one.box
    for seat in one.seats:
        points = "" if seat.points is None else seat.points
        number = one.numbers.get(seat.seat) or people.number_of(seat.seat)
        yield *game, number, seat.seat, seat.place or "", points, int(seat.won), *proof
