"""The altar: the sacrifice phase after a shrine, and the oracle's look."""

from dataclasses import replace

from companion.core.actions import known
from companion.core.dues import Event
from companion.core.state import changed, now_open, of_seat, put, showing
from companion.core.words import insist
from companion.games.bali import forbids
from companion.games.bali.actions import Keep, Oracle, Sacrifice, Supply
from companion.games.bali.pieces import PLACE, SEEN, Kind
from companion.games.bali.state import BaliState, Box, Claim, Laid, Look, clockwise, take


def begin_sacrifice(state: BaliState) -> BaliState:
    """BALI-09, BALI-10: who has a card puts one, from the left of the active seat, which comes last. If nobody
    has one, only the supply gives its own."""
    public = state.public
    order = clockwise(public, public.active + 1)
    return _next(now_open(state, queue=tuple(Claim(i) for i in order if public.cards[i])))


def _next(state: BaliState) -> BaliState:
    """The next seat puts a card; after the last one the supply gives its own, if it has any (BALI-10)."""
    public = state.public
    if public.queue:
        return now_open(state, stage="sacrifice")
    return now_open(state, stage="supply" if any(public.supply) else "scored")


def sacrifice(state: BaliState, event: Event[Sacrifice]) -> BaliState:
    """BALI-09: the next in the queue lays a card on the altar, the active seat face down. Raises Refused if it has none
    of the kind."""
    public = state.public
    kind: Kind = known(event.action.kind)
    place = public.queue[0].seat
    insist(forbids.sacrifice(state.own[public.seats[place]], kind))
    state = take(state, place, kind, -1, queue=public.queue[1:])
    return _next(_lay(state, Laid(kind, place != public.active, place)))  # BALI-09: the active seat's face down


def supply(state: BaliState, event: Event[Supply]) -> BaliState:
    """BALI-09: the active seat adds a card of the supply, face up. Raises Refused for a kind that has run out."""
    public = state.public
    kind = event.action.kind
    insist(forbids.added(public, kind))
    return _lay(state, Laid(kind, True, None), supply=put(public.supply, PLACE[kind], -1), stage="scored")


def _lay(state: BaliState, card: Laid, **changes: object) -> BaliState:
    log = (*state.public.log, card) if card.face_up else state.public.log
    return _altar(state, (*state.box.altar, card), state.box.unknown, log=log, **changes)


def _altar(state: BaliState, altar: tuple[Laid, ...], unknown: tuple[Kind, ...], **changes: object) -> BaliState:
    """BALI-11: of the altar all see how many cards it has, and the top one if it lies face up."""
    top = altar[-1] if altar else None
    if top and not top.face_up:
        top = replace(top, kind=None)
    return changed(now_open(state, altar=len(altar), top=top, **changes), box=Box(altar, unknown))


def oracle(state: BaliState, event: Event[Oracle]) -> BaliState:
    """BALI-28: the table tells that an oracle came up. Raises Refused for more than LOOKS in a turn."""
    insist(forbids.oracle(state.public))
    return look(state)


def look(state: BaliState) -> BaliState:
    """BALI-28: the active seat alone is shown the top of the altar, and asked what it keeps."""
    public, box = state.public, state.box
    state = now_open(state, looks=public.looks + 1)
    if not box.altar:  # BALI-28: an empty altar gives nothing
        return state
    seat = public.seats[public.active]
    seen = Look(tuple(card.kind for card in reversed(box.altar[-SEEN:])), box.unknown)
    return showing(of_seat(now_open(state, stage="keep"), seat, look=seen), seat)


def keep(state: BaliState, event: Event[Keep]) -> BaliState:
    """BALI-29: the active seat takes a card that it saw, or (None) leaves all where they lay. Raises Refused for a kind that
    was not there to see."""
    public, kind = state.public, known(event.action.kind)
    seat = public.seats[public.active]
    own = state.own[seat]
    insist(forbids.keep(own, kind))
    state = of_seat(now_open(state, stage="scored"), seat, look=None)
    return state if kind is None else _keep(state, kind)


def _keep(state: BaliState, kind: Kind) -> BaliState:
    altar, unknown = state.box.altar, state.box.unknown
    place = _which(altar, kind)
    if altar[place].kind is None:
        unknown = tuple(k for k in unknown if k != kind)
    if place == len(altar) - 1:  # what lay under it is now for everybody to see
        state = showing(state)
    state = take(state, state.public.active, kind, 1)
    return _altar(state, (*altar[:place], *altar[place + 1 :]), unknown)


def _which(altar: tuple[Laid, ...], kind: Kind) -> int:
    """Where the kept card lay: a known one before one of the set-up, the highest first."""
    seen = range(len(altar) - 1, max(len(altar) - SEEN, 0) - 1, -1)
    known = [i for i in seen if altar[i].kind == kind]
    return known[0] if known else next(i for i in seen if altar[i].kind is None)
