"""The night market as a game that the table can hold."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from companion.core import dues
from companion.core.actions import Cases, as_data, or_default, required, rule, type_of
from companion.core.answers import Answers
from companion.core.dues import Chance, Due, Event
from companion.core.game import Game, Phones, Pick
from companion.core.score import Line, Score, ranked
from companion.core.state import Reach, Seat, changed, revealed_to, with_all_own, with_own, with_public
from companion.core.view import View
from companion.core.words import BadFile, Refused, Text, refuse_if, text
from tests.toy import asks, views
from tests.toy.actions import ACTIONS, Bid, Choose, Count, Deal, First, Oath, Pack, Ready, Reveal, SetRight, ToyAct
from tests.toy.stalls import Stalls
from tests.toy.state import (
    CARDS,
    Box,
    Options,
    Own,
    Public,
    Take,
    Token,
    ToyState,
    bidder,
    lay_out,
    next_place,
    pay,
)


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A market is never scored from a sheet."""


class Toy(Game[Public, Own, Box, Options, ToyAct, Sheet]):
    id = "toy"
    rules = 1
    kits = ("board", "paper")
    options = Options
    kept = (Stalls(),)
    actions = ACTIONS
    sheets = Sheet

    def sizes(self, options: Options) -> range:
        return range(3, 5)

    def phones(self, options: Options) -> Phones:
        return "each"

    def setup(self, seats: Sequence[Seat], options: Options) -> ToyState:
        return lay_out(seats, options)

    def due(self, state: ToyState) -> Sequence[Due]:
        return (*_waiting(state), *_oaths(state.public), *_counts(state.public), dues.SET_RIGHT)

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        return asks.answers(public, own, due)

    def draw(self, state: ToyState, due: Due, pick: Pick) -> ToyAct:
        seats = state.public.seats
        if due.kind == "first":
            return First(seats[pick(len(seats))])
        left = [card for card in CARDS if card not in state.box.dealt]
        return Deal({seat: left.pop(pick(len(left))) for seat in seats})

    def play(self, state: ToyState, event: Event[ToyAct]) -> ToyState:
        return RULES(event.action, state, event)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return {seat: {"coin": coins} for seat, coins in zip(public.seats, public.coins, strict=True)}

    def counted(self, sign: str, n: int) -> Text:
        return text("toy.coins")

    def tell(self, public: Public, seat: Seat | None, action: ToyAct) -> Text:
        told = {name: value for name, value in as_data(action).items() if name != "type"}
        return text(f"toy.told.{type_of(type(action))}", **told)

    def score(self, state: ToyState) -> Score | None:
        public = state.public
        if not public.cards:
            return None
        lines = {
            seat: (Line("toy.coins", public.coins[i], "TOY-1"), Line("toy.cards", sum(public.cards[i]), "TOY-2"))
            for i, seat in enumerate(public.seats)
        }
        worth = {seat: (sum(line.points for line in said),) for seat, said in lines.items()}
        return Score(ranked(public.seats, worth), lines)

    def sheet(self, sheet: Sheet) -> Score:
        raise BadFile("toy.no_sheet")

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return [1] * len(answers.legal())


# What is awaited


def _waiting(state: ToyState) -> tuple[Due, ...]:
    public = state.public
    stage, night = public.stage, public.night
    if stage == "deal":
        return (dues.table_due(f"deal-{night}", "deal", known_to={"hands": Reach.EACH}, chance=Chance.BOX),)
    if stage == "first":
        return (dues.table_due("first", "first", chance=Chance.DRAWN),)
    if stage == "choose":
        return _choices(state)
    if stage == "pack":
        return _packing(state)
    if stage == "bid":
        seat = public.seats[bidder(public)]
        known_to = {"at": Reach.EVERYONE, "token": frozenset({seat})}
        return (dues.seat_due(f"bid-{night}-{len(public.bids)}", "bid", seat, known_to=known_to),)
    return (dues.table_due(f"reveal-{night}-{next_place(public)}", "reveal"),) if stage == "reveal" else ()


def _choices(state: ToyState) -> tuple[Due, ...]:
    public = state.public
    missing = [i for i, seat in enumerate(public.seats) if state.own[seat].choice is None]
    return dues.sealed_dues(f"choose-{public.night}-{public.tries}", "choose", dict(enumerate(public.seats)), missing)


def _packing(state: ToyState) -> tuple[Due, ...]:
    """Who has not said to be ready, however much it has packed."""
    public = state.public
    busy = ((i, seat) for i, seat in enumerate(public.seats) if i not in public.ready)
    return tuple(
        dues.course_due(f"pack-{public.night}-{i}", len(state.own[seat].packed), "pack", seat, overt={"ready"})
        for i, seat in busy
    )


def _oaths(public: Public) -> tuple[Due, ...]:
    seats = enumerate(public.seats if public.options.oaths else ())
    return tuple(dues.offer_due(f"oath-{i}", "oath", seat, secret=True, forever=True) for i, seat in seats)


def _counts(public: Public) -> tuple[Due, ...]:
    """After the end everybody may count; nobody is awaited for it."""
    seats = enumerate(public.seats if public.stage == "end" else ())
    return tuple(dues.offer_due(f"count-{i}", "count", seat) for i, seat in seats)


