"""An offer that the box follows card by card (BALI-36): its answers, its dues, and the box's draws."""

from dataclasses import replace

from msgspec import UNSET, UnsetType

from companion.core import dues
from companion.core.actions import Action, required
from companion.core.caching import cached_by_type
from companion.core.dues import Chance, Due, Event
from companion.core.game import Pick
from companion.core.state import Seat, changed, with_own, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.bali.altar import begin_look
from companion.games.bali.cards import cards_in_words, hand_size, not_start_farmers
from companion.games.bali.end import end_game
from companion.games.bali.pieces import (
    COLUMN_LENGTH,
    COLUMNS,
    HAND,
    Card,
    DeckCard,
    Kind,
    Offer,
    cards_left,
    deck_size,
    too_many_out,
    with_cards_out,
    with_column,
    with_hand,
)
from companion.games.bali.scoring import score_card
from companion.games.bali.state import BaliState, Public


class Hold(Action, frozen=True, tag="hand"):
    """The three start farmers in a seat's hand (BALI-36). A seat may correct its answer later. The new one must include
    the farmers that it has played."""

    farmers: list[Kind] | UnsetType = UNSET

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        offer, place = offer_of(state.public), state.public.seats.index(event.asked)
        farmers = tuple(required(self.farmers))
        refuse_if(not_start_farmers(offer.hands[place].played, farmers))
        state = with_own(state, event.asked, farmers=farmers)
        return _begun(with_public(state, offer=with_hand(offer, place, entered=True)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.farmers is UNSET:
            return text("bali.told.hand_hidden")
        return text("bali.told.hand", farmers=cards_in_words(self.farmers))


class LayOut(Action, frozen=True, tag="column"):
    """The cards of a column before the first turn, from the bottom (BALI-05, BALI-36)."""

    column: int
    cards: list[Card]

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        cards = tuple(self.cards)
        offer = with_cards_out(with_column(offer_of(state.public), self.column, cards), cards)
        return _begun(with_offer(state, offer))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("bali.told.column", column=self.column, cards=cards_in_words(self.cards))


class Take(Action, frozen=True, tag="take"):
    """The column from which the active seat takes the bottom card (BALI-12). If that empties the column, it is filled next
    (BALI-13)."""

    column: int

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        public, number = state.public, self.column
        refuse_if(why_closed(public, number))
        offer = offer_of(public)
        card, *rest = offer.columns[number - 1]
        taken = (*offer.hands[public.active].taken, card)
        offer = with_column(with_hand(offer, public.active, taken=taken), number, tuple(rest))
        offer = replace(offer, last=number, oracle=False, mended=None)
        return with_public(state, offer=offer, stage="scored" if rest else "refill")

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("bali.told.take", column=self.column)


class Refill(Action, frozen=True, tag="refill"):
    """The cards that fill an empty column, from the bottom (BALI-13)."""

    cards: list[DeckCard]

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        """Return the state with the new column, without its oracles (BALI-27). If all cards were oracles, the table is asked
        to fill it again. Once it is filled, the active seat looks at the altar if an oracle came up (BALI-28). If the deck
        had too few cards for a full column, the game ends (BALI-21, BALI-30)."""
        offer, cards = offer_of(state.public), self.cards
        column = tuple(card for card in cards if card != "oracle")
        offer = with_cards_out(with_column(offer, offer.last, column), cards)
        state = with_offer(state, replace(offer, oracle=offer.oracle or "oracle" in cards))
        if len(cards) < COLUMN_LENGTH:
            return end_game(state)
        if not column:
            return state
        state = with_public(state, stage="scored")
        return begin_look(state) if offer_of(state.public).oracle else state

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("bali.told.refill", cards=cards_in_words(self.cards))


def offer_of(public: Public) -> Offer:
    """Return the offer of a game that tracks it."""
    assert public.offer is not None
    return public.offer


def _begun(state: BaliState) -> BaliState:
    """Return the state unchanged, or in the first turn if all hands and columns are entered."""
    offer = offer_of(state.public)
    is_ready = all(offer.columns) and all(hand.entered for hand in offer.hands)
    return with_public(state, stage="turn") if state.public.stage == "setup" and is_ready else state


def with_offer(state: BaliState, offer: Offer, **changes: object) -> BaliState:
    """Return the state with this offer. Raise Refused if more copies of a card have left the deck than it had."""
    refuse_if(too_many_out(offer, state.public.options.oracle))
    return with_public(state, offer=offer, **changes)


def after_known_steps(state: BaliState) -> BaliState:
    """Return the state after the steps that need no answer, because the box knows the offer. The active seat is asked to
    take cards until it holds three (BALI-12). Then the bottom card of the last column is scored (BALI-14). Without a tracked
    offer nothing changes."""
    public = state.public
    if public.offer is None or public.stage != "scored":
        return state
    if hand_size(public.offer, public.active) < HAND:
        return with_public(state, stage="take")
    return score_card(state, public.offer.columns[public.offer.last - 1][0])


def why_closed(public: Public, column: int) -> Text | None:
    """Return the refusal if the demon closes this column, else None (BALI-32)."""
    return text("bali.demon_there", column=column) if column == public.demon else None


def awaited_dues(public: Public) -> tuple[Due, ...]:
    """Return the dues of the stages that only a tracked offer has. Return none in other stages."""
    if public.stage == "setup":
        return _setup_dues(public)
    if public.stage == "take":
        seat, held = public.seats[public.active], hand_size(offer_of(public), public.active)
        return (dues.seat_due(f"take-{public.turn}-{held}", "take", seat),)
    if public.stage == "refill":
        cards = deck_size(offer_of(public), public.options.oracle)
        return (dues.table_due(f"refill-{public.turn}-{cards}", "refill", chance=Chance.DRAWN),)
    return ()


def _setup_dues(public: Public) -> tuple[Due, ...]:
    """Return a due for each hand and each column that is still missing."""
    offer = offer_of(public)
    hands = (_hand_due(f"hand-{i}", seat) for i, seat in enumerate(public.seats) if not offer.hands[i].entered)
    columns = (
        dues.table_due(_column_id(n), "column", chance=Chance.DRAWN)
        for n in range(1, COLUMNS + 1)
        if not offer.columns[n - 1]
    )
    return (*hands, *columns)


def _column_id(number: int) -> str:
    return f"column-{number}"


def _hand_due(id_: str, seat: Seat) -> Due:
    """Return the question for a hand. All see that it was answered, but the seat alone knows the kinds."""
    return dues.seat_due(id_, "hand", seat, known_to={"farmers": frozenset({seat})})


def hand_corrections(public: Public) -> tuple[Due, ...]:
    """Return a due for each seat to correct its start farmers, from the first turn to the end. Nobody waits for them."""
    if public.offer is None or public.stage in ("setup", "end"):
        return ()
    return _hands_again(public.seats)


@cached_by_type
def _hands_again(seats: tuple[Seat, ...]) -> tuple[Due, ...]:
    return tuple(changed(_hand_due(f"hand-{i}-again", seat), waits=False) for i, seat in enumerate(seats))


def draw(public: Public, due: Due, pick: Pick) -> LayOut | Refill:
    """Draw the cards that this due asks for. Each card in the deck is equally likely. Oracles are shuffled into the deck
    after the columns (BALI-26)."""
    if due.kind == "column":
        number = column_of(due)
        return LayOut(number, [card for card in _cards(offer_of(public), False, pick) if card != "oracle"])
    return Refill(_cards(offer_of(public), public.options.oracle, pick))


def column_of(due: Due) -> int:
    """Return the number of the column that a due of the set-up asks for."""
    return next(n for n in range(1, COLUMNS + 1) if due.id == _column_id(n))


def _cards(offer: Offer, oracle: bool, pick: Pick) -> list[DeckCard]:
    """Draw the cards of a full column. If fewer are left, return all of them in the order of DECK_CARDS."""
    deck = [card for card, n in cards_left(offer, oracle).items() for _ in range(n)]
    return deck if len(deck) < COLUMN_LENGTH else [deck.pop(pick(len(deck))) for _ in range(COLUMN_LENGTH)]
