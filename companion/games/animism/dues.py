"""What is awaited, stage by stage. There is nothing to set right: no tally lies open that phones could count wrongly."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.core import dues
from companion.core.dues import Chance, Due
from companion.games.animism.closing import asked, missing
from companion.games.animism.state import AnimismState, Public, Stage, turn_in_round
from companion.games.animism.twin_turn import to_roll
from companion.games.animism.work import work_of

DONE: Final = frozenset({"done"})
"""All a table learns of a turn that goes on."""


def waiting(state: AnimismState) -> tuple[Due, ...]:
    """What this stage of the game waits for, and what may be told to the payment helper."""
    return WAITING[state.public.stage](state)


def _turn(state: AnimismState) -> tuple[Due, ...]:
    """ANIM-05: everybody at the same time."""
    public = state.public
    busy = tuple(i for i in range(len(public.seats)) if i not in public.done)
    if public.is_twin:
        return tuple(_step(state, i) for i in busy)
    return tuple(due for i in busy for due in _on_paper(public, i))


def _step(state: AnimismState, place: int) -> Due:
    """Nobody learns whether it is the first or the last one."""
    public = state.public
    seat = public.seats[place]
    course = f"turn-{public.round}.{turn_in_round(public)}-{place}"
    chance = Chance.LOTS if to_roll(work_of(state, seat)) else None
    return dues.step(course, state.own[seat].steps + 1, "turn", seat, overt=DONE, chance=chance)


def _on_paper(public: Public, place: int) -> tuple[Due, Due]:
    seat, when = public.seats[place], f"{public.round}.{turn_in_round(public)}-{place}"
    helper = dues.offer(f"hand-{when}", "hand", seat, secret=True, forever=True)
    return dues.of_seat(f"turn-{when}", "turn", seat, known_to=frozenset({seat})), helper


def _sheets(state: AnimismState) -> tuple[Due, ...]:
    """ANIM-28: every sheet for itself."""
    return tuple(due for sheet in range(len(state.public.seats)) for due in _reading(state.public, sheet))


def _reading(public: Public, sheet: int) -> tuple[Due, ...]:
    seat, reading = public.seats[asked(public, sheet)], public.readings[sheet]
    if reading is None:
        return (dues.of_seat(f"sheet-{sheet}", "sheet", seat),)
    return () if reading.confirmed else (dues.of_seat(f"confirm-{sheet}-{reading.said}", "confirm", seat),)


def _resources(state: AnimismState) -> tuple[Due, ...]:
    public = state.public
    return tuple(dues.of_seat(f"resources-{i}", "resources", public.seats[i]) for i in missing(public))


WAITING: Final[Mapping[Stage, Callable[[AnimismState], tuple[Due, ...]]]] = {
    "turn": _turn,
    "sheets": _sheets,
    "resources": _resources,
    "end": lambda state: (),
}
