"""The active seat's turn up to the taking of cards: buy, then play or discard."""

from companion.core.actions import otherwise
from companion.core.dues import Event
from companion.core.state import changed, now_open, put
from companion.core.words import Refused, insist
from companion.games.bali import forbids, hands
from companion.games.bali.actions import Buy, Discard, Play
from companion.games.bali.altar import begin_sacrifice
from companion.games.bali.pieces import COLUMNS, PLACE
from companion.games.bali.state import BaliState, Paid, Played, Public, from_supply


def buy(state: BaliState, event: Event[Buy]) -> BaliState:
    """BALI-06: a sacrifice card for stones. Raises Refused for a second one in a turn, and as `forbids.buy` says."""
    public = state.public
    kind = event.action.kind
    if public.bought:  # BALI-06: once a turn
        raise Refused("bali.bought_already")
    insist(forbids.buy(public, kind))
    stones = put(public.stones, public.active, -forbids.price(public, kind))
    return from_supply(state, public.active, kind, stones=stones, bought=kind)


def play(state: BaliState, event: Event[Play]) -> BaliState:
    """BALI-07: cards are paid for and lie before the active seat; a shrine calls for sacrifices first, then the table says
    what is scored. Raises Refused as `forbids.play` says."""
    public = state.public
    card, count = event.action.card, otherwise(event.action.count, 1)
    insist(forbids.play(public, state.own[event.asked], card, count))
    row = put(public.table[public.active], PLACE[card], count)
    public = changed(
        public,
        stones=put(public.stones, public.active, -forbids.cost(card, count)),
        table=(*public.table[: public.active], row, *public.table[public.active + 1 :]),
        demon=public.demon % COLUMNS + 1 if public.demon and card == "priest" else public.demon,  # BALI-31
        **_ended(public, Played(card, count, public.bought)),
    )
    state = hands.lay_down(changed(state, public=public), card, count)
    return begin_sacrifice(state) if card == "shrine" else state  # BALI-09


def discard(state: BaliState, event: Event[Discard]) -> BaliState:
    """BALI-08: a hand card goes to the box instead. Raises Refused as `forbids.discard` says."""
    public = state.public
    insist(forbids.discard(public, state.own[event.asked]))
    state = hands.lay_down(state, "shrine", 1)
    return now_open(state, **_ended(public, Played(bought=public.bought)))


def _ended(public: Public, turn: Played) -> dict[str, object]:
    """What a turn's last answer changes: from now on nobody takes what the turn before paid."""
    played = (*public.played[: public.active], turn, *public.played[public.active + 1 :])
    return {"stage": "scored", "played": played, "paid": Paid(f"turn-{public.turn}")}
