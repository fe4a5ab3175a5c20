"""The blessing of a region: it adds 1 power there, and goes to the player that acts last."""

from typing import Any

import pytest

from companion.core.words import Malformed
from companion.games.buru.island_pieces import Blessing, Riding
from companion.games.buru.pieces import Region
from companion.games.buru.tests.playing import Sitting, everywhere

LAKE = [(token, "lake") for token in (1, 2, 3, 4)]


def held(region: Region = "village", by: int | None = 0, seats: int = 2, **options: Any) -> Sitting:
    """Return a game in which the seat of this number has a region's blessing at the first dawn. The others are in their
    fields."""
    sitting = Sitting(seats, blessing=True, **options)
    mine = Blessing(region, by)
    return sitting.open(blessings=tuple(mine if one.region == region else one for one in sitting.public.blessings))


def holder(sitting: Sitting, region: Region) -> str | None:
    """Return the holder of a region's blessing, or None if it is in its field."""
    by = next(one.holder for one in sitting.public.blessings if one.region == region)
    return None if by is None else sitting.public.names[by]


def blessed(region: Region, tokens: tuple[int, ...], other: Region) -> list[dict[str, Any]]:
    """Return two tokens in the region, the first with its blessing, and two elsewhere."""
    one, two, *more = tokens
    first = {"token": one, "region": region, "blessing": True}
    return [first, {"token": two, "region": region}, *({"token": n, "region": other} for n in more)]


def placed(sitting: Sitting, **bids: list[dict[str, Any]]) -> Sitting:
    """Play a morning. `bids` has whole answers."""
    left = {seat: list(bid) for seat, bid in bids.items()}
    while sitting.due().kind == "place":
        seat = str(sitting.due().seat)
        sitting.answer(seat, "place", **left[seat].pop(0))
    return sitting


def plain(*tokens: tuple[int, str]) -> list[dict[str, Any]]:
    return [{"token": token, "region": region} for token, region in tokens]


@pytest.mark.rule("BURU-39")
def test_each_blessing_begins_in_its_field():
    sitting = Sitting(2, blessing=True)
    assert sitting.public.blessings == tuple(Blessing(region) for region in ("forest", "shore", "village", "lake"))


@pytest.mark.rule("BURU-39")
def test_village_explorers_of_2_and_1_and_the_blessing_are_4():
    sitting = placed(held().dawn(), Ana=blessed("village", (2, 1, 3, 4), "lake"), Ben=plain(*everywhere(1, 2, 3, 4)))
    sitting.noon().until("act", "village")
    assert [(total.by, total.power) for total in sitting.public.totals] == [(0, 4), (1, 3)]


@pytest.mark.rule("BURU-39")
def test_the_place_of_a_blessing_is_public_and_its_owner_still_has_two_taps():
    sitting = held().dawn()
    answers = sitting.answers(sitting.due())
    where, which = answers.steps.steps
    assert [choice.words.values.get("region", choice.words.key) for choice in where.choices][4:] == ["buru.region.village"]
    assert len(which.choices) == 5
    assert where.overt
    assert not which.overt
    sitting.answer("Ana", "place", token=3, region="village", blessing=True)
    assert "buru.blessing.laid" in str(sitting.answers(sitting.due()).steps)
    assert all("buru.blessing.laid" in str(sitting.view(seat).blocks) for seat in (None, "Ana"))


@pytest.mark.rule("BURU-39")
def test_only_its_holder_places_a_blessing_once_and_in_its_own_region():
    sitting = held().dawn()
    assert isinstance(sitting.refused("Ana", "place", token=1, region="forest", blessing=True), Malformed)
    assert isinstance(sitting.refused("Ana", "place", token=1, region="village", blessing=False), Malformed)
    sitting.answer("Ana", "place", token=1, region="village", blessing=True)
    assert isinstance(sitting.refused("Ben", "place", token=1, region="village", blessing=True), Malformed)
    sitting.answer("Ben", "place", token=1, region="village")
    assert isinstance(sitting.refused("Ana", "place", token=2, region="village", blessing=True), Malformed)


@pytest.mark.rule("BURU-39")
@pytest.mark.parametrize("options", [{}, {"kuda": True}, {"liaison": True}])
def test_without_the_module_no_blessing_can_be_placed(options):
    sitting = Sitting(2, **options).dawn()
    assert isinstance(sitting.refused("Ana", "place", token=1, region="village", blessing=True), Malformed)


@pytest.mark.rule("BURU-39")
def test_the_last_to_act_takes_it_from_the_field():
    sitting = Sitting(2, blessing=True).dawn().morning(Ana=everywhere(2, 3, 4, 5), Ben=everywhere(1, 2, 3, 4)).noon()
    assert holder(sitting.until("act", "forest"), "forest") is None
    assert holder(sitting.done(), "forest") is None
    assert holder(sitting.done(), "forest") == "Ben"


@pytest.mark.rule("BURU-39")
def test_the_last_to_act_takes_it_from_the_seat_that_holds_it():
    sitting = held("forest", 0).dawn().morning(Ana=everywhere(2, 3, 4, 5), Ben=everywhere(1, 2, 3, 4)).noon()
    assert holder(sitting.until("act", "shore"), "forest") == "Ben"


