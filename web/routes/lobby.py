"""Routes before, during and after a game: seats, the picked game, the host, set-up, reveals."""

from flask import Blueprint, Response, request

from companion.bounds import TALK_SECONDS
from companion.core.state import Seat
from companion.core.words import Malformed, Refused
from companion.house import prompts, rounds, takeover
from web.entrance import gate, requests
from web.entrance.requests import done, my_seat, the_house

routes = Blueprint("lobby", __name__)


@routes.post("/start")
@gate.host
def start() -> Response:
    """Start a game: `{"game", "seats", "options"}`. `{"game": null, "table"}` plays the game of table number `table`
    again."""
    sent = requests.fields(request, {"game": (str, type(None))}, {"seats": list, "options": dict, "table": int})
    if sent["game"] is not None and "table" not in sent:
        the_house().start(sent)
    elif sent["game"] is None and sent.keys() <= {"game", "table"}:
        the_house().again(sent.get("table"))
    else:
        raise Malformed
    return done()


@routes.post("/pick")
@gate.host
def pick() -> Response:
    """Pick another game for the lobby. 409 during a game, or for a game that is not on the shelf."""
    the_house().pick(requests.fields(request, {"game": str})["game"])
    return done()


@routes.post("/options")
@gate.host
def agree() -> Response:
    """Set the options of a game: `{"game", "options"}`. They apply until they are changed."""
    sent = requests.fields(request, {"game": str, "options": dict})
    the_house().agree(sent["game"], sent["options"])
    return done()


@routes.post("/date")
@gate.host
def date() -> Response:
    """Note the date and time of the host's phone: `{"now": "2026-11-22T21:40"}`. The box keeps it with the end of a game."""
    try:
        the_house().note_date(requests.fields(request, {"now": str})["now"])
    except ValueError:
        raise Malformed from None
    return done()


@routes.post("/order")
@gate.host
def order() -> Response:
    """Change the seating order. `seats` must have every seat once, clockwise. 403 for any other list."""
    seats = requests.fields(request, {"seats": list})["seats"]
    if not all(isinstance(seat, str) for seat in seats):
        raise Malformed
    with the_house().changing() as guests:
        guests.order(tuple(Seat(seat) for seat in seats))
    return done()


@routes.post("/piece")
@gate.seat
def give_piece() -> Response:
    """Give this seat another piece, 1 to 10. 409 if another seat has it. If the picked game has only a few pieces, the two
    seats swap theirs instead."""
    piece = requests.fields(request, {"piece": int})["piece"]
    with the_house().changing() as guests:
        snapshots = the_house().snapshots
        if snapshots.lobby.swaps:
            guests.give_pieces(snapshots.lobby.with_piece(my_seat(), piece))
        else:
            guests.give_piece(my_seat(), piece)
    return done()


@routes.post("/name")
@gate.seat
def rename() -> Response:
    """Rename the seat, with 1 to 20 letters. 400 for a bad name, 409 for a name that another seat has."""
    name = the_house().store.organised.seat_name(requests.fields(request, {"name": str})["name"])
    with the_house().changing() as guests:
        guests.rename(my_seat(), name)
    return done()


@routes.post("/host")
@gate.deputy
def make_host() -> Response:
    """Make another seat the host."""
    seat = requests.fields(request, {"seat": str})["seat"]
    with the_house().changing() as guests:
        guests.make_host(Seat(seat))
    return done()


@routes.post("/dismiss")
@gate.host
def let_go() -> Response:
    """Remove a seat. Its phone loses the seat immediately."""
    seat = requests.fields(request, {"seat": str})["seat"]
    with the_house().changing() as guests:
        guests.let_go(Seat(seat))
    return done()


@routes.post("/tick")
@gate.seat
def tick() -> Response:
    """Tick or untick a step in the set-up of game `table`: `{"table", "seat", "step", "done"}`. The seat must be one of this
    phone's."""
    sent = requests.fields(request, {"table": int, "seat": str, "step": str, "done": bool})
    if sent["seat"] not in (my_seat(), *the_house().guests.book.beside(my_seat())):
        raise Refused("no_such_step")
    prompts.tick(the_house(), sent["table"], Seat(sent["seat"]), sent["step"], sent["done"])
    return done()


@routes.post("/ready")
@gate.seat
def ready() -> Response:
    """Say that the table of game `table` is ready. 409 while a step of the set-up is not done."""
    prompts.ready(the_house(), requests.fields(request, {"table": int})["table"])
    return done()


@routes.post("/minute")
@gate.host
def minute() -> Response:
    """Show the page of the first minute that the host reads on the room's screen, too: `{"table", "page"}`. Null shows
    none."""
    sent = requests.fields(request, {"table": int, "page": (int, type(None))})
    prompts.read_minute(the_house(), sent["table"], sent["page"])
    return done()


