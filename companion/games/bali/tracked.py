"""An offer that the companion follows card by card (BALI-36): its answers, its dues, and the box's draws."""

from dataclasses import replace

from msgspec import UNSET, UnsetType

from companion.core import dues
from companion.core.actions import Action, known
from companion.core.caching import once
from companion.core.dues import Chance, Due, Event
from companion.core.game import Pick
from companion.core.state import Seat, changed, now_open, of_seat
from companion.core.words import Text, insist, text
from companion.games.bali.altar import look
from companion.games.bali.cards import cards_in_words, hand_size, without_laid
from companion.games.bali.end import over
from companion.games.bali.pieces import (
    COLUMNS,
    HAND,
    LONG,
    Card,
    Drawn,
    Kind,
    Offer,
    cards_left,
    deck_size,
    too_many,
    with_column,
    with_hand,
    with_out,
)
from companion.games.bali.scoring import score_card
from companion.games.bali.state import BaliState, Public


class Hold(Action, frozen=True, tag="hand"):
    """BALI-36: the three start farmers that a seat holds."""

    farmers: list[Kind] | UnsetType = UNSET


class LayOut(Action, frozen=True, tag="column"):
    """BALI-36: a column as it was laid out before the first turn, from the bottom."""

    column: int
    cards: list[Card]


class Take(Action, frozen=True, tag="take"):
    """BALI-12: the bottom card of a column."""

    column: int


class Refill(Action, frozen=True, tag="refill"):
    """BALI-13: what was drawn for an emptied column, from the bottom."""

    cards: list[Drawn]


def offer_of(public: Public) -> Offer:
    """The offer of a game that follows it."""
    assert public.offer is not None
    return public.offer


# Set-up


def hold(state: BaliState, event: Event[Hold]) -> BaliState:
    """A seat tells its start farmers, or tells them again. Raises Refused without one that it has played."""
    offer, place = offer_of(state.public), state.public.seats.index(event.asked)
    farmers = tuple(known(event.action.farmers))
    insist(without_laid(offer.hands[place].laid, farmers))
    state = of_seat(state, event.asked, farmers=farmers)
    return _begun(now_open(state, offer=with_hand(offer, place, told=True)))


def lay_out(state: BaliState, event: Event[LayOut]) -> BaliState:
    """BALI-05: the table tells a column. Raises Refused for more of a card than there are."""
    cards = tuple(event.action.cards)
    offer = with_out(with_column(offer_of(state.public), event.action.column, cards), cards)
    return _begun(_within(state, offer))


def _begun(state: BaliState) -> BaliState:
    """The last hand or column opens the first turn."""
    offer = offer_of(state.public)
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
    if hand_size(public.offer, public.active) < HAND:
        return now_open(state, stage="take")
    return score_card(state, public.offer.columns[public.offer.last - 1][0])


def closed(public: Public, column: int) -> Text | None:
    """BALI-32: why no card is taken from this column."""
    return text("bali.demon_there", column=column) if column == public.demon else None


def take_card(state: BaliState, event: Event[Take]) -> BaliState:
    """BALI-12: the active seat takes the bottom card of a column. An emptied one is filled before anything else (BALI-13).
    Raises Refused for the demon's."""
    public, number = state.public, event.action.column
    insist(closed(public, number))
    offer = offer_of(public)
    card, *rest = offer.columns[number - 1]
    taken = (*offer.hands[public.active].taken, card)
    offer = with_column(with_hand(offer, public.active, taken=taken), number, tuple(rest))
    offer = replace(offer, last=number, oracle=False, mended=None)
    return now_open(state, offer=offer, stage="scored" if rest else "refill")


