"""What was turned up is shown on the room's screen one by one, so that people turn their cardboard in the same rhythm. The
house keeps how far it is: no journal knows it, no seat's screen hangs on it, and a box that was switched off shows all. Nor
does the game hang on it: where people go on by themselves, nobody need lead the room's screen after them."""

from typing import Final

from msgspec.structs import replace

from companion.core.blocks import Ranking
from companion.core.moment import Moment
from companion.core.screens import openly_seen
from companion.core.view import View
from companion.ports.panel import Stage

END: Final = "end"
"""Where only the places are shown, as there was nothing to turn up."""


def staged(moment: Moment, before: Stage | None, is_watched: bool) -> Stage | None:
    """How far the room's screen is after an answer. What is turned up anew begins with nothing, where somebody watches; it
    is shown whole as soon as the game has gone on without it."""
    view = moment.screen(None).view
    turned = 0 if view.turning is None else len(view.turning.rows)
    steps = turned + _places(view)
    if view.turning is None and not (moment.over and steps):
        return None
    of = moment.full_id(END if view.turning is None else view.turning.of)
    if before is not None and before.of == of:
        return onward(before, None) if before.step < before.steps and _has_gone_on(moment) else before
    return Stage(of, 0 if is_watched else steps, steps)


def _has_gone_on(moment: Moment) -> bool:
    """Whether somebody has answered what the rules waited for since everybody could turn it up."""
    turning = moment.screen(None).view.turning
    bound = next((answered for answered in moment.history.newest() if answered.is_bound), None)
    if turning is None or bound is None:
        return False
    earlier = openly_seen(moment.history.until(bound.entry.n)).turning
    return earlier is not None and earlier.of == turning.of


def _places(view: View) -> int:
    return sum(_steps(block) for block in view.blocks if isinstance(block, Ranking))


def _steps(ranking: Ranking) -> int:
    """Place by place; where sides win, a side at a time."""
    has_points = any(place.points is not None for place in ranking.places)
    return len(ranking.places) if has_points else len({place.place for place in ranking.places})


def onward(stage: Stage, step: int | None) -> Stage:
    """To this step, never back; None: to the end."""
    to = stage.steps if step is None else min(stage.steps, max(stage.step, step))
    return replace(stage, step=to)
