"""The reversal (BABEL-16 to 18): when the tower is complete, seals and punishment cards decide whether it falls."""

from collections.abc import Iterable
from dataclasses import replace

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import Action, or_default, required
from companion.core.answers import Answers, Choice, Group
from companion.core.dues import Due, Event
from companion.core.state import Seat, revealed_to, with_own, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.babel import pieces, sealed
from companion.games.babel.cards import refusal_unless
from companion.games.babel.end import finished
from companion.games.babel.pieces import punishment_cards
from companion.games.babel.questions import Tapped, columns_for, on_each, on_nobody, option, others, seat_choice, steps
from companion.games.babel.state import BabelState, Given, Moved, Own, Pointing, Public, Side, place_of

NOBODY = Pointing(None, 0)


def begin_reversal(state: BabelState) -> BabelState:
    """Return the state in which people say whether they use a seal: aloud, or on phones together."""
    return with_public(state, stage="declare" if state.public.on_phones else "seal")


class Declare(Action, frozen=True, tag="declare"):
    """True if a seat uses a seal (BABEL-16)."""

    seal: bool | UnsetType = UNSET

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        """Return the state after this answer. The last answer shows which seats use a seal. If none does, zealots point
        next."""
        has_seal = required(self.seal)
        refuse_if(why_not_declare(state.own[event.asked], has_seal))
        state = sealed.keep(state, event.asked, has_seal)
        if not sealed.have_all_answered(state):
            return state
        users = tuple(i for i, has_seal in sealed.answers(state, bool).items() if has_seal)
        state = revealed_to(sealed.cleared(with_public(state, declared=users)))
        return with_public(state, stage="seal") if users else _zealots_point(state)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.seal is UNSET:
            return text("babel.told.declare")
        return text("babel.told.declare_yes" if self.seal else "babel.told.declare_no")


class Seal(Action, frozen=True, tag="seal"):
    """The seat at which a seat points with a seal, or None (BABEL-16)."""

    target: Seat | UnsetType | None = UNSET

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        state = sealed.keep(state, event.asked, _pointing(state, required(self.target), 1))
        if not sealed.have_all_answered(state):
            return state
        given = _given(state)
        if len(given) > pieces.seal_cards(len(state.public.seats)):  # BABEL-01
            return sealed.asked_again(state)
        moved = Moved(f"seal-{state.public.round}", "seals")
        return _zealots_point(
            revealed_to(sealed.cleared(with_public(state, seals=given, moved=moved if given else state.public.moved)))
        )

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.target is UNSET:
            return text("babel.told.seal")
        return text("babel.told.seal_at", seat=self.target) if self.target else text("babel.told.seal_none")


def _zealots_point(state: BabelState) -> BabelState:
    """Return the state in which zealots point (BABEL-17), or the end if phones show that there are none. With cards of
    cardboard every seat is asked, because the box does not know the zealots."""
    public, own = state.public, state.own
    if not public.on_phones:
        return with_public(state, stage="punish")
    zealots = tuple(i for i, seat in enumerate(public.seats) if own[seat].is_zealot)
    return with_public(state, stage="punish", zealots=zealots) if zealots else _judged(state, ())


class Punish(Action, frozen=True, tag="punish"):
    """The seat at which a seat points with punishment cards, or None (BABEL-17). With cards of cardboard the answer also
    says how many."""

    target: Seat | UnsetType | None = UNSET
    cards: int | UnsetType = UNSET

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        """Return the state after this answer. The last one decides the game (BABEL-17)."""
        own, target = state.own[event.asked], required(self.target)
        refuse_if(why_not_punish(own, target))
        cards = own.hand.count("punishment") if state.public.on_phones else or_default(self.cards, 0)
        state = sealed.keep(state, event.asked, _pointing(state, target, cards))
        if not sealed.have_all_answered(state):
            return state
        given = _given(state)
        if sum(each.cards for each in given) > pieces.punishment_cards(len(state.public.seats)):  # BABEL-01
            return sealed.asked_again(state)
        return _judged(sealed.cleared(_with_zealots(state)), given)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.target is UNSET:
            return text("babel.told.punish")
        if self.target is None:
            return text("babel.told.punish_none")
        if self.cards is UNSET:
            return text("babel.told.punish_at", seat=self.target)
        return text("babel.told.punish_cards", seat=self.target, count=self.cards)


def _with_zealots(state: BabelState) -> BabelState:
    """Return the state in which the seats that gave punishment cards are zealots. With cards on phones nothing changes: the
    state has its zealots already."""
    if state.public.on_phones:
        return state
    for i, pointing in sealed.answers(state, Pointing).items():
        state = with_own(state, state.public.seats[i], is_zealot=pointing.to is not None)
    return state


