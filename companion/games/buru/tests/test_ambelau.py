"""Ambelau: the fifth region, canoes on its ring, tributes to Ibu, guides."""

import pytest

from companion.core.words import Malformed, text
from companion.games.buru.now import line
from companion.games.buru.tests.playing import Sitting, holder
from companion.speech.say import say

HERE = [(2, "ambelau"), (1, "ambelau"), (3, "lake"), (4, "lake")]
"""Four explorers, of which those in Ambelau have a total of 3."""


def in_ambelau(seats: int = 2, **options: object) -> Sitting:
    """Return a game in which each seat has a total of 3 in Ambelau, and Ana acts first."""
    sitting = Sitting(seats, ambelau=True, **options).dawn()
    return sitting.morning(**dict.fromkeys(sitting.names, HERE)).noon().until("act", "ambelau")


def rival_in_ambelau(plots: tuple[str, ...] = ("ambelau", "ambelau", "lake", "lake", "shore"), **options: object) -> Sitting:
    """Return a game in which rival A shows 5 in Ambelau, with 4 as a second token there, and acts. Ana is at the lake."""
    lake = [(token, "lake") for token in (1, 2, 3, 4)]
    sitting = Sitting(1, lawan=1, ambelau=True, **options).dawn()
    sitting.morning([{"a": place} for place in plots], Ana=lake).noon().table("show", rival="A", powers=[3])
    while sitting.public.region != "ambelau" or sitting.due().kind != "act":
        kind, region = sitting.due().kind, sitting.public.region
        if kind == "plan":
            sitting.table("plan", rival="A", lake="esteem")
        elif kind == "show":
            shown = {"ambelau": [5, 4], "lake": [1, 2], "shore": ["guide"], "forest": [1], "village": [2]}
            sitting.table("show", rival="A", powers=shown[region][: plots.count(region)])
        elif kind == "reveal":
            sitting.table("reveal")
        else:
            sitting.done()
    return sitting


@pytest.mark.rule("BURU-35")
def test_ambelau_comes_between_village_and_lake():
    everywhere = [(token, place) for token, place in ((1, "lake"), (2, "ambelau"), (3, "village"), (4, "forest"))]
    sitting = Sitting(2, ambelau=True).dawn().morning(Ana=everywhere, Ben=everywhere).noon()
    seen = []
    while sitting.due().kind in ("reveal", "act"):
        if sitting.due().kind == "reveal":
            seen.append(sitting.public.region)
            sitting.table("reveal")
        else:
            sitting.move(1) if sitting.public.region == "ambelau" else None
            sitting.done()
    assert seen == ["forest", "village", "ambelau", "lake"]


@pytest.mark.rule("BURU-35")
def test_the_dominant_player_gets_ibus_totem_and_the_decrees_there():
    decree = {"place": "ambelau", "reward": {"fish": 2}}
    sitting = Sitting(2, ambelau=True).dawn(decree, {"place": "ibu"})
    sitting.morning(Ana=HERE, Ben=HERE).noon().until("act", "ambelau")
    assert holder(sitting, "ibu") == "Ana"
    assert [sitting.player(seat).fish for seat in ("Ana", "Ben")] == [0 + 5 + 2, 3 + 5]


@pytest.mark.rule("BURU-35")
def test_the_lake_still_gives_an_esteem():
    sitting = in_ambelau().move(1).done().move(1).done().table("reveal")
    assert sitting.player("Ana").esteem == 1


@pytest.mark.rule("BURU-35")
@pytest.mark.parametrize(
    ("type_", "fields"),
    [("done", {}), ("gain", {"fish": 1}), ("task", {"group": "noble"}), ("recruit", {"group": "noble", "cost": 0}),
     ("tribute", {"spirit": "ibu"}), ("tribute", {"spirit": "banyu"}), ("elder", {}), ("guide", {}), ("pay", {"fish": 1})],
)  # fmt: skip
def test_nothing_comes_before_the_canoe(type_, fields):
    sitting = in_ambelau().give("Ana", noble=1)
    sitting.refused("Ana", type_, **fields)


@pytest.mark.rule("BURU-35")
def test_the_canoe_moves_once_a_turn_and_nowhere_else():
    sitting = in_ambelau().move(2)
    sitting.refused("Ana", "canoe", steps=1)
    sitting.done().move(1).done().table("reveal")
    assert isinstance(sitting.refused("Ana", "canoe", steps=1), Malformed)


