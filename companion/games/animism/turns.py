"""Turns: their beginning, a seat's steps, and their end (ANIM-05 to ANIM-07, ANIM-18, ANIM-25). With sheets on paper alone
there is the payment helper instead of steps."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data, form_start, required
from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.dues import Due, Event
from companion.core.state import Seat, State, changed, revealed_to, with_own, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.animism import dice, drawing, papers
from companion.games.animism.buying import ask_buy
from companion.games.animism.dice import Roll, to_roll
from companion.games.animism.papers import MARKS, Paper
from companion.games.animism.paying import each_once, marked_ways, payment_option, payments, ways_step, worth
from companion.games.animism.pieces import (
    COLOURS,
    NONE,
    BonusMark,
    Colour,
    Four,
    by_name,
    colour_name,
    colour_sign,
    four,
    fourth,
    minus,
    plus,
)
from companion.games.animism.score import MOST
from companion.games.animism.state import (
    AnimismState,
    Deeds,
    Options,
    Own,
    Phase,
    Public,
    colours_of,
    pen,
    place_of,
    sheet_of,
)
from companion.games.animism.work import DICE_PRICE, Work, own_at_start, with_step, work_of


class Done(Action, frozen=True, tag="done"):
    """The end of a seat's turn (ANIM-05). The seat gives back its resources above the limit (ANIM-18). After the last seat's
    answer the sheets are passed on."""

    is_move = False

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        seat, public = event.asked, state.public
        if public.is_twin:
            refuse_if(why_not_finish(work_of(state, seat)))
        kept = papers.kept_resources(state.own[seat].hand)
        state = with_own(state, seat, hand=kept, given_back=minus(state.own[seat].hand, kept))
        state = with_public(state, done=tuple(sorted((*public.done, place_of(public, seat)))))
        return _after_turn(state) if len(state.public.done) == len(public.seats) else state

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.done")


class Bonus(Action, frozen=True, tag="bonus"):
    """The bonus that a seat circles on the sheet in front of it (ANIM-25)."""

    mark: BonusMark | UnsetType = UNSET

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        work = work_of(state, event.asked)
        mark: BonusMark = required(self.mark)
        refuse_if(why_not_circle(work))
        return with_step(state, event.asked, bonus=mark, paper=papers.circled(work.paper, mark))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.bonus") if self.mark is UNSET else text("animism.told.circled", mark=self.mark)


def why_not_finish(work: Work) -> Text | None:
    """Return the refusal if a seat still has to roll, buy or draw, else None (ANIM-05)."""
    if work.own.phase in ("die", "buy", "draw"):
        return text(f"animism.why.first_{work.own.phase}")
    return text("animism.why.first_roll") if work.rolled_again() else None


def why_not_circle(work: Work) -> Text | None:
    """Return the refusal if a seat cannot circle a bonus, else None. Each seat circles once a game, and each sheet has one
    bonus (ANIM-25)."""
    if work.own.bonus or work.public.circled[work.place]:
        return text("animism.why.bonus_used")
    return text("animism.why.sheet_circled") if work.paper.mark else None


def first_state(seats: Sequence[Seat], options: Options) -> AnimismState:
    """Return the state before the first turn (ANIM-03). Raise BadFile if the number of colours is not that of the seats."""
    public = Public(tuple(seats), options, colours_of(seats, options), circled=(None,) * len(seats))
    if not public.is_twin:
        return State(public, dict.fromkeys(public.seats, Own()), None)
    nobody = fourth(public.colours)
    blank = papers.blank(public.ground, None if nobody is None else COLOURS.index(nobody))
    public = changed(public, papers=(blank,) * len(seats), hands=(NONE,) * len(seats))
    return _begun(State(public, {}, None))


def _begun(state: AnimismState) -> AnimismState:
    """Return the state at the start of a turn: each seat has its supply and its first step."""
    public = state.public
    hands = tuple(plus(hand, _supply(public, i)) for i, hand in enumerate(public.hands))
    public = changed(public, hands=hands)
    own = {seat: own_at_start(Work(public, _own_with_sheet(public, i), i)) for i, seat in enumerate(public.seats)}
    return changed(state, public=public, own=own)


def _supply(public: Public, place: int) -> Four:
    """Return a seat's supply (ANIM-07)."""
    if public.round == 1:
        return NONE
    return papers.supply(public.ground, public.papers[sheet_of(public, place)], pen(public, place))


def _own_with_sheet(public: Public, place: int) -> Own:
    return Own(hand=public.hands[place], paper=public.papers[sheet_of(public, place)])


def _after_turn(state: AnimismState) -> AnimismState:
    public = state.public
    if public.is_twin:
        state = revealed_to(_published(state))
    state = with_public(state, turn=public.turn + 1, done=())
    if state.public.turn < public.turns:
        return _begun(state) if public.is_twin else state
    readings, left = (None,) * len(public.seats), (None,) * len(public.seats)
    return with_public(state, stage="end" if public.is_twin else "sheets", readings=readings, left=left)


