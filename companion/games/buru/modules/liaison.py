"""The liaison (BURU-40): a sixth token without power. Its owner may act once more in its region."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from companion.core.actions import Action
from companion.core.set_up import SetUpStep, row_of, set_up_step
from companion.core.words import Text, listed, text
from companion.games.buru import payout, refusals
from companion.games.buru.island_pieces import Token
from companion.games.buru.naming import called
from companion.games.buru.pieces import ISLAND, Explorer, fish
from companion.games.buru.state import BuruState, Played, Public, before
from companion.games.buru.turn import Space


class WithLiaisons(Played):
    """The module with liaisons. Each player has one in every round."""

    option = "liaison"
    cards: ClassVar[Mapping[str, str]] = {
        "noon": "liaison_noon",
        "ambelau": "liaison_ambelau",
        **dict.fromkeys(ISLAND, "liaison"),
    }

    def set_up_steps(self, public: Public) -> Iterator[SetUpStep]:
        yield set_up_step("buru.set_up.liaison", "each", row_of("liaison", 174, 10, 30), art="liaison")

    def explorers(self, public: Public, by: int) -> tuple[Explorer, ...]:
        return ("liaison",)

    def shown(self, state: BuruState) -> BuruState:
        """Return the state without the lake bonus of rivals that have a liaison there, as it does not count as one of two
        tokens (BURU-41)."""
        if state.public.region != "lake":
            return state
        for token in liaisons(state.public):
            state = before(state, token.by, plan=None)
        return state

    def again(self, public: Public) -> int | None:
        """Return the number of the player with the only liaison in the present region, or None. A liaison in Ambelau gives
        no second turn."""
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
        """Return the refusal if the liaison's owner has fewer fish than the action space shows gems."""
        if not isinstance(action, Space) or not public.again or public.active is None:
            return None
        return refusals.why_not_pay(public, public.active, fish(_price(public, action.space)))

    def takes(self, state: BuruState, by: int, space: int) -> BuruState:
        return payout.pay(state, by, fish(_price(state.public, space))) if state.public.again else state


def liaisons(public: Public) -> tuple[Token, ...]:
    """Return the liaisons shown in the present region. If there are two or more, nobody acts once more."""
    return tuple(token for token in public.tokens if token.region == public.region and token.explorer == "liaison")


def _price(public: Public, space: int) -> int:
    """Return the price of an action space in fish. It is 0 if nobody entered the gems: then the seat enters a payment."""
    known = (module.gems(public, space) for module in public.modules)
    return next((gems for gems in known if gems is not None), 0)
