"""ANIM-28: after the last turn each sheet is read off, confirmed, and counted; where totals are equal, resources, too."""

from dataclasses import replace

from companion.core.dues import Event
from companion.core.state import Seat, now_open
from companion.games.animism.actions import Confirm, Resources, Sheet
from companion.games.animism.score import final_sheets, read_off, tied
from companion.games.animism.state import AnimismState, Public, Reading, neighbour, pens, place_of


def asked(public: Public, sheet: int) -> int:
    """Who is asked about a sheet: its owner first, then the left neighbour and the owner in turns."""
    reading = public.readings[sheet]
    return neighbour(public, sheet) if reading is not None and reading.said % 2 else sheet


def enter(state: AnimismState, event: Event[Sheet]) -> AnimismState:
    """A sheet as somebody read it off; the other one is asked next."""
    sheet = place_of(state.public, event.action.owner)
    before = state.public.readings[sheet]
    said = 1 if before is None else before.said + 1
    return _with(state, sheet, Reading(read_off(event.action), said))


def confirm(state: AnimismState, event: Event[Confirm]) -> AnimismState:
    """What the other one entered is right."""
    sheet = place_of(state.public, event.action.owner)
    reading = state.public.readings[sheet]
    assert reading is not None
    return _counted(_with(state, sheet, replace(reading, confirmed=True)))


def _with(state: AnimismState, sheet: int, reading: Reading) -> AnimismState:
    readings = state.public.readings
    return now_open(state, readings=(*readings[:sheet], reading, *readings[sheet + 1 :]))


def _counted(state: AnimismState) -> AnimismState:
    """ANIM-22: once all sheets are confirmed."""
    if not all(reading is not None and reading.confirmed for reading in state.public.readings):
        return state
    return now_open(state, stage="resources" if missing(state.public) else "end")


def missing(public: Public) -> tuple[int, ...]:
    """Who has still to tell what it has left, as another seat has as many points."""
    return tuple(i for i in tied(final_sheets(public), pens(public)) if public.left[i] is None)


def resources(state: AnimismState, event: Event[Resources]) -> AnimismState:
    """ANIM-22: the last of them ends the game."""
    state = _left(state, event.asked, event.action.left)
    return state if missing(state.public) else now_open(state, stage="end")


def _left(state: AnimismState, seat: Seat, n: int) -> AnimismState:
    place, left = place_of(state.public, seat), state.public.left
    return now_open(state, left=(*left[:place], n, *left[place + 1 :]))
