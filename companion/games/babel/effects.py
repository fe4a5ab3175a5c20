"""BABEL-12, BABEL-13: the cards that take effect, one after the other, and the check that follows the last one."""

from dataclasses import replace
from typing import Any

from companion.core.event import Event
from companion.core.knowledge import Data
from companion.games.babel import forbids, tower
from companion.games.babel.end import finished
from companion.games.babel.pieces import CELLS, Card
from companion.games.babel.pile import without
from companion.games.babel.reversal import reversed_
from companion.games.babel.state import (
    BabelState,
    Effect,
    Moved,
    Public,
    in_round,
    is_stormy,
    now_open,
    of_seat,
    place_of,
    present,
    showing,
    to_show,
)


def reveal(state: BabelState, event: Event[Data]) -> BabelState:
    assert event.seat is not None
    own, do = state.own[event.seat], event.action
    forbids.insist(forbids.reveal(state.public, own, do))
    effect = _effect(state, do)
    if state.public.on_phones:
        state = showing(of_seat(state, event.seat, received=without(own.received, do["card"])))
    moved = _moved(state.public, effect)
    state = in_round(state, effects=(*present(state.public).effects, effect))
    state = now_open(state, heights=effect.after, moved=moved)
    return state if len(present(state.public).effects) < to_show(state.public) else checked(state)


def _effect(state: BabelState, do: Data) -> Effect:
    public, card = state.public, do["card"]
    after = tower.after(public.heights, card, do, is_stormy(public))
    cells = tuple(cell for cell, was, now in zip(CELLS, public.heights, after, strict=True) if was != now)
    effect = Effect(card, cells, public.heights, after)
    return _deliberated(state, effect, place_of(public, do["seat"])) if "seat" in do else effect


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
        return finished(state, "messenger", "BABEL-13")
    return now_open(state, step="draw" if public.on_phones else "master")


def set_right(state: BabelState, event: Event[Data]) -> BabelState:
    """BABEL-15: the tower as it really stands."""
    cells: Any = event.action["cells"]
    forbids.insist(forbids.heights(cells))
    public, after = state.public, tower.nine(cells)
    moved = Moved(f"set-{public.mended}", "set", public.heights, after)
    return now_open(state, heights=after, moved=moved, mended=public.mended + 1)
