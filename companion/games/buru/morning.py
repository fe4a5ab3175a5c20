"""From the first Emissary to the last hidden bid: set-up, dawn, morning."""

from collections.abc import Iterable

from msgspec import UNSET

from companion.core.actions import or_default, required
from companion.core.dues import Event
from companion.core.state import with_own, with_public
from companion.core.words import refuse_if
from companion.games.buru import forbids, purse
from companion.games.buru.actions import First, Place, Plot, ShowDecree
from companion.games.buru.goods import goods
from companion.games.buru.lying import Decree, Token
from companion.games.buru.pieces import DECREES, FIRST_FISH, Explorer, Region
from companion.games.buru.state import BuruState, Public


def first(state: BuruState, event: Event[First]) -> BuruState:
    """BURU-02: the first Emissary has no fish, every other one 3."""
    emissary = state.public.names.index(event.action.seat)
    state = with_public(state, emissary=emissary, stage="decree")
    for by in range(len(state.public.names)):
        if by != emissary:
            state = purse.gain_fish(state, by, FIRST_FISH)
    return state


def decree(state: BuruState, event: Event[ShowDecree]) -> BuruState:
    """BURU-04: two of them lie open, then the bids begin with the Emissary."""
    told = event.action
    reward = None if told.reward is UNSET else goods(told.reward)
    if reward is not None:
        refuse_if(forbids.nothing(reward))
    return decreed(state, Decree(told.place, reward))


def decreed(state: BuruState, decree: Decree) -> BuruState:
    """One more lies open."""
    state = with_public(state, decrees=(*state.public.decrees, decree))
    return state if len(state.public.decrees) < DECREES else _next_bid(state, None)


def place(state: BuruState, event: Event[Place]) -> BuruState:
    """BURU-06: the region is open, the power its seat's own."""
    seat, token = event.asked, _told(event.action)
    own = state.own[seat]
    refuse_if(forbids.place(own, token))
    hand = tuple(other for other in own.hand if other != token)
    by = state.public.names.index(seat)
    state = with_own(state, seat, hand=hand, laid=(*own.laid, token))
    state = _laid(state, by, event.action.region, or_default(event.action.blessing, False))
    return _next_bid(state, by)


def _told(action: Place) -> Explorer:
    token: Explorer = required(action.token)
    return token


def plot(state: BuruState, event: Event[Plot]) -> BuruState:
    """BURU-24: one card lays a token of each rival, both at A's turn."""
    public, regions = state.public, event.action.regions
    refuse_if(forbids.plot(public, regions))
    return plotted(state, zip(public.rivals, regions, strict=True))


def plotted(state: BuruState, lie: Iterable[tuple[int, Region]]) -> BuruState:
    """A token of each rival lies in a region, A's first."""
    for rival, region in lie:
        state = _laid(state, rival, region)
    return _next_bid(state, state.public.people)


def _laid(state: BuruState, by: int, region: Region, blessed: bool = False) -> BuruState:
    state = with_public(state, tokens=(*state.public.tokens, Token(by, region)))
    for module in state.public.modules:
        state = module.laid(state, by, region, blessed)
    return state


def _next_bid(state: BuruState, after: int | None) -> BuruState:
    """BURU-07: round and round, until everybody has one token left."""
    by = _bidder(state.public, after)
    if by is None:
        return with_public(state, stage="reveal", active=None)
    return with_public(state, stage="plot" if state.public.is_rival(by) else "place", active=by)


def _bidder(public: Public, after: int | None) -> int | None:
    """Who is next clockwise, at first the Emissary; whoever has one token left is passed over. At B's turn nothing
    happens: A's served both."""
    n = len(public.names)
    start = public.emissary if after is None else after + 1
    ahead = ((start + i) % n for i in range(n))
    return next((by for by in ahead if by != public.people + 1 and public.hidden(by) > 1), None)
