"""Functions that write the ends of games as CSV and as a play log."""

import csv
import io
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

import msgspec

from companion.core.journal import Entry, TableHead
from companion.core.state import Seat
from companion.journals.box_journal import Result

COLUMNS: Final = ("table", "game", "ended", "seat", "place", "points", "won", "accepted", "began", "minutes")
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""Characters that begin a formula in a spreadsheet."""


class Rank(msgspec.Struct, frozen=True):
    """A seat's place at the end of a game."""

    seat: Seat
    place: int
    """The place, from 1. Seats that share a place leave the next places empty. 0: nobody won the game."""
    points: int | None
    """The seat's points. None in games that sides win."""
    won: bool


class FinishedGame(msgspec.Struct, frozen=True):
    """A game with its end: the places of the seats, the time and the options."""

    table: int
    game: str
    ended: str | None
    accepted: str | None
    seats: tuple[Rank, ...]
    """The seats, the best first."""
    options: dict[str, Any]
    mark: str
    """A hash in hex that no other game on any box has. It never changes."""
    local: str | None = None
    """The time of the end on the host's phone, without a time zone. None: no phone sent it."""
    minutes: int | None = None
    """The length of the game. None: it took less than a minute, or nobody knows when it began."""

    @property
    def when(self) -> datetime | None:
        """Return the time of the end on the host's phone, or else in this machine's time zone. None: the box did not know
        the time either."""
        if self.local is not None:
            return datetime.fromisoformat(self.local)
        return datetime.fromisoformat(self.ended).astimezone() if self.ended else None

    def since(self, ended: datetime) -> datetime:
        """Return when the game began if it ended at `ended`."""
        return ended - timedelta(minutes=self.minutes or 0)


class Finished(Protocol):
    """A place that keeps finished games: the box's journal, or a reader of its file."""

    def results(self) -> Sequence[tuple[int, Result]]:
        """Return every result with its table's number, the oldest first."""

    def table(self, number: int) -> TableHead | None:
        """Return the head of table `number`, or None if there is none."""

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        """Return the entries of a table after number `since`."""


def finished_games(games: Finished) -> Iterator[FinishedGame]:
    """Yield every finished game, the oldest first."""
    for number, result in games.results():
        head = games.table(number)
        first = next(iter(games.read(number)), None)
        if head is not None and first is not None:
            yield described(number, head, first, result)


def finished_game(games: Finished, number: int) -> FinishedGame | None:
    """Return a finished game by its number, or None if there is none."""
    head, first = games.table(number), next(iter(games.read(number)), None)
    result = next((result for table, result in games.results() if table == number), None)
    return None if head is None or first is None or result is None else described(number, head, first, result)


def described(number: int, head: TableHead, first: Entry, result: Result) -> FinishedGame:
    """Return a finished game with this head, first entry and result."""
    # The first entry's hash has 128 random bits. Later hashes change when people enter counts after the end.
    scores = result.score.get("seats", {})
    points = {seat: scores[seat]["total"] for seat in scores}
    seats = tuple(ranks(result.score["ranking"], points, is_won=result.score.get("won", True)))
    return FinishedGame(
        number,
        head.game,
        result.ended,
        result.accepted,
        seats,
        head.options,
        first.hash,
        result.local,
        result.minutes,
    )


def ranks(ranking: Iterable[Sequence[Seat]], points: Mapping[Seat, int], *, is_won: bool = True) -> Iterator[Rank]:
    """Yield the rank of every seat, the best first. `points` is empty in games that sides win."""
    before = 0
    for group in ranking:
        for seat in group:
            yield Rank(seat, before + 1 if is_won else 0, points.get(seat), won=is_won and before == 0)
        before += len(group)


def as_csv(games: Iterable[FinishedGame]) -> str:
    """Return CSV with a row for each seat, under COLUMNS. True and false are 1 and 0."""
    return spreadsheet(COLUMNS, (row for game in games for row in _rows(game)))


