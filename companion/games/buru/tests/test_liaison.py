"""The liaison: it has no power, and may act once more after all others."""

from typing import Any

import pytest

from companion.core.state import Seat
from companion.core.words import Malformed, listed, text
from companion.games.buru.island_pieces import Blessing, Riding
from companion.games.buru.pieces import Explorer
from companion.games.buru.tests.playing import Sitting
from companion.kits.board import Areas

Bids = list[tuple[Explorer, str]]
LIAISON = "liaison"


def bids(*placed: tuple[Explorer, str]) -> Any:
    return list(placed)


LAKE = bids(*((token, "lake") for token in (1, 2, 3, 4, 5)))


def noon(seats: int = 2, options: dict[str, Any] | None = None, **mornings: Any) -> Sitting:
    """Return a game with liaisons after the reveal of noon."""
    sitting = Sitting(seats, liaison=True, **(options or {})).dawn()
    return sitting.morning(**mornings).noon()


@pytest.mark.rule("BURU-40")
def test_everybody_has_a_sixth_token_and_places_one_more():
    sitting = Sitting(2, liaison=True)
    assert sitting.own("Ana").hand == (1, 2, 3, 4, 5, "liaison")
    sitting.dawn().morning(Ana=LAKE, Ben=LAKE)
    assert (len(sitting.public.tokens), sitting.due().kind) == (10, "reveal")


@pytest.mark.rule("BURU-08", "BURU-40")
def test_kept_it_brings_no_fish():
    sitting = noon(Ana=LAKE, Ben=LAKE)
    assert (sitting.player("Ana").fish, sitting.player("Ana").kept) == (0, "liaison")


@pytest.mark.rule("BURU-40")
def test_two_in_the_village_go_home_without_effect():
    mine = bids((LIAISON, "village"), (1, "village"), (2, "lake"), (3, "lake"), (4, "lake"))
    sitting = noon(Ana=mine, Ben=mine).until("act", "village")
    sitting.done().done()
    assert (sitting.due().kind, sitting.public.region) == ("reveal", "lake")


@pytest.mark.rule("BURU-40")
def test_the_only_one_at_the_lake_acts_again_for_a_fish_on_a_one_gem_space():
    mine = bids((4, "lake"), (LIAISON, "lake"), (1, "shore"), (2, "shore"), (3, "shore"))
    sitting = noon(Ana=mine, Ben=LAKE).until("act", "lake")
    assert sitting.due().seat == "Ben"
    sitting.done()
    assert (sitting.due().seat, sitting.public.again) == ("Ana", False)
    sitting.done()
    assert (sitting.due().seat, sitting.public.again) == ("Ana", True)
    fish = sitting.player("Ana").fish
    sitting.answer("Ana", "space", space=3).answer("Ana", "pay", fish=1).answer("Ana", "elder").done()
    assert (sitting.player("Ana").fish, sitting.player("Ana").elders) == (fish - 1, 1)
    assert sitting.public.stage == "decree"


@pytest.mark.rule("BURU-12", "BURU-40")
def test_screens_say_that_its_owner_acts_once_more_after_all_others():
    mine = bids((4, "lake"), (LIAISON, "lake"), (1, "shore"), (2, "shore"), (3, "shore"))
    sitting = noon(Ana=mine, Ben=LAKE).until("act", "lake").done()
    once_more = text("buru.now.once_more", seat=text("buru.seat", seat="Ana"))
    assert sitting.view("Ben").now.small[0] == text("buru.now.then", seats=listed([once_more]))
    sitting.done()
    assert sitting.view("Ben").now.small[0] == text("buru.now.last_here")


@pytest.mark.rule("BURU-12", "BURU-40")
def test_a_single_liaison_is_last_in_the_order_of_its_region():
    mine = bids((LIAISON, "lake"), (4, "shore"), (1, "shore"), (2, "shore"), (3, "shore"))
    sitting = noon(Ana=mine, Ben=LAKE).until("act", "lake").done()
    areas = next(block for block in sitting.view(None).blocks if isinstance(block, Areas))
    order = next(area.order for area in areas.areas if area.active)
    assert [(stake.seat, stake.total, stake.active) for stake in order] == [("Ben", 15, False), ("Ana", 0, True)]


@pytest.mark.rule("BURU-40")
def test_it_adds_no_power():
    mine = bids((4, "lake"), (LIAISON, "lake"), (1, "shore"), (2, "shore"), (3, "shore"))
    sitting = noon(Ana=mine, Ben=mine).until("act", "lake")
    assert [(total.by, total.power) for total in sitting.public.totals] == [(0, 4), (1, 4)]


