"""Routes for the results of finished games, on a page and as files."""

from datetime import UTC, datetime

import msgspec
from flask import Blueprint, Response, request

from companion.core.words import Malformed, Refused, text
from companion.records.results import FinishedGame, as_csv, finished_games, play_log
from companion.shelf import games
from companion.speech.say import say
from web.drawing import pages
from web.drawing.parts import results_parts
from web.entrance import gate
from web.entrance.requests import language, my_seat, question, the_house

routes = Blueprint("results", __name__)


@routes.get("/results")
@gate.seat
def results() -> Response:
    """Return every finished game of this box, the newest first. People get a page."""
    found = tuple(reversed(_played()))
    if question().wants_json:
        return Response(msgspec.json.encode({"results": found}), mimetype="application/json")
    return Response(pages.results_page(results_parts(found), language()), mimetype="text/html")


@routes.get("/results.csv")
@gate.seat
def table() -> Response:
    """Return the same as CSV, a row for each seat, the oldest game first."""
    # Some programs recognise UTF-8 by the first three bytes alone.
    return _file(as_csv(_played()).encode("utf-8-sig"), "text/csv", "table-companion.csv")


@routes.get("/results/<int:number>/play-log")
@gate.seat
def log(number: int) -> Response:
    """Return game `number` as a file for a play log. `?now=2026-11-22T21:40` is the phone's own time. It is the day of the
    game if the box did not know the date."""
    game, tongue = _game(number), language()
    said = play_log(game, _name(game, tongue), say(text("app.title"), tongue), _now(), my_seat())
    return _file(msgspec.json.encode(said), "application/json", f"{game.game}-{number}.bgsplay")


def _game(number: int) -> FinishedGame:
    """Return a finished game of this box. Raises Refused if there is none of this number."""
    game = next((game for game in _played() if game.table == number), None)
    if game is None:
        raise Refused("no_game")
    return game


def _name(game: FinishedGame, tongue: str) -> str:
    return say(text(f"{game.game}.name"), tongue) if game.game in games() else game.game


def _played() -> tuple[FinishedGame, ...]:
    """Return them without the game that is on, whose end may have been taken back, or is still being revealed."""
    table, waits = the_house().table, the_house().looks.waits_for_the_room(my_seat())
    on = table.number if table is not None and (waits or not table.moment.over) else None
    return tuple(game for game in finished_games(the_house().journal) if game.table != on)


def _now() -> datetime:
    said = request.args.get("now")
    try:
        return datetime.fromisoformat(said) if said else datetime.now(UTC).astimezone()  # the day where the box is
    except ValueError:
        raise Malformed from None


def _file(body: bytes, kind: str, name: str) -> Response:
    return Response(body, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
