"""The organiser's desk of a board: who entered the organiser's word, and how a route does the organiser's acts."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import closing
from hmac import compare_digest
from time import monotonic
from typing import Final

from flask import Response, current_app, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.bounds import LIST_BYTES
from companion.core.words import Refused, Text, text
from companion.hall.access import access_of
from companion.hall.board import Board
from companion.hall.lists import BadList
from companion.hall.log import Logged
from companion.hall.organising import Organiser
from companion.house.doors import RateLimit
from companion.settings import Hall
from web.entrance import gate

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
        if not self._tries.allows(address):
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


class Faulty(Exception):
    """An act of the organiser that was refused. The organiser's page shows the faults."""

    def __init__(self, *faults: Text) -> None:
        super().__init__(faults)
        self.faults: Sequence[Text] = faults


def the_desk() -> Desk:
    """Return the desk of this board."""
    found: Desk = current_app.extensions["desk"]
    return found


def the_board() -> Board:
    """Return the board that this application shows."""
    found: Board = current_app.extensions["board"]
    return found


def language() -> str:
    """Return the language of the page."""
    found: Callable[[], str] = current_app.extensions["language"]
    return found()


def spreadsheet(name: str, rows: str) -> Response:
    """Return a file for a spreadsheet."""
    heads = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    # Some programs recognise UTF-8 only by a byte order mark.
    return Response(rows.encode("utf-8-sig", "replace"), mimetype="text/csv", headers=heads)


Sent = tuple[int, Callable[[Organiser], None]]
"""A list that the organiser sent: the number of its lines, and the act that keeps the list."""


def send(what: str, read: Callable[[bytes], Sent]) -> BaseResponse:
    """Take a list that the organiser sent, and return to the page. Raise Faulty if it has faults."""
    if (request.content_length or 0) > LIST_BYTES:
        raise Faulty(text("organise.fault.too_large"))
    file = request.files.get("list")
    if file is None:
        raise Faulty(text("organise.fault.none"))
    with closing(file):
        raw = file.read()
    try:
        count, act = read(raw)
    except BadList as why:
        raise Faulty(*why.faults) from None
    return do(what, act, log_line(what, str(count or "")), count)


def log_line(what: str, of: str = "", to: str = "", reason: str = "") -> Logged:
    """Return the line of the log for an act that is done now."""
    return Logged(the_board().now(), what, of, to, reason)


def do(what: str, act: Callable[[Organiser], None], logged: Logged, count: int = 0) -> BaseResponse:
    """Do an act of the organiser, keep it in the log, and return to the page, which says `organise.done.WHAT`. Raise Faulty
    if it is refused."""
    acts = the_desk().acts
    if acts is None:
        raise Faulty(text("organise.shows_only"))
    try:
        act(acts.logging(logged))
    except Refused as why:
        raise Faulty(why.text) from None
    mark = "&" if asked() else "?"
    return redirect(f"/organise{asked()}{mark}done={what}&count={count}", 303)


def asked() -> str:
    """Return the query that keeps the language which the address names."""
    language = request.args.get("in", "")
    return f"?in={language}" if language.isalpha() and len(language) < 4 else ""
