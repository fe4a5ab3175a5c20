"""Setting right what the box believes: stones and points, a column, or a card that a seat took."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from msgspec import UNSET, UnsetType, field

from companion.core.actions import Action, form_start, or_default, required
from companion.core.answers import Answers, Choice, Field, Form
from companion.core.caching import cached_by_type
from companion.core.dues import Due, Event
from companion.core.state import Seat, add_at, changed, with_public
from companion.core.words import Refused, Text, joined, text
from companion.games.bali.cards import card_name, cards_in_words, short_name
from companion.games.bali.end import MOST, number_field
from companion.games.bali.pieces import CARDS, Card, DeckCard, Mended, with_cards_out, with_column, with_hand
from companion.games.bali.scoring import TALLIES, Reward
from companion.games.bali.state import BaliState, Gain, Own, Public, with_gains
from companion.games.bali.tracked import offer_of, with_offer
from companion.games.bali.tracked_questions import cards_form, left_in_deck


class SetRight(Action, frozen=True, tag="set"):
    """The right numbers of a seat's stones, points or both. In a tracked offer also the right cards of a column, from the
    bottom, or one card that a seat took: `card` was wrong, and `is_` is right."""

    seat: Seat | UnsetType = UNSET
    stones: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    card: Card | UnsetType = UNSET
    is_: Card | UnsetType = field(name="is", default=UNSET)
    column: int | UnsetType = UNSET
    cards: list[Card] | UnsetType = UNSET

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        if self.column is not UNSET:
            return self._with_column(state, self.column)
        return self._with_tallies(state) if self.card is UNSET else self._with_card(state)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.cards is not UNSET:
            return text("bali.told.set_column", column=self.column, cards=cards_in_words(self.cards))
        if self.is_ is not UNSET:
            was, now = cards_in_words([required(self.card)]), cards_in_words([self.is_])
            return text("bali.told.set_card", seat=self.seat, was=was, now=now)
        tallies = {"stones": self.stones, "points": self.points}
        numbers = [text(f"bali.some.{tally}", count=n) for tally, n in tallies.items() if n is not UNSET]
        return text("bali.told.set", seat=self.seat, what=joined(numbers))

    def _with_tallies(self, state: BaliState) -> BaliState:
        public, place = state.public, self._place(state)
        stones, points = or_default(self.stones, public.stones[place]), or_default(self.points, public.points[place])
        changes = (
            Gain(place, "stone", stones - public.stones[place], now=stones),
            Gain(place, "point", points - public.points[place], now=points),
        )
        state = with_public(
            state,
            stones=add_at(public.stones, place, changes[0].n),
            points=add_at(public.points, place, changes[1].n),
        )
        return with_gains(state, *(change for change in changes if change.n))

    def _with_column(self, state: BaliState, number: int) -> BaliState:
        offer, cards = offer_of(state.public), tuple(required(self.cards))
        offer = with_cards_out(with_column(offer, number, cards), cards, went=offer.columns[number - 1])
        return with_offer(state, replace(offer, mended=Mended(column=number)))

    def _with_card(self, state: BaliState) -> BaliState:
        offer, place = offer_of(state.public), self._place(state)
        was: Card = required(self.card)
        now: Card = required(self.is_)
        taken = offer.hands[place].taken
        if was not in taken:
            raise Refused("bali.not_taken", seat=state.public.seats[place], card=card_name(was))
        at = taken.index(was)
        offer = with_hand(offer, place, taken=(*taken[:at], now, *taken[at + 1 :]))
        offer = with_cards_out(offer, came=(now,), went=(was,))
        return with_offer(state, replace(offer, mended=Mended(seat=place)))

    def _place(self, state: BaliState) -> int:
        return state.public.seats.index(required(self.seat))


SETS: Final[tuple[tuple[Reward, ...], ...]] = (("stones",), ("points",), TALLIES)


def ask_set(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the table for the pieces that are really there."""
    tallies = tuple(_tallies_form(public, tallies) for tallies in SETS)
    return Answers(forms=(*tallies, *tracked_forms(public)), panel=text("bali.panel.set"))


def _tallies_form(public: Public, tallies: tuple[Reward, ...]) -> Form:
    form, seats = _numbers_form(tallies), tuple(public.seats)
    present: Mapping[Reward, tuple[int, ...]] = {"stones": public.stones, "points": public.points}
    return changed(
        form,
        fields=(Field("seat", of=seats), *form.fields),
        initial_by_choice={seat: {tally: present[tally][i] for tally in tallies} for i, seat in enumerate(seats)},
    )


@cached_by_type
def _numbers_form(tallies: tuple[Reward, ...]) -> Form:
    """Return a form for these numbers. The caller adds the seats and their present numbers, which change more often."""
    return Form(
        form_start(SetRight),
        tuple(number_field(tally, MOST) for tally in tallies),
        text("bali.ask.set_done"),
        labels=tuple((text(f"bali.label.{tally}"), tally.removesuffix("s")) for tally in tallies),
        collapsed=text(f"bali.ask.set_{'_'.join(tallies)}"),
        panel=text(f"bali.panel.set_{'_'.join(tallies)}"),
    )


def tracked_forms(public: Public) -> tuple[Form, ...]:
    """Return the forms that correct a column or a card that a seat took. A game without a tracked offer has none."""
    if public.offer is None or public.stage in ("setup", "end"):
        return ()
    columns = ((n, cards) for n, cards in enumerate(public.offer.columns, 1) if cards)
    return (*(_column_form(public, n, cards) for n, cards in columns), _card_form(public))


def _column_form(public: Public, number: int, cards: Sequence[Card]) -> Form:
    """Return the form that corrects the cards of a column. It offers the column's present cards and those in the deck."""
    available: dict[DeckCard, int] = {card: left_in_deck(public)[card] + cards.count(card) for card in CARDS}
    words = text("bali.ask.set_column", column=number)
    form = cards_form(form_start(SetRight, column=number), text("bali.ask.set_done"), CARDS, available, len(cards))
    return _collapsed(form, words, text("bali.panel.set_column", column=number))


def _card_form(public: Public) -> Form:
    """Return the form that corrects a card that a seat took. It offers every card, because a shorter list would say which
    ones seats took (BALI-11)."""
    seat = Field("seat", of=tuple(public.seats))
    was, now = Field("card", of=CARDS), Field("is", of=CARDS)
    heads = {"card": text("bali.ask.set_was"), "is": text("bali.ask.set_is")}
    cards = tuple(Choice(short_name(card), sign=card, panel=text(f"bali.panel.{card}")) for card in CARDS)
    form = Form(
        form_start(SetRight), (seat, was, now), text("bali.ask.set_done"), choices={"card": cards, "is": cards}, heads=heads
    )
    return _collapsed(form, text("bali.ask.set_card"), text("bali.panel.set_card"))


def _collapsed(form: Form, words: Text, panel: Text) -> Form:
    return changed(form, collapsed=words, panel=panel)