@pytest.mark.rule("BURU-35")
@pytest.mark.parametrize("steps", [0, 4, -1, "1", None, True])
def test_it_goes_one_space_at_least_and_as_many_as_the_total_at_most(steps):
    assert isinstance(in_ambelau().refused("Ana", "canoe", steps=steps), Malformed)
    assert in_ambelau().move(3).canoe("Ana") == 3


@pytest.mark.rule("BURU-35")
def test_there_are_no_action_spaces_to_enter_in_ambelau():
    sitting = in_ambelau().move(1)
    assert sitting.refused("Ana", "space", space=1)


@pytest.mark.rule("BURU-36")
def test_a_seat_reads_what_its_space_gives_also_what_the_companion_does_not_count():
    sitting = in_ambelau()
    assert say(line(sitting.public, 0).line, "en") == "Move your canoe"
    sitting.move(3)
    assert say(line(sitting.public, 0).line, "en") == "Your space gives: guide, 1 clay"


@pytest.mark.rule("BURU-35", "BURU-36")
def test_three_canoes_from_the_start():
    """Ben moves 4. Ana, the Emissary, acts before Cho, who has 3, too: she moves 3. Cho's canoe is pushed over both to the
    fifth space."""
    four = [(4, "ambelau"), (1, "lake"), (2, "lake"), (3, "lake")]
    three = [(3, "ambelau"), (1, "lake"), (2, "lake"), (4, "lake")]
    sitting = Sitting(3, ambelau=True).dawn().morning(Ana=three, Ben=four, Cho=three).noon().until("act", "ambelau")
    sitting.answer("Ben", "canoe", steps=4).answer("Ben", "tribute", spirit="ibu").done()
    assert sitting.holds("Ben", "esteem", "ibu") == (1, 1)
    sitting.answer("Ana", "canoe", steps=3).done().answer("Cho", "canoe", steps=3).done()
    assert [sitting.canoe(seat) for seat in ("Ana", "Ben", "Cho")] == [3, 4, 5]


@pytest.mark.rule("BURU-35", "BURU-36")
def test_from_the_eleventh_three_steps_are_the_second_past_the_start():
    sitting = in_ambelau().afloat(Ana=11).move(3)
    assert (sitting.canoe("Ana"), sitting.player("Ana").esteem) == (2, 2)


@pytest.mark.rule("BURU-35", "BURU-36")
def test_canoes_on_the_twelfth_and_the_first_push_one_over_the_start():
    sitting = in_ambelau(seats=3).afloat(Ana=11, Ben=12, Cho=1)
    fish = sitting.player("Ana").fish
    sitting.move(1)
    assert (sitting.canoe("Ana"), sitting.player("Ana").esteem, sitting.player("Ana").fish) == (2, 2, fish + 1)


@pytest.mark.rule("BURU-36", "BURU-44")
@pytest.mark.parametrize("ledger", ["esteem", "full"])
def test_the_engine_gives_a_spaces_fish_and_with_the_full_ledger_its_goods(ledger):
    sitting = in_ambelau(ledger=ledger).afloat(Ana=4, Ben=3)
    fish = sitting.player("Ana").fish
    sitting.move(1)
    full = ledger == "full"
    assert sitting.holds("Ana", "fish", "clay", "palm", "ebony") == (fish + 1, full, full, 0)


@pytest.mark.rule("BURU-36")
@pytest.mark.parametrize("space", range(1, 13))
def test_ibus_tribute_counts_once_on_the_four_spaces_that_have_it(space):
    sitting = in_ambelau().afloat(Ana=space - 1).move(1)
    if space not in (4, 7, 10, 12):
        sitting.refused("Ana", "tribute", spirit="ibu")
        return
    sitting.answer("Ana", "tribute", spirit="ibu")
    sitting.refused("Ana", "tribute", spirit="ibu")


@pytest.mark.rule("BURU-36")
@pytest.mark.parametrize("region", ["forest", "shore", "village", "lake"])
def test_ibu_is_given_nothing_elsewhere(region):
    equal = [(token, region) for token in (1, 2, 3, 4)]
    sitting = Sitting(2, ambelau=True).dawn().morning(Ana=equal, Ben=equal).noon().until("act", region)
    sitting.refused("Ana", "tribute", spirit="ibu")


