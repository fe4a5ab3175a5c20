"""Answers that name a card of the owner's, with their rules and words."""

from dataclasses import replace
from typing import Literal

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, or_default
from companion.core.dues import Event
from companion.core.state import Seat, add_at, with_public
from companion.core.words import Malformed, Text, listed, refuse_if, text
from companion.games.buru import lookup, morning, payout, refusals, reveals, turn
from companion.games.buru.answers import Recruiting, Taking, UsingTokoh, Worthy
from companion.games.buru.cards import AltarCard, DecreeCard, Doing, ForestCard, IslanderCard, PlotCard, TokohCard
from companion.games.buru.island_pieces import Decree
from companion.games.buru.modules import guide, tokoh
from companion.games.buru.modules.byname import reasons
from companion.games.buru.naming import place_name, some, worthy
from companion.games.buru.pieces import GROUPS, NOTHING, Rival
from companion.games.buru.state import BuruState, Named, Public, before
from companion.games.buru.turn import Task, Tribute, active, with_answer


class DecreeByName(Action, frozen=True, tag="decree"):
    """The decree card that is shown (BURU-04)."""

    card: str

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with this decree. Each is shown once a game (BURU-04)."""
        named, public = self.card, state.public
        found = lookup.card(public.options, named, DecreeCard)
        refuse_if(reasons.why_not_decree(public, named))
        reward = lookup.followed(public.options, found.reward)
        state = with_public(state, decreed=(*public.decreed, named))
        return morning.decreed(state, Decree(found.place, reward if any(reward) else None))

    def words(self, public: Public, seat: Seat | None) -> Text:
        found = lookup.card(public.options, self.card, DecreeCard)
        return text("buru.told.decree_reward", where=place_name(found.place), what=lookup.title(found))


class PlotByName(Action, frozen=True, tag="plot"):
    """The plot cards in the order in which they were drawn, until all tokens were placed (BURU-24)."""

    cards: list[str]

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with a token of each rival placed (BURU-24)."""
        refuse_if(reasons.why_not_plots(state.public, self.cards))
        placed = reasons.plotted(state.public, self.cards)
        return morning.plotted(state, [(rival, placed[rival]) for rival in state.public.rivals])

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.plot_cards", cards=listed([lookup.name(public.options, card) for card in self.cards]))


class PlanByName(Action, frozen=True, tag="plan"):
    """The plot card that is face up at noon (BURU-29)."""

    rival: Rival
    card: str

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state in which the rival has the card's bonus for the lake."""
        return reveals.planned(state, lookup.card(state.public.options, self.card, PlotCard).lake)

    def words(self, public: Public, seat: Seat | None) -> Text:
        lake = lookup.card(public.options, self.card, PlotCard).lake
        return text(f"buru.told.plan_{lake}", rival=self.rival)