def _pointing(state: BabelState, target: Seat | None, cards: int) -> Pointing:
    return NOBODY if target is None else Pointing(place_of(state.public, target), cards)


def _given(state: BabelState) -> tuple[Given, ...]:
    pointings = sealed.answers(state, Pointing)
    return tuple(Given(i, pointing.to, pointing.cards) for i, pointing in pointings.items() if pointing.to is not None)


def _judged(state: BabelState, given: tuple[Given, ...]) -> BabelState:
    """Return the state after the end. The seals and punishment cards that the Messenger received decide which side wins
    (BABEL-18)."""
    public = state.public
    messenger = next(i for i, seat in enumerate(public.seats) if state.own[seat].role == "messenger")
    seals, punishments = _cards_received(public.seals, messenger), _cards_received(given, messenger)
    winner = winner_of(seals, punishments)
    state = finished(state, winner, "BABEL-18")
    final = state.public.final
    assert final is not None
    moved = Moved(f"punish-{public.round}", "punishments") if given else public.moved
    return with_public(state, final=replace(final, seals=seals, punishments=punishments, given=given), moved=moved)


def _cards_received(given: Iterable[Given], seat: int) -> int:
    return sum(each.cards for each in given if each.to == seat)


def winner_of(seals: int, punishments: int) -> Side:
    """Return the side that wins. The tower falls unless the Messenger received more seals than punishment cards
    (BABEL-18)."""
    return "messenger" if punishments >= seals else "architects"


def why_not_declare(own: Own, has_seal: bool) -> Text | None:
    """Return the refusal if a seat says that it uses a seal and has none in hand, else None (BABEL-16)."""
    return refusal_unless(not has_seal or "seal" in own.hand)


def why_not_punish(own: Own, target: Seat | None) -> Text | None:
    """Return the refusal if the Messenger would give punishment cards, else None (BABEL-17)."""
    return refusal_unless(target is None or own.role != "messenger")


def ask_declare(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask whether this seat uses a seal (BABEL-16)."""
    assert own is not None
    options = tuple(
        option(public, Declare(has), text(f"babel.ask.declare_{answer}"), why_not_declare(own, has))
        for answer, has in (("yes", True), ("no", False))
    )
    question, panel = text("babel.ask.declare"), text("babel.panel.declare")
    return Answers((Group(options, 2),), question=question, panel=panel, secret=True, send=text("babel.ask.send_answer"))


def ask_seal(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask at which seat this seat points with its seal (BABEL-16)."""
    targets = on_each(public, Seal, others(public, due.seat))
    if not public.on_phones:
        targets = (*targets, on_nobody(public, Seal(None), text("babel.ask.seal_none"), text("babel.panel.seal_none")))
    choosing = steps(targets, (text("babel.ask.seal"),), (columns_for(len(targets)),))
    return Answers(steps=choosing, panel=text("babel.panel.seal"), secret=True)


def ask_punish(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask at which seat this seat points with punishment cards (BABEL-17). With cards of cardboard every seat is asked, and
    a seat that is no zealot points at nobody."""
    assert own is not None
    rest = others(public, due.seat)
    if public.on_phones:
        return Answers(
            steps=steps(on_each(public, Punish, rest), (text("babel.ask.punish"),), (columns_for(len(rest)),)),
            panel=text("babel.panel.punish"),
            secret=True,
        )
    most = punishment_cards(len(public.seats))
    given = [_blocked(why_not_punish(own, seat), one) for seat in rest for one in _giving(public, seat, most)]
    nobody = on_nobody(public, Punish(None), text("babel.ask.punish_none"))
    titles = (text("babel.ask.punish"), text("babel.ask.punish_cards"))
    panels = (text("babel.panel.punish"), text("babel.panel.punish_cards"))
    choosing = steps((*given, nobody), titles, (columns_for(len(rest)), 4), panels)
    return Answers(steps=choosing, panel=panels[0], secret=True)


def _giving(public: Public, target: Seat, most: int) -> tuple[Tapped, ...]:
    """Return the options that give 1 to `most` punishment cards to a seat. If the game has only one card, one tap on the
    seat is enough."""
    at = seat_choice(target)
    many = [(n, (Choice(text("babel.cards", count=n)),) if most > 1 else ()) for n in range(1, most + 1)]
    return tuple(Tapped(option(public, Punish(target, n), at.words), (at, *number)) for n, number in many)


def _blocked(why: Text | None, one: Tapped) -> Tapped:
    return one if why is None else Tapped(msgspec.structs.replace(one.option, why=why), one.taps)
