"""How far the room's screen is with what was turned up. It shows that step by step, so that people turn their cardboard in
the same rhythm; until then no other screen says it (`veil`). The house keeps the step beside the game: no journal knows it,
no answer depends on it, and a box that was restarted goes on at the same step."""

from typing import Final

import msgspec
from msgspec.structs import replace

from companion.core.blocks import Place, Ranking
from companion.core.event import Chance
from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.screens import openly_seen
from companion.core.view import View
from companion.ports.panel import Stage

END: Final = "end"
"""The place of an end at which only the ranking is shown, because nothing is left to turn up."""


class Reveal(msgspec.Struct, frozen=True):
    """What the room's screen shows step by step, and who has seen all of it already."""

    of: str
    step: int
    """How many things are shown; one more than `steps` once the room's screen has left it for the table."""
    steps: int
    seen: tuple[Seat, ...] = ()
    """The seats that did not wait for the room's screen."""
    watch: int = 0
    """Since when somebody watches (`Presence.watch`): a screen that comes back too late shows the table."""

    @property
    def is_on(self) -> bool:
        """Whether the room's screen still shows it."""
        return self.step <= self.steps

    @property
    def hides(self) -> bool:
        """Whether something is still to be shown."""
        return self.step < self.steps

    @property
    def stage(self) -> Stage:
        """The same for screens."""
        return Stage(self.of, self.step, self.steps)


def read_reveal(kept: str) -> Reveal | None:
    """Return what was kept of the last reveal; None if it was taken back. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(kept, type=Reveal | None)


def staged(moment: Moment, before: Reveal | None, watch: int | None) -> Reveal | None:
    """Return how far the room's screen is after an answer. `watch`: since when somebody watches; None: nobody does, so all
    is shown. Once everything was shown, the room's screen leaves it as soon as the game has gone on."""
    view = moment.screen(None).view
    steps = turned(view) + len(place_groups(ranking(view)))
    if view.turning is None and not (moment.over and steps):
        return None
    of = moment.full_id(END if view.turning is None else view.turning.of)
    if before is None or before.of != of:
        return Reveal(of, 0 if watch is not None else steps + 1, steps, watch=watch or 0)
    if before.steps != steps:
        before = replace(before, steps=steps, step=min(before.step, steps) if before.is_on else steps + 1)
    return onward(before, None) if before.step == steps and went_on(moment) is not None else before


def went_on(moment: Moment) -> tuple[Seat | None] | None:
    """Return who gave the newest answer (None in it: the table), if that was to a question behind what is turned up now."""
    last = next(moment.history.newest(), None)
    turning = moment.screen(None).view.turning
    if last is None or turning is None or not last.event.due.waits or last.event.due.chance is Chance.BOX:
        return None
    earlier = openly_seen(moment.history.until(last.entry.n)).turning
    return (last.event.seat,) if earlier is not None and earlier.of == turning.of else None


def turned(view: View) -> int:
    """Return how many things are turned up before the places."""
    return 0 if view.turning is None else len(view.turning.rows)


def ranking(view: View) -> tuple[Place, ...]:
    """Return the places of an end, the first one first."""
    return tuple(place for block in view.blocks if isinstance(block, Ranking) for place in block.places)


def place_groups(places: tuple[Place, ...]) -> tuple[tuple[Place, ...], ...]:
    """Return the places that are shown together: each alone, or, where sides win, a side."""
    if any(place.points is not None for place in places):
        return tuple((place,) for place in places)
    numbers = dict.fromkeys(place.place for place in places)
    return tuple(tuple(place for place in places if place.place == n) for n in numbers)


def onward(reveal: Reveal, step: int | None) -> Reveal:
    """Return it at this step, never an earlier one; None: the room's screen leaves it for the table."""
    last = reveal.steps + 1
    return replace(reveal, step=last if step is None else min(last, max(reveal.step, step)))
