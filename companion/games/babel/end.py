"""The end of a game. If no reversal showed the zealots, all seats are asked whether they are one. Then everything is face
up."""

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, required
from companion.core.answers import Answers, Group
from companion.core.dues import Due, Event
from companion.core.state import Seat, revealed_to, with_own, with_public
from companion.core.words import Text, text
from companion.games.babel import sealed
from companion.games.babel.questions import option
from companion.games.babel.state import BabelState, Final, Own, Public, Side


def tower_fell(state: BabelState, rule: str) -> BabelState:
    """Return the state after the Messenger's side won without a reversal, by this rule. With cards of cardboard the game
    first asks which seats are zealots (BABEL-22)."""
    state = with_public(state, fallen=rule)
    return finished(state, "messenger", rule) if state.public.on_phones else with_public(state, stage="zealot")


class Zealot(Action, frozen=True, tag="zealot"):
    """True if a seat ever held a punishment card (BABEL-22). Old records have the field under the name `now`, so it keeps
    this name."""

    now: bool | UnsetType = UNSET

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        """Return the state after this answer. The last answer ends the game. The Messenger's answer changes nothing."""
        state = sealed.keep(state, event.asked, required(self.now))
        if not sealed.have_all_answered(state):
            return state
        for i, held_one in sealed.answers(state, bool).items():
            seat = state.public.seats[i]
            state = with_own(state, seat, is_zealot=held_one and state.own[seat].role == "architect")
        assert state.public.fallen is not None
        return finished(sealed.cleared(state), "messenger", state.public.fallen)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.now is UNSET:
            return text("babel.told.zealot")
        return text("babel.told.zealot_yes" if self.now else "babel.told.zealot_no")


def finished(state: BabelState, winner: Side, rule: str) -> BabelState:
    """Return the state in which everything is face up (BABEL-24)."""
    public, own = state.public, state.own
    final = Final(
        winner=winner,
        rule=rule,
        messenger=next(i for i, seat in enumerate(public.seats) if own[seat].role == "messenger"),
        zealots=tuple(i for i, seat in enumerate(public.seats) if own[seat].is_zealot),
        zealot_since=tuple(own[seat].zealot_since for seat in public.seats),
        deeds=state.box.deeds,
        hands=tuple(own[seat].hand for seat in public.seats),
    )
    return revealed_to(with_public(state, stage="end", final=final))


def ask_zealot(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask every seat whether it ever held a punishment card. Each has a true answer, also the Messenger (BABEL-22)."""
    options = tuple(
        option(public, Zealot(held_one), text(f"babel.ask.zealot_{answer}"))
        for answer, held_one in (("yes", True), ("no", False))
    )
    return Answers(
        (Group(options, 2),),
        question=text("babel.ask.zealot"),
        hint=text("babel.ask.zealot_hint"),
        panel=text("babel.panel.zealot"),
        secret=True,
        send=text("babel.ask.send_answer"),
    )
