"""The lock on tables, the log, and results about which the organiser decides, on the organiser's page of a board."""

from typing import Any, Final

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.words import listed, text
from companion.hall.board import Board
from companion.hall.evening import Finished
from companion.hall.locking import DIGITS, WHO
from companion.hall.log import MOST_LETTERS, log_csv, time_of
from companion.shelf import games
from companion.speech.say import say
from web.hall.desk import Faulty, do, log_line, organiser, spreadsheet, the_board

routes = Blueprint("lock", __name__)

LINES: Final = 50
"""The lines of the log that the page shows. The spreadsheet has all."""


def shown_lock(board: Board, language: str) -> dict[str, Any]:
    """Return what the template draws: who may take tables, which boxes ask for one, the results and the log."""
    log = board.log()
    return {
        "takes": board.takes,
        "who": [(one, say(text(f"organise.takes.{one}"), language)) for one in WHO],
        "wishes": board.wishes(),
        "results": [_result(one, language) for one in board.results()],
        "log": [(time_of(one.at), say(one.words, language), one.reason) for one in log[:LINES]],
    }


def _result(one: Finished, language: str) -> dict[str, Any]:
    game = say(text(f"{one.game}.name"), language) if one.game in games() else one.game
    seats = say(listed(seat.seat for seat in one.seats), language)
    return {"id": one.table, "number": one.number, "game": game, "seats": seats, "counts": one.agreed, "reason": one.reason}


@routes.post("/organise/lock")
@organiser
def lock() -> BaseResponse:
    """Set who may take tables over."""
    number = request.form.get("number", "").strip()
    takes = next((one for one in WHO if one == request.form.get("takes")), None)
    if takes is None:
        raise Faulty(text("organise.fault.choose"))
    if takes == "word" and not (len(number) == DIGITS and number.isascii() and number.isdigit()):
        raise Faulty(text("organise.fault.bad_digits", count=DIGITS))
    return do("round", lambda acts: acts.lock(takes, number), log_line("lock", takes))


@routes.post("/organise/allow")
@organiser
def allow() -> BaseResponse:
    """Let a box take a table over."""
    wish = next(
        (one for one in the_board().wishes() if (one.table, one.id) == (request.form.get("table"), request.form.get("box"))),
        None,
    )
    if wish is None:
        raise Faulty(text("organise.fault.no_wish"))
    allowed = wish.table, wish.id, wish.epoch
    logged = log_line("allow", wish.number or wish.box, wish.to, _reason())
    return do("allow", lambda acts: acts.allow(*allowed), logged)


@routes.post("/organise/rule")
@organiser
def rule() -> BaseResponse:
    """Decide whether a result counts. The organiser must say why."""
    table, counts = request.form.get("table", ""), request.form.get("counts") == "yes"
    found = next((one for one in the_board().results() if one.table == table), None)
    if found is None:
        raise Faulty(text("organise.fault.choose"))
    reason, kind = _reason(), "counts" if counts else "not_counted"
    if not reason:
        raise Faulty(text("organise.fault.no_reason"))
    logged = log_line(kind, found.number or found.table, reason=reason)
    return do("round", lambda acts: acts.rule(table, counts, reason), logged)


def _reason() -> str:
    reason = " ".join(request.form.get("reason", "").split())
    if len(reason) > MOST_LETTERS:
        raise Faulty(text("organise.fault.long_reason", count=MOST_LETTERS))
    return reason


@routes.get("/organise/log.csv")
@organiser
def log() -> Response:
    """Return the whole log for a spreadsheet, the newest line first."""
    return spreadsheet("log", log_csv(the_board().log()))
