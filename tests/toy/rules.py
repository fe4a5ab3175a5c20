"""The night market as a game that the table can hold."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.answers import Answers
from companion.core.event import Chance, Due, Event
from companion.core.game import Phones, Pick
from companion.core.knowledge import Data, Reach, Seat
from companion.core.score import Line, Score
from companion.core.view import View
from companion.core.words import BadFile, Refused, Text, text
from tests.toy import asks, views
from tests.toy.state import (
    CARDS,
    Bid,
    Box,
    Options,
    Own,
    Public,
    ToyState,
    bidder,
    lay_out,
    next_place,
    now_open,
    of_seat,
    pay,
    showing,
)


class Toy:
    id = "toy"
    rules = 1
    options: type[Any] = Options

    def sizes(self, options: Any) -> range:
        return range(3, 5)

    def phones(self, options: Any) -> Phones:
        return "each"

    def setup(self, seats: Sequence[Seat], options: Any) -> ToyState:
        return lay_out(seats, options)

    def due(self, state: ToyState) -> Sequence[Due]:
        return (*_waiting(state), *_oaths(state.public), *_counts(state.public), _table("set", "set", waits=False))

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        return asks.answers(public, own, due)

    def draw(self, state: ToyState, due: Due, pick: Pick) -> dict[str, Any]:
        if due.kind == "first":
            return {"type": "first", "seat": state.public.seats[pick(len(state.public.seats))]}
        left = [card for card in CARDS if card not in state.box.dealt]
        return {"type": "deal", "hands": {seat: left.pop(pick(len(left))) for seat in state.public.seats}}

    def play(self, state: ToyState, event: Event) -> ToyState:
        return PLAYS[event.kind](state, event.seat, event.data)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return {seat: {"coin": coins} for seat, coins in zip(public.seats, public.coins, strict=True)}

    def tell(self, public: Public, seat: Seat | None, do: Data) -> Text:
        return text(f"toy.told.{do['type']}", **{name: value for name, value in do.items() if name != "type"})

    def score(self, state: ToyState) -> Score | None:
        public = state.public
        if not public.cards:
            return None
        lines = {
            seat: (Line("toy.coins", public.coins[i], "TOY-1"), Line("toy.cards", sum(public.cards[i]), "TOY-2"))
            for i, seat in enumerate(public.seats)
        }
        totals = {seat: sum(line.points for line in said) for seat, said in lines.items()}
        places = sorted(set(totals.values()), reverse=True)
        return Score(tuple(tuple(s for s in public.seats if totals[s] == total) for total in places), lines)

    def counts(self, state: ToyState) -> Mapping[Seat | None, Mapping[str, int]]:
        return {}

    def sheet(self, data: Data) -> Score:
        raise BadFile("toy.no_sheet")

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return [1] * len(answers.legal())


# What is awaited


def _waiting(state: ToyState) -> tuple[Due, ...]:
    public = state.public
    step, night = public.step, public.night
    if step == "deal":
        return (_table(f"deal-{night}", "deal", known_to={"hands": Reach.EACH}, chance=Chance.BOX),)
    if step == "first":
        return (_table("first", "first", chance=Chance.LOTS),)
    if step == "choose":
        return _choices(state)
    if step == "bid":
        seat = public.seats[bidder(public)]
        known_to = {"at": Reach.EVERYONE, "token": frozenset({seat})}
        return (Due(id=f"bid-{night}-{len(public.bids)}", kind="bid", seat=seat, known_to=known_to, open=True),)
    return (_table(f"reveal-{night}-{next_place(public)}", "reveal"),) if step == "reveal" else ()


def _choices(state: ToyState) -> tuple[Due, ...]:
    """Stands for every seat until the last is in; the answer that completes it is open."""
    public, question = state.public, f"choose-{state.public.night}-{state.public.tries}"
    missing = [seat for seat in public.seats if state.own[seat].choice is None]
    return tuple(
        Due(
            id=f"{question}-{i}",
            kind="choose",
            seat=seat,
            known_to=frozenset({seat}),
            open=missing == [seat],
            sealed=question,
        )
        for i, seat in enumerate(public.seats)
    )


def _oaths(public: Public) -> tuple[Due, ...]:
    if not public.options.oaths:
        return ()
    return tuple(
        Due(
            id=f"oath-{i}",
            kind="oath",
            seat=seat,
            known_to=frozenset({seat}),
            open=False,
            waits=False,
            forever=True,
        )
        for i, seat in enumerate(public.seats)
    )


def _counts(public: Public) -> tuple[Due, ...]:
    """After the end everybody may count; nobody is awaited for it."""
    seats = enumerate(public.seats if public.step == "end" else ())
    return tuple(
        Due(id=f"count-{i}", kind="count", seat=seat, known_to=Reach.EVERYONE, open=True, waits=False) for i, seat in seats
    )


def _table(id_: str, kind: str, **more: Any) -> Due:
    return Due(**{"known_to": Reach.EVERYONE, "open": True, "chance": Chance.TOLD, **more}, id=id_, kind=kind, seat=None)


# What happens


def _deal(state: ToyState, seat: Seat | None, do: Data) -> ToyState:
    hands = do["hands"]
    if set(hands) != set(state.own) or len({*hands.values(), *state.box.dealt}) < len(hands) + len(state.box.dealt):
        raise Refused("toy.dealt_wrongly")
    own = {s: replace(mine, cards=(*mine.cards, hands[s]), choice=None, token=None) for s, mine in state.own.items()}
    state = replace(state, own=own, box=Box((*state.box.dealt, *(hands[s] for s in state.public.seats))))
    return now_open(state, step="first" if state.public.first is None else "choose", bids=(), tries=1)


def _first(state: ToyState, seat: Seat | None, do: Data) -> ToyState:
    return now_open(state, first=state.public.seats.index(do["seat"]), step="choose")


def _choose(state: ToyState, seat: Seat | None, do: Data) -> ToyState:
    state = of_seat(state, seat, choice=do["take"])
    chosen = tuple(own.choice for own in (state.own[s] for s in state.public.seats) if own.choice)
    return _all_in(state, chosen) if len(chosen) == len(state.own) else state


def _all_in(state: ToyState, chosen: tuple[str, ...]) -> ToyState:
    """Everybody's choice is turned up. There are not coins enough for all: then all are asked again."""
    state, public = showing(now_open(state, chosen=chosen)), state.public
    if set(chosen) == {"coin"}:
        blank = {seat: replace(own, choice=None) for seat, own in state.own.items()}
        return now_open(replace(state, own=blank), tries=public.tries + 1)
    return pay(state, f"choose-{public.night}-{public.tries}", [int(take == "coin") for take in chosen], step="bid")


