"""Before and after a game: who sits where, which game, and who is host."""

from flask import Blueprint, Response, request

from companion.bounds import TALK_MINUTES
from companion.core.state import Seat
from companion.core.words import Malformed, Refused
from companion.house import prompts, takeover
from web.entrance import gate, requests
from web.entrance.requests import done, my_seat, the_house

routes = Blueprint("lobby", __name__)


@routes.post("/start")
@gate.host
def start() -> Response:
    """`{"game", "seats", "options"}`; or `{"game": null, "table"}` after game number `table`: the same once more."""
    said = requests.fields(request, {"game": (str, type(None))}, {"seats": list, "options": dict, "table": int})
    if said["game"] is not None and "table" not in said:
        the_house().start(said)
    elif said["game"] is None and said.keys() <= {"game", "table"}:
        the_house().again(said.get("table"))
    else:
        raise Malformed
    return done()


@routes.post("/pick")
@gate.host
def pick() -> Response:
    """Another game is picked for the lobby; 409 while one is on, or for one that is not on the shelf."""
    the_house().pick(requests.fields(request, {"game": str})["game"])
    return done()


@routes.post("/options")
@gate.host
def agree() -> Response:
    """`{"game", "options"}`: these options of this game are agreed on, until they are changed."""
    said = requests.fields(request, {"game": str, "options": dict})
    the_house().agree(said["game"], said["options"])
    return done()


@routes.post("/order")
@gate.host
def order() -> Response:
    """How everybody sits: every seat once, clockwise; 403 for any other list."""
    seats = requests.fields(request, {"seats": list})["seats"]
    if not all(isinstance(seat, str) for seat in seats):
        raise Malformed
    with the_house().changing() as guests:
        guests.order(tuple(Seat(seat) for seat in seats))
    return done()


@routes.post("/piece")
@gate.seat
def take_piece() -> Response:
    """Another free colour and shape for this seat, 1 to 10; 409 for one that somebody has. Where the picked game goes with
    a few, who has it gets this seat's."""
    piece = requests.fields(request, {"piece": int})["piece"]
    with the_house().changing() as guests:
        looks = the_house().looks
        if looks.lobby.swaps:
            guests.take_pieces(looks.lobby.with_piece(my_seat(), piece))
        else:
            guests.take_piece(my_seat(), piece)
    return done()


@routes.post("/name")
@gate.seat
def rename() -> Response:
    """The seat's new name, 1 to 20 letters: 400 for what is none, 409 for somebody else's."""
    name = requests.fields(request, {"name": str})["name"]
    with the_house().changing() as guests:
        guests.rename(my_seat(), name)
    return done()


@routes.post("/host")
@gate.deputy
def make_host() -> Response:
    """Somebody else is host from now on."""
    seat = requests.fields(request, {"seat": str})["seat"]
    with the_house().changing() as guests:
        guests.make_host(Seat(seat))
    return done()


@routes.post("/dismiss")
@gate.host
def let_go() -> Response:
    """Let a seat go: its phone is out at once."""
    seat = requests.fields(request, {"seat": str})["seat"]
    with the_house().changing() as guests:
        guests.let_go(Seat(seat))
    return done()


@routes.post("/lay")
@gate.seat
def lay() -> Response:
    """`{"table", "step"}`: in game number `table` the steps of laying the table are done up to this one; with null nobody
    wants to be led through the rest."""
    said = requests.fields(request, {"table": int, "step": (int, type(None))})
    prompts.lay(the_house(), said["step"], said["table"])
    return done()


@routes.post("/stage")
@gate.deputy
def stage() -> Response:
    """`{"of", "step"}`: the room's screen shows as much of a reveal as this step; with null it leaves it for the table."""
    said = requests.fields(request, {"of": str, "step": (int, type(None))})
    prompts.stage(the_house(), said["of"], said["step"])
    return done()


@routes.post("/unveil")
@gate.seat
def unveil() -> Response:
    """`{"of"}`: this phone does not wait for the room's screen to show that reveal."""
    seat = my_seat()
    prompts.unveil(the_house(), requests.fields(request, {"of": str})["of"], (seat, *the_house().guests.book.beside(seat)))
    return done()


@routes.post("/learn")
@gate.seat
def learn() -> Response:
    """`{"learns", "all"}`: this seat, or with `all` everybody, is told about everything that is new, or not any more."""
    said = requests.fields(request, {"learns": bool, "all": bool})
    seats = the_house().guests.seating.seats if said["all"] else (my_seat(),)
    the_house().learn(seats, said["learns"])
    return done()


@routes.post("/lobby")
@gate.host
def to_lobby() -> Response:
    """After the end of game number `table`: another game."""
    the_house().leave_game(number=requests.optional(request, {"table": int}).get("table"))
    return done()


@routes.post("/abandon")
@gate.host
def abandon() -> Response:
    """The table gives game number `table` up; it stays in the journal."""
    the_house().leave_game(unfinished=True, number=requests.optional(request, {"table": int}).get("table"))
    return done()


@routes.post("/reclaim")
@gate.host
def reclaim() -> Response:
    """Game number `table`, which another box has by now, is to go on here again: the other box stops."""
    takeover.reclaim(the_house(), requests.fields(request, {"table": int})["table"])
    return done()


@routes.post("/apart")
@gate.host
def apart() -> Response:
    """Game number `table` goes on without the hall, which was not heard yet."""
    takeover.play_apart(the_house(), requests.fields(request, {"table": int})["table"])
    return done()


@routes.post("/undo")
@gate.host
def undo() -> Response:
    """The panel's take back, where there is no panel, or none that shows anything; of the answer at this fingerprint."""
    said = requests.optional(request, {"key": str, "fingerprint": str})
    if the_house().looks.has_panel:
        raise Refused("only_box")
    the_house().take_back(said.get("key", ""), said.get("fingerprint"))
    return done()


@routes.post("/retry")
@gate.host
def retry() -> Response:
    """Try again to keep answers, after the trouble of this key."""
    the_house().retry(requests.optional(request, {"trouble": str}).get("trouble"))
    return done()


@routes.post("/timer")
@gate.seat
def timer() -> Response:
    """Start the talk timer again, or (null) end it."""
    minutes = requests.fields(request, {"minutes": (int, type(None))})["minutes"]
    if minutes is not None and not 1 <= minutes <= TALK_MINUTES:
        raise Malformed
    if the_house().table is not None and not the_house().looks.plays(my_seat()):
        raise Refused("not_playing")
    prompts.talk(the_house(), minutes, my_seat())
    return done()
