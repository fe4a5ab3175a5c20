"""A round up to what is shown: the Master appoints, builders play, the Master swaps; and who is Master next."""

from collections.abc import Mapping
from dataclasses import replace

from companion.core.actions import known
from companion.core.dues import Event
from companion.core.state import changed, now_open, of_seat, showing
from companion.core.words import Refused, insist
from companion.games.babel import forbids, sealed
from companion.games.babel.actions import Appoint, Commit, Draw, Master, Show, Shown, Storms, Swap
from companion.games.babel.effects import checked
from companion.games.babel.end import fell
from companion.games.babel.pieces import Card
from companion.games.babel.pile import gives, shares, with_cards, without
from companion.games.babel.state import (
    BabelState,
    Chosen,
    Deeds,
    Round,
    in_round,
    master_seat,
    place_of,
    present,
    to_show,
)

SHOWN = "BABEL-11"


def appoint(state: BabelState, event: Event[Appoint]) -> BabelState:
    """BABEL-08."""
    public = state.public
    assert public.master is not None
    builders = tuple(place_of(public, seat) for seat in event.action.seats)
    stage = "commit" if public.on_phones else "storms"
    rounds = (*public.rounds, Round(public.round, public.master, builders))
    return now_open(state, stage=stage, rounds=rounds, moved=None)


def next_master(state: BabelState, event: Event[Master]) -> BabelState:
    """BABEL-14: the next round begins."""
    public = state.public
    insist(forbids.master(event.seat, event.action.seat))
    return now_open(state, master=place_of(public, event.action.seat), stage="appoint", round=public.round + 1)


# With the cards in people's hands


def storms(state: BabelState, event: Event[Storms]) -> BabelState:
    """BABEL-11 (b): what the Master shows once he has swapped."""
    count = event.action.count
    insist(forbids.storms(state.public, count))
    return _to_reveal(in_round(state, replace(present(state.public), storms=count)))


def show(state: BabelState, event: Event[Show]) -> BabelState:
    """BABEL-11: two punishment cards received, or a hand of nothing else. The end."""
    return _punished(state, event.action.what)


def _punished(state: BabelState, shown: Shown) -> BabelState:
    state = in_round(state, replace(present(state.public), shown=shown))
    return fell(state, SHOWN)


def _to_reveal(state: BabelState) -> BabelState:
    return now_open(state, stage="reveal") if to_show(state.public) else checked(state)


# With the cards on phones


def commit(state: BabelState, event: Event[Commit]) -> BabelState:
    """BABEL-09: acted upon when the last builder has chosen."""
    word = Chosen(known(event.action.card), known(event.action.discard))
    insist(forbids.commit(state.own[event.asked], word.play, word.discard))
    state = sealed.put(state, event.asked, word)
    return _received(state) if sealed.is_in(state) else state


def _received(state: BabelState) -> BabelState:
    """The Master gets the played cards, shuffled; who discarded nothing is open."""
    commits = sealed.words(state, Chosen)
    state = _handed_over(sealed.opened(state), commits)
    played = sorted(word.play for word in commits.values())
    nothing = tuple(i for i, word in commits.items() if word.discard is None)
    state = in_round(state, replace(present(state.public), nothing=nothing))
    state = showing(state, master_seat(state.public))
    if played.count("punishment") >= 2:  # BABEL-11 (a)
        return _punished(state, "received")
    return _storms_shown(state, tuple(played))


def _handed_over(state: BabelState, commits: Mapping[int, Chosen]) -> BabelState:
    """The cards leave the builders' hands."""
    public = state.public
    for i, word in commits.items():
        hand = without(state.own[public.seats[i]].hand, word.play, word.discard)
        state = of_seat(state, public.seats[i], hand=hand)
    deeds = Deeds(public.round, tuple(commits.items()))
    return changed(state, box=changed(state.box, deeds=(*state.box.deeds, deeds)))


def _storms_shown(state: BabelState, played: tuple[Card, ...]) -> BabelState:
    """BABEL-11 (b), (c): then one of the others must be swapped, if there is any."""
    master = master_seat(state.public)
    received = tuple(card for card in played if card != "storm")
    state = in_round(state, replace(present(state.public), storms=len(played) - len(received)))
    if len(received) < len(played) or present(state.public).nothing:
        state = showing(state)
    if not received:
        return checked(state)
    if forbids.keeps_all(state.own[master]):
        return _punished(state, "hand")
    return now_open(of_seat(state, master, received=received, laid=received), stage="swap")


def swap(state: BabelState, event: Event[Swap]) -> BabelState:
    """BABEL-11 (c): the card swapped out goes face down to the discards."""
    seat, own = event.asked, state.own[event.asked]
    take: Card = known(event.action.take)
    give: Card = known(event.action.give)
    insist(forbids.swap(own, take, give))
    # Counted anew: a number left out would tell who sees the Master's phone where in the alphabet the taken card stands.
    left = without(own.received, take)
    state = of_seat(state, seat, hand=without(own.hand, give), received=left, laid=left)
    *before, present_deeds = state.box.deeds
    deeds = (*before, replace(present_deeds, swap=(take, give)))
    return _to_reveal(with_cards(changed(state, box=changed(state.box, deeds=deeds)), seat, [take]))


def draw(state: BabelState, event: Event[Draw]) -> BabelState:
    """BABEL-13: the builders of this round draw back to three."""
    public, cards, box = state.public, known(event.action.cards), state.box
    if not gives(box, len(public.seats), cards):
        raise Refused("babel.no_such_draw")
    rest = list(cards)
    for i, n in shares(public):
        state = with_cards(state, public.seats[i], rest[:n])
        rest = rest[n:]
    box = changed(box, out=tuple(sorted((*box.out, *cards))), top=max(0, box.top - len(cards)))
    return now_open(changed(state, box=box), stage="master", pile=public.pile - len(cards))
