"""A finished game as a file that BG Stats, a play log for phones, takes in (docs/results.md says how its form is known)."""

import uuid
from datetime import datetime
from typing import Any, Final

from companion.records.results import Played, Standing

OURS: Final = uuid.UUID("7c0a4b1e-5d1f-4f0e-9a53-6a3d0a8f2c11")
"""What all identities below are made from, so that the same game or name taken in twice is known again."""
LINE: Final = "%Y-%m-%d %H:%M:%S"


def play_log(game: Played, name: str, place: str, now: datetime) -> dict[str, Any]:
    """One game under its `name` in people's words, played at `place`. `now` stands for when it was played where nobody
    vouched for the box's clock."""
    when = (game.when or now).strftime(LINE)
    players = [_named(n, one.seat, when, isAnonymous=False) for n, one in enumerate(game.seats, 1)]
    scored = [_scored(n, one) for n, one in enumerate(game.seats, 1)]
    return {
        "about": "Table Companion",
        "games": [_named(1, name, when, **_kind(game))],
        "players": players,
        "locations": [_named(1, place, when)],
        "plays": [_play(game, when) | {"playerScores": scored}],
        "userInfo": {"meRefId": 0},
    }


def _identity(*parts: str) -> str:
    return str(uuid.uuid5(OURS, "\n".join(parts))).upper()


def _named(number: int, name: str, when: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "uuid": _identity("name", name.casefold()), "name": name, "modificationDate": when, **more}


def _kind(game: Played) -> dict[str, bool]:
    """How the game is won: by the most points, or, where sides win, without any."""
    return {"highestWins": True, "noPoints": _is_without_points(game), "cooperative": False, "usesTeams": False}


def _is_without_points(game: Played) -> bool:
    return all(one.points is None for one in game.seats)


def _play(game: Played, when: str) -> dict[str, Any]:
    return {
        "uuid": _identity("play", game.mark),
        "gameRefId": 1,
        "locationRefId": 1,
        "playDate": when,
        "entryDate": when,
        "modificationDate": when,
        "durationMin": 0,
        "manualWinner": True,
        "usesTeams": False,
        "rounds": 0,
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