@pytest.mark.rule("BURU-40")
def test_alone_in_the_forest_there_is_no_dominance_the_decree_is_lost_and_its_owner_acts_once():
    mine = bids((LIAISON, "forest"), (1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"))
    sitting = Sitting(2, liaison=True).dawn({"place": "forest", "reward": {"fish": 3}}, {"place": "manuk"})
    sitting.morning(Ana=mine, Ben=LAKE).noon().table("reveal")
    assert (sitting.public.dominances, sitting.public.totems) == ((), (None,) * 5)
    assert (sitting.due().kind, sitting.due().seat, sitting.player("Ana").fish) == ("act", "Ana", 5)
    assert sitting.done().public.region == "lake"


@pytest.mark.rule("BURU-40")
def test_two_alone_act_not_at_all():
    mine = bids((LIAISON, "forest"), (1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"))
    sitting = noon(Ana=mine, Ben=mine).table("reveal")
    assert (sitting.due().kind, sitting.public.region) == ("reveal", "lake")


@pytest.mark.rule("BURU-40", "BURU-12")
def test_the_right_most_space_may_be_taken_again_when_all_are_taken():
    shore = bids((5, "shore"), (LIAISON, "shore"), (1, "lake"), (2, "lake"), (3, "lake"))
    all_there = {name: bids((n, "shore"), *((p, "lake") for p in (1, 2, 3, 4, 5) if p != n)) for name, n in OTHERS}
    sitting = noon(5, {"fifth": True}, Ana=shore, **all_there).until("act", "shore")
    for space in (1, 2, 3, 4):
        sitting.now("space", space=space).done()
    assert sitting.refused_now("space", space=4).key == "buru.space_taken"
    sitting.now("space", space=5).done()
    assert (sitting.due().seat, sitting.public.again) == ("Ana", True)
    assert sitting.refused("Ana", "space", space=4).key == "buru.space_taken"
    assert sitting.answer("Ana", "space", space=5).public.spaces == (1, 2, 3, 4, 5, 5)


OTHERS = (("Ben", 4), ("Cho", 3), ("Dai", 2), ("Eva", 1))


@pytest.mark.rule("BURU-40")
def test_a_taken_space_is_refused_as_long_as_another_is_free():
    mine = bids((4, "shore"), (LIAISON, "shore"), (1, "lake"), (2, "lake"), (3, "lake"))
    sitting = noon(Ana=mine, Ben=LAKE).until("act", "shore").now("space", space=5).done()
    assert sitting.refused("Ana", "space", space=5).key == "buru.space_taken"


def on_kudas(region: str = "lake", fish: int = 5) -> Sitting:
    """Return a game in which Ana's liaison acts at the shore. Kuda is on the second space there, the marker on the third."""
    mine = bids((4, "shore"), (LIAISON, "shore"), (1, "lake"), (2, "lake"), (3, "lake"))
    sitting = noon(2, {"kuda": True}, Ana=mine, Ben=LAKE).until("act", "shore").done()
    return sitting.give("Ana", fish=fish).open(kuda=Riding("shore", 2, marker=("shore", 3)))


@pytest.mark.rule("BURU-40", "BURU-42")
def test_kudas_space_costs_it_two_fish_and_the_markers_none():
    assert on_kudas().answer("Ana", "space", space=2).player("Ana").fish == 3
    assert on_kudas().answer("Ana", "space", space=3).player("Ana").fish == 6
    assert on_kudas().answer("Ana", "space", space=1).player("Ana").fish == 5


@pytest.mark.rule("BURU-40", "BURU-42")
def test_on_the_right_most_space_kuda_gives_again_what_it_gave():
    """Kuda is on the region's right-most space. The player that uses it again pays again and gets Kuda's gift again."""
    village = bids((5, "village"), (LIAISON, "village"), (1, "lake"), (2, "lake"), (3, "lake"))
    others = {name: bids((n, "village"), *((p, "lake") for p in (1, 2, 3, 4, 5) if p != n)) for name, n in OTHERS}
    sitting = noon(5, {"fifth": True, "kuda": True}, Ana=village, **others).until("act", "village")
    sitting.open(kuda=Riding("village", 5))
    for space in (1, 2, 3, 4, 5):
        sitting.now("space", space=space).done()
    assert sitting.give("Ana", fish=2).answer("Ana", "space", space=5).player("Ana").fish == 2


@pytest.mark.rule("BURU-40", "BURU-42")
def test_a_seat_that_cannot_pay_the_gems_is_refused_the_space():
    sitting = on_kudas(fish=1)
    assert sitting.refused("Ana", "space", space=2).key == "buru.too_little"
    blocked = [option for option in sitting.answers(sitting.due()).options() if option.do == {"type": "space", "space": 2}]
    assert blocked[0].why is not None


@pytest.mark.rule("BURU-40")
def test_its_owner_may_leave_it():
    sitting = on_kudas()
    assert sitting.done().public.region == "lake"


@pytest.mark.rule("BURU-40")
def test_only_its_own_seat_knows_which_token_is_the_liaison():
    mine = bids((LIAISON, "lake"), (1, "shore"), (2, "shore"), (3, "shore"), (4, "shore"))
    swapped = bids((5, "lake"), (1, "shore"), (2, "shore"), (3, "shore"), (4, "shore"))
    ours = [Sitting(2, liaison=True).dawn().morning(Ana=other, Ben=LAKE) for other in (mine, swapped)]
    this, that = (sitting.view("Ben") for sitting in ours)
    assert this == that
    assert ours[0].own("Ana") != ours[1].own("Ana")


# With the blessing


@pytest.mark.rule("BURU-39", "BURU-40")
def test_a_blessing_with_a_liaison_is_void_and_still_its_holders():
    """Ana has 3. Ben has 3 and a liaison with his blessing, so his total is 3, too. Ana, the Emissary, acts first. Ben acts
    last and has the blessing again."""
    sitting = Sitting(2, liaison=True, blessing=True).open(
        blessings=(Blessing("forest", 1), *_fields("shore", "village", "lake"))
    )
    sitting.dawn()
    ana = [(3, "forest"), (1, "lake"), (2, "lake"), (4, "lake"), (5, "lake")]
    ben = [(LIAISON, "forest"), (3, "forest"), (1, "lake"), (2, "lake"), (4, "lake")]
    while sitting.due().kind == "place":
        seat = sitting.due().seat
        token, region = (ana if seat == "Ana" else ben).pop(0)
        with_it = {"blessing": True} if token == LIAISON else {}
        sitting.answer(seat, "place", token=token, region=region, **with_it)
    sitting.noon().until("act", "forest")
    assert [(total.by, total.power) for total in sitting.public.totals] == [(0, 3), (1, 3)]
    sitting.done().done()
    assert (sitting.public.blessings[0], sitting.public.again) == (Blessing("forest", 1), True)


def _fields(*regions: Any) -> tuple[Blessing, ...]:
    return tuple(map(Blessing, regions))


# Rivals


@pytest.mark.rule("BURU-40", "BURU-41")
def test_a_rival_dominates_beside_a_liaison_and_the_blessing_stays_in_the_field():
    """Ana's liaison and rival A's 4 are in the forest."""
    sitting = Sitting(1, lawan=1, liaison=True, blessing=True).dawn()
    mine = bids((LIAISON, "forest"), (1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"))
    plots = [{"a": place} for place in ("forest", "shore", "shore", "village", "village")]
    sitting.morning(plots, Ana=mine).noon().table("show", rival="A", powers=[1]).table("reveal")
    sitting.table("show", rival="A", powers=[4])
    assert (sitting.public.totems[1], sitting.awaits()) == (1, ("act", None))
    sitting.done()
    assert (sitting.public.blessings[0], sitting.awaits(), sitting.public.again) == (
        Blessing("forest"),
        ("act", "Ana"),
        True,
    )


@pytest.mark.rule("BURU-41")
def test_rivals_place_their_liaison_too():
    sitting = Sitting(1, lawan=2, liaison=True).dawn()
    plots = [{"a": a, "b": a} for a in ("forest", "shore", "village", "lake", "forest")]
    sitting.morning(plots, Ana=LAKE)
    assert (len(sitting.public.tokens), sitting.due().kind) == (15, "reveal")


def doubled(*powers: Explorer, plan: str = "emissary") -> Sitting:
    """Return a game in rival A's turn at the lake, where it showed these two tokens. Ana's 1 is there, too."""
    sitting = Sitting(1, lawan=1, liaison=True, kuda=True).dawn()
    mine = bids((1, "lake"), (2, "shore"), (3, "shore"), (4, "shore"), (5, "shore"))
    plots = [{"a": place} for place in ("lake", "lake", "forest", "forest", "village")]
    sitting.morning(plots, Ana=mine).noon()
    left = [token for token in (1, 2, 3, 4, 5, LIAISON) if token not in powers]
    sitting.table("show", rival="A", powers=[left.pop()]).table("plan", rival="A", lake=plan)
    while sitting.public.region != "lake" or sitting.due().kind != "act":
        kind, n = sitting.due().kind, 1 if sitting.public.region == "village" else 2
        if kind == "show":
            there = list(powers) if sitting.public.region == "lake" else [left.pop() for _ in range(n)]
            sitting.table("show", rival="A", powers=there)
        else:
            sitting.done() if kind == "act" else sitting.table("reveal")
    return sitting


@pytest.mark.rule("BURU-29", "BURU-41")
def test_two_tokens_at_the_lake_are_a_double_if_neither_is_the_liaison():
    assert doubled(4, 3).public.names[doubled(4, 3).public.emissary] == "A"


@pytest.mark.rule("BURU-41", "BURU-42")
def test_a_plan_is_void_once_the_lake_shows_the_liaison():
    """A has 4 and the liaison at the lake, and the plan to become the Emissary. Its turn does not move the marker. The
    liaison pays 2 fish for Kuda's space."""
    sitting = doubled(4, LIAISON).open(kuda=Riding("lake", 2)).give("A", fish=5)
    assert (sitting.public.emissary, sitting.player("A").plan) == (0, None)
    sitting.done().done()
    assert (sitting.awaits(), sitting.public.again) == (("act", None), True)
    assert sitting.table("space", space=2).player("A").fish == 3


@pytest.mark.rule("BURU-41")
def test_a_rival_may_keep_the_liaison_for_no_fish():
    sitting = Sitting(1, lawan=1, liaison=True).dawn()
    plots = [{"a": place} for place in ("lake", "lake", "forest", "forest", "village")]
    sitting.morning(plots, Ana=LAKE).noon().table("show", rival="A", powers=[LIAISON])
    assert (sitting.player("A").fish, sitting.player("A").kept) == (3, LIAISON)


@pytest.mark.rule("BURU-41")
def test_the_table_is_asked_for_the_blessed_token_if_one_of_two_may_be_the_liaison():
    """A's last two tokens are in the village, and one of them is the liaison. The table must say which one has the
    blessing."""
    fields = (*_fields("forest", "shore"), Blessing("village", 1), *_fields("lake"))
    sitting = Sitting(1, lawan=1, liaison=True, blessing=True).open(blessings=fields).dawn()
    plots = [{"a": place} for place in ("village", "village", "forest", "forest", "shore")]
    sitting.morning(plots, Ana=LAKE).noon().table("show", rival="A", powers=[1]).table("reveal")
    sitting.table("show", rival="A", powers=[2, 3]).done().table("reveal").table("show", rival="A", powers=[4]).done()
    assert sitting.table("reveal").awaits() == ("show", None)
    with_it = [
        Sitting(1, first=None, state=sitting.state).table("show", rival="A", powers=powers).public
        for powers in ([5, LIAISON], [LIAISON, 5])
    ]
    assert [public.totals[0].power for public in with_it] == [6, 5]


@pytest.mark.rule("BURU-40")
def test_it_is_public_once_it_is_shown():
    mine = bids((LIAISON, "forest"), (1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"))
    sitting = noon(Ana=mine, Ben=LAKE).table("reveal")
    assert isinstance(sitting.refused("Ben", "space", space=1), Malformed) or sitting.due().seat == Seat("Ana")


@pytest.mark.rule("BURU-29", "BURU-41")
@pytest.mark.parametrize(("shown", "esteem"), [([4, 3], 1), ([4, LIAISON], 0)])
def test_in_the_village_a_liaison_is_no_part_of_a_double_either(shown, esteem):
    sitting = Sitting(1, lawan=1, liaison=True).dawn()
    plots = [{"a": place} for place in ("village", "village", "forest", "forest", "shore")]
    sitting.morning(plots, Ana=LAKE).noon().table("show", rival="A", powers=[1]).table("reveal")
    others = [token for token in (2, 3, 4, 5, LIAISON) if token not in shown]
    sitting.table("show", rival="A", powers=others[:2]).done()
    while sitting.public.region != "village":
        sitting.table("reveal") if sitting.due().kind == "reveal" else None
        sitting.table("show", rival="A", powers=others[2:3]) if sitting.due().kind == "show" else None
        sitting.done() if sitting.due().kind == "act" else None
    sitting.table("reveal")
    sitting.table("show", rival="A", powers=shown) if sitting.due().kind == "show" else None
    assert (sitting.due().kind, sitting.player("A").esteem) == ("act", esteem)


@pytest.mark.rule("BURU-40")
@pytest.mark.parametrize("full", [False, True])
def test_a_seat_that_acts_again_pays_for_the_space_in_one_tap(full):
    mine = bids((4, "forest"), (LIAISON, "forest"), (1, "shore"), (2, "shore"), (3, "shore"))
    options = {"ledger": "full"} if full else {}
    sitting = noon(options=options, Ana=mine, Ben=LAKE).until("act", "forest").done()
    assert sitting.public.again
    paid = [group for group in sitting.answers(sitting.due()).groups if group.options[0].do["type"] == "pay"]
    assert [group.seldom for group in paid] == [False]