# What happens


def _deal(state: ToyState, event: Event[Deal]) -> ToyState:
    hands = required(event.action.hands)
    if set(hands) != set(state.own) or len({*hands.values(), *state.box.dealt}) < len(hands) + len(state.box.dealt):
        raise Refused("toy.dealt_wrongly")
    own = {s: changed(mine, cards=(*mine.cards, hands[s]), choice=None, token=None) for s, mine in state.own.items()}
    state = changed(state, own=own, box=Box((*state.box.dealt, *(hands[s] for s in state.public.seats))))
    return with_public(state, stage="first" if state.public.first is None else "choose", bids=(), tries=1)


def _first(state: ToyState, event: Event[First]) -> ToyState:
    return with_public(state, first=state.public.seats.index(event.action.seat), stage="choose")


def _choose(state: ToyState, event: Event[Choose]) -> ToyState:
    state = with_own(state, event.asked, choice=required(event.action.take))
    chosen = tuple(own.choice for own in (state.own[s] for s in state.public.seats) if own.choice)
    return _all_in(state, chosen) if len(chosen) == len(state.own) else state


def _all_in(state: ToyState, chosen: tuple[Take, ...]) -> ToyState:
    """Everybody's choice is turned up. There are not coins enough for all: then all are asked again."""
    state, public = revealed_to(with_public(state, chosen=chosen)), state.public
    if set(chosen) == {"coin"}:
        return with_public(with_all_own(state, choice=None), tries=public.tries + 1)
    return pay(
        state,
        f"choose-{public.night}-{public.tries}",
        [int(take == "coin") for take in chosen],
        stage=_after_choosing(public),
    )


def _after_choosing(public: Public) -> str:
    return "pack" if public.options.packing else "bid"


def _pack(state: ToyState, event: Event[Pack]) -> ToyState:
    own = state.own[event.asked]
    refuse_if(asks.full(own))
    return with_own(state, event.asked, packed=(*own.packed, required(event.action.goods)))


def _ready(state: ToyState, event: Event[Ready]) -> ToyState:
    """The last one opens all bags."""
    ready = tuple(sorted((*state.public.ready, state.public.seats.index(event.asked))))
    if len(ready) < len(state.public.seats):
        return with_public(state, ready=ready)
    bags = tuple(state.own[seat].packed for seat in state.public.seats)
    return revealed_to(with_all_own(with_public(state, ready=(), bags=bags, stage="bid"), packed=()))


def _bid(state: ToyState, event: Event[Bid]) -> ToyState:
    public, seat, token = state.public, event.asked, required(event.action.token)
    own = state.own[seat]
    if asks.used(own, token):
        raise Refused("toy.used")
    state = with_own(state, seat, token=token, used=(*own.used, token))
    bids = (*public.bids, Token(public.seats.index(seat), event.action.at))
    return with_public(state, bids=bids, stage="reveal" if len(bids) == len(public.seats) else "bid")


def _reveal(state: ToyState, event: Event[Reveal]) -> ToyState:
    public, at = state.public, event.action.at
    if at != next_place(public):
        raise Refused("toy.not_there")
    shown = {bid.place: state.own[public.seats[bid.place]].token or 0 for bid in public.bids if bid.at == at}
    bids = tuple(replace(bid, n=shown.get(bid.place, bid.n)) for bid in public.bids)
    best = [place for place, token in shown.items() if token == max(shown.values())]
    wins = [3 * (best == [i]) for i in range(len(public.seats))]
    state = revealed_to(pay(state, f"reveal-{public.night}-{at}", wins, bids=bids))
    return state if next_place(state.public) else _next_night(state)


def _next_night(state: ToyState) -> ToyState:
    state = with_public(state, past=(*state.public.past, state.public.coins))
    public = state.public
    if public.night < public.options.nights:
        return with_public(state, night=public.night + 1, stage="deal")
    return with_public(state, stage="end", cards=tuple(state.own[seat].cards for seat in public.seats))


def _oath(state: ToyState, event: Event[Oath]) -> ToyState:
    return with_own(state, event.asked, oath=required(event.action.to))


def _set(state: ToyState, event: Event[SetRight]) -> ToyState:
    public, told = state.public, event.action
    changes = [(told.coins - n) * (seat == told.seat) for seat, n in zip(public.seats, public.coins, strict=True)]
    return pay(state, f"set-{public.mended}", changes, mended=public.mended + 1)


def _count(state: ToyState, event: Event[Count]) -> ToyState:
    seat, told = event.asked, event.action
    others = tuple(said for said in state.public.counted if said[0] != seat)
    return with_public(state, counted=tuple(sorted((*others, (seat, told.coins + or_default(told.found, 0))))))


RULES: Final = Cases(
    ToyAct,
    rule(Deal, _deal),
    rule(First, _first),
    rule(Choose, _choose),
    rule(Pack, _pack),
    rule(Ready, _ready),
    rule(Bid, _bid),
    rule(Reveal, _reveal),
    rule(Oath, _oath),
    rule(SetRight, _set),
    rule(Count, _count),
)
