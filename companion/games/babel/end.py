"""The end: roles and what lay face down are shown to all. And zealots who tell their phone so."""

from dataclasses import replace

from companion.core.action import known
from companion.core.change import now_open, of_seat, showing
from companion.core.event import Event
from companion.games.babel.actions import Zealot
from companion.games.babel.state import BabelState, Final, Side


def finished(state: BabelState, winner: Side, rule: str) -> BabelState:
    """BABEL-24: all is shown."""
    public, own = state.public, state.own
    final = Final(
        winner=winner,
        rule=rule,
        messenger=next(i for i, seat in enumerate(public.seats) if own[seat].role == "messenger"),
        zealots=_zealots(state),
        turned=tuple(own[seat].turned for seat in public.seats),
        deeds=state.box.deeds,
        hands=tuple(own[seat].hand for seat in public.seats),
    )
    return showing(now_open(state, stage="end", final=final))


def _zealots(state: BabelState) -> tuple[int, ...]:
    public = state.public
    return tuple(i for i, seat in enumerate(public.seats) if state.own[seat].is_zealot)


def zealot(state: BabelState, event: Event[Zealot]) -> BabelState:
    """BABEL-22: a seat's last word counts, after the end too. The Messenger's changes nothing."""
    own = state.own[event.asked]
    if own.role == "messenger":
        return state
    since = state.public.round if own.turned is None else own.turned
    state = of_seat(state, event.asked, turned=since if known(event.action.now) else None)
    return _told_late(state) if state.public.final else state


def _told_late(state: BabelState) -> BabelState:
    final = state.public.final
    assert final is not None
    turned = tuple(state.own[seat].turned for seat in state.public.seats)
    return now_open(state, final=replace(final, zealots=_zealots(state), turned=turned))
