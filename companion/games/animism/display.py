"""The box's display: who is awaited, and how far the game is."""

from companion.core.caching import once_for_all
from companion.core.view import Oled
from companion.core.words import Text, text
from companion.games.animism import awaited
from companion.games.animism.result import end_oled
from companion.games.animism.state import Public


@once_for_all
def oled(public: Public) -> Oled:
    """As a turn begins, what all do; from then on who has not finished."""
    if public.stage == "end":
        return end_oled(public)
    right = _right(public)
    if public.stage == "turn" and not public.done:
        passes = "pass_phones" if public.is_twin else "pass"
        begun = passes if public.turn else "begin"
        return Oled(right=right, main=text(f"animism.oled.{begun}"), sub=text(f"animism.oled.{begun}_sub"))
    at_work, sub = awaited.seats(public), text(f"animism.oled.{public.stage}")
    if len(at_work) == 1:
        return Oled(right=right, sub=sub, seat=at_work[0])
    return Oled(right=right, sub=sub, awaited=at_work)


def _right(public: Public) -> Text:
    if public.stage != "turn":
        return text("animism.oled.end")
    return text("animism.oled.where", round=public.round, turn=public.turn + 1)
