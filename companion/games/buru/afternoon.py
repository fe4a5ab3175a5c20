"""The afternoon: each region is revealed, dominated, and acted in; and the dusk after the last one."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.core.dues import Event
from companion.core.state import revealed_to, with_public
from companion.core.words import refuse_if, text
from companion.games.buru import dusk, forbids, payout, purse
from companion.games.buru.actions import Reveal, Show
from companion.games.buru.lying import Dominance, Token, Total
from companion.games.buru.pieces import SPIRITS, Explorer, Region, Spirit
from companion.games.buru.state import BuruState, Public, by_power


def next_region(state: BuruState) -> BuruState:
    """BURU-09: the next region in which somebody lies, or the dusk."""
    public = state.public
    ahead = public.regions[public.regions.index(public.region) + 1 :] if public.region else public.regions
    for region in ahead:
        if any(token.region == region for token in public.tokens):
            bare = with_public(state, region=region, active=None, totals=(), acted=(), again=False, told=(), spaces=())
            return with_public(bare, stage="reveal")
    return dusk.fall(state)


def reveal(state: BuruState, event: Event[Reveal]) -> BuruState:
    """BURU-09: what people laid there is turned up, all at once."""
    assert state.public.region is not None
    tokens = tuple(_turned_up(state, state.public.region))
    return _ask_rivals(with_public(revealed_to(state), tokens=tokens))


def _turned_up(state: BuruState, region: Region) -> Iterator[Token]:
    people = state.public.names[: state.public.people]
    laid = {by: iter(state.own[seat].laid) for by, seat in enumerate(people)}
    for token in state.public.tokens:
        explorer = next(laid[token.by]) if token.by in laid else None
        yield replace(token, explorer=explorer) if token.region == region else token


def show(state: BuruState, event: Event[Show]) -> BuruState:
    """BURU-23: what a rival laid there."""
    rival, powers = state.public.active, event.action.powers
    assert rival is not None
    refuse_if(forbids.show(state.public, rival, powers))
    return _ask_rivals(_shown(state, rival, powers))


def _shown(state: BuruState, rival: int, powers: Iterable[Explorer]) -> BuruState:
    """A rival's tokens in the region with their powers, in the order told."""
    public, told = state.public, iter(powers)
    here = [(token.by, token.region) == (rival, public.region) for token in public.tokens]
    tokens = zip(public.tokens, here, strict=True)
    return with_public(
        state, tokens=tuple(replace(token, explorer=next(told)) if is_here else token for token, is_here in tokens)
    )


def _ask_rivals(state: BuruState) -> BuruState:
    """A before B; what must be all that a rival has left need not be told."""
    for rival in state.public.rivals:
        assert state.public.region is not None
        here = state.public.at(state.public.region, rival)
        if not any(token.explorer is None for token in here):
            continue
        left = forbids.hidden_powers(state.public, rival)
        if len(left) > len(here) or any(module.in_order(state.public, rival) for module in state.public.modules):
            return with_public(state, stage="show", active=rival)
        state = _shown(state, rival, left)
    return _added_up(state)


def _added_up(state: BuruState) -> BuruState:
    """BURU-11: who dominates; nobody, where nobody has power."""
    for module in state.public.modules:
        state = module.shown(state)
    state = with_public(state, totals=_totals(state.public))
    for module in state.public.modules:
        chooser = module.chooser(state.public)
        if chooser is not None:
            return with_public(state, stage="choose", active=chooser)
    return next_turn(dominate(state) if state.public.totals else state)


def _totals(public: Public) -> tuple[Total, ...]:
    """BURU-09, BURU-10: the sums, in the order in which this Emissary lets them act."""
    powers: dict[int, int] = {}
    for token in public.tokens:
        if token.region == public.region:
            powers[token.by] = powers.get(token.by, 0) + (token.power or 0)
    added = {by: sum(module.power(public, by) for module in public.modules) for by in powers}
    return by_power(public, (Total(by, n + added[by], added[by]) for by, n in powers.items() if n + added[by]))


def dominate(state: BuruState) -> BuruState:
    """BURU-11: the highest total gets the totem, at the lake 1 esteem, and what the region's decrees give."""
    public, won = state.public, to_win(state.public)
    state = with_public(state, dominances=(*public.dominances, won))
    given = _takes_totem(state, won.by, won.totem) if won.totem else purse.gain_esteem(state, won.by)
    state = payout.because(state, given, text("buru.why.dominates"))
    state = purse.decreed(state, won.by, won.region)
    for module in public.modules:
        state = module.dominated(state, won)
    return state


def to_win(public: Public) -> Dominance:
    """What dominance gives in the region of the moment, and to whom."""
    assert public.region is not None
    return Dominance(
        region=public.region,
        totem=public.totem(public.region),
        decrees=tuple(decree for decree in public.decrees if decree.place == public.region),
        totals=public.totals,
    )


def _takes_totem(state: BuruState, by: int, spirit: Spirit) -> BuruState:
    totems = zip(SPIRITS, state.public.totems, strict=True)
    return with_public(state, totems=tuple(by if name == spirit else holder for name, holder in totems))


def next_turn(state: BuruState) -> BuruState:
    """BURU-12, BURU-13: the highest total that has not acted, ties by the Emissary of this moment."""
    waiting = state.public.waiting()
    if not waiting:
        return _one_more(state)
    by = waiting[0].by
    state = with_public(state, stage="act", active=by, acted=(*state.public.acted, by), told=())
    return _double(state, by) if forbids.is_pair(state.public, by) else state


def _one_more(state: BuruState) -> BuruState:
    """Turns that modules give, after all others; then the next region."""
    if not state.public.again:
        state = _all_acted(state)
    by = state.public.one_more()
    if by is not None:
        return with_public(state, stage="act", active=by, again=True, told=())
    return next_region(state)


def _all_acted(state: BuruState) -> BuruState:
    for module in state.public.modules:
        state = module.acted(state)
    return state


def _double(state: BuruState, by: int) -> BuruState:
    """BURU-29: what two tokens bring a rival as its turn begins."""
    why = text("buru.why.pair")
    if state.public.region == "village":
        return payout.because(state, purse.gain_esteem(state, by), why)
    if state.public.region == "lake" and state.public.players[by].plan == "emissary":
        return payout.because(state, with_public(state, emissary=by), why)
    return state
