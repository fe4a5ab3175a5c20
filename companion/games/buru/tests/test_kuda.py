"""Kuda runs round the island, and leaves a fish marker where it was."""

from typing import Any

import pytest

from companion.core.words import Malformed, text
from companion.games.buru import GAME
from companion.games.buru.island_pieces import Riding
from companion.games.buru.modules.kuda import ridden as ridden_on
from companion.games.buru.now import line
from companion.games.buru.pieces import Region
from companion.games.buru.stage import scene
from companion.games.buru.tests.playing import Sitting, everywhere
from companion.kits.board import Areas


def kuda(region: Region = "forest", space: int = 1, seats: int = 2, **options: Any) -> Sitting:
    """Return a game with Kuda on this space at the first dawn."""
    return Sitting(seats, kuda=True, **options).open(kuda=Riding(region, space))


def ridden(region: Region, space: int, power: int, **options: Any) -> Riding | None:
    """Return where Kuda and its marker are after Ana won this region with this power. Ben's tokens are elsewhere."""
    places = ("forest", "shore", "village", "lake")
    mine = [(power, region), *((n, "lake" if region != "lake" else "forest") for n in (1, 2, 3, 4, 5) if n != power)][:4]
    away = next(place for place in places if place not in (region, mine[1][1]))
    sitting = kuda(region, space, **options).dawn().morning(Ana=mine, Ben=[(n, away) for n in (1, 2, 3, 4)]).noon()
    riding: Riding | None = sitting.until("act", region).public.kuda
    return riding


@pytest.mark.rule("BURU-42")
@pytest.mark.parametrize(
    ("start", "power", "end"),
    [
        (("forest", 4), 3, ("shore", 2)),
        (("shore", 2), 4, ("village", 1)),
        (("village", 1), 2, ("village", 3)),
        (("lake", 4), 3, ("forest", 2)),
        (("village", 5), 1, ("lake", 1)),
    ],
)
def test_kuda_moves_by_the_dominant_total_and_leaves_the_marker(start, power, end):
    riding = ridden(*start, power)
    assert riding == Riding(*end, marker=start)


@pytest.mark.rule("BURU-42")
def test_a_forest_of_as_many_spaces_as_players_is_a_shorter_way():
    riding = ridden("forest", 2, 4, seats=2, kuda_forest="players")
    assert riding == Riding("shore", 4, marker=("forest", 2))


@pytest.mark.rule("BURU-42")
def test_the_forest_has_no_space_beyond_the_players():
    sitting = kuda("lake", kuda_forest="players", seats=2).dawn()
    sitting.morning(Ana=everywhere(2, 3, 4, 5), Ben=everywhere(1, 2, 3, 4)).noon().until("act", "forest")
    assert isinstance(sitting.refused("Ana", "space", space=3), Malformed)
    assert sitting.answer("Ana", "space", space=2).public.spaces == (2,)


@pytest.mark.rule("BURU-42")
@pytest.mark.parametrize(("start", "end"), [("forest", ("forest", 1)), ("village", ("village", 1))])
def test_kuda_starts_where_the_table_agreed(start, end):
    public = Sitting(2, kuda=True, kuda_start=start).public
    assert public.kuda == Riding(*end)


def in_the_village() -> Sitting:
    """Return a game with Kuda on the village's third space. Ana wins the village with 2."""
    bids = [(1, "shore"), (2, "village"), (3, "lake"), (4, "lake")]
    sitting = kuda("village", 3).dawn().morning(Ana=bids, Ben=[(1, "village"), (2, "lake"), (3, "lake"), (4, "lake")])
    return sitting.noon().until("act", "village")


@pytest.mark.rule("BURU-42")
def test_a_seat_on_the_markers_space_gets_a_fish_and_the_marker_leaves():
    sitting = in_the_village()
    fish = sitting.player("Ana").fish
    sitting.answer("Ana", "space", space=3)
    assert (sitting.player("Ana").fish, sitting.public.kuda) == (fish + 1, Riding("village", 5))


@pytest.mark.rule("BURU-42")
def test_kudas_space_in_the_village_gives_two_fish():
    sitting = in_the_village()
    fish = sitting.player("Ana").fish
    sitting.answer("Ana", "space", space=5)
    assert (sitting.player("Ana").fish, sitting.public.kuda.marker) == (fish + 2, ("village", 3))


@pytest.mark.rule("BURU-42")
def test_a_marker_that_nobody_used_is_gone_at_dusk():
    assert in_the_village().until("decree").public.kuda == Riding("village", 5)


