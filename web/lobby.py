"""Before and after a game: who sits where, which game, and who is host."""

from flask import Blueprint, Response, request

from companion.core.knowledge import Seat
from companion.core.words import Malformed, Refused
from web import bodies, gate
from web.app import done, my_seat, the_house

routes = Blueprint("lobby", __name__)


@routes.post("/start")
@gate.host
def start() -> Response:
    """`{"game", "seats", "options"}`; or `{"game": null}` after a game: the same once more."""
    said = bodies.fields(request, {"game": (str, type(None))}, {"seats": list, "options": dict})
    if said["game"] is not None:
        the_house().start(said)
    elif len(said) == 1:
        the_house().again()
    else:
        raise Malformed
    return done()


@routes.post("/pick")
@gate.host
def pick() -> Response:
    the_house().pick(bodies.fields(request, {"game": str})["game"])
    return done()


@routes.post("/order")
@gate.host
def order() -> Response:
    """Every seat once, clockwise."""
    seats = bodies.fields(request, {"seats": list})["seats"]
    if not all(isinstance(seat, str) for seat in seats):
        raise Malformed
    with the_house().changing() as guests:
        guests.order(tuple(Seat(seat) for seat in seats))
    return done()


@routes.post("/piece")
@gate.seat
def take_piece() -> Response:
    """Another free colour and shape, 1 to 10."""
    piece = bodies.fields(request, {"piece": int})["piece"]
    with the_house().changing() as guests:
        guests.take_piece(my_seat(), piece)
    return done()


@routes.post("/name")
@gate.seat
def rename() -> Response:
    name = bodies.fields(request, {"name": str})["name"]
    with the_house().changing() as guests:
        guests.rename(my_seat(), name)
    return done()


@routes.post("/host")
@gate.host
def make_host() -> Response:
    """Somebody else is host from now on."""
    seat = bodies.fields(request, {"seat": str})["seat"]
    with the_house().changing() as guests:
        guests.make_host(Seat(seat))
    return done()


@routes.post("/dismiss")
@gate.host
def let_go() -> Response:
    """Let a seat go: its phone is out at once."""
    seat = bodies.fields(request, {"seat": str})["seat"]
    with the_house().changing() as guests:
        guests.let_go(Seat(seat))
    return done()


@routes.post("/lobby")
@gate.host
def to_lobby() -> Response:
    """After the end: another game."""
    bodies.nothing(request)
    the_house().leave_game()
    return done()


@routes.post("/abandon")
@gate.host
def abandon() -> Response:
    """The table gives the game up; it stays in the journal."""
    bodies.nothing(request)
    the_house().leave_game(unfinished=True)
    return done()


@routes.post("/undo")
@gate.host
def undo() -> Response:
    """The panel's take back, where there is no panel, or none that shows anything."""
    key = bodies.fields(request, {}, {"key": str}).get("key", "") if request.get_data(cache=True) else ""
    if the_house().has_panel:
        raise Refused("only_box")
    the_house().take_back(key)
    return done()


@routes.post("/retry")
@gate.host
def retry() -> Response:
    """Try again to keep answers, after trouble with the disk."""
    bodies.nothing(request)
    the_house().retry()
    return done()
