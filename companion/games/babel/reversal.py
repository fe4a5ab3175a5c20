"""BABEL-16 to 18: when the tower is complete, seals and punishments decide whether it stands."""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.actions import known, otherwise
from companion.core.dues import Event
from companion.core.state import Seat, now_open, of_seat, showing
from companion.core.words import insist
from companion.games.babel import forbids, pieces, sealed
from companion.games.babel.actions import Declare, Punish, Seal
from companion.games.babel.end import finished
from companion.games.babel.state import BabelState, Given, Moved, Pointing, Side, place_of

NOBODY = Pointing(None, 0)


def reversed_(state: BabelState) -> BabelState:
    """Who has a seal says so: aloud, or on phones all at once."""
    return now_open(state, stage="declare" if state.public.on_phones else "seal")


def declare(state: BabelState, event: Event[Declare]) -> BabelState:
    """BABEL-16: who uses a seal is shown when all have answered. With none the stage falls away."""
    has_seal = known(event.action.seal)
    insist(forbids.declare(state.own[event.asked], has_seal))
    state = sealed.put(state, event.asked, has_seal)
    if not sealed.is_in(state):
        return state
    users = tuple(i for i, word in sealed.words(state, bool).items() if word)
    state = showing(sealed.opened(now_open(state, declared=users)))
    return now_open(state, stage="seal") if users else _punishing(state)


def seal(state: BabelState, event: Event[Seal]) -> BabelState:
    """BABEL-16: all point at the same time."""
    state = sealed.put(state, event.asked, _pointing(state, known(event.action.target), 1))
    if not sealed.is_in(state):
        return state
    given = _given(state)
    if len(given) > pieces.seals(len(state.public.seats)):  # BABEL-01
        return sealed.asked_again(state)
    moved = Moved(f"seal-{state.public.round}", "seals")
    return _punishing(showing(sealed.opened(now_open(state, seals=given, moved=moved if given else state.public.moved))))


def _punishing(state: BabelState) -> BabelState:
    """BABEL-17: the zealots show themselves; with none the stage falls away. On cardboard all are asked: nobody knows."""
    public, own = state.public, state.own
    if not public.on_phones:
        return now_open(state, stage="punish")
    zealots = tuple(i for i, seat in enumerate(public.seats) if own[seat].is_zealot)
    return now_open(state, stage="punish", zealots=zealots) if zealots else _judged(state, ())


def punish(state: BabelState, event: Event[Punish]) -> BabelState:
    """BABEL-17: all zealots point at the same time. The last of them decides the game."""
    own, target = state.own[event.asked], known(event.action.target)
    insist(forbids.punish(own, target))
    cards = own.hand.count("punishment") if state.public.on_phones else otherwise(event.action.cards, 0)
    state = sealed.put(state, event.asked, _pointing(state, target, cards))
    if not sealed.is_in(state):
        return state
    given = _given(state)
    if sum(each.cards for each in given) > pieces.punishments(len(state.public.seats)):  # BABEL-01
        return sealed.asked_again(state)
    return _judged(sealed.opened(_turned(state)), given)


def _turned(state: BabelState) -> BabelState:
    """On cardboard a seat that gives punishment cards is a zealot by that, and nobody else is one."""
    if state.public.on_phones:
        return state
    for i, word in sealed.words(state, Pointing).items():
        state = of_seat(state, state.public.seats[i], is_zealot=word.to is not None)
    return state


def _pointing(state: BabelState, target: Seat | None, cards: int) -> Pointing:
    return NOBODY if target is None else Pointing(place_of(state.public, target), cards)


def _given(state: BabelState) -> tuple[Given, ...]:
    words = sealed.words(state, Pointing)
    return tuple(Given(i, word.to, word.cards) for i, word in words.items() if word.to is not None)


def _judged(state: BabelState, given: tuple[Given, ...]) -> BabelState:
    """BABEL-18: what the Messenger received from others decides."""
    public = state.public
    messenger = next(i for i, seat in enumerate(public.seats) if state.own[seat].role == "messenger")
    seals, punishments = _received(public.seals, messenger), _received(given, messenger)
    winner = winner_of(seals, punishments)
    state = finished(state, winner, "BABEL-18")
    final = state.public.final
    assert final is not None
    moved = Moved(f"punish-{public.round}", "punishments") if given else public.moved
    return now_open(state, final=replace(final, seals=seals, punishments=punishments, given=given), moved=moved)


def _received(given: Iterable[Given], seat: int) -> int:
    return sum(each.cards for each in given if each.to == seat)


def winner_of(seals: int, punishments: int) -> Side:
    """BABEL-18: as many punishment cards as seals destroy the tower; so do none of both."""
    return "messenger" if punishments >= seals else "architects"
