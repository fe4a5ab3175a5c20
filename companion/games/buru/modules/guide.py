"""The guide (BURU-37): a sixth explorer, of power 1, for one round."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from companion.core.actions import Action, as_data
from companion.core.answers import Group, Option
from companion.core.caching import cached_by_type
from companion.core.dues import Event
from companion.core.state import Seat, changed, with_own, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.buru import payout, refusals
from companion.games.buru.island_pieces import Guides
from companion.games.buru.pieces import Explorer
from companion.games.buru.state import BuruState, Played, Public
from companion.games.buru.turn import with_answer


class WithGuides(Played):
    """The module with guides, which comes with Ambelau."""

    option = "ambelau"
    cards: ClassVar[Mapping[str, str]] = {"morning": "guide"}

    def at_start(self, public: Public) -> Public:
        return changed(public, guides=Guides())

    def dusk(self, state: BuruState) -> BuruState:
        """Return the state after dusk: this round's guides are gone, and those gained in it are ready."""
        return with_public(state, guides=Guides(now=_guides(state.public).gained))

    def explorers(self, public: Public, by: int) -> tuple[Explorer, ...]:
        """Return the guide of this round. A rival has one in every round (BURU-41)."""
        return ("guide",) if public.is_rival(by) or by in _guides(public).now else ()

    def groups_of(self, public: Public, by: int) -> Iterator[tuple[str, Group]]:
        """Yield the tap for a guide. It is there in any turn, because a discard or a card may give one."""
        yield "guide", Group((_option(public.is_rival(by)),), 1)

    def notes(self, public: Public, by: int) -> Iterator[Text]:
        if by in _guides(public).now:
            yield text("buru.guided.now")
        if by in _guides(public).gained:
            yield text("buru.guided.gained")


def _guides(public: Public) -> Guides:
    assert public.guides is not None
    return public.guides


@cached_by_type
def _option(rival: bool) -> Option:
    words = text("buru.ask.guide_rival" if rival else "buru.ask.guide")
    return Option(as_data(Guide()), words, sign="guide", panel=text("buru.panel.guide"))


class Guide(Action, frozen=True, tag="guide"):
    """A guide that a card gave (BURU-37)."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with this guide. The guide of a canoe's space needs no such answer (BURU-37)."""
        by = state.public.active
        assert by is not None
        refuse_if(refusals.why_not_by_modules(state.public, self))
        return with_answer(gain(state, by), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.guide")


def gain(state: BuruState, by: int) -> BuruState:
    """Return the state in which a player has a guide for the next round, or for the first one if that has not begun. A
    second guide changes nothing. A rival gets 1 esteem instead (BURU-41)."""
    public = state.public
    if public.is_rival(by):
        return payout.because(state, payout.gain_esteem(state, by), text("buru.why.guide"))
    guides = _guides(public)
    if public.dealt:
        return with_public(state, guides=replace(guides, gained=tuple(sorted({*guides.gained, by}))))
    state = with_public(state, guides=replace(guides, now=tuple(sorted({*guides.now, by}))))
    return with_own(state, public.names[by], hand=state.public.explorers(by))