@pytest.mark.rule("BURU-39")
def test_the_emissary_of_that_moment_decides_who_acts_last():
    """All totals at the lake are equal. Cho becomes the Emissary after Ana's turn, so Cho acts before Ben."""
    sitting = Sitting(3, blessing=True).dawn().morning(Ana=LAKE, Ben=LAKE, Cho=LAKE).noon().until("act", "lake")
    sitting.open(emissary=2).done()
    assert sitting.due().seat == "Cho"
    sitting.done().done()
    assert holder(sitting, "lake") == "Ben"


@pytest.mark.rule("BURU-39")
def test_a_seat_that_used_it_and_is_not_last_loses_it():
    sitting = placed(held().dawn(), Ana=blessed("village", (2, 3, 1, 4), "lake"), Ben=plain(*everywhere(1, 2, 3, 4)))
    assert holder(sitting.noon().until("act", "lake"), "village") == "Ben"


def alone(**options: Any) -> Sitting:
    """Return a game in which only Ana's 2 is in the village, with a decree of 2 fish. Ana is asked what she takes."""
    bids = [(2, "village"), (1, "lake"), (3, "lake"), (4, "lake")]
    sitting = Sitting(2, blessing=True, **options)
    if options.get("kuda"):
        sitting.open(kuda=Riding("village", 3))
    sitting.dawn({"place": "village", "reward": {"fish": 2}}, {"place": "manuk"})
    return sitting.morning(Ana=bids, Ben=LAKE).noon().until("choose", "village")


@pytest.mark.rule("BURU-39")
def test_the_only_seat_with_power_is_asked_for_its_gain():
    sitting = alone()
    assert sitting.awaits() == ("choose", "Ana")
    assert sitting.public.dominances == ()
    assert isinstance(sitting.refused("Ana", "choose", take="both"), Malformed)


@pytest.mark.rule("BURU-39", "BURU-42")
def test_a_seat_that_takes_the_blessing_gets_neither_totem_nor_decree_and_kuda_stays():
    sitting = alone(kuda=True)
    fish = sitting.player("Ana").fish
    sitting.answer("Ana", "choose", take="blessing")
    assert (sitting.player("Ana").fish, sitting.public.totems) == (fish, (None,) * 5)
    assert sitting.public.kuda == Riding("village", 3)
    sitting.answer("Ana", "space", space=3)
    assert sitting.player("Ana").fish == fish + 2
    assert holder(sitting.done(), "village") == "Ana"


@pytest.mark.rule("BURU-39", "BURU-42")
def test_a_seat_that_takes_dominance_gets_totem_and_decree_and_kuda_moves():
    sitting = alone(kuda=True)
    fish = sitting.player("Ana").fish
    sitting.answer("Ana", "choose", take="dominance")
    assert (sitting.player("Ana").fish, sitting.public.totems) == (fish + 2, (None, None, 0, None, None))
    assert sitting.public.kuda == Riding("village", 5, marker=("village", 3))
    sitting.answer("Ana", "space", space=3)
    assert sitting.player("Ana").fish == fish + 3
    assert holder(sitting.done(), "village") is None


@pytest.mark.rule("BURU-39")
def test_with_dominance_the_blessing_stays_with_its_holder():
    sitting = alone()
    sitting.open(blessings=tuple(Blessing(one.region, 1) for one in sitting.public.blessings))
    sitting.answer("Ana", "choose", take="dominance").done()
    assert holder(sitting, "village") == "Ben"


@pytest.mark.rule("BURU-39", "BURU-41")
def test_a_rival_alone_has_dominance_and_the_blessing_stays():
    sitting = Sitting(1, lawan=1, blessing=True).dawn()
    sitting.morning([{"a": "forest"}, {"a": "shore"}, {"a": "village"}, {"a": "shore"}], Ana=LAKE).noon()
    sitting.table("show", rival="A", powers=[1]).table("reveal").table("show", rival="A", powers=[3])
    assert (sitting.due().kind, sitting.public.totems[1]) == ("act", 1)
    assert holder(sitting.done(), "forest") is None


@pytest.mark.rule("BURU-41")
def test_a_rivals_blessing_goes_with_its_first_token_there_and_adds_1():
    sitting = held("forest", 1, seats=1, lawan=1).dawn()
    plots = [{"a": "shore"}, {"a": "forest"}, {"a": "forest"}, {"a": "shore"}]
    sitting.morning(plots, Ana=everywhere(1, 2, 3, 4)).noon().table("show", rival="A", powers=[1]).table("reveal")
    assert sitting.public.blessings[0].on == 3
    sitting.table("show", rival="A", powers=[2, 3])
    assert [(total.by, total.power) for total in sitting.public.totals] == [(1, 6), (0, 1)]


@pytest.mark.rule("BURU-39", "BURU-43")
def test_everybody_sees_beside_a_seat_which_blessing_it_holds():
    sitting = held()
    assert all("buru.blessing.held" in str(view.blocks) for view in sitting.views())


@pytest.mark.rule("BURU-39")
def test_a_placed_blessing_is_in_its_field_again_though_its_owner_was_alone():
    bids = [*blessed("village", (2, 1, 3, 4), "lake")]
    sitting = placed(held().dawn(), Ana=bids, Ben=plain(*LAKE)).noon().until("choose", "village")
    assert holder(sitting, "village") == "Ana"
    assert holder(sitting.answer("Ana", "choose", take="dominance").done(), "village") is None
