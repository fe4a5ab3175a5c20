"""The night market as a game for a table: its questions, screens and score."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.core import dues
from companion.core.actions import as_data, type_of
from companion.core.answers import Answers
from companion.core.dues import Chance, Due
from companion.core.game import Game, Pick
from companion.core.score import Score, ScoreLine, ranked
from companion.core.state import Reach, Seat
from companion.core.view import View
from companion.core.words import BadFile, Text, text
from tests.toy import asks, views
from tests.toy.actions import ACTIONS, Deal, First, ToyAct
from tests.toy.stalls import Stalls
from tests.toy.state import (
    CARDS,
    Box,
    Options,
    Own,
    Public,
    ToyState,
    bidder,
    first_state,
    next_place,
)


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty sheet, as a market is never scored from one."""


class Toy(Game[Public, Own, Box, Options, ToyAct, Sheet]):
    id = "toy"
    rules = 1
    kits = ("board", "paper")
    options = Options
    owner_things = (Stalls(),)
    actions = ACTIONS
    sheets = Sheet

    def sizes(self, options: Options) -> range:
        return range(3, 5)

    def first_state(self, seats: Sequence[Seat], options: Options) -> ToyState:
        return first_state(seats, options)

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

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return {seat: {"coin": coins} for seat, coins in zip(public.seats, public.coins, strict=True)}

    def counted(self, sign: str, n: int) -> Text:
        return text("toy.coins")

    def words(self, public: Public, seat: Seat | None, action: ToyAct) -> Text:
        fields = {name: value for name, value in as_data(action).items() if name != "type"}
        return text(f"toy.told.{type_of(type(action))}", **fields)

    def score(self, state: ToyState) -> Score | None:
        public = state.public
        if not public.cards:
            return None
        lines = {
            seat: (ScoreLine("toy.coins", public.coins[i], "TOY-1"), ScoreLine("toy.cards", sum(public.cards[i]), "TOY-2"))
            for i, seat in enumerate(public.seats)
        }
        worth = {seat: (sum(line.points for line in seat_lines),) for seat, seat_lines in lines.items()}
        return Score(ranked(public.seats, worth), lines)

    def sheet(self, sheet: Sheet) -> Score:
        raise BadFile("toy.no_sheet")


# Questions


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
    """Return the questions to all seats that are not ready yet."""
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
    """Return an offer to count for each seat after the end. The game waits for none of them."""
    seats = enumerate(public.seats if public.stage == "end" else ())
    return tuple(dues.offer_due(f"count-{i}", "count", seat) for i, seat in seats)
