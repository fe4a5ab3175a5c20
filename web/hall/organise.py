"""The organiser's page of a board: numbers of tables, and which boxes are ready. It opens with the organiser's word."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import closing
from hmac import compare_digest
from time import monotonic
from typing import Any, Final

from flask import Blueprint, Response, current_app, make_response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion import __version__
from companion.bounds import LIST_BYTES
from companion.core.words import Refused, Text, text
from companion.hall.access import access_of
from companion.hall.board import Board
from companion.hall.lists import BadList, people_csv, people_in, tables_csv, tables_in
from companion.hall.organising import Organiser
from companion.hall.room import BoxLine
from companion.house.doors import RateLimit
from companion.settings import Hall
from companion.speech.say import say
from web.drawing import pages
from web.entrance import gate

routes = Blueprint("organise", __name__)

COOKIE: Final = "organiser"
TRIES: Final = 5
"""Wrong words that one address may enter before it must wait TRY_SECONDS for each further try."""
TRY_SECONDS: Final = 10.0
HOURS: Final = 16
"""The hours after which a browser must enter the word again."""

organiser = gate.mark("organiser")
"""Anybody whose browser has entered the organiser's word."""


class Desk:
    """The organiser's acts, and the browsers that entered the organiser's word. `hall` has the organiser's login at the
    store. None: this board only shows the room."""

    def __init__(self, hall: Hall | None) -> None:
        self._word = hall.login.partition(":")[2] if hall is not None else ""
        self.acts = Organiser(hall.stores, access_of(hall)) if hall is not None else None
        self._tries = RateLimit(monotonic, TRIES, TRY_SECONDS)
        self._tokens: set[str] = set()

    def enter(self, word: str, address: str) -> str:
        """Return a new token for a browser. Raise Refused for a wrong word, or after too many of them."""
        if not self._tries.lasts(address):
            raise Refused("slow_down")
        typed = word.strip().upper().encode("utf-8", "replace")
        if not self._word or not compare_digest(typed, self._word.upper().encode()):
            self._tries.spend(address)
            raise Refused("organise.wrong_word")
        token = secrets.token_urlsafe(16)
        self._tokens.add(token)
        return token

    def check(self, mark: str | None, token: str) -> None:
        """Raise Refused unless a route with this mark lets this browser in."""
        if mark is None:
            raise RuntimeError("a route of the board has no mark: say who may use it (web/entrance/gate.py)")
        if mark != "anyone" and not self.knows(token):
            raise Refused("organise.word_needed")

    def knows(self, token: str) -> bool:
        """Return True if the browser with this token has entered the word."""
        return token in self._tokens


def _desk() -> Desk:
    found: Desk = current_app.extensions["desk"]
    return found


def _board() -> Board:
    found: Board = current_app.extensions["board"]
    return found


@routes.get("/organise")
@gate.anyone
def organise() -> Response:
    """Return the organiser's page. Before somebody enters the word it shows nothing of the hall."""
    done = request.args.get("done", "")
    count = request.args.get("count", 0, int)
    return _page(done=text(f"organise.done.{done}", count=count) if done in DONE else None)


DONE: Final = ("tables", "people")


@routes.post("/organise/enter")
@gate.anyone
def enter() -> BaseResponse:
    """Let this browser in with the organiser's word."""
    try:
        token = _desk().enter(request.form.get("word", ""), request.remote_addr or "")
    except Refused as why:
        return _page([why.text])
    response = redirect(f"/organise{_asked()}", 303)
    response.set_cookie(COOKIE, token, max_age=HOURS * 3600, httponly=True, samesite="Strict")
    return response


@routes.post("/organise/tables")
@organiser
def give_numbers() -> BaseResponse:
    """Give boxes the numbers of their tables, as a list says it."""

    def give(raw: bytes, acts: Organiser) -> int:
        numbers = tables_in(raw, [(box.id, box.name) for box in _board().boxes()])
        acts.give_numbers(numbers)
        return len(numbers)

    return _sent("tables", give)


@routes.get("/organise/tables.csv")
@organiser
def tables() -> Response:
    """Return the list of tables for a spreadsheet. It can be sent again."""
    return spreadsheet("tables", tables_csv((box.number, box.name) for box in _board().boxes()))


@routes.post("/organise/people")
@organiser
def list_people() -> BaseResponse:
    """Replace the list of people."""

    def keep(raw: bytes, acts: Organiser) -> int:
        people = people_in(raw)
        acts.keep_people(people)
        return len(people)

    return _sent("people", keep)


@routes.get("/organise/people.csv")
@organiser
def people() -> Response:
    """Return the list of people for a spreadsheet."""
    return spreadsheet("people", people_csv(_board().people().by_number.values()))


def spreadsheet(name: str, rows: str) -> Response:
    """Return a file for a spreadsheet."""
    heads = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    # Some programs recognise UTF-8 only by a byte order mark.
    return Response(rows.encode("utf-8-sig", "replace"), mimetype="text/csv", headers=heads)


def language() -> str:
    """Return the language of the page."""
    found: Callable[[], str] = current_app.extensions["language"]
    return found()


def _sent(what: str, take: Callable[[bytes, Organiser], int]) -> BaseResponse:
    """Take a list that the organiser sent, and return to the page. If it has faults, show each in a sentence."""
    if (request.content_length or 0) > LIST_BYTES:
        return _page([text("organise.fault.too_large")])
    acts, file = _desk().acts, request.files.get("list")
    if acts is None or file is None:
        return _page([text("organise.fault.none")])
    try:
        with closing(file):
            count = take(file.read(), acts)
    except BadList as why:
        return _page(why.faults)
    except Refused as why:
        return _page([why.text])
    mark = "&" if _asked() else "?"
    return redirect(f"/organise{_asked()}{mark}done={what}&count={count}", 303)


def _page(faults: Sequence[Text] = (), done: Text | None = None) -> Response:
    tongue, desk = language(), _desk()
    entered = desk.knows(request.cookies.get(COOKIE, ""))
    values: dict[str, Any] = {"may": desk.acts is not None, "entered": entered, "asked": _asked()}
    values |= {"faults": [say(fault, tongue) for fault in faults], "done": done and say(done, tongue)}
    if entered:
        boxes = _board().boxes()
        ready = sum(_is_ready(box) for box in boxes)
        values["ready"] = say(text("organise.ready", count=ready, of=len(boxes)), tongue)
        values["people"] = say(text("organise.people_count", count=len(_board().people().by_number)), tongue)
        values["boxes"] = [
            {"number": box.number, "name": box.name, "is_ready": _is_ready(box), "state": say(_state(box), tongue)}
            for box in boxes
        ]
    response = make_response(pages.organise_page(tongue, **values))
    response.status_code = 409 if faults else 200
    # Without a referrer a browser sends forms with the origin "null", which the board refuses as foreign.
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def _is_ready(box: BoxLine) -> bool:
    return box.is_on and box.version == __version__ and bool(box.number)


def _state(box: BoxLine) -> Text:
    """Return why a box is not ready, or that it is."""
    if not box.is_on:
        minutes = max(0, _board().now() - box.heard) // 60
        return text("organise.off_for", count=minutes) if box.heard else text("organise.off")
    if box.version != __version__:
        return text("organise.other_version", version=box.version, ours=__version__)
    return text("organise.is_ready" if box.number else "organise.no_number")


def _asked() -> str:
    """Return the query that keeps the language which the address names."""
    language = request.args.get("in", "")
    return f"?in={language}" if language.isalpha() and len(language) < 4 else ""
