"""What is told by a card of the owner's (BURU-01): one tap, and what stands printed on it happens.

acts.py has the rules, asks.py what may be told now; what the cards say is looked up in `companion/games/buru/box`.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.core.answers import Answers, Form, Group
from companion.core.words import Text, text
from companion.games.buru import payout, purse
from companion.games.buru.box import lookup
from companion.games.buru.cards import IslanderCard
from companion.games.buru.modules.byname import asks, asks_forms, asks_turn
from companion.games.buru.pieces import Spirit
from companion.games.buru.state import BuruState, Named, Played, Public, before


class WithCards(Played):
    """As many as the owner entered; all others are told as without."""

    option = "box"

    def offered(self, state: BuruState, by: int, spirit: Spirit) -> BuruState:
        """BURU-15: the scrolls of those that are tasked give at each tribute to their spirit."""
        gives = lookup.scroll(state.public.options, state.public.players[by], spirit)
        return payout.because(state, purse.gain(state, by, gives), text("buru.why.scroll")) if any(gives) else state

    def dusk(self, state: BuruState) -> BuruState:
        for by, player in enumerate(state.public.players):
            state = before(state, by, named=tuple(replace(one, tasked=False) for one in player.named))
        return state

    def gems(self, public: Public, space: int) -> int | None:
        return lookup.gems(public.options, public.region, space)

    def more(self, public: Public, kind: str, answers: Answers) -> Answers:
        return asks.MORE[kind](public, answers) if kind in asks.MORE else answers

    def groups_of(self, public: Public, by: int) -> Iterator[tuple[str, Group]]:
        return asks_turn.groups(public, by)

    def forms(self, public: Public, by: int) -> Iterator[Form]:
        return asks_forms.forms(public, by)

    def notes(self, public: Public, by: int) -> Iterator[Text]:
        """Those before somebody whose cards are known; and its Tokoh."""
        player = public.players[by]
        if player.tokoh is not None:
            yield lookup.name(public.options, player.tokoh)
        for one in player.named:
            yield _islander(public, one)


def _islander(public: Public, one: Named) -> Text:
    name = lookup.title(lookup.card(public.options, one.card, IslanderCard))
    return text("buru.box.tasked", card=name) if one.tasked else name