def _rows(game: FinishedGame) -> Iterator[tuple[object, ...]]:
    when = game.when.strftime("%Y-%m-%d %H:%M") if game.when else ""
    began = game.since(game.when).strftime("%Y-%m-%d %H:%M") if game.when and game.minutes else ""
    minutes = "" if game.minutes is None else game.minutes
    for one in game.seats:
        end = one.seat, one.place or "", one.points, int(one.won), game.accepted or ""
        yield game.table, game.game, when, *end, began, minutes


def spreadsheet(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return CSV with these column heads. A cell that a spreadsheet would take for a formula begins with an apostrophe."""
    out = io.StringIO()
    written = csv.writer(out)
    written.writerow(columns)
    for row in rows:
        written.writerow([f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in row])
    return out.getvalue()


OURS: Final = uuid.UUID("7c0a4b1e-5d1f-4f0e-9a53-6a3d0a8f2c11")
"""The base of all identities below. By its identity another program recognises a game or a name that it imports again."""
MOST_POINTS: Final = 1
WITHOUT_POINTS: Final = 3
"""Numbers that the play log has for ways of scoring."""


def play_log(game: FinishedGame, name: str, place: str, now: datetime, me: Seat | None = None) -> dict[str, Any]:
    """Return the play log of one game, for the phone of `me` (None: of somebody who did not play). `name` is the game's name
    for people, and `place` is where it was played. `now` replaces the time of the end if that is not known."""
    when = game.when or now
    numbers = {one.seat: n for n, one in enumerate(game.seats, 1)}
    players = {seat: _named("player", n, seat.casefold(), seat, when) for seat, n in numbers.items()}
    return {
        "about": "Table Companion",
        "games": [_named("game", 1, game.game, name, when) | _kind(game)],
        "players": [player | {"isAnonymous": False} for player in players.values()],
        "locations": [_named("place", 1, place.casefold(), place, when)],
        "plays": [_play(game, when) | {"playerScores": [_scored(numbers[one.seat], one) for one in game.seats]}],
        "userInfo": {"meRefId": numbers.get(me, 0) if me else 0},
    }


def _identity(*parts: str) -> str:
    return str(uuid.uuid5(OURS, "\n".join(parts))).upper()


def _as_date(when: datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M:%S")


def _named(kind: str, number: int, known_by: str, name: str, when: datetime) -> dict[str, Any]:
    """Return something that other parts of the log refer to by its number. Its identity follows from `known_by`, so a game
    has the same one in every language."""
    return {"id": number, "uuid": _identity(kind, known_by), "name": name, "modificationDate": _as_date(when)}


def _kind(game: FinishedGame) -> dict[str, Any]:
    """Return how the game is won: by most points, or without points if sides win. The game's number at BoardGameGeek is not
    known."""
    return {
        "highestWins": True,
        "noPoints": _is_without_points(game),
        "cooperative": False,
        "usesTeams": False,
        "bggId": 0,
        "bggYear": 0,
    }


def _is_without_points(game: FinishedGame) -> bool:
    return all(one.points is None for one in game.seats)


def _play(game: FinishedGame, when: datetime) -> dict[str, Any]:
    return {
        "uuid": _identity("play", game.mark),
        "gameRefId": 1,
        "locationRefId": 1,
        "playDate": _as_date(game.since(when)),
        "playDateYmd": int(game.since(when).strftime("%Y%m%d")),
        "entryDate": _as_date(when),
        "modificationDate": _as_date(when),
        "durationMin": game.minutes or 0,
        "manualWinner": True,
        "scoringSetting": WITHOUT_POINTS if _is_without_points(game) else MOST_POINTS,
        "usesTeams": False,
        "rounds": 0,
        "rating": 0,
        "ignored": False,
        "expansionPlays": [],
    }


def _scored(number: int, one: Rank) -> dict[str, Any]:
    return {
        "playerRefId": number,
        "score": "" if one.points is None else str(one.points),
        "rank": one.place,
        "winner": one.won,
        "startPlayer": False,
        "newPlayer": False,
        "seatOrder": 0,
    }
