"""The pages of a board. It has no house, no seats and no cookies: whoever is in the room may look."""

from typing import Literal

from flask import Blueprint, Flask, Response, current_app, request

from companion.hall.board import Board
from companion.speech.i18n import LANGUAGES, choose
from web import early
from web.app import guard
from web.drawing import catalogues, files, pages
from web.entrance import gate
from web.entrance.asking import question

routes = Blueprint("hall", __name__)


def create_app(board: Board, names: tuple[str, ...]) -> Flask:
    """The application for one board, which is reached under these names besides any address."""
    early.read()
    app = Flask(__name__, static_folder=None)
    app.extensions["board"] = board
    for part in (routes, files.routes, catalogues.routes):
        app.register_blueprint(part)

    @app.before_request
    def let_in() -> None:
        asked = question()
        gate.check_names(asked.host, asked.origin, asked.method, names)

    guard(app, _language)
    return app


@routes.get("/")
@gate.anyone
def board() -> Response:
    """Every table, the evening's results and standings."""
    return _page(pages.hall_page(_language()))


@routes.get("/table/<table>")
@gate.anyone
def table(table: str) -> Response:
    """The public screen of one table; of one that is not there its page says so."""
    return _page(pages.hall_page(_language(), table))


@routes.get("/results.csv")
@gate.anyone
def results() -> Response:
    """The evening's results for a spreadsheet, a row for each seat of each game."""
    return _csv("results")


@routes.get("/standings.csv")
@gate.anyone
def standings() -> Response:
    """The evening's standings for a spreadsheet, a row for each name."""
    return _csv("standings")


def _csv(kind: Literal["results", "standings"]) -> Response:
    board: Board = current_app.extensions["board"]
    said = {"Content-Disposition": f'attachment; filename="{kind}.csv"'}
    # Some programs take a file for UTF-8 by its first three bytes alone.
    return Response(board.csv(kind).encode("utf-8-sig", "replace"), mimetype="text/csv", headers=said)


def _page(page: str) -> Response:
    return Response(page, mimetype="text/html")


def _language() -> str:
    """What the address asks for, as a TV has nobody to choose; else what the browser reads."""
    said = request.args.get("in", "")
    return said if said in LANGUAGES else choose(question().accept_language)
