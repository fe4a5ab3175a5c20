"""Before the first round, in any order: roles, the blueprint, the first Master."""

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from companion.core.actions import known
from companion.core.dues import Event
from companion.core.game import Pick
from companion.core.state import Seat, changed, now_open, of_seat, showing
from companion.core.words import Refused, insist
from companion.games.babel import forbids, pieces, pile, sealed
from companion.games.babel.actions import Blueprint, Deal, Master, OwnRole
from companion.games.babel.pieces import Card, Role
from companion.games.babel.state import BabelState, Box, Public, place_of
from companion.games.babel.tower import nine


def draw_deal(public: Public, pick: Pick) -> Deal:
    """BABEL-05, BABEL-06: one Messenger, and where phones hold the hands three cards each."""
    messenger = pick(len(public.seats))
    roles: dict[Seat, Role] = {seat: "messenger" if i == messenger else "architect" for i, seat in enumerate(public.seats)}
    return Deal(roles, pile.dealt(public.seats, pick)) if public.on_phones else Deal(roles)


def deal(state: BabelState, event: Event[Deal]) -> BabelState:
    """BABEL-05, BABEL-06: roles, and on phones hands, as they were drawn."""
    roles, hands = known(event.action.roles), event.action.hands
    _insist_on_one_messenger(roles.values())
    for seat, role in roles.items():
        state = of_seat(state, seat, role=role)
    state = sealed.opened(now_open(state, has_roles=True))
    return _begun(state if hands is UNSET else _hands(state, hands))


def _insist_on_one_messenger(roles: Iterable[Role]) -> None:
    if list(roles).count("messenger") != 1:  # BABEL-01
        raise Refused("babel.one_messenger")


def _hands(state: BabelState, hands: Mapping[Seat, list[Card]]) -> BabelState:
    if not pile.may_be_dealt(hands):
        raise Refused("babel.no_such_deal")
    seats = state.public.seats
    for seat in seats:
        state = pile.with_cards(state, seat, hands[seat])
    out = tuple(sorted(card for hand in hands.values() for card in hand))
    state = now_open(state, pile=pieces.pile(len(seats)))
    return changed(state, box=Box(out=out, top=pieces.on_top(len(seats))))


def role(state: BabelState, event: Event[OwnRole]) -> BabelState:
    """BABEL-05: every phone says which card it drew; with no Messenger or two all are asked again."""
    state = sealed.put(state, event.asked, known(event.action.role))
    if not sealed.is_in(state):
        return state
    words = sealed.words(state, str)
    if list(words.values()).count("messenger") != 1:
        return sealed.asked_again(state)
    for i, word in words.items():
        state = of_seat(state, state.public.seats[i], role=word)
    return _begun(sealed.opened(showing(now_open(state, has_roles=True))))


def blueprint(state: BabelState, event: Event[Blueprint]) -> BabelState:
    """BABEL-03: what is to be built."""
    cells = event.action.cells
    insist(forbids.blueprint(cells))
    return _begun(now_open(state, blueprint=nine(cells)))


def first_master(state: BabelState, event: Event[Master]) -> BabelState:
    """BABEL-07: drawn at random."""
    return _begun(now_open(state, master=place_of(state.public, event.action.seat)))


def _begun(state: BabelState) -> BabelState:
    """The first round begins when all three are known."""
    public = state.public
    is_ready = public.has_roles and public.blueprint is not None and public.master is not None
    return now_open(state, stage="appoint", round=1) if is_ready else state