@pytest.mark.rule("BURU-36")
def test_when_ibus_cards_are_gone_the_rest_of_the_space_remains():
    sitting = in_ambelau(ledger="full").afloat(Ana=3).give("Ben", ibu=10).move(1)
    assert sitting.refused("Ana", "tribute", spirit="ibu", pay={}).key == "buru.spirit_gone"
    assert sitting.holds("Ana", "palm") == (1,)


@pytest.mark.rule("BURU-36", "BURU-44")
def test_ibus_tribute_costs_nothing_and_a_full_ledger_says_so():
    sitting = in_ambelau(ledger="full").afloat(Ana=3).move(1)
    for wrong in ({}, {"pay": {"palm": 1}}):
        assert isinstance(sitting.refused("Ana", "tribute", spirit="ibu", **wrong), Malformed)
    assert sitting.answer("Ana", "tribute", spirit="ibu", pay={}, value=2).drawn("Ana", "ibu") == (2,)


@pytest.mark.rule("BURU-17", "BURU-35")
def test_ibus_totem_and_altar_pay_as_others_do():
    sitting = Sitting(2, ambelau=True).dawn({"place": "ibu", "reward": {"esteem": 1}}, {"place": "lake"})
    sitting.morning(Ana=HERE, Ben=HERE).noon().until("act", "ambelau").hold("ibu", "Ben").afloat(Ana=3).move(1)
    sitting.answer("Ana", "tribute", spirit="ibu")
    assert [sitting.player(seat).esteem for seat in ("Ana", "Ben")] == [1, 1]


@pytest.mark.rule("BURU-36")
def test_the_free_islander_is_a_recruit_for_nothing():
    sitting = in_ambelau().afloat(Ana=10).give("Ana", fish=0).move(1).answer("Ana", "recruit", group="noble", cost=0)
    assert sitting.holds("Ana", "noble", "fish") == (1, 0)


# Guides


def placed(sitting: Sitting, seat: str) -> int:
    """Place all tokens at the lake in the morning that begins now. Return the number of this seat's tokens."""
    n = 0
    while sitting.due().kind in ("place", "plot"):
        kind, who = sitting.awaits()
        n += who == seat or (kind, seat) == ("plot", "A")
        if kind == "plot":
            sitting.table("plot", a=("forest", "shore", "village")[n % 3])
        else:
            sitting.answer(who, "place", token=sitting.own(who).hand[0], region="lake")
    return n


@pytest.mark.rule("BURU-37")
def test_a_gained_guide_is_placed_in_the_next_round_after_all_others():
    sitting = in_ambelau().move(3).done().move(1).done().until("decree").dawn()
    order = []
    while sitting.due().kind == "place":
        order.append(sitting.due().seat)
        sitting.answer(order[-1], "place", token=sitting.own(order[-1]).hand[0], region="lake")
    assert order == ["Ana", "Ben"] * 4 + ["Ana"]


@pytest.mark.rule("BURU-37")
def test_a_guide_that_is_kept_is_one_fish():
    sitting = in_ambelau().move(3).done().move(1).done().until("decree").dawn()
    lake = [(token, "lake") for token in (1, 2, 3, 4)]
    before = sitting.player("Ana").fish
    sitting.morning(Ana=[*lake, (5, "lake")], Ben=lake).noon()
    assert sitting.player("Ana").fish == before + 1


@pytest.mark.rule("BURU-37")
def test_a_guide_is_power_one():
    sitting = in_ambelau().move(3).done().move(1).done().until("decree").dawn()
    lake = [(token, "lake") for token in (1, 2, 3)]
    sitting.morning(Ana=[*lake, (4, "shore"), ("guide", "shore")], Ben=[*lake, (4, "shore")]).noon().table("reveal")
    assert [total.power for total in sitting.public.totals] == [5, 4]


@pytest.mark.rule("BURU-37")
@pytest.mark.parametrize(("again", "tokens"), [(True, 5), (False, 4)])
def test_gained_again_while_in_use_it_is_ready_for_the_round_after(again, tokens):
    sitting = in_ambelau().move(3).done().move(1).done().until("decree").dawn()
    assert placed(sitting, "Ana") == 5
    sitting.table("reveal").table("reveal")
    if again:
        sitting.answer("Ana", "guide")
    sitting.done().done().dawn()
    assert placed(sitting, "Ana") == tokens


