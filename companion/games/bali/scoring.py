"""The scoring at a turn's end: what the scored card brings to whom."""

from collections import Counter

from companion.core.dues import Event
from companion.core.state import now_open
from companion.core.words import insist
from companion.games.bali import forbids
from companion.games.bali.actions import Choose, Scored, Substitute
from companion.games.bali.pieces import PLACE, PRIEST, SHRINE, STONEMASON, Card, bonus, is_kind
from companion.games.bali.state import (
    BaliState,
    Claim,
    Gain,
    Paid,
    Public,
    clockwise,
    column,
    from_supply,
    gained,
    next_turn,
)


def scored(state: BaliState, event: Event[Scored]) -> BaliState:
    """BALI-14: the table tells the card that is scored."""
    return score_card(state, event.action.card)


def score_card(state: BaliState, card: Card) -> BaliState:
    """BALI-14: everybody is paid for the card, and the next turn begins; before that who has to choose is asked."""
    public = state.public
    state = now_open(state, paid=Paid(f"scored-{public.turn}", card))
    if card == "stonemason":  # BALI-15
        return next_turn(_stones(state, gains(public, STONEMASON)))
    if card == "priest":  # BALI-16
        return next_turn(_points(state, gains(public, PRIEST)))
    state = now_open(state, scored=card, queue=_claims(public, card))
    return _pay(state) if is_kind(card) else _reward(state)


def gains(public: Public, card: int) -> tuple[int, ...]:
    """BALI-15 to 17: one for each card on the table, and one more for the only seat with most (BALI-20)."""
    counts = column(public, card)
    most = bonus(counts)
    return tuple(n + (i == most) for i, n in enumerate(counts))


def _stones(state: BaliState, more: tuple[int, ...]) -> BaliState:
    told = (Gain(i, "stone", n) for i, n in enumerate(more) if n)
    return gained(now_open(state, stones=_plus(state.public.stones, more)), *told)


def _points(state: BaliState, more: tuple[int, ...]) -> BaliState:
    told = (Gain(i, "point", n) for i, n in enumerate(more) if n)
    return gained(now_open(state, points=_plus(state.public.points, more)), *told)


def _plus(numbers: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(numbers, more, strict=True))


def _claims(public: Public, card: Card) -> tuple[Claim, ...]:
    """BALI-17, BALI-19: from the active seat clockwise; a majority's second card after everybody's first."""
    counts = column(public, PLACE[card])
    firsts = tuple(Claim(i) for i in clockwise(public, public.active) if counts[i])
    most = bonus(counts)
    return (*firsts, Claim(most, extra=True)) if is_kind(card) and most is not None else firsts


def _reward(state: BaliState) -> BaliState:
    return now_open(state, stage="reward") if state.public.queue else next_turn(state)


def reward(state: BaliState, event: Event[Choose]) -> BaliState:
    """BALI-17: the next in the queue takes all that its shrines bring, in stones or in points."""
    public = state.public
    place = public.queue[0].seat
    gain = tuple(n if i == place else 0 for i, n in enumerate(gains(public, SHRINE)))
    state = now_open(state, queue=public.queue[1:])
    return _reward(_stones(state, gain) if event.action.of == "stones" else _points(state, gain))


def _pay(state: BaliState) -> BaliState:
    """BALI-18, BALI-19: sacrifice cards in turn, until a seat has to choose another kind."""
    kind = state.public.scored
    assert kind is not None
    assert is_kind(kind)
    got: Counter[int] = Counter()
    while state.public.queue and state.public.supply[PLACE[kind]]:
        claim, rest = state.public.queue[0], state.public.queue[1:]
        state = from_supply(state, claim.seat, kind, queue=rest)
        got[claim.seat] += 1
    state = gained(state, *(Gain(place, "card", n, kind) for place, n in got.items()))
    if state.public.queue and any(state.public.supply):
        return now_open(state, stage="substitute")
    return next_turn(state)


def substitute(state: BaliState, event: Event[Substitute]) -> BaliState:
    """BALI-19: the next in the queue takes a card of another kind, or (None) goes without. Raises Refused for a kind that
    has run out, too."""
    public, kind = state.public, event.action.kind
    if kind is None:
        return _pay(now_open(state, queue=public.queue[1:]))
    insist(forbids.supply(public, kind))
    place = public.queue[0].seat
    return _pay(gained(from_supply(state, place, kind, queue=public.queue[1:]), Gain(place, "card", 1, kind)))
