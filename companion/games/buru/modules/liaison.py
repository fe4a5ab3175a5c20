"""BURU-40: the liaison, a sixth token without power, whose owner may act once more."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from companion.core.actions import Action
from companion.core.view import SetupStep, setup_step
from companion.core.words import Text, listed, text
from companion.games.buru import payout, refusals
from companion.games.buru.lying import Token
from companion.games.buru.naming import called
from companion.games.buru.pieces import ISLAND, Explorer, fish
from companion.games.buru.state import BuruState, Played, Public, before
from companion.games.buru.turn import Space


class WithLiaisons(Played):
    """Everybody has one in every round."""

    option = "liaison"
    cards: ClassVar[Mapping[str, str]] = {
        "noon": "liaison_noon",
        "ambelau": "liaison_ambelau",
        **dict.fromkeys(ISLAND, "liaison"),
    }

    def to_lay(self, public: Public) -> Iterator[SetupStep]:
        yield setup_step("buru.to_lay.liaison")

    def explorers(self, public: Public, by: int) -> tuple[Explorer, ...]:
        return ("liaison",)

    def shown(self, state: BuruState) -> BuruState:
        """BURU-41: a liaison is no part of a double, so a plan for the lake that counted on it is void."""
        if state.public.region != "lake":
            return state
        for token in liaisons(state.public):
            state = before(state, token.by, plan=None)
        return state

    def again(self, public: Public) -> int | None:
        """The owner of the only one; in Ambelau it does nothing."""
        here = liaisons(public)
        if public.again or public.region == "ambelau" or len(here) != 1:
            return None
        return here[0].by

    def here(self, public: Public) -> Iterator[Text]:
        owners = [called(public, token.by) for token in liaisons(public)]
        if len(owners) > 1:
            yield text("buru.liaison.home", seats=listed(owners))
        elif owners and public.region != "ambelau":
            yield text("buru.liaison.again", seat=owners[0])

    def refuses(self, public: Public, action: Action) -> Text | None:
        """An action space costs its owner as many fish as it shows gems."""
        if not isinstance(action, Space) or not public.again or public.active is None:
            return None
        return refusals.why_not_pay(public, public.active, fish(_price(public, action.space)))

    def takes(self, state: BuruState, by: int, space: int) -> BuruState:
        return payout.pay(state, by, fish(_price(state.public, space))) if state.public.again else state


def liaisons(public: Public) -> tuple[Token, ...]:
    """Those that are shown in the region of the moment. Of two or more each goes home."""
    return tuple(token for token in public.tokens if token.region == public.region and token.explorer == "liaison")


def _price(public: Public, space: int) -> int:
    """In fish; what is not known here is told as a payment."""
    known = (module.gems(public, space) for module in public.modules)
    return next((gems for gems in known if gems is not None), 0)