class RecruitByName(Recruiting, frozen=True, tag="recruit"):
    """An islander that is recruited by name, for the printed price in fish or for `cost` (BURU-14)."""

    card: str
    cost: int | UnsetType = UNSET

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with this islander recruited (BURU-14)."""
        by = active(state)
        found = lookup.card(state.public.options, self.card, IslanderCard)
        refuse_if(reasons.why_not_another(state.public, self.card, found))
        state = turn.recruited(state, found.group, reasons.price(found, self.cost))
        named = (*state.public.players[by].named, Named(self.card, found.group))
        return with_answer(before(state, by, named=named), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        found = lookup.card(public.options, self.card, IslanderCard)
        cost = found.cost if self.cost is UNSET else self.cost
        return text("buru.told.recruit", group=lookup.title(found), count=or_default(cost, 0))


class TaskByName(Worthy, frozen=True, tag="task"):
    """An islander by name that is tasked (BURU-15, BURU-34)."""

    card: str
    way: int | UnsetType = UNSET
    """The way that is used, counted from 1. UNSET if none is used."""
    value: int | UnsetType = UNSET

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after the task. An outlaw's task discards the outlaw for a tribute, and then gives its bonus
        (BURU-15, BURU-34)."""
        by = active(state)
        found = lookup.card(state.public.options, self.card, IslanderCard)
        refuse_if(reasons.why_not_tasked(state.public, by, self.card, found))
        refuse_if(refusals.why_not_by_modules(state.public, Task(found.group)))
        spirit = state.public.offering(found.group)
        if spirit is None:
            if self.value is not UNSET:
                raise Malformed
            return with_answer(_done(_tasked(state, by, self.card), found, self.way), self)
        state = turn.offered(_discarded(state, by, self.card), event, spirit, self.value)
        return with_answer(_done(state, found, self.way), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return worthy(text("buru.told.task", group=lookup.used_way(public, self.card, self.way)), self.value)


class AltarByName(Worthy, frozen=True, tag="tribute"):
    """A tribute for the cost on the altar's card (BURU-16)."""

    card: str
    value: int | UnsetType = UNSET

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after the tribute. Its cost is paid in the goods that this game's ledger counts (BURU-16)."""
        by, found = active(state), lookup.card(state.public.options, self.card, AltarCard)
        price = lookup.followed(state.public.options, found.cost)
        refuse_if(turn.why_not_tribute(state.public, by, found.spirit, price))
        refuse_if(refusals.why_not_by_modules(state.public, Tribute(found.spirit)))
        return with_answer(turn.offered(payout.pay(state, by, price), event, found.spirit, self.value), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        found = lookup.card(public.options, self.card, AltarCard)
        words = text("buru.told.tribute_for", spirit=text(f"buru.spirit.{found.spirit}"), what=some(found.cost))
        return worthy(words, self.value)


class UkumByName(Worthy, frozen=True, tag="tribute"):
    """A tribute to Ukum that discards this islander (BURU-33)."""

    spirit: Literal["ukum"]
    card: str
    way: int | UnsetType = UNSET
    value: int | UnsetType = UNSET

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after the tribute. An outlaw's discard also gives its bonus (BURU-33)."""
        by = active(state)
        found = lookup.card(state.public.options, self.card, IslanderCard)
        refuse_if(turn.why_not_tribute(state.public, by, "ukum", NOTHING))
        refuse_if(refusals.why_not_by_modules(state.public, Tribute("ukum")))
        refuse_if(reasons.why_not_given(state.public, by, self.card, found))
        if self.way is not UNSET and state.public.offering(found.group) is None:
            raise Malformed
        state = turn.offered(_discarded(state, by, self.card), event, "ukum", self.value)
        return with_answer(_done(state, found, self.way), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return worthy(text("buru.told.tribute_ukum", group=lookup.used_way(public, self.card, self.way)), self.value)


class SpaceWay(Taking, frozen=True, tag="space"):
    """An action space, and the way in which it is used (BURU-12)."""

    space: int
    way: int

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after the space was used (BURU-12). Raise Refused if Kuda or its marker covers it."""
        found = reasons.space(state.public, self.space)
        state = turn.taken(state, self.space)
        return with_answer(_done(state, found, self.way), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        found = lookup.space(public.options, public.region, self.space)
        space = text("buru.told.space", n=self.space)
        what = None if found is None else lookup.way_words(found, self.way)
        return space if what is None else text("buru.box.did", card=space, what=what)


class ForestByName(Taking, frozen=True, tag="space"):
    """A forest card that the player takes (BURU-14)."""

    card: str
    way: int | UnsetType = UNSET

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after the card was used. In a liaison's turn the player pays the card's gems first (BURU-14,
        BURU-40)."""
        found = lookup.card(state.public.options, self.card, ForestCard)
        refuse_if(why_not_forest(state.public, self.card, found))
        state = payout.pay(state, active(state), reasons.entry(state.public, found.gems))
        return with_answer(_done(state, found, self.way), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return lookup.used_way(public, self.card, self.way)


class TokohByName(Action, frozen=True, tag="tokoh"):
    """The Tokoh of a person, entered at the start (BURU-38)."""

    card: str

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with this Tokoh and what its start gives, before the first Emissary (BURU-38)."""
        by, public = active(state), state.public
        found = lookup.card(public.options, self.card, TokohCard)
        refuse_if(reasons.why_not_tokoh(public, by, self.card))
        state = payout.gain(state, by, lookup.followed(public.options, found.start))
        return with_answer(before(state, by, tokoh=self.card), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.tokoh_is", card=lookup.name(public.options, self.card))


class TokohWay(UsingTokoh, frozen=True, tag="tokoh"):
    """The Tokoh's action, and the way in which it is used (BURU-38)."""

    way: int

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after the Tokoh's action (BURU-38)."""
        by = active(state)
        found = reasons.own_tokoh(state.public, by)
        refuse_if(refusals.why_not_by_modules(state.public, self))
        return with_answer(_done(tokoh.used_by(state, by), found, self.way), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.tokoh_way", n=self.way)


def why_not_forest(public: Public, card: str, found: ForestCard) -> Text | None:
    """Return the refusal if this forest card cannot be taken now, else None. A player takes one a turn, in the forest
    (BURU-12)."""
    if public.region != "forest":
        return text("buru.box.only_forest")
    if any(isinstance(action, Taking) for action in public.turn_answers):
        return text("buru.space_once")
    return refusals.why_not_by_modules(public, ForestByName(card)) or reasons.why_not_afford(
        public, reasons.entry(public, found.gems)
    )


def _done(state: BuruState, found: Doing, way: int | UnsetType) -> BuruState:
    """Return the state after a player paid for this way and got its gains (BURU-15). Without a way nothing changes. Raise
    Refused if the player cannot pay all of it."""
    deal, by = lookup.way(state.public.options, found, way), active(state)
    if deal is None:
        return state
    state = payout.gain(payout.pay(state, by, deal.pays), by, deal.gains)
    return guide.gain(state, by) if deal.guide else state


def _tasked(state: BuruState, by: int, card: str) -> BuruState:
    player = state.public.players[by]
    i = player.named.index(next(one for one in player.named if one.card == card and not one.tasked))
    one = replace(player.named[i], tasked=True)
    tasked = add_at(player.tasked, GROUPS.index(one.group), 1)
    return before(state, by, tasked=tasked, named=(*player.named[:i], one, *player.named[i + 1 :]))


def _discarded(state: BuruState, by: int, card: str) -> BuruState:
    """Return the state after a player discarded a copy of this islander. A tasked copy goes first."""
    player = state.public.players[by]
    copies = [one for one in player.named if one.card == card]
    gone = next((one for one in copies if one.tasked), copies[0])
    i, group = player.named.index(gone), GROUPS.index(gone.group)
    return before(
        state,
        by,
        islanders=add_at(player.islanders, group, -1),
        tasked=add_at(player.tasked, group, -1 if gone.tasked else 0),
        named=(*player.named[:i], *player.named[i + 1 :]),
    )
