"""Kuda (BURU-42): a wild horse that runs round the island, and leaves a fish marker where it was."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from companion.core.blocks import Marker
from companion.core.set_up import SetUpStep, row_of, set_up_step
from companion.core.state import changed, with_public
from companion.core.words import Text, text
from companion.games.buru import payout
from companion.games.buru.answers import Recruiting
from companion.games.buru.island_pieces import Dominance, Riding
from companion.games.buru.pieces import ISLAND, Region
from companion.games.buru.state import BuruState, Played, Public
from companion.games.buru.turn import Space

# BURU-42: Kuda's space gives this in place of what is printed there. The marker gives its fish on any space.
CHEAPER = 2
"""The fish by which the first islander at the shore is cheaper."""
GEMS = 2
"""The gems that Kuda's space counts."""
VILLAGE_FISH = 2
MARKER_FISH = 1


class WithKuda(Played):
    """The module with Kuda. Kuda never goes to Ambelau."""

    option = "kuda"
    cards: ClassVar[Mapping[str, str]] = {region: f"kuda_{region}" for region in ISLAND}

    def set_up_steps(self, public: Public) -> Iterator[SetUpStep]:
        place = row_of("kuda", 88, 108 if public.options.kuda_start == "forest" else 158, 22)
        yield set_up_step(f"buru.set_up.kuda_{public.options.kuda_start}", "one", place, art="kuda", after="board")

    def at_start(self, public: Public) -> Public:
        return changed(public, kuda=Riding(public.options.kuda_start))

    def dominated(self, state: BuruState, won: Dominance) -> BuruState:
        """Return the state after Kuda ran as many spaces as the winner's total. The marker is where Kuda was."""
        kuda = _kuda(state.public)
        if kuda.region != won.region:
            return state
        region, space = ridden(state.public, kuda, won.totals[0].power)
        return with_public(state, kuda=Riding(region, space, marker=(kuda.region, kuda.space)))

    def takes(self, state: BuruState, by: int, space: int) -> BuruState:
        kuda, region = _kuda(state.public), state.public.region
        if (region, space) == (kuda.region, kuda.space):
            return _fish(state, by, VILLAGE_FISH, "kuda") if region == "village" else state
        if (region, space) == kuda.marker:
            return _fish(with_public(state, kuda=replace(kuda, marker=None)), by, MARKER_FISH, "marker")
        return state

    def dusk(self, state: BuruState) -> BuruState:
        return with_public(state, kuda=replace(_kuda(state.public), marker=None))

    def saved(self, public: Public, by: int) -> int:
        """Return how many fish are saved at the shore: for the first islander after Kuda's space was taken."""
        kuda = _kuda(public)
        if (kuda.region, public.region) != ("shore", "shore"):
            return 0
        spaces = [i for i, step in enumerate(public.turn_answers) if step == Space(kuda.space)]
        after = public.turn_answers[spaces[0] :] if spaces else ()
        return CHEAPER if spaces and not any(isinstance(step, Recruiting) for step in after) else 0

    def spaces(self, public: Public, region: Region) -> int | None:
        """Return the number of spaces in the forest if the options ask for one for each player, else None."""
        return len(public.names) if region == "forest" and public.options.kuda_forest == "players" else None

    def gems(self, public: Public, space: int) -> int | None:
        kuda = _kuda(public)
        if (public.region, space) == (kuda.region, kuda.space):
            return GEMS
        return 0 if (public.region, space) == kuda.marker else None

    def to_move(self, public: Public) -> Iterator[Text]:
        kuda = _kuda(public)
        if kuda.marker is not None and kuda.marker[0] == public.region:
            yield text("buru.kuda.ran", region=text(f"buru.region.{kuda.region}"), space=kuda.space)

    def markers_in(self, public: Public, region: Region) -> Iterator[tuple[int, Marker]]:
        kuda = _kuda(public)
        if kuda.region == region:
            yield kuda.space, Marker(text("buru.kuda.name"), "kuda")
        if kuda.marker is not None and kuda.marker[0] == region:
            yield kuda.marker[1], Marker(text("buru.kuda.marker"), "fish")


def _kuda(public: Public) -> Riding:
    assert public.kuda is not None
    return public.kuda


def _fish(state: BuruState, by: int, n: int, why: str) -> BuruState:
    return payout.because(state, payout.gain_fish(state, by, n), text(f"buru.why.{why}"))


def ridden(public: Public, kuda: Riding, steps: int) -> tuple[Region, int]:
    """Return the region and space of Kuda after this number of steps. A region's last space leads to the next region, and
    the lake to the forest."""
    way = [(region, space) for region in ISLAND for space in public.spaces_in(region)]
    return way[(way.index((kuda.region, kuda.space)) + steps) % len(way)]
