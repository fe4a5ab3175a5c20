"""Routes for joining: the code, a seat, a new phone for an old seat, leaving."""

from typing import Any, TypeVar

from flask import Blueprint, Response, g, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.bounds import CLAIM_SECONDS
from companion.core.state import Seat
from companion.core.words import Malformed, Refused
from companion.house.doors import Answer
from companion.snapshot.table import Claim
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from web.drawing import pages
from web.entrance import gate, requests
from web.entrance.requests import done, language, my_seat, request_head, the_house

routes = Blueprint("seats", __name__)

Taken = TypeVar("Taken", bound=BaseResponse)

WEEKS = 60 * 60 * 24 * 7 * 3
"""Seconds that the cookie of a seat lasts, three weeks. A table that meets every other week finds its seats again. A phone
that comes less often claims its seat by two digits. A longer life would be a risk, because a thief who reads the cookie off
the network has the seat for as long."""

WANTS = {"size": ("100", "125", "150", "200"), "calm": ("", "yes"), "time": ("", "yes")}
"""The settings of pages that a seat keeps, with their allowed values."""


@routes.get("/J/<code>")
@routes.get("/j/<code>")
@gate.anyone
def join_page(code: str) -> BaseResponse:
    """Return the page behind the QR code: enter a name and choose a piece, or take a seat again. As JSON, return who has
    which piece, and who is here in words. A phone from another box of the hall, or back from one, sees only its own
    seats. One that has a seat goes to its screen. 403 for a code that lets nobody in, 429 after too many such codes."""
    house = the_house()
    if g.seat is not None:
        return redirect("/")
    mine = house.guests.seats_of(code)
    if not mine:
        house.guests.admit(code, request.remote_addr or "")
        mine = house.guests.seats_before(request_head().token)
    snapshots = house.snapshots
    if request_head().wants_json:
        return done(pieces=snapshots.pieces, who=pages.who_is_here(snapshots))
    joining = pages.joining_now(snapshots, code.upper())
    if mine:
        here = tuple((seat, piece) for seat, piece in joining.here if seat in mine)
        joining = joining._replace(here=here, known=True)
    return _html(pages.join_page(joining, language(), on_air=snapshots.state.wifi is not None))


@routes.post("/join")
@gate.anyone
def join() -> Response | tuple[Response, int]:
    """Join under a name, or a number of the hall's list, with a piece. Return the seat, with its cookie. 409 for a piece
    that is taken. 409 also for a name that is taken: the reply then opens a claim on that seat."""
    sent = requests.fields(request, {"code": str, "name": str}, {"piece": int})
    address = request.remote_addr or ""
    name = the_house().store.organised.seat_name(sent["name"])
    try:
        with the_house().changing() as guests:
            seat, token = guests.join(sent["code"], name, address, _piece(sent.get("piece")))
    except Refused as why:
        if why.key != "name_taken":
            raise
        return _open_claim(sent["code"], name, address), 409
    return _seated(done(seat=seat, host=the_house().guests.seating.host == seat), token)


def _piece(wanted: int | None) -> int | None:
    """Return the piece that a guest wants. If screens show that piece as taken, return 0, which is refused."""
    return wanted if wanted is None or wanted in the_house().snapshots.lobby.free_pieces else 0


def _open_claim(code: str, name: str, address: str) -> Response:
    """Open a claim on the seat of this name, because its player may have a new phone. Return 409's body with two digits,
    which the box shows, too."""
    with the_house().changing() as guests:
        secret, claim = guests.claim(code, name, address, request.cookies.get(gate.CLAIM_COOKIE, ""))
    words = say(Refused("name_taken", seat=claim.seat).text, language())
    response = done(refused="name_taken", text=words, seat=claim.seat, digits=claim.digits)
    response.set_cookie(gate.CLAIM_COOKIE, secret, max_age=CLAIM_SECONDS, httponly=True, samesite="Strict")
    return response


