"""What is told by a card's name, done as base rules do it."""

from dataclasses import replace

from msgspec import UNSET, UnsetType

from companion.core.dues import Event
from companion.core.state import put, with_public
from companion.core.words import Malformed, refuse_if
from companion.games.buru import lookup, morning, payout, refusals, reveals, turn
from companion.games.buru.actions import Task, Tribute
from companion.games.buru.cards import AltarCard, DecreeCard, Doing, ForestCard, IslanderCard, PlotCard, TokohCard
from companion.games.buru.lying import Decree
from companion.games.buru.modules import guide, tokoh
from companion.games.buru.modules.byname import lacks
from companion.games.buru.named import (
    AltarByName,
    DecreeByName,
    ForestByName,
    PlanByName,
    PlotByName,
    RecruitByName,
    SpaceWay,
    TaskByName,
    TokohByName,
    TokohWay,
    UkumByName,
)
from companion.games.buru.pieces import GROUPS, NOTHING
from companion.games.buru.state import BuruState, Named, before
from companion.games.buru.turn import active, told

# What the table tells


def decree(state: BuruState, event: Event[DecreeByName]) -> BuruState:
    """BURU-04: what its card gives is known; each is shown once a game."""
    named, public = event.action.card, state.public
    found = lookup.card(public.options, named, DecreeCard)
    refuse_if(lacks.decree(public, named))
    reward = lookup.followed(public.options, found.reward)
    state = with_public(state, decreed=(*public.decreed, named))
    return morning.decreed(state, Decree(found.place, reward if any(reward) else None))


def plot(state: BuruState, event: Event[PlotByName]) -> BuruState:
    """BURU-24: cards are drawn until every rival's token lies."""
    refuse_if(lacks.plots(state.public, event.action.cards))
    lie = lacks.plotted(state.public, event.action.cards)
    return morning.plotted(state, [(rival, lie[rival]) for rival in state.public.rivals])


def plan(state: BuruState, event: Event[PlanByName]) -> BuruState:
    """BURU-29."""
    return reveals.planned(state, lookup.card(state.public.options, event.action.card, PlotCard).lake)


# In a turn


def recruit(state: BuruState, event: Event[RecruitByName]) -> BuruState:
    """BURU-14: for what is printed, or what is told."""
    action, by = event.action, active(state)
    found = lookup.card(state.public.options, action.card, IslanderCard)
    refuse_if(lacks.copies(state.public, action.card, found))
    state = turn.recruited(state, found.group, lacks.price(found, action.cost))
    named = (*state.public.players[by].named, Named(action.card, found.group))
    return told(before(state, by, named=named), action)


def task(state: BuruState, event: Event[TaskByName]) -> BuruState:
    """BURU-15; BURU-34: an outlaw's is its discard, a tribute, and what the discard gives."""
    action, by = event.action, active(state)
    found = lookup.card(state.public.options, action.card, IslanderCard)
    refuse_if(lacks.untasked(state.public, by, action.card, found))
    refuse_if(refusals.why_not_by_modules(state.public, Task(found.group)))
    spirit = state.public.offering(found.group)
    if spirit is None:
        if action.value is not UNSET:
            raise Malformed
        return told(_done(_tasked(state, by, action.card), found, action.way), action)
    state = turn.offered(_discarded(state, by, action.card), event, spirit)
    return told(_done(state, found, action.way), action)


def altar(state: BuruState, event: Event[AltarByName]) -> BuruState:
    """BURU-16: for what its card asks, as far as this ledger follows that."""
    by, found = active(state), lookup.card(state.public.options, event.action.card, AltarCard)
    price = lookup.followed(state.public.options, found.cost)
    refuse_if(turn.why_not_tribute(state.public, by, found.spirit, price))
    refuse_if(refusals.why_not_by_modules(state.public, Tribute(found.spirit)))
    return told(turn.offered(payout.pay(state, by, price), event, found.spirit), event.action)


def ukum(state: BuruState, event: Event[UkumByName]) -> BuruState:
    """BURU-33: for an islander of one's own; of an outlaw what its discard gives."""
    action, by = event.action, active(state)
    found = lookup.card(state.public.options, action.card, IslanderCard)
    refuse_if(turn.why_not_tribute(state.public, by, "ukum", NOTHING))
    refuse_if(refusals.why_not_by_modules(state.public, Tribute("ukum")))
    refuse_if(lacks.given(state.public, by, action.card, found))
    if action.way is not UNSET and state.public.offering(found.group) is None:
        raise Malformed
    state = turn.offered(_discarded(state, by, action.card), event, "ukum")
    return told(_done(state, found, action.way), action)


def space(state: BuruState, event: Event[SpaceWay]) -> BuruState:
    """BURU-12: what stands printed on it, where neither Kuda nor its marker is."""
    found = lacks.space(state.public, event.action.space)
    state = turn.taken(state, event.action.space)
    return told(_done(state, found, event.action.way), event.action)


def forest(state: BuruState, event: Event[ForestByName]) -> BuruState:
    """BURU-14; BURU-40: a liaison pays the card's gems first."""
    action = event.action
    found = lookup.card(state.public.options, action.card, ForestCard)
    refuse_if(lacks.forest(state.public, action.card, found))
    state = payout.pay(state, active(state), lacks.entry(state.public, found.gems))
    return told(_done(state, found, action.way), action)


def tokoh_start(state: BuruState, event: Event[TokohByName]) -> BuruState:
    """BURU-38: before the first Emissary: who it is, and what its start gives."""
    by, public = active(state), state.public
    found = lookup.card(public.options, event.action.card, TokohCard)
    refuse_if(lacks.tokoh(public, by, event.action.card))
    state = payout.gain(state, by, lookup.followed(public.options, found.start))
    return told(before(state, by, tokoh=event.action.card), event.action)


def tokoh_way(state: BuruState, event: Event[TokohWay]) -> BuruState:
    """BURU-38: its action, of which one way is taken."""
    by = active(state)
    found = lacks.own_tokoh(state.public, by)
    refuse_if(refusals.why_not_by_modules(state.public, event.action))
    return told(_done(tokoh.used_by(state, by), found, event.action.way), event.action)


# What it does


def _done(state: BuruState, found: Doing, way: int | UnsetType) -> BuruState:
    """BURU-15: a way is paid in full, or refused, then gained; without one nothing happens."""
    deal, by = lookup.way(state.public.options, found, way), active(state)
    if deal is None:
        return state
    state = payout.gain(payout.pay(state, by, deal.pays), by, deal.gains)
    return guide.gain(state, by) if deal.guide else state


def _tasked(state: BuruState, by: int, card: str) -> BuruState:
    player = state.public.players[by]
    i = player.named.index(next(one for one in player.named if one.card == card and not one.tasked))
    one = replace(player.named[i], tasked=True)
    tasked = put(player.tasked, GROUPS.index(one.group), 1)
    return before(state, by, tasked=tasked, named=(*player.named[:i], one, *player.named[i + 1 :]))


def _discarded(state: BuruState, by: int, card: str) -> BuruState:
    """A tasked copy first."""
    player = state.public.players[by]
    copies = [one for one in player.named if one.card == card]
    gone = next((one for one in copies if one.tasked), copies[0])
    i, group = player.named.index(gone), GROUPS.index(gone.group)
    return before(
        state,
        by,
        islanders=put(player.islanders, group, -1),
        tasked=put(player.tasked, group, -1 if gone.tasked else 0),
        named=(*player.named[:i], *player.named[i + 1 :]),
    )