def refill(state: BaliState, event: Event[Refill]) -> BaliState:
    """BALI-13, BALI-27: oracles go to the box, the rest is the new column; nothing left: once more. Then who looks is asked
    (BALI-28). Fewer cards than a column takes are the last ones, and the end (BALI-21, BALI-30). Raises Refused for more of
    a card than there are."""
    offer, cards = offer_of(state.public), event.action.cards
    column = tuple(card for card in cards if card != "oracle")
    offer = with_out(with_column(offer, offer.last, column), cards)
    state = _within(state, replace(offer, oracle=offer.oracle or "oracle" in cards))
    if len(cards) < LONG:
        return over(state)
    if not column:
        return state
    state = now_open(state, stage="scored")
    return look(state) if offer_of(state.public).oracle else state


def waiting(public: Public) -> tuple[Due, ...]:
    """What is asked in the stages that only a tracked offer has; nothing in the others."""
    if public.stage == "setup":
        return _setup_dues(public)
    if public.stage == "take":
        seat, held = public.seats[public.active], hand_size(offer_of(public), public.active)
        return (dues.of_seat(f"take-{public.turn}-{held}", "take", seat),)
    if public.stage == "refill":
        cards = deck_size(offer_of(public), public.options.oracle)
        return (dues.of_table(f"refill-{public.turn}-{cards}", "refill", chance=Chance.LOTS),)
    return ()


def _setup_dues(public: Public) -> tuple[Due, ...]:
    """A hand of each seat and four columns, all at once; each is told once."""
    offer = offer_of(public)
    hands = (_hand_due(f"hand-{i}", seat) for i, seat in enumerate(public.seats) if not offer.hands[i].told)
    columns = (
        dues.of_table(_column_id(n), "column", chance=Chance.LOTS) for n in range(1, COLUMNS + 1) if not offer.columns[n - 1]
    )
    return (*hands, *columns)


def _column_id(number: int) -> str:
    return f"column-{number}"


def _hand_due(id_: str, seat: Seat) -> Due:
    """All see that it was told; the kinds are the seat's own."""
    return dues.of_seat(id_, "hand", seat, known_to={"farmers": frozenset({seat})})


def offers(public: Public) -> tuple[Due, ...]:
    """Until the end a seat may tell its start farmers again."""
    if public.offer is None or public.stage in ("setup", "end"):
        return ()
    return _hands_again(public.seats)


@once
def _hands_again(seats: tuple[Seat, ...]) -> tuple[Due, ...]:
    return tuple(changed(_hand_due(f"hand-{i}-again", seat), waits=False) for i, seat in enumerate(seats))


def draw(public: Public, due: Due, pick: Pick) -> LayOut | Refill:
    """Cards that are not out, as fair as a shuffled deck. Oracles come into it after the columns (BALI-26)."""
    if due.kind == "column":
        number = column_of(due)
        return LayOut(number, [card for card in _cards(offer_of(public), False, pick) if card != "oracle"])
    return Refill(_cards(offer_of(public), public.options.oracle, pick))


def column_of(due: Due) -> int:
    """Which column a due of set-up asks for."""
    return next(n for n in range(1, COLUMNS + 1) if due.id == _column_id(n))


def _cards(offer: Offer, oracle: bool, pick: Pick) -> list[Drawn]:
    """As many as a column takes; or the last ones, in the order in which they are kept."""
    deck = [card for card, n in cards_left(offer, oracle).items() for _ in range(n)]
    return deck if len(deck) < LONG else [deck.pop(pick(len(deck))) for _ in range(LONG)]


def _hand_words(told: Hold, seat: Seat | None) -> Text:
    if told.farmers is UNSET:
        return text("bali.told.hand_hidden")
    return text("bali.told.hand", farmers=cards_in_words(told.farmers))


def _column_words(told: LayOut, seat: Seat | None) -> Text:
    return text("bali.told.column", column=told.column, cards=cards_in_words(told.cards))


def _take_words(told: Take, seat: Seat | None) -> Text:
    return text("bali.told.take", column=told.column)


def _refill_words(told: Refill, seat: Seat | None) -> Text:
    return text("bali.told.refill", cards=cards_in_words(told.cards))
