"""How games ended: text, JSON, CSV and a play log."""

import csv
import io
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Protocol

import msgspec

from companion.core.journal import Entry, Head
from companion.core.state import Seat
from companion.journals.box_journal import Result

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


OURS: Final = uuid.UUID("7c0a4b1e-5d1f-4f0e-9a53-6a3d0a8f2c11")
"""What all identities below are made from, so that the same game or name taken in twice is known again."""
MOST_POINTS: Final = 1
WITHOUT_POINTS: Final = 3
"""How a play is scored, in the log's numbers."""


def play_log(game: Played, name: str, place: str, now: datetime, me: Seat | None = None) -> dict[str, Any]:
    """One game under its `name` in people's words, played at `place`, for the phone of `me` (None: of nobody who played).
    `now` stands for when it was played where nobody vouched for the box's clock."""
    when = game.when or now
    numbers = {one.seat: n for n, one in enumerate(game.seats, 1)}
    said = {seat: _named("player", n, seat.casefold(), seat, when) for seat, n in numbers.items()}
    return {
        "about": "Table Companion",
        "games": [_named("game", 1, game.game, name, when) | _kind(game)],
        "players": [player | {"isAnonymous": False} for player in said.values()],
        "locations": [_named("place", 1, place.casefold(), place, when)],
        "plays": [_play(game, when) | {"playerScores": [_scored(numbers[one.seat], one) for one in game.seats]}],
        "userInfo": {"meRefId": numbers.get(me, 0) if me else 0},
    }


def _identity(*parts: str) -> str:
    return str(uuid.uuid5(OURS, "\n".join(parts))).upper()


def _said(when: datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M:%S")


def _named(kind: str, number: int, known_by: str, name: str, when: datetime) -> dict[str, Any]:
    """What others refer to by its number. A game is the same one in every language."""
    return {"id": number, "uuid": _identity(kind, known_by), "name": name, "modificationDate": _said(when)}


def _kind(game: Played) -> dict[str, Any]:
    """How the game is won: by the most points, or, where sides win, without any. BoardGameGeek’s number is not known."""
    return {
        "highestWins": True,
        "noPoints": _is_without_points(game),
        "cooperative": False,
        "usesTeams": False,
        "bggId": 0,
        "bggYear": 0,
    }


def _is_without_points(game: Played) -> bool:
    return all(one.points is None for one in game.seats)


def _play(game: Played, when: datetime) -> dict[str, Any]:
    return {
        "uuid": _identity("play", game.mark),
        "gameRefId": 1,
        "locationRefId": 1,
        "playDate": _said(when),
        "playDateYmd": int(when.strftime("%Y%m%d")),
        "entryDate": _said(when),
        "modificationDate": _said(when),
        "durationMin": 0,
        "manualWinner": True,
        "scoringSetting": WITHOUT_POINTS if _is_without_points(game) else MOST_POINTS,
        "usesTeams": False,
        "rounds": 0,
        "rating": 0,
        "ignored": False,
        "expansionPlays": [],
    }


def _scored(number: int, one: Standing) -> dict[str, Any]:
    return {
        "playerRefId": number,
        "score": "" if one.points is None else str(one.points),
        "rank": one.place,
        "winner": one.won,
        "startPlayer": False,
        "newPlayer": False,
        "seatOrder": 0,
    }
