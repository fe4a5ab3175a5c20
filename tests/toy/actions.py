"""The actions of a night market, with their rules."""

from dataclasses import replace
from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, ActionTypes, or_default, required
from companion.core.dues import Event
from companion.core.state import Seat, changed, revealed_to, with_all_own, with_own, with_public
from companion.core.words import Refused, refuse_if
from tests.toy.state import Box, Place, Public, Take, Token, ToyState, full, next_place, pay, used


class Deal(Action, frozen=True, tag="deal"):
    """The box deals each seat a hidden card."""

    hands: dict[Seat, int] | UnsetType = UNSET

    def play(self, state: ToyState, event: Event["Deal"]) -> ToyState:
        hands = required(self.hands)
        if set(hands) != set(state.own) or len({*hands.values(), *state.box.dealt}) < len(hands) + len(state.box.dealt):
            raise Refused("toy.dealt_wrongly")
        own = {s: changed(mine, cards=(*mine.cards, hands[s]), choice=None, token=None) for s, mine in state.own.items()}
        state = changed(state, own=own, box=Box((*state.box.dealt, *(hands[s] for s in state.public.seats))))
        return with_public(state, stage="first" if state.public.first is None else "choose", bids=(), tries=1)


class First(Action, frozen=True, tag="first"):
    """The seat that begins."""

    seat: Seat

    def play(self, state: ToyState, event: Event["First"]) -> ToyState:
        return with_public(state, first=state.public.seats.index(self.seat), stage="choose")


class Choose(Action, frozen=True, tag="choose"):
    """A choice under seal."""

    take: Take | UnsetType = UNSET

    def play(self, state: ToyState, event: Event["Choose"]) -> ToyState:
        state = with_own(state, event.asked, choice=required(self.take))
        chosen = tuple(own.choice for own in (state.own[s] for s in state.public.seats) if own.choice)
        return _all_in(state, chosen) if len(chosen) == len(state.own) else state


class Pack(Action, frozen=True, tag="pack"):
    """A secret step: one more thing for the seat's own bag."""

    goods: int | UnsetType = UNSET

    def play(self, state: ToyState, event: Event["Pack"]) -> ToyState:
        own = state.own[event.asked]
        refuse_if(full(own))
        return with_own(state, event.asked, packed=(*own.packed, required(self.goods)))


class Ready(Action, frozen=True, tag="ready"):
    """The public news that a seat has packed its bag."""

    def play(self, state: ToyState, event: Event["Ready"]) -> ToyState:
        """Note that a seat is ready. The last one reveals all bags."""
        ready = tuple(sorted((*state.public.ready, state.public.seats.index(event.asked))))
        if len(ready) < len(state.public.seats):
            return with_public(state, ready=ready)
        bags = tuple(state.own[seat].packed for seat in state.public.seats)
        return revealed_to(with_all_own(with_public(state, ready=(), bags=bags, stage="bid"), packed=()))


class Bid(Action, frozen=True, tag="bid"):
    """A token that a seat places face down. The place is public."""

    at: Place
    token: int | UnsetType = UNSET

    def play(self, state: ToyState, event: Event["Bid"]) -> ToyState:
        public, seat, token = state.public, event.asked, required(self.token)
        own = state.own[seat]
        if used(own, token):
            raise Refused("toy.used")
        state = with_own(state, seat, token=token, used=(*own.used, token))
        bids = (*public.bids, Token(public.seats.index(seat), self.at))
        return with_public(state, bids=bids, stage="reveal" if len(bids) == len(public.seats) else "bid")


class Reveal(Action, frozen=True, tag="reveal"):
    """The reveal of all tokens of a place."""

    at: Place

    def play(self, state: ToyState, event: Event["Reveal"]) -> ToyState:
        public, at = state.public, self.at
        if at != next_place(public):
            raise Refused("toy.not_there")
        shown = {bid.place: state.own[public.seats[bid.place]].token or 0 for bid in public.bids if bid.at == at}
        bids = tuple(replace(bid, n=shown.get(bid.place, bid.n)) for bid in public.bids)
        best = [place for place, token in shown.items() if token == max(shown.values())]
        wins = [3 * (best == [i]) for i in range(len(public.seats))]
        state = revealed_to(pay(state, f"reveal-{public.night}-{at}", wins, bids=bids))
        return state if next_place(state.public) else _next_night(state)


class Oath(Action, frozen=True, tag="oath"):
    """An oath to a seat or to nobody. It stays secret for ever."""

    to: Seat | UnsetType | None = UNSET

    def play(self, state: ToyState, event: Event["Oath"]) -> ToyState:
        return with_own(state, event.asked, oath=required(self.to))


class SetRight(Action, frozen=True, tag="set"):
    """A correction: the number of coins that a seat really has."""

    seat: Seat
    coins: int

    def play(self, state: ToyState, event: Event["SetRight"]) -> ToyState:
        public, answer = state.public, self
        changes = [(answer.coins - n) * (seat == answer.seat) for seat, n in zip(public.seats, public.coins, strict=True)]
        return pay(state, f"set-{public.mended}", changes, mended=public.mended + 1)


class Count(Action, frozen=True, tag="count"):
    """The coins that a seat counted after the end, and those that it found under the table."""

    coins: int
    found: int | UnsetType = UNSET

    def play(self, state: ToyState, event: Event["Count"]) -> ToyState:
        seat, answer = event.asked, self
        others = tuple(count for count in state.public.counted if count[0] != seat)
        return with_public(state, counted=tuple(sorted((*others, (seat, answer.coins + or_default(answer.found, 0))))))


def _all_in(state: ToyState, chosen: tuple[Take, ...]) -> ToyState:
    """Reveal all choices, and pay. If all chose a coin, the coins do not suffice, and all are asked again."""
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


def _next_night(state: ToyState) -> ToyState:
    state = with_public(state, past=(*state.public.past, state.public.coins))
    public = state.public
    if public.night < public.options.nights:
        return with_public(state, night=public.night + 1, stage="deal")
    return with_public(state, stage="end", cards=tuple(state.own[seat].cards for seat in public.seats))


ToyAct = Deal | First | Choose | Pack | Ready | Bid | Reveal | Oath | SetRight | Count
ACTIONS: Final[ActionTypes[ToyAct]] = ActionTypes(ToyAct)