@routes.post("/skip")
@gate.host
def skip() -> Response:
    """Start game `table` without the last ticks of its set-up."""
    the_house().start_early(requests.fields(request, {"table": int})["table"])
    return done()


@routes.post("/stage")
@gate.deputy
def stage() -> Response:
    """Show a reveal on the room's screen up to `step`: `{"of", "step"}`. Null ends the reveal."""
    sent = requests.fields(request, {"of": str, "step": (int, type(None))})
    prompts.stage(the_house(), sent["of"], sent["step"])
    return done()


@routes.post("/pause")
@gate.deputy
def pause() -> Response:
    """Hold the reveal on the room's screen at its present step, or let it go on: `{"of", "paused"}`."""
    sent = requests.fields(request, {"of": str, "paused": bool})
    prompts.pause(the_house(), sent["of"], sent["paused"])
    return done()


@routes.post("/together")
@gate.host
def together() -> Response:
    """Set whether phones show a reveal only after the room's screen has shown it: `{"together"}`."""
    prompts.keep_together(the_house(), requests.fields(request, {"together": bool})["together"])
    return done()


@routes.post("/points")
@gate.host
def points() -> Response:
    """Set whether phones hide all points before the end: `{"hides"}`."""
    prompts.hide_points(the_house(), requests.fields(request, {"hides": bool})["hides"])
    return done()


@routes.post("/quiet")
@gate.host
def quiet() -> Response:
    """Set whether the room's screen is silent: `{"quiet"}`."""
    prompts.quiet(the_house(), requests.fields(request, {"quiet": bool})["quiet"])
    return done()


@routes.post("/unveil")
@gate.seat
def unveil() -> Response:
    """Show a reveal on this phone before the room's screen has shown it: `{"of"}`."""
    seat = my_seat()
    prompts.unveil(the_house(), requests.fields(request, {"of": str})["of"], (seat, *the_house().guests.book.beside(seat)))
    return done()


@routes.post("/learn")
@gate.seat
def learn() -> Response:
    """Set whether the box explains new things to this seat, or with `all` to everybody: `{"learns", "all"}`."""
    sent = requests.fields(request, {"learns": bool, "all": bool})
    seats = the_house().guests.seating.seats if sent["all"] else (my_seat(),)
    the_house().learn(seats, sent["learns"])
    return done()


@routes.post("/lobby")
@gate.host
def to_lobby() -> Response:
    """Go back to the lobby after the end of game `table`."""
    the_house().leave_game(number=requests.optional(request, {"table": int}).get("table"))
    return done()


@routes.post("/abandon")
@gate.host
def abandon() -> Response:
    """Give game `table` up. The journal keeps it."""
    the_house().leave_game(unfinished=True, number=requests.optional(request, {"table": int}).get("table"))
    return done()


@routes.post("/reclaim")
@gate.host
def reclaim() -> Response:
    """Take game `table` back from the box that has taken it over. The other box stops."""
    takeover.reclaim(the_house(), requests.fields(request, {"table": int})["table"])
    return done()


@routes.post("/round")
@gate.host
def play_round() -> Response:
    """Pick the game of the organiser's round number `round`, and start it if all people of its plan sit here."""
    rounds.play_round(the_house(), requests.fields(request, {"round": str})["round"])
    return done()


@routes.post("/apart")
@gate.host
def apart() -> Response:
    """Go on with game `table` although the hall does not answer."""
    takeover.play_apart(the_house(), requests.fields(request, {"table": int})["table"])
    return done()


@routes.post("/undo")
@gate.host
def undo() -> Response:
    """Take the last answer back as the panel does, if the box has no working panel. `fingerprint` names the answer."""
    sent = requests.optional(request, {"key": str, "fingerprint": str})
    if the_house().snapshots.has_panel:
        raise Refused("only_box")
    the_house().take_back(sent.get("key", ""), sent.get("fingerprint"))
    return done()


@routes.post("/retry")
@gate.host
def retry() -> Response:
    """Try to keep answers again, after the trouble with key `trouble`."""
    the_house().retry(requests.optional(request, {"trouble": str}).get("trouble"))
    return done()


@routes.post("/timer")
@gate.seat
def timer() -> Response:
    """Start the talk timer from the beginning with so many `seconds`, or end it (null)."""
    seconds = requests.fields(request, {"seconds": (int, type(None))})["seconds"]
    if seconds is not None and not 1 <= seconds <= TALK_SECONDS:
        raise Malformed
    if the_house().table is not None and not the_house().snapshots.plays(my_seat()):
        raise Refused("not_playing")
    prompts.talk(the_house(), seconds, my_seat())
    return done()