@pytest.mark.rule("BURU-37")
def test_twice_in_one_round_is_once():
    sitting = in_ambelau().move(3).answer("Ana", "guide").answer("Ana", "guide").done().move(1).done().until("decree").dawn()
    assert placed(sitting, "Ana") == 5
    sitting.table("reveal").table("reveal").done().done().dawn()
    assert placed(sitting, "Ana") == 4


@pytest.mark.rule("BURU-37")
def test_only_a_player_that_gained_a_guide_has_one():
    sitting = in_ambelau().move(3).done().move(1).done().until("decree").dawn()
    assert sitting.refused("Ana", "place", token="liaison", region="lake")
    sitting.answer("Ana", "place", token="guide", region="lake")
    assert isinstance(sitting.refused("Ben", "place", token="guide", region="lake"), Malformed)


# Rivals


@pytest.mark.rule("BURU-41")
def test_a_rival_has_the_guide_from_the_first_round_on():
    assert placed(Sitting(1, lawan=1, ambelau=True).dawn(), "A") == 5


@pytest.mark.rule("BURU-41")
def test_a_guide_gained_is_an_esteem_to_a_rival():
    sitting = rival_in_ambelau()
    sitting.afloat(A=2).move(1)
    assert sitting.player("A").esteem == 1
    assert sitting.table("guide").player("A").esteem == 2


@pytest.mark.rule("BURU-41")
def test_two_tokens_in_ambelau_bring_a_rival_ibus_tribute_on_any_space_and_once_more_on_its_own():
    sitting = rival_in_ambelau().afloat(A=0).move(1).table("tribute", spirit="ibu")
    sitting.refused(None, "tribute", spirit="ibu")
    sitting = rival_in_ambelau().afloat(A=3).move(1).table("tribute", spirit="ibu").table("tribute", spirit="ibu")
    sitting.refused(None, "tribute", spirit="ibu")


@pytest.mark.rule("BURU-41")
def test_one_token_in_ambelau_is_no_double():
    sitting = rival_in_ambelau(("ambelau", "forest", "lake", "village", "shore")).afloat(A=0).move(1)
    sitting.refused(None, "tribute", spirit="ibu")


@pytest.mark.rule("BURU-41")
def test_a_lake_double_counts_for_ibu_already():
    """A gets 1 esteem for the guide. Ibu's tribute brings 1 for the double, and 1 because A holds Ibu's totem."""
    sitting = rival_in_ambelau(("ambelau", "forest", "lake", "lake", "shore")).afloat(A=11)
    before = sitting.player("A").esteem
    assert sitting.move(1).player("A").esteem == before + 1
    assert sitting.table("tribute", spirit="ibu").player("A").esteem == before + 3


@pytest.mark.rule("BURU-28")
def test_a_rivals_task_in_ambelau_is_an_esteem():
    sitting = rival_in_ambelau().afloat(A=0).move(2)
    before = sitting.player("A").esteem
    assert sitting.table("task").player("A").esteem == before + 1


@pytest.mark.rule("BURU-35", "BURU-36", "BURU-37")
def test_without_the_module_there_is_no_ambelau():
    sitting = Sitting(2).dawn()
    assert isinstance(sitting.refused("Ana", "place", token=1, region="ambelau"), Malformed)
    assert isinstance(sitting.refused("Ana", "place", token="guide", region="lake"), Malformed)
    equal = [(token, "lake") for token in (1, 2, 3, 4)]
    sitting.morning(Ana=equal, Ben=equal).noon().table("reveal")
    for type_, fields in (("canoe", {"steps": 1}), ("guide", {}), ("tribute", {"spirit": "ibu"})):
        assert isinstance(sitting.refused("Ana", type_, **fields), Malformed)


def test_only_regions_whose_names_are_words_have_an_article():
    def asked(region: str) -> str:
        return say(text("buru.now.reveal", region=text(f"buru.region.{region}")), "en")

    assert asked("lake") == "Table: reveal the Sacred Lake"
    assert asked("ambelau") == "Table: reveal Ambelau"