def at_the_shore(**plots: Any) -> Sitting:
    """Return a game in which Ana wins the shore with 2. Kuda ends on its second space."""
    bids = [(1, "forest"), (2, "shore"), (3, "lake"), (4, "lake")]
    sitting = kuda("forest", 5).dawn().morning(Ana=bids, Ben=[(2, "forest"), (1, "shore"), (3, "lake"), (4, "lake")])
    return sitting.noon().until("act", "shore").open(kuda=Riding("shore", 2))


@pytest.mark.rule("BURU-42")
def test_kudas_space_at_the_shore_makes_the_next_islander_two_fish_cheaper():
    sitting = at_the_shore().give("Ana", fish=5).answer("Ana", "space", space=2)
    sitting.answer("Ana", "recruit", group="noble", cost=3)
    assert sitting.player("Ana").fish == 4
    sitting.answer("Ana", "recruit", group="noble", cost=3)
    assert sitting.player("Ana").fish == 1


@pytest.mark.rule("BURU-42")
def test_no_islander_costs_less_than_nothing():
    sitting = (
        at_the_shore().give("Ana", fish=5).answer("Ana", "space", space=2).answer("Ana", "recruit", group="noble", cost=1)
    )
    assert sitting.player("Ana").fish == 5


@pytest.mark.rule("BURU-42")
def test_another_space_at_the_shore_makes_nothing_cheaper():
    sitting = (
        at_the_shore().give("Ana", fish=5).answer("Ana", "space", space=3).answer("Ana", "recruit", group="noble", cost=3)
    )
    assert sitting.player("Ana").fish == 2


@pytest.mark.rule("BURU-41", "BURU-42")
def test_on_kudas_space_a_recruit_of_3_is_a_fish_and_by_a_rivals_double_none():
    sitting = (
        at_the_shore().give("Ana", fish=1).answer("Ana", "space", space=2).answer("Ana", "recruit", group="noble", cost=3)
    )
    assert sitting.player("Ana").fish == 0
    rival = Sitting(1, lawan=1, kuda=True).dawn()
    plots = [{"a": region} for region in ("shore", "shore", "lake", "lake")]
    rival.morning(plots, Ana=[(n, "village") for n in (1, 2, 3, 4)]).noon().table("show", rival="A", powers=[1])
    rival.table("plan", rival="A", lake="esteem").table("reveal").table("show", rival="A", powers=[2, 3])
    rival.open(kuda=Riding("shore", 2)).give("A", fish=0)
    rival.table("space", space=2).table("recruit", group="noble", cost=3)
    assert (rival.player("A").fish, rival.player("A").islanders[2]) == (0, 1)


@pytest.mark.rule("BURU-42")
@pytest.mark.parametrize(
    ("seats", "start", "power", "end"), [(3, ("forest", 2), 4, ("shore", 3)), (4, ("forest", 4), 3, ("shore", 3))]
)
def test_the_short_forest_has_as_many_spaces_as_all_who_play(seats, start, power, end):
    public = Sitting(seats, kuda=True, kuda_forest="players").public
    assert ridden_on(public, Riding(*start), power) == end


@pytest.mark.rule("BURU-42")
def test_rivals_count_for_the_short_forest():
    assert Sitting(1, kuda=True, kuda_forest="players", lawan=2).public.spaces_in("forest") == (1, 2, 3)


@pytest.mark.rule("BURU-42")
def test_kuda_and_the_marker_on_one_space_are_kudas():
    sitting = in_the_village().open(kuda=Riding("village", 3, marker=("village", 3)))
    fish = sitting.player("Ana").fish
    sitting.answer("Ana", "space", space=3)
    assert (sitting.player("Ana").fish, sitting.public.kuda.marker) == (fish + 2, ("village", 3))


@pytest.mark.rule("BURU-42")
def test_kuda_stays_where_nobody_has_power():
    mine = [("liaison", "forest"), (1, "lake"), (2, "lake"), (3, "lake"), (4, "lake")]
    away = [(n, "lake") for n in (1, 2, 3, 4, 5)]
    sitting = Sitting(2, kuda=True, liaison=True).dawn().morning(Ana=mine, Ben=away).noon().table("reveal")
    assert sitting.public.kuda == Riding("forest", 1)


@pytest.mark.rule("BURU-42")
def test_the_table_is_asked_to_move_kuda_and_the_marker_until_that_is_taken():
    sitting = kuda().dawn().morning(**dict.fromkeys(("Ana", "Ben"), everywhere(1, 2, 3, 4))).noon().until("act", "forest")
    ran = text("buru.kuda.ran", region=text("buru.region.forest"), space=2)
    blocks = GAME.view(sitting.public, None, None).blocks
    notes = [line for block in blocks if isinstance(block, Areas) for area in block.areas for line in area.notes]
    assert ran in notes
    shown = scene(sitting.public)
    assert shown is not None
    assert shown.line == ran
    by = sitting.public.active
    assert by is not None
    assert ran in line(sitting.public, by).small
