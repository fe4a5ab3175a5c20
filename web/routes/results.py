"""Routes for the results of finished games, on a page and as files."""

from datetime import UTC, datetime
from importlib import import_module

import msgspec
from flask import Blueprint, Response, current_app, request

from companion.core.journal import aloud
from companion.core.words import Malformed, Refused, text
from companion.house.stories import story
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


@routes.get("/results/<int:number>/picture")
@gate.seat
def picture(number: int) -> Response:
    """Return finished game `number` as one picture in this phone's language, a PNG of 1080 x 1350."""
    house, tongue = the_house(), language()
    game = _game(number)
    moment = house.game_finished(number)
    if moment is None:
        raise Refused("no_game")
    head = house.journal.table(number)
    told, view = story(moment, ()), moment.screen(None).view
    drawn = import_module("web.drawing.keepsake")  # imported late: only a picture needs Pillow
    kept = drawn.Keepsake(
        game=_name(game, tongue),
        when=game.when.strftime("%Y-%m-%d") if game.when else "",
        now=say(view.now.line, tongue),
        seats=game.seats,
        pieces=house.looks.pieces_in(head) if head else {},
        curves=drawn.of_curves(view.blocks, told.curves),
        check=f"{say(text('room.fingerprint'), tongue)}  {aloud(moment.fingerprint)}",
        foot=say(text("app.title"), tongue),
    )
    album = current_app.extensions.setdefault("album", drawn.Album())
    return _file(album.picture((number, tongue), kept), "image/png", f"{game.game}-{number}.png")


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
