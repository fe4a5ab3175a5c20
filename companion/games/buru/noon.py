"""Noon: the tokens kept are shown, and with rivals what their open plot cards say."""

from companion.core.dues import Event
from companion.core.state import revealed_to, with_public
from companion.core.words import refuse_if
from companion.games.buru import afternoon, forbids, payout, purse
from companion.games.buru.actions import Plan, Reveal, Show
from companion.games.buru.pieces import PAIR, Bonus, Explorer, power_of
from companion.games.buru.state import BuruState, before
from companion.games.buru.stories import token_in


def reveal(state: BuruState, event: Event[Reveal]) -> BuruState:
    """BURU-08: everybody's last token is turned up, for so many fish."""
    state = revealed_to(state)
    for by, seat in enumerate(state.public.names[: state.public.people]):
        state = _kept(state, by, state.own[seat].hand[0])
    return _ask_rivals(state)


def show(state: BuruState, event: Event[Show]) -> BuruState:
    """BURU-25: the fish of a rival's last token."""
    rival, powers = state.public.active, event.action.powers
    assert rival is not None
    refuse_if(forbids.show(state.public, rival, powers))
    return _ask_rivals(_kept(state, rival, powers[0]))


def plan(state: BuruState, event: Event[Plan]) -> BuruState:
    """BURU-29: what two tokens at the lake bring a rival."""
    return planned(state, event.action.lake)


def planned(state: BuruState, lake: Bonus) -> BuruState:
    """The rival that is asked for has this bonus."""
    assert state.public.active is not None
    return _ask_rivals(before(state, state.public.active, plan=lake))


def _kept(state: BuruState, by: int, token: Explorer) -> BuruState:
    """What is over 20 is lost, so the fish can be fewer than the power."""
    state = before(state, by, kept=token)
    return payout.because(state, purse.gain_fish(state, by, power_of(token)), token_in("buru.kept", token))


def _ask_rivals(state: BuruState) -> BuruState:
    """First every rival's token, then the plans that will be needed; A before B."""
    public = state.public
    for rival in public.rivals:
        if public.players[rival].kept is None:
            return with_public(state, stage="show", active=rival)
    for rival in public.rivals:
        if len(public.at("lake", rival)) == PAIR and public.players[rival].plan is None:
            return with_public(state, stage="plan", active=rival)
    return afternoon.next_region(state)
