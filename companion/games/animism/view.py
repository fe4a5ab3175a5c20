"""What each chair, or an onlooker, sees of a game of Animism."""

from companion.core.knowledge import Seat
from companion.core.view import Now, Oled, View
from companion.core.words import text
from companion.games.animism.state import Own, Public


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """The screen of a seat, or (`seat` and `own` None) of an onlooker."""
    line = text(f"animism.now.{public.stage}")
    lit = seat is not None and public.stage == "turn" and public.seats.index(seat) not in public.done
    return View(
        where=text("animism.where", turn=public.turn + 1, turns=public.turns),
        round=public.turn,
        now=Now(line, lit=lit),
        phase=public.stage,
        oled=Oled(right=text("animism.oled.turn", turn=public.turn + 1), sub=line),
    )
