"""Tokoh: what its card's start gives, and its action in place of a region's space."""

import pytest

from companion.core.words import Malformed
from companion.games.buru.tests.playing import Sitting, everywhere

EQUAL = everywhere(2, 3, 4, 5)
AMBELAU = [(1, "forest"), (2, "shore"), (3, "ambelau"), (4, "lake")]


def started(seats: int = 2, first: str = "Ana", **options: object) -> Sitting:
    """Return a game in which nobody's start gave anything."""
    sitting = Sitting(seats, first=None, tokoh=True, **options)
    for seat in sitting.names:
        sitting.answer(seat, "done")
    return sitting.table("first", seat=first)


def acting(region: str, **options: object) -> Sitting:
    """Return a game in which Ana acts in a region, before Ben."""
    sitting = started(**options).dawn()
    bids = AMBELAU if options.get("ambelau") else EQUAL
    return sitting.morning(**dict.fromkeys(sitting.names, bids)).noon().until("act", region)


@pytest.mark.rule("BURU-38")
def test_each_person_has_a_turn_before_the_first_emissary_in_the_heads_order():
    sitting, seen = Sitting(3, first=None, tokoh=True, lawan=1), []
    while sitting.due().kind == "act":
        seen.append(sitting.due().seat)
        sitting.answer(seen[-1], "done")
    assert seen == ["Ana", "Ben", "Cho"]
    assert sitting.awaits() == ("first", None)


@pytest.mark.rule("BURU-38")
def test_the_starts_fish_come_beside_those_of_the_set_up():
    sitting = Sitting(3, first=None, tokoh=True)
    for seat in sitting.names:
        sitting.answer(seat, "gain", fish=2).answer(seat, "done")
    sitting.table("first", seat="Ben")
    assert [player.fish for player in sitting.public.players] == [5, 2, 5]


@pytest.mark.rule("BURU-38")
@pytest.mark.parametrize(
    ("type_", "fields"), [("space", {"space": 1}), ("emissary", {}), ("tokoh", {}), ("canoe", {"steps": 1})]
)
def test_a_start_is_entered_without_space_canoe_marker_and_tokoh(type_, fields):
    sitting = Sitting(2, first=None, tokoh=True, ambelau=True)
    sitting.refused("Ana", type_, **fields)


@pytest.mark.rule("BURU-38")
def test_a_start_may_give_islanders_elders_a_guide_and_a_tribute():
    sitting = Sitting(2, first=None, tokoh=True, ambelau=True, ukum=True).answer("Ana", "recruit", group="outlaw", cost=0)
    sitting.answer("Ana", "task", group="outlaw").answer("Ana", "elder").answer("Ana", "guide").answer("Ana", "done").done()
    sitting.table("first", seat="Ana").dawn()
    assert sitting.holds("Ana", "outlaw", "ukum") == (0, 1)
    assert sitting.player("Ana").elders == 1
    assert "guide" in sitting.own("Ana").hand
    assert "guide" not in sitting.own("Ben").hand


@pytest.mark.rule("BURU-15", "BURU-38")
def test_an_islander_tasked_by_a_start_stays_so_until_the_first_dusk():
    sitting = Sitting(2, first=None, tokoh=True).answer("Ana", "recruit", group="noble", cost=0)
    sitting.answer("Ana", "task", group="noble").done().done().table("first", seat="Ana").dawn()
    sitting.morning(Ana=EQUAL, Ben=EQUAL).noon().until("act", "village")
    assert sitting.refused("Ana", "task", group="noble").key == "buru.none_untasked"


@pytest.mark.rule("BURU-38")
def test_tokoh_takes_the_place_of_the_space():
    sitting = acting("shore").answer("Ana", "tokoh")
    assert sitting.refused("Ana", "space", space=1).key == "buru.tokoh_instead"
    sitting = acting("shore").answer("Ana", "space", space=1)
    assert sitting.refused("Ana", "tokoh").key == "buru.tokoh_instead"


@pytest.mark.rule("BURU-38")
def test_tokoh_is_used_once_a_round_and_again_in_the_next():
    sitting = acting("shore").answer("Ana", "tokoh")
    assert sitting.refused("Ana", "tokoh").key == "buru.tokoh_used"
    sitting.done().answer("Ben", "tokoh").done().until("act", "village")
    assert sitting.refused("Ana", "tokoh").key == "buru.tokoh_used"
    sitting.until("decree").dawn().morning(Ana=EQUAL, Ben=EQUAL).noon().until("act", "forest")
    sitting.answer("Ana", "tokoh")


@pytest.mark.rule("BURU-38")
def test_in_ambelau_tokoh_takes_the_place_of_the_canoe_which_stays():
    sitting = acting("ambelau", ambelau=True).answer("Ana", "tokoh")
    sitting.refused("Ana", "canoe", steps=1)
    sitting.answer("Ana", "gain", fish=1)
    sitting.refused("Ana", "tribute", spirit="ibu")
    assert sitting.answer("Ana", "done").canoe("Ana") == 0


@pytest.mark.rule("BURU-38")
def test_used_in_the_forest_it_is_refused_in_ambelau():
    sitting = acting("forest", ambelau=True).answer("Ana", "tokoh").until("act", "ambelau")
    assert sitting.refused("Ana", "tokoh").key == "buru.tokoh_used"
    sitting.move(1)


@pytest.mark.rule("BURU-38")
def test_after_the_canoe_tokoh_is_too_late():
    sitting = acting("ambelau", ambelau=True).move(1)
    assert sitting.refused("Ana", "tokoh").key == "buru.tokoh_instead"


@pytest.mark.rule("BURU-38")
def test_dominance_is_as_ever_with_tokoh():
    sitting = acting("shore").answer("Ana", "tokoh")
    assert sitting.public.dominances[-1].by == 0


@pytest.mark.rule("BURU-38")
def test_rivals_have_none():
    lake = [(token, "lake") for token in (1, 2, 3, 4)]
    plots = [{"a": place} for place in ("lake", "lake", "shore", "shore")]
    sitting = Sitting(1, first=None, tokoh=True, lawan=1).answer("Ana", "done").table("first", seat="Ana").dawn()
    sitting.morning(plots, Ana=lake).noon().table("show", rival="A", powers=[3]).table("plan", rival="A", lake="esteem")
    sitting.table("reveal").table("show", rival="A", powers=[1, 2])
    assert sitting.awaits() == ("act", None)
    assert isinstance(sitting.refused(None, "tokoh"), Malformed)


@pytest.mark.rule("BURU-38")
def test_without_the_module_there_is_no_tokoh():
    sitting = Sitting(2).dawn().morning(Ana=EQUAL, Ben=EQUAL).noon().until("act", "shore")
    assert isinstance(sitting.refused("Ana", "tokoh"), Malformed)
