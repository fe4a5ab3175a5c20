"""Routes for finished games: their results on a page and as files, and all games as one file for another card."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, request

from companion.card.games import FILE
from companion.core.words import Malformed, Refused, text
from companion.records.record import title_of
from companion.records.results import FinishedGame, as_csv, finished_games, play_log
from companion.speech.say import say
from web.drawing import pages
from web.drawing.parts import results_parts
from web.entrance import gate
from web.entrance.requests import IncomingFile, as_json, language, my_seat, number, request_head, the_house

routes = Blueprint("results", __name__)


@routes.get("/results")
@gate.seat
def results() -> Response:
    """Return every finished game of this box, the newest first, as JSON or as a page."""
    if request_head().wants_json:
        return as_json({"results": tuple(reversed(_played()))})
    return Response(pages.results_page(_parts({"host": _is_host()}), language()), mimetype="text/html")


@routes.get("/results.csv")
@gate.seat
def table() -> Response:
    """Return every finished game as CSV, a row for each seat, the oldest game first."""
    # Some programs recognise UTF-8 only by a byte order mark.
    return _file(as_csv(_played()).encode("utf-8-sig"), "text/csv", "table-companion.csv")


@routes.get("/results.zip")
@gate.host
def save() -> Response:
    """Return all finished games as one file, which another card can take. Refused while a game is on, or its end is being
    revealed."""
    _check_shown()
    return _file(the_house().saved_games(), "application/zip", FILE)


@routes.put("/results.zip")
@gate.host
@gate.unpaced
def load() -> Response:
    """Take a piece of a file of saved games: the bytes from `?at=n` on, of `?of=m`. A piece at 0 begins another file. The
    last piece adds the games that this box does not have. A refused file adds none."""
    _check_shown()
    file: IncomingFile = current_app.extensions["incoming_file"]
    at, size, piece = number("at"), number("of"), request.get_data(cache=False)
    whole = file.add(at, size, piece)
    moving = {"host": True, "at": at + len(piece), "of": size}
    if whole is None:
        return as_json({"moving": moving})
    new, known = the_house().add_games(whole)
    return as_json(_parts(moving | {"new": new, "known": known}))


@routes.get("/results/<int:number>/play-log")
@gate.seat
def log(number: int) -> Response:
    """Return game `number` as a file for a play log. `?now=2026-11-22T21:40` is the phone's own time. Its
    day is the day of a game whose date the box does not know."""
    game, tongue = _game(number), language()
    played = play_log(game, _name(game, tongue), say(text("app.title"), tongue), _now(), my_seat())
    return _file(msgspec.json.encode(played), "application/json", f"{game.game}-{number}.bgsplay")


def _game(number: int) -> FinishedGame:
    """Return finished game `number` of this box. Raises Refused if there is no such game."""
    game = next((game for game in _played() if game.table == number), None)
    if game is None:
        raise Refused("no_game")
    return game


def _name(game: FinishedGame, tongue: str) -> str:
    title = title_of(game.game, game.options)
    return game.game if title is None else say(title, tongue)


def _played() -> tuple[FinishedGame, ...]:
    """Return all finished games. The game that is on is left out if its end has been taken back, or is still being
    revealed."""
    table, waits = the_house().table, the_house().snapshots.waits_for_the_room(my_seat())
    on = table.number if table is not None and (waits or not table.moment.over) else None
    return tuple(game for game in finished_games(the_house().journal) if game.table != on)


def _parts(moving: dict[str, Any]) -> dict[str, Any]:
    return results_parts(tuple(reversed(_played())), moving)


def _is_host() -> bool:
    return my_seat() == the_house().guests.seating.host


def _check_shown() -> None:
    """Raise Refused while the room's screen still reveals the end of a game, because the records have it already."""
    if the_house().snapshots.waits_for_the_room(my_seat()):
        raise Refused("game_on")


def _now() -> datetime:
    sent = request.args.get("now")
    try:
        return datetime.fromisoformat(sent) if sent else datetime.now(UTC).astimezone()  # the box's own time zone
    except ValueError:
        raise Malformed from None


def _file(body: bytes, kind: str, name: str) -> Response:
    return Response(body, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
