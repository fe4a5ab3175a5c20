"""BABEL-12, BABEL-13: the cards that take effect, one after the other, and the check that follows the last one."""

from dataclasses import replace

from msgspec import UNSET

from companion.core.dues import Event
from companion.core.state import now_open, of_seat, showing
from companion.core.words import insist
from companion.games.babel import forbids, tower
from companion.games.babel.actions import Reveal, SetRight
from companion.games.babel.end import fell
from companion.games.babel.pieces import CELLS, Card
from companion.games.babel.pile import without
from companion.games.babel.reversal import reversed_
from companion.games.babel.state import (
    BabelState,
    Effect,
    Moved,
    Public,
    Round,
    in_round,
    is_stormy,
    place_of,
    present,
    to_show,
)


def reveal(state: BabelState, event: Event[Reveal]) -> BabelState:
    """BABEL-12: a card takes effect. After the last one the round is checked."""
    own, told = state.own[event.asked], event.action
    insist(forbids.reveal(state.public, own, told))
    effect = _effect(state, told)
    if state.public.on_phones:
        state = showing(of_seat(state, event.asked, received=without(own.received, told.card)))
    moved = _moved(state.public, effect)
    state = in_round(state, _with(present(state.public), effect))
    state = now_open(state, heights=effect.after, moved=moved)
    return state if len(present(state.public).effects) < to_show(state.public) else checked(state)


def _with(this: Round, effect: Effect) -> Round:
    return replace(this, effects=(*this.effects, effect))


def _effect(state: BabelState, told: Reveal) -> Effect:
    public = state.public
    after = tower.after(public.heights, told, is_stormy(public))
    cells = tuple(cell for cell, was, now in zip(CELLS, public.heights, after, strict=True) if was != now)
    effect = Effect(told.card, cells, public.heights, after)
    return effect if told.seat is UNSET else _deliberated(state, effect, place_of(public, told.seat))


def _moved(public: Public, effect: Effect) -> Moved | None:
    of = f"reveal-{public.round}-{len(present(public).effects)}"
    return Moved(of, effect.card, effect.before, effect.after) if effect.cells else None


def _deliberated(state: BabelState, effect: Effect, builder: int) -> Effect:
    """The builder's discard is shown to all; with cards of cardboard the table alone sees it."""
    return replace(effect, seat=builder, discard=_discard(state, builder) if state.public.on_phones else None)


def _discard(state: BabelState, builder: int) -> Card | None:
    return dict(state.box.deeds[-1].commits)[builder].discard


def checked(state: BabelState) -> BabelState:
    """BABEL-13: completion comes first, then the last round. Refills never fail before it."""
    public = state.public
    assert public.blueprint is not None
    if tower.is_complete(public.heights, public.blueprint):
        return reversed_(state)
    if public.round == public.last:
        return fell(state, "BABEL-13")
    return now_open(state, stage="draw" if public.on_phones else "master")


def set_right(state: BabelState, event: Event[SetRight]) -> BabelState:
    """BABEL-15: the tower as it really stands."""
    cells = event.action.cells
    insist(forbids.heights(cells))
    public, after = state.public, tower.nine(cells)
    moved = Moved(f"set-{public.mended}", "set", public.heights, after)
    return now_open(state, heights=after, moved=moved, mended=public.mended + 1)
