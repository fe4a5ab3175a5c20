"""The Tokoh (BURU-38): each person's leader. Its start comes before everything else. Once a round, its action replaces an
action space."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from companion.core.actions import Action, as_data
from companion.core.answers import Group, Option
from companion.core.caching import cached_by_type
from companion.core.dues import Event
from companion.core.set_up import SetUpStep, card, set_up_step
from companion.core.state import Seat, changed, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.buru import questions, refusals
from companion.games.buru.answers import Taking, UsingTokoh
from companion.games.buru.modules.ambelau import Canoe
from companion.games.buru.pieces import REGIONS
from companion.games.buru.state import BuruState, Played, Public
from companion.games.buru.turn import active, with_answer

INSTEAD = (Taking, Canoe)
"""The answers that a Tokoh's action replaces. A turn has either that action or one of these."""


class WithTokoh(Played):
    """The module with a Tokoh for each person. Rivals have none."""

    option = "tokoh"
    cards: ClassVar[Mapping[str, str]] = {"first": "tokoh_start", **dict.fromkeys(REGIONS, "tokoh")}

    def set_up_steps(self, public: Public) -> Iterator[SetUpStep]:
        yield set_up_step("buru.set_up.tokoh", "one", art="back")
        kept = card("back", 100, 41, 18)
        yield set_up_step("buru.set_up.tokoh_keep", "each", kept, art="back", after="tokoh")
        yield set_up_step("buru.set_up.tokoh_start", "table", art="back", small=True, after="tokoh_keep", asks="act")

    def at_start(self, public: Public) -> Public:
        """Return the table on which each person has a turn before the first Emissary is drawn."""
        return changed(public, tokoh=(), stage="act", active=0, again=True)

    def over(self, state: BuruState) -> BuruState | None:
        public, by = state.public, state.public.active
        if public.region is not None or by is None:
            return None
        if by + 1 < public.people:
            return with_public(state, active=by + 1)
        return with_public(state, stage="first", active=None, again=False)

    def dusk(self, state: BuruState) -> BuruState:
        return with_public(state, tokoh=())

    def refuses(self, public: Public, action: Action) -> Text | None:
        if isinstance(action, UsingTokoh):
            return _is_used(public)
        if isinstance(action, INSTEAD):
            if public.region is None:
                return text("buru.no_space_yet")
            return text("buru.tokoh_instead") if _has_answered(public, UsingTokoh) else None
        return None

    def usual(self, public: Public, by: int) -> tuple[str, ...] | None:
        return ("goods", "gain") if public.region is None else None

    def groups_of(self, public: Public, by: int) -> Iterator[tuple[str, Group]]:
        if public.region is not None and not public.is_rival(by):
            yield "instead", Group((questions.blocked(_option(), _is_used(public)),), 1)

    def card(self, public: Public, by: int) -> Text | None:
        if public.is_rival(by):
            return None
        return text("buru.tokoh_turned" if by in used(public) else "buru.tokoh")


def used(public: Public) -> tuple[int, ...]:
    """Return the numbers of the players whose Tokoh has acted in this round."""
    assert public.tokoh is not None
    return public.tokoh


def _is_used(public: Public) -> Text | None:
    if public.active in used(public):
        return text("buru.tokoh_used")
    return text("buru.tokoh_instead") if _has_answered(public, *INSTEAD) else None


def _has_answered(public: Public, *types: type[Action]) -> bool:
    return any(isinstance(action, types) for action in public.turn_answers)


@cached_by_type
def _option() -> Option:
    return Option(as_data(UseTokoh()), text("buru.ask.tokoh"), spoken=text("buru.say.tokoh"), panel=text("buru.panel.tokoh"))


class UseTokoh(UsingTokoh, frozen=True, tag="tokoh"):
    """The Tokoh's action in place of a space (BURU-38)."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state in which the Tokoh has acted, which it may once a round. Other answers say what the action
        does."""
        refuse_if(refusals.why_not_by_modules(state.public, self))
        return with_answer(used_by(state, active(state)), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.tokoh")


def used_by(state: BuruState, by: int) -> BuruState:
    """Return the state in which a player's Tokoh has acted in this round."""
    return with_public(state, tokoh=(*used(state.public), by))