def _bid(state: ToyState, seat: Seat | None, do: Data) -> ToyState:
    public, token = state.public, do["token"]
    assert seat is not None
    own = state.own[seat]
    if asks.used(own, token):
        raise Refused("toy.used")
    state = of_seat(state, seat, token=token, used=(*own.used, token))
    bids = (*public.bids, Bid(public.seats.index(seat), do["at"]))
    return now_open(state, bids=bids, step="reveal" if len(bids) == len(public.seats) else "bid")


def _reveal(state: ToyState, seat: Seat | None, do: Data) -> ToyState:
    public = state.public
    if do["at"] != next_place(public):
        raise Refused("toy.not_there")
    shown = {bid.place: state.own[public.seats[bid.place]].token or 0 for bid in public.bids if bid.at == do["at"]}
    bids = tuple(replace(bid, token=shown.get(bid.place, bid.token)) for bid in public.bids)
    best = [place for place, token in shown.items() if token == max(shown.values())]
    wins = [3 * (best == [i]) for i in range(len(public.seats))]
    state = showing(pay(state, f"reveal-{public.night}-{do['at']}", wins, bids=bids))
    return state if next_place(state.public) else _next_night(state)


def _next_night(state: ToyState) -> ToyState:
    state = now_open(state, past=(*state.public.past, state.public.coins))
    public = state.public
    if public.night < public.options.nights:
        return now_open(state, night=public.night + 1, step="deal")
    return now_open(state, step="end", cards=tuple(state.own[seat].cards for seat in public.seats))


def _oath(state: ToyState, seat: Seat | None, do: Data) -> ToyState:
    return of_seat(state, seat, oath=do["to"])


def _set(state: ToyState, seat: Seat | None, do: Data) -> ToyState:
    public = state.public
    changes = [(do["coins"] - n) * (s == do["seat"]) for s, n in zip(public.seats, public.coins, strict=True)]
    return pay(state, f"set-{public.mended}", changes, mended=public.mended + 1)


def _count(state: ToyState, seat: Seat | None, do: Data) -> ToyState:
    assert seat is not None
    others = tuple(said for said in state.public.counted if said[0] != seat)
    return now_open(state, counted=tuple(sorted((*others, (seat, do["coins"] + do.get("found", 0))))))


PLAYS = {
    "deal": _deal,
    "first": _first,
    "choose": _choose,
    "bid": _bid,
    "reveal": _reveal,
    "oath": _oath,
    "set": _set,
    "count": _count,
}
