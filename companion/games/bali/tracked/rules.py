"""The rules of a tracked offer: set-up, taking, filling a column again, setting right; and what follows by itself where the
cardboard game would ask the table."""

from dataclasses import replace

from companion.core.actions import known
from companion.core.dues import Event
from companion.core.state import now_open, of_seat
from companion.core.words import Refused, Text, insist, text
from companion.games.bali.actions import Hold, LayOut, Refill, SetRight, Take
from companion.games.bali.altar import look
from companion.games.bali.end import over
from companion.games.bali.hands import size, without_laid
from companion.games.bali.offer import Mended, Offer, too_many, with_column, with_hand, with_out
from companion.games.bali.pieces import HAND, LONG, Card
from companion.games.bali.scoring import score_card
from companion.games.bali.state import BaliState, Public


def of(public: Public) -> Offer:
    """The offer of a game that follows it."""
    assert public.offer is not None
    return public.offer


# Set-up


def hold(state: BaliState, event: Event[Hold]) -> BaliState:
    """A seat tells its start farmers, or tells them again. Raises Refused without one that it has played."""
    offer, place = of(state.public), state.public.seats.index(event.asked)
    farmers = tuple(known(event.action.farmers))
    insist(without_laid(offer.hands[place].laid, farmers))
    state = of_seat(state, event.asked, farmers=farmers)
    return _begun(now_open(state, offer=with_hand(offer, place, told=True)))


def lay_out(state: BaliState, event: Event[LayOut]) -> BaliState:
    """BALI-05: the table tells a column. Raises Refused for more of a card than there are."""
    cards = tuple(event.action.cards)
    offer = with_out(with_column(of(state.public), event.action.column, cards), cards)
    return _begun(_within(state, offer))


def _begun(state: BaliState) -> BaliState:
    """The last hand or column opens the first turn."""
    offer = of(state.public)
    is_ready = all(offer.columns) and all(hand.told for hand in offer.hands)
    return now_open(state, stage="turn") if state.public.stage == "setup" and is_ready else state


def _within(state: BaliState, offer: Offer, **changes: object) -> BaliState:
    """The state with this offer. Raises Refused if more of a card is out than there are."""
    insist(too_many(offer, state.public.options.oracle))
    return now_open(state, offer=offer, **changes)


# Taking


def follow(state: BaliState) -> BaliState:
    """Where the table would take cards and be asked which one is scored: the next card is asked for until the active seat
    holds three, and then the engine scores what lies at the bottom of the column taken from last (BALI-12, BALI-14)."""
    public = state.public
    if public.offer is None or public.stage != "scored":
        return state
    if size(public.offer, public.active) < HAND:
        return now_open(state, stage="take")
    return score_card(state, public.offer.columns[public.offer.last - 1][0])


def closed(public: Public, column: int) -> Text | None:
    """BALI-32: why no card is taken from this column."""
    return text("bali.demon_there", column=column) if column == public.demon else None


def take(state: BaliState, event: Event[Take]) -> BaliState:
    """BALI-12: the active seat takes the bottom card of a column. An emptied one is filled before anything else (BALI-13).
    Raises Refused for the demon's."""
    public, number = state.public, event.action.column
    insist(closed(public, number))
    offer = of(public)
    card, *rest = offer.columns[number - 1]
    taken = (*offer.hands[public.active].taken, card)
    offer = with_column(with_hand(offer, public.active, taken=taken), number, tuple(rest))
    offer = replace(offer, last=number, oracle=False, mended=None)
    return now_open(state, offer=offer, stage="scored" if rest else "refill")


def refill(state: BaliState, event: Event[Refill]) -> BaliState:
    """BALI-13, BALI-27: oracles go to the box, the rest is the new column; nothing left: once more. Then who looks is asked
    (BALI-28). Fewer cards than a column takes are the last ones, and the end (BALI-21, BALI-30). Raises Refused for more of
    a card than there are."""
    offer, cards = of(state.public), event.action.cards
    column = tuple(card for card in cards if card != "oracle")
    offer = with_out(with_column(offer, offer.last, column), cards)
    state = _within(state, replace(offer, oracle=offer.oracle or "oracle" in cards))
    if len(cards) < LONG:
        return over(state)
    if not column:
        return state
    state = now_open(state, stage="scored")
    return look(state) if of(state.public).oracle else state


# Setting right


def set_column(state: BaliState, event: Event[SetRight]) -> BaliState:
    """What lies in a column. Raises Refused for more of a card than there are."""
    offer, number, cards = of(state.public), known(event.action.column), tuple(known(event.action.cards))
    offer = with_out(with_column(offer, number, cards), cards, went=offer.columns[number - 1])
    return _within(state, replace(offer, mended=Mended(column=number)))


def set_card(state: BaliState, event: Event[SetRight]) -> BaliState:
    """One card that a seat took and still has is another one. Raises Refused if it has none such, and for more of a card
    than there are."""
    offer, place = of(state.public), state.public.seats.index(known(event.action.seat))
    was: Card = known(event.action.card)
    now: Card = known(event.action.is_)
    taken = offer.hands[place].taken
    if was not in taken:
        raise Refused("bali.not_taken", seat=state.public.seats[place], card=text(f"bali.card_name.{was}"))
    at = taken.index(was)
    offer = with_hand(offer, place, taken=(*taken[:at], now, *taken[at + 1 :]))
    offer = with_out(offer, came=(now,), went=(was,))
    return _within(state, replace(offer, mended=Mended(seat=place)))
