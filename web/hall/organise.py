"""The organiser's page of a board: numbers of tables, which boxes are ready, people, rounds and announcements. It opens with
the organiser's word."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, Final

from flask import Blueprint, Response, make_response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion import __version__
from companion.box.checking import LITTLE_MB
from companion.core.words import Refused, Text, text
from companion.hall.lists import people_csv, people_in, tables_csv, tables_in
from companion.hall.room import BoxLine
from companion.speech.say import say
from web.drawing import pages
from web.entrance import gate
from web.hall.desk import COOKIE, HOURS, Faulty, Sent, asked, language, organiser, send, spreadsheet, the_board, the_desk
from web.hall.lock import shown_lock
from web.hall.rounds import new_round, shown_rounds

routes = Blueprint("organise", __name__)

DONE: Final = ("tables", "people", "round", "plan", "news", "allow")


@routes.get("/organise")
@gate.anyone
def organise() -> Response:
    """Return the organiser's page. Before somebody enters the word it shows nothing of the hall."""
    done = request.args.get("done", "")
    count = request.args.get("count", 0, int)
    return _page(done=text(f"organise.done.{done}", count=count) if done in DONE else None)


@routes.app_errorhandler(Faulty)
def faulty(why: Faulty) -> Response:
    """Return the page with the reasons why an act was refused. Nothing has changed, unless the store was away."""
    return _page(why.faults)


@routes.post("/organise/enter")
@gate.anyone
def enter() -> BaseResponse:
    """Let this browser in with the organiser's word."""
    try:
        token = the_desk().enter(request.form.get("word", ""), request.remote_addr or "")
    except Refused as why:
        raise Faulty(why.text) from None
    response = redirect(f"/organise{asked()}", 303)
    response.set_cookie(COOKIE, token, max_age=HOURS * 3600, httponly=True, samesite="Strict")
    return response


@routes.post("/organise/tables")
@organiser
def give_numbers() -> BaseResponse:
    """Give boxes the numbers of their tables, as a list says it."""

    def give(raw: bytes) -> Sent:
        numbers = tables_in(raw, [(box.id, box.name) for box in the_board().boxes()])
        return len(numbers), lambda acts: acts.give_numbers(numbers)

    return send("tables", give)


@routes.get("/organise/tables.csv")
@organiser
def tables() -> Response:
    """Return the list of tables for a spreadsheet. It can be sent again."""
    return spreadsheet("tables", tables_csv((box.number, box.name) for box in the_board().boxes()))


@routes.post("/organise/people")
@organiser
def list_people() -> BaseResponse:
    """Replace the list of people."""

    def keep(raw: bytes) -> Sent:
        people = people_in(raw)
        return len(people), lambda acts: acts.keep_people(people)

    return send("people", keep)


@routes.get("/organise/people.csv")
@organiser
def people() -> Response:
    """Return the list of people for a spreadsheet."""
    return spreadsheet("people", people_csv(the_board().people().by_number.values()))


def _page(faults: Sequence[Text] = (), done: Text | None = None) -> Response:
    tongue, desk = language(), the_desk()
    entered = desk.knows(request.cookies.get(COOKIE, ""))
    values: dict[str, Any] = {"may": desk.acts is not None, "entered": entered, "asked": asked()}
    values |= {"faults": [say(fault, tongue) for fault in faults], "done": done and say(done, tongue)}
    values["unsure"] = any(fault.key == "organise.fault.away" for fault in faults)
    if entered:
        values |= _hall(tongue)
    response = make_response(pages.organise_page(tongue, **values))
    response.status_code = 409 if faults else 200
    # Without a referrer a browser sends forms with the origin "null", which the board refuses as foreign.
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def _hall(tongue: str) -> dict[str, Any]:
    """Return what the page shows of the hall."""
    board = the_board()
    boxes, news = board.boxes(), board.announced()
    ready = sum(_is_ready(box) for box in boxes)
    return {
        "ready": say(text("organise.ready", count=ready, of=len(boxes)), tongue),
        "people": say(text("organise.people_count", count=len(board.people().by_number)), tongue),
        "boxes": [
            {
                "number": box.number,
                "name": box.name,
                "is_ready": _is_ready(box),
                "state": say(_state(box), tongue),
                "figures": [say(words, tongue) for words in _figures(box)],
            }
            for box in boxes
        ],
        "rounds": shown_rounds(board, tongue),
        "new": new_round(request.args.get("game", ""), tongue),
        "news": news and say(news, tongue),
        "lock": shown_lock(board, tongue),
    }


def _is_ready(box: BoxLine) -> bool:
    return box.is_on and box.version == __version__ and bool(box.number) and not _lacks_room(box)


def _lacks_room(box: BoxLine) -> bool:
    return box.free is not None and box.free < LITTLE_MB


def _figures(box: BoxLine) -> Iterator[Text]:
    """Yield what the organiser may want to know of a box: its version, its clock and its disk."""
    if box.version:
        yield text("organise.version", version=box.version)
    if box.clock is not None:
        far = abs(box.clock)
        yield text("organise.clock_off", count=far) if far else text("organise.clock_right")
    if box.free is not None:
        yield text("organise.free", n=box.free)


def _state(box: BoxLine) -> Text:
    """Return why a box is not ready, or that it is."""
    if not box.is_on:
        minutes = ceil(max(0, the_board().now() - box.heard) / 60)
        return text("organise.off_for", count=minutes) if box.heard else text("organise.off")
    if box.version != __version__:
        return text("organise.other_version", version=box.version, ours=__version__)
    if _lacks_room(box):
        return text("organise.little_room")
    return text("organise.is_ready" if box.number else "organise.no_number")
