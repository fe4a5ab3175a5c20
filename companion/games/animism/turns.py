"""The turns: who is done, and what happens when all are (ANIM-05 to ANIM-07, ANIM-18)."""

from collections.abc import Sequence

from companion.core.dues import Event
from companion.core.state import Seat, State, changed, now_open, of_seat, showing
from companion.core.words import insist
from companion.games.animism import forbids, papers
from companion.games.animism.actions import Done, Hand
from companion.games.animism.colours import COLOURS, NONE, Four, four, fourth, minus, plus
from companion.games.animism.papers import Paper
from companion.games.animism.state import (
    AnimismState,
    Deeds,
    Options,
    Own,
    Public,
    colours_of,
    pen,
    place_of,
    sheet_of,
)
from companion.games.animism.work import Work, to_begin, work_of


def lay_out(seats: Sequence[Seat], options: Options) -> AnimismState:
    """ANIM-03: the sheets as the first turn begins. Raises BadFile for colours that do not fit the seats."""
    public = Public(tuple(seats), options, colours_of(seats, options), circled=(None,) * len(seats))
    if not public.is_twin:
        return State(public, dict.fromkeys(public.seats, Own()), None)
    nobody = fourth(public.colours)
    blank = papers.blank(public.ground, None if nobody is None else COLOURS.index(nobody))
    public = changed(public, papers=(blank,) * len(seats), hands=(NONE,) * len(seats))
    return _begun(State(public, {}, None))


def _begun(state: AnimismState) -> AnimismState:
    """The turn begins: everybody has its supply, and starts to work."""
    public = state.public
    hands = tuple(plus(hand, _supply(public, i)) for i, hand in enumerate(public.hands))
    public = changed(public, hands=hands)
    own = {seat: to_begin(Work(public, _before(public, i), i)) for i, seat in enumerate(public.seats)}
    return changed(state, public=public, own=own)


def _supply(public: Public, place: int) -> Four:
    """ANIM-07."""
    if public.round == 1:
        return NONE
    return papers.supply(public.ground, public.papers[sheet_of(public, place)], pen(public, place))


def _before(public: Public, place: int) -> Own:
    return Own(hand=public.hands[place], paper=public.papers[sheet_of(public, place)])


def hand(state: AnimismState, event: Event[Hand]) -> AnimismState:
    """ANIM-27: what the payment helper goes by."""
    return of_seat(state, event.asked, hand=four(event.action.resources or {}))


def done(state: AnimismState, event: Event[Done]) -> AnimismState:
    """ANIM-05, ANIM-18: the last one passes the sheets on."""
    seat, public = event.asked, state.public
    if public.is_twin:
        insist(forbids.done(work_of(state, seat)))
    kept = papers.trimmed(state.own[seat].hand)
    state = of_seat(state, seat, hand=kept, trimmed=minus(state.own[seat].hand, kept))
    state = now_open(state, done=tuple(sorted((*public.done, place_of(public, seat)))))
    return _passed(state) if len(state.public.done) == len(public.seats) else state


def _passed(state: AnimismState) -> AnimismState:
    public = state.public
    if public.is_twin:
        state = showing(_opened(state))
    state = now_open(state, turn=public.turn + 1, done=())
    if state.public.turn < public.turns:
        return _begun(state) if public.is_twin else state
    readings, left = (None,) * len(public.seats), (None,) * len(public.seats)
    return now_open(state, stage="end" if public.is_twin else "sheets", readings=readings, left=left)


def _opened(state: AnimismState) -> AnimismState:
    """ANIM-05: what everybody did on its sheet is open now."""
    public, owns = state.public, [state.own[seat] for seat in state.public.seats]
    sheets = _by_owner(public, owns)
    deeds = tuple(Deeds(sheet_of(public, i), own.drawn, own.bonus, own.trimmed) for i, own in enumerate(owns))
    return now_open(
        state,
        papers=sheets,
        hands=tuple(own.hand for own in owns),
        circled=tuple(before or own.bonus for before, own in zip(public.circled, owns, strict=True)),
        past=(*public.past, deeds),
        strip=(*public.strip, sheets),
    )


def _by_owner(public: Public, owns: Sequence[Own]) -> tuple[Paper, ...]:
    found = {sheet_of(public, i): own.paper for i, own in enumerate(owns)}
    return tuple(paper for i in range(len(owns)) if (paper := found[i]) is not None)
