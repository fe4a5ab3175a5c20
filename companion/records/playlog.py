"""A finished game as a file that BG Stats, a play log for phones, takes in (docs/results.md says how its form is known)."""

import uuid
from datetime import datetime
from typing import Any, Final

from companion.core.knowledge import Seat
from companion.records.results import Played, Standing

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