def _published(state: AnimismState) -> AnimismState:
    """Return the state in which everybody may see what each seat did on its sheet in this turn (ANIM-05)."""
    public, owns = state.public, [state.own[seat] for seat in state.public.seats]
    sheets = _by_owner(public, owns)
    deeds = tuple(Deeds(sheet_of(public, i), own.drawn, own.bonus, own.given_back) for i, own in enumerate(owns))
    return with_public(
        state,
        papers=sheets,
        hands=tuple(own.hand for own in owns),
        circled=tuple(before or own.bonus for before, own in zip(public.circled, owns, strict=True)),
        past=(*public.past, deeds),
        sheets_after=(*public.sheets_after, sheets),
    )


def _by_owner(public: Public, owns: Sequence[Own]) -> tuple[Paper, ...]:
    found = {sheet_of(public, i): own.paper for i, own in enumerate(owns)}
    return tuple(paper for i in range(len(owns)) if (paper := found[i]) is not None)


DONE: Final = Option(as_data(Done()), text("animism.ask.done"))


def ask_turn(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat for its next step. With sheets on paper alone, ask only for the end of its turn (ANIM-05)."""
    assert own is not None
    assert due.seat is not None
    if public.is_twin:
        return ask_step(public, own, place_of(public, due.seat))
    return Answers(main=DONE, panel=text("animism.panel.turn"))


def ask_step(public: Public, own: Own, place: int) -> Answers:
    """Ask a seat for its next step on the phone."""
    work = Work(public, own, place)
    lots = Option(form_start(Roll), text("animism.ask.box_rolls")) if to_roll(work) else None
    return _with_bonus(work, msgspec.structs.replace(PHASES[own.phase](work), main=_done_option(work), lots=lots))


def _done_option(work: Work) -> Option:
    return Option(as_data(Done()), text("animism.ask.done"), why=why_not_finish(work))


def _with_bonus(work: Work, asked: Answers) -> Answers:
    """Return the answers of a step, and beside them the bonuses that the seat may circle (ANIM-25). They may be circled in
    any step, but few seats want to, so they are out of the way."""
    if not work.public.options.advanced:
        return asked
    if why_not_circle(work):  # no screen shows the form, but a record that uses it is refused with the reason
        form = Form(form_start(Bonus), (Field("mark", of=MARKS),), text("animism.ask.bonus"), drawn=False)
        forms: tuple[Form, ...] = (*asked.forms, form)
        return msgspec.structs.replace(asked, forms=forms)
    marks = tuple(Option(as_data(Bonus(mark)), text(f"animism.bonus.{mark}")) for mark in MARKS)
    group = Group(marks, 1, title=text("animism.ask.bonus"), hint=text("animism.ask.bonus_hint"), seldom=True)
    groups: tuple[Group, ...] = (*asked.groups, group)
    return msgspec.structs.replace(asked, groups=groups, seldom=text("animism.ask.bonus"))


PHASES: Final[Mapping[Phase, Callable[[Work], Answers]]] = {
    "die": dice.ask_first_roll,
    "buy": ask_buy,
    "draw": drawing.ask_draw,
    "choose": dice.ask_both,
    "dice": dice.ask_rolled,
    "closing": lambda work: Answers(),
}


# The payment helper, where the sheets are on paper alone (ANIM-11, ANIM-27)


class Hand(Action, frozen=True, tag="hand"):
    """The resources that a seat has, as it enters them in the payment helper (ANIM-27)."""

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
        panel=text("animism.panel.helper"),
    )


def _holding(colours: tuple[Colour, ...], hand: Four) -> Form:
    field = Field("resources", min=0, max=MOST, default=0, keys=colours, on_table=True)
    labels = tuple((colour_name(colour), colour_sign(colour)) for colour in colours)
    initial = {str(colour): hand[COLOURS.index(colour)] for colour in colours}
    hold = text("animism.ask.hold")
    return Form(form_start(Hand), (field,), hold, labels=labels, initial={"resources": initial}, goes_on=True)


def _prices(hand: Four) -> Steps:
    """Return two steps: a price, then the ways to pay it."""
    prices = range(1, min(worth(hand), DICE_PRICE) + 1)
    found = [(price, pay) for price in prices for pay in payments(hand, price)]
    ways = each_once(pay for _, pay in found)
    numbers = tuple(Choice(text("animism.number", n=price)) for price in prices)
    least = {price: marked_ways(payments(hand, price)) for price in prices}
    options = tuple(_paid(hand, pay, (price - 1, ways.index(pay)), pay in least[price]) for price, pay in found)
    hint = text("animism.ask.helper_hint")
    price = Step(numbers, 5, text("animism.ask.price"), hint=hint, panel=text("animism.panel.price"))
    return Steps((price, ways_step(ways)), options, show_small=True)


def _paid(hand: Four, pay: Four, path: tuple[int, ...], least: bool) -> Option:
    return payment_option(Hand(by_name(minus(hand, pay))), hand, pay, path, least)
