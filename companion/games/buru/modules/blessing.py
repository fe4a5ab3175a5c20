"""Blessings (BURU-39): each region has one. It gives 1 power there, and goes to the player who acts there last."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from companion.core.actions import Action, as_data
from companion.core.answers import Answers, Group, Option
from companion.core.blocks import Marker
from companion.core.dues import Due, Event
from companion.core.set_up import SetUpStep, row_of, set_up_step
from companion.core.state import Seat, changed, with_public
from companion.core.words import Text, listed, refuse_if, text
from companion.games.buru import island, payout, reveals
from companion.games.buru.answers import EndsStage
from companion.games.buru.island_pieces import Blessing, Dominance
from companion.games.buru.naming import called
from companion.games.buru.pieces import PAIR, REGIONS, Region, Reward
from companion.games.buru.state import BuruState, Own, Played, Public

SIGNS: Final[Mapping[Region, str]] = {region: f"blessing_{region}" for region in REGIONS}
"""The sign of each region's blessing."""


class WithBlessings(Played):
    """The module with a blessing in each region."""

    option = "blessing"
    cards: ClassVar[Mapping[str, str]] = {"morning": "blessing_laid", **dict.fromkeys(REGIONS, "blessing")}

    def set_up_steps(self, public: Public) -> Iterator[SetUpStep]:
        yield set_up_step(
            "buru.set_up.blessing",
            "one",
            row_of(("blessing_forest", "blessing_shore"), 150, 106, 16, n=2, dx=30),
            art="blessing",
            after="board",
        )

    def at_start(self, public: Public) -> Public:
        return changed(public, blessings=tuple(map(Blessing, public.regions)))

    def token_placed(self, state: BuruState, by: int, region: Region, blessed: bool) -> BuruState:
        """Return the state with the blessing on the token that was just placed, if its seat wants it. A rival's first token
        there gets it always (BURU-41). Raise Refused if the blessing is not the seat's."""
        may = region in self.blessable(state.public, by)
        if blessed and not may:
            refuse_if(text("buru.blessing.not_yours", region=text(f"buru.region.{region}")))
        if not blessed and not (may and state.public.is_rival(by)):
            return state
        return _with_blessing(state, replace(_blessing_of(state.public, region), on=len(state.public.tokens) - 1))

    def blessable(self, public: Public, by: int) -> tuple[Region, ...]:
        return tuple(one.region for one in _all(public) if one.holder == by and one.on is None)

    def power(self, public: Public, by: int) -> int:
        """Return the power that the blessing adds here, 1 or 0. Beside a liaison it adds none (BURU-40)."""
        assert public.region is not None
        one = _blessing_of(public, public.region)
        return int(one.holder == by and _counts(public, one))

    def chooser(self, public: Public) -> int | None:
        """Return the number of the person that alone has power here, or None."""
        alone = [total.by for total in public.totals]
        return alone[0] if len(alone) == 1 and not public.is_rival(alone[0]) else None

    def in_order(self, public: Public, rival: int) -> bool:
        """Return True if a rival has two tokens here, one is blessed, and one may be the liaison (BURU-41)."""
        assert public.region is not None
        one, here = _blessing_of(public, public.region), public.at(public.region, rival)
        is_on_token = one.holder == rival and one.on is not None and len(here) == PAIR
        return is_on_token and "liaison" in reveals.hidden_powers(public, rival)

    def acted(self, state: BuruState) -> BuruState:
        """Return the state after the last player that acted took the blessing (BURU-39). If nobody takes a blessing that was
        on a token, its holder loses it nevertheless."""
        public = state.public
        if public.region is None:
            return state
        one = _blessing_of(public, public.region)
        holder = None if _counts(public, one) else one.holder
        passed = _with_blessing(state, Blessing(one.region, holder if _nobody_last(public) else public.acted[-1]))
        return payout.because(state, passed, text("buru.why.last"))

    def notes(self, public: Public, by: int) -> Iterator[Text]:
        held = [text(f"buru.region.{name}") for name in self.blessable(public, by)]
        if held:
            yield text("buru.blessing.held", regions=listed(held))

    def marks(self, public: Public, region: Region) -> Iterator[Marker]:
        one = _blessing_of(public, region)
        if one.holder is None:
            yield Marker(text("buru.blessing.lies"), "blessing")
        elif one.on is not None:
            words = text("buru.blessing.laid", seat=called(public, one.holder))
            yield Marker(words, "blessing", public.names[one.holder])

    def markers(self, public: Public) -> Mapping[str, int | None]:
        return {SIGNS[one.region]: one.holder if one.on is None else None for one in _all(public)}


def _all(public: Public) -> tuple[Blessing, ...]:
    assert public.blessings is not None
    return public.blessings


def _blessing_of(public: Public, region: Region) -> Blessing:
    return next(one for one in _all(public) if one.region == region)


def _with_blessing(state: BuruState, one: Blessing) -> BuruState:
    return with_public(state, blessings=tuple(one if other.region == one.region else other for other in _all(state.public)))


def _counts(public: Public, one: Blessing) -> bool:
    """Return True if the blessing was put on a token that is not a liaison."""
    return one.on is not None and public.tokens[one.on].explorer != "liaison"


def _nobody_last(public: Public) -> bool:
    """Return True if nobody takes the blessing as the last to act. A player alone takes it only by choice, and without power
    nobody acts."""
    if len(public.totals) > 1:
        return False
    return not (public.dominances and public.dominances[-1].region == public.region and public.dominances[-1].forgone)


# The choice


class Choose(EndsStage, frozen=True, tag="choose"):
    """The choice of a player that alone has power in a region (BURU-39)."""

    take: Reward

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after this choice. With the blessing, the region's gifts stay where they are."""
        public = state.public
        if self.take == "dominance":
            return reveals.next_turn(reveals.dominate(state))
        assert public.region is not None
        forgone = Dominance(public.region, None, (), public.totals, forgone=True)
        return reveals.next_turn(with_public(state, dominances=(*public.dominances, forgone)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text(f"buru.told.choose_{self.take}")


def ask(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask whether the player takes dominance or the blessing, and say what each gives."""
    assert public.region is not None
    gifts = listed(island.gifts(reveals.to_win(public)))
    dominance = Option(as_data(Choose("dominance")), text("buru.ask.dominance"), sign="dominance", small=gifts)
    blessing = Option(
        as_data(Choose("blessing")), text("buru.ask.blessing"), sign="blessing", small=text("buru.ask.blessing_gives")
    )
    return Answers((Group((dominance, blessing), 2),), question=text("buru.ask.choose"))
