"""The payment helper, where the sheets are on paper alone (ANIM-11, ANIM-27)."""

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, form_start
from companion.core.answers import Answers, Choice, Field, Form, Option, Step, Steps
from companion.core.dues import Due, Event
from companion.core.state import Seat, with_own
from companion.core.words import Text, text
from companion.games.animism.paying import each_once, marked_ways, payment_option, payments, ways_step, worth
from companion.games.animism.pieces import COLOURS, Colour, Four, by_name, colour_name, colour_sign, four, minus
from companion.games.animism.score import MOST
from companion.games.animism.state import AnimismState, Own, Public, place_of
from companion.games.animism.work import FLAT


class Hand(Action, frozen=True, tag="hand"):
    """The resources that a seat enters in the payment helper (ANIM-27)."""

    resources: dict[Colour, int] | UnsetType = UNSET

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        return with_own(state, event.asked, hand=four(self.resources or {}))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.hand")


def ask_hand(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for a seat's resources. Once they are entered, show the ways to pay each price (ANIM-11)."""
    assert own is not None
    assert due.seat is not None
    mine = public.colours[place_of(public, due.seat)]
    return Answers(
        forms=(_holding(tuple(c for c in COLOURS if c != mine), own.hand),),
        steps=_prices(own.hand) if any(own.hand) else None,
        collapsed=text("animism.ask.helper"),
        hint=text("animism.ask.helper_hint"),
        panel=text("animism.panel.helper"),
    )


def _holding(colours: tuple[Colour, ...], hand: Four) -> Form:
    field = Field("resources", min=0, max=MOST, default=0, keys=colours, lies=True)
    labels = tuple((colour_name(of), colour_sign(of)) for of in colours)
    stands = {str(of): hand[COLOURS.index(of)] for of in colours}
    hold = text("animism.ask.hold")
    return Form(form_start(Hand), (field,), hold, labels=labels, initial={"resources": stands}, goes_on=True)


def _prices(hand: Four) -> Steps:
    """Return two steps: a price, then the ways to pay it."""
    prices = range(1, min(worth(hand), FLAT) + 1)
    found = [(price, pay) for price in prices for pay in payments(hand, price)]
    ways = each_once(pay for _, pay in found)
    numbers = tuple(Choice(text("animism.number", n=price)) for price in prices)
    least = {price: marked_ways(payments(hand, price)) for price in prices}
    options = tuple(_paid(hand, pay, (price - 1, ways.index(pay)), pay in least[price]) for price, pay in found)
    price = Step(numbers, 5, text("animism.ask.price"), panel=text("animism.panel.price"))
    return Steps((price, ways_step(ways)), options, tells=True)


def _paid(hand: Four, pay: Four, path: tuple[int, ...], least: bool) -> Option:
    return payment_option(Hand(by_name(minus(hand, pay))), hand, pay, path, least)