@routes.get("/claim")
@gate.anyone
def claim_state() -> BaseResponse | tuple[Response, int]:
    """Return the state of this phone's claim: 202 while it waits, 200 with the seat's cookie, or 403. Without a claim, a
    person who has a seat goes to its screen."""
    is_person = not gate.wants_json(request.headers.get("Accept"))
    guests = the_house().guests
    secret = request.cookies.get(gate.CLAIM_COOKIE, "")
    known = guests.claims.answer(secret)
    if known is not None and known[0] is Answer.WAITING:
        if not is_person:
            denied = {"denied": True} if known[1].denied else {}
            return done(seat=known[1].seat, digits=known[1].digits, **denied), 202
        piece = the_house().snapshots.pieces.get(known[1].seat, 1)
        has_panel = the_house().snapshots.has_panel
        return _html(pages.claim_page(known[1].seat, piece, known[1].digits, language(), has_panel))
    if known is None and g.seat is not None and is_person:
        return redirect("/")
    with the_house().changing():
        seat, token = guests.collect_claim(secret)
    granted = redirect("/") if is_person else done(seat=seat, host=guests.seating.host == seat)
    return _seated(granted, token or "")


@routes.post("/withdraw")
@gate.anyone
def withdraw() -> Response:
    """Withdraw this phone's claim, because the seat is somebody else's."""
    requests.nothing(request)
    secret = request.cookies.get(gate.CLAIM_COOKIE, "")
    if the_house().guests.claims.answer(secret) is not None:
        with the_house().changing() as guests:
            guests.claims.withdraw(secret)
    response = done()
    response.delete_cookie(gate.CLAIM_COOKIE)
    return response


@routes.post("/settle")
@gate.deputy
def settle() -> Response:
    """Say yes or no to the claim that the host saw, named by its seat and two digits. `others` names more claims."""
    sent = requests.fields(request, {"seat": str, "digits": str, "yes": bool}, {"others": list})
    others = [_claim(other) for other in sent.get("others", [])]
    with the_house().changing() as guests:
        guests.settle_claim(Claim(Seat(sent["seat"]), sent["digits"]), sent["yes"], others)
    return done()


def _claim(sent: Any) -> Claim:
    """Return the claim that a host names. Raises Malformed."""
    is_claim = isinstance(sent, dict) and sent.keys() == {"seat", "digits"}
    if not is_claim or not all(isinstance(value, str) for value in sent.values()):
        raise Malformed
    return Claim(Seat(sent["seat"]), sent["digits"])


@routes.post("/deny")
@gate.seat
def deny() -> Response:
    """Say no to the claim with these digits on a seat of this phone. For a while the box or the host may still say yes."""
    digits = requests.fields(request, {"digits": str})["digits"]
    with the_house().changing() as guests:
        guests.deny_claim(my_seat(), digits)
    return done()


@routes.post("/leave")
@gate.seat
def leave() -> Response:
    """Leave the seat. The cookie is deleted, unless the phone has other seats."""
    requests.nothing(request)
    with the_house().changing() as guests:
        guests.leave(my_seat())
    response = done()
    if the_house().guests.seat_of(request.cookies.get(gate.COOKIE, "")) is None:
        response.delete_cookie(gate.COOKIE)
    return response


@routes.post("/beside")
@gate.seat
def sit_beside() -> Response:
    """Seat a player without a phone on this phone. The two hand it to each other."""
    name = the_house().store.organised.seat_name(requests.fields(request, {"name": str})["name"])
    with the_house().changing() as guests:
        return done(seat=guests.sit_beside(my_seat(), name))


@routes.post("/pass")
@gate.seat
def pass_on() -> Response:
    """Hand this phone to another one of its seats."""
    to = requests.fields(request, {"seat": str})["seat"]
    with the_house().changing() as guests:
        guests.pass_on(my_seat(), Seat(to))
    return done()


@routes.post("/wants")
@gate.seat
def want() -> Response:
    """Keep the reading settings of this seat for all its phones: WANTS, and perhaps the key that opens the game in words.
    400 for an unknown one."""
    sent = requests.fields(request, dict.fromkeys(WANTS, str), {"key": str})
    if any(sent[name] not in allowed for name, allowed in WANTS.items()) or len(sent.get("key", "")) > 1:
        raise Malformed
    with the_house().changing() as guests:
        guests.want(my_seat(), sent)
    return done()


@routes.post("/language")
@gate.seat
def choose_language() -> Response:
    """Change the language of this seat, on every phone that has it. 400 for an unknown language."""
    language = requests.fields(request, {"language": str})["language"]
    if language not in LANGUAGES:
        raise Malformed
    with the_house().changing() as guests:
        guests.speak(my_seat(), language)
    return done()


def _seated(response: Taken, token: str) -> Taken:
    response.set_cookie(gate.COOKIE, token, max_age=WEEKS, httponly=True, samesite="Strict", path="/")
    return response


def _html(page: str) -> Response:
    return Response(page, mimetype="text/html")
