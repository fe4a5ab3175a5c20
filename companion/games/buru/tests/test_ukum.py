"""Ukum at the lake, and outlaws: islanders that are discarded for a tribute."""

import pytest

from companion.core.words import Malformed
from companion.games.buru import GAME
from companion.games.buru.tests.playing import Sitting, everywhere, holder
from companion.games.buru.tests.test_turn import acting


def with_ukum(region: str = "lake", **options: object) -> Sitting:
    """Return a game in which Ana acts in a region, before Ben."""
    return acting(region, ukum=True, **options)


def rival_at_the_lake(plan: str = "esteem", **options: object) -> Sitting:
    """Return a game in which rival A, with two tokens there, acts at the lake. Ana is in the forest."""
    plots = [{"a": place} for place in ("lake", "lake", "shore", "shore")]
    sitting = Sitting(1, lawan=1, ukum=True, **options).dawn()
    sitting.morning(plots, Ana=[(token, "forest") for token in (1, 2, 3, 4)]).noon()
    sitting.table("show", rival="A", powers=[3]).table("plan", rival="A", lake=plan).until("reveal", "shore")
    return sitting.table("reveal").table("show", rival="A", powers=[1, 2]).until("act", "lake")


@pytest.mark.rule("BURU-33")
def test_the_dominant_player_of_the_lake_gets_ukums_totem_and_no_esteem():
    sitting = with_ukum()
    assert holder(sitting, "ukum") == "Ana"
    assert sitting.player("Ana").esteem == 0


@pytest.mark.rule("BURU-33")
@pytest.mark.parametrize("region", ["forest", "shore", "village", "lake"])
def test_a_tribute_to_ukum_costs_one_islander_in_every_region(region):
    sitting = with_ukum(region).give("Ana", noble=2).answer("Ana", "tribute", spirit="ukum", islander="noble")
    assert sitting.holds("Ana", "noble", "ukum") == (1, 1)


@pytest.mark.rule("BURU-33")
@pytest.mark.parametrize("ledger", ["esteem", "full"])
def test_its_cost_is_an_islander_and_never_goods(ledger):
    sitting = with_ukum(ledger=ledger).give("Ana", noble=2, clay=3)
    for wrong in ({}, {"pay": {}}, {"pay": {"clay": 1}}, {"islander": "noble", "pay": {}}, {"islander": "smuggler"}):
        assert isinstance(sitting.refused("Ana", "tribute", spirit="ukum", **wrong), Malformed)
    assert sitting.answer("Ana", "tribute", spirit="ukum", islander="noble").holds("Ana", "noble", "clay") == (1, 3)


@pytest.mark.rule("BURU-33")
def test_no_other_spirit_takes_an_islander():
    sitting = with_ukum().give("Ana", noble=2)
    assert isinstance(sitting.refused("Ana", "tribute", spirit="banyu", islander="noble"), Malformed)


@pytest.mark.rule("BURU-33")
def test_a_tasked_islander_goes_first():
    sitting = with_ukum("village").give("Ana", priest=2).answer("Ana", "task", group="priest")
    sitting.answer("Ana", "tribute", spirit="ukum", islander="priest").answer("Ana", "task", group="priest")
    assert sitting.refused("Ana", "task", group="priest").key == "buru.none_untasked"
    assert sitting.holds("Ana", "priest", "ukum") == (1, 1)


@pytest.mark.rule("BURU-33")
def test_a_player_cannot_discard_an_islander_that_it_does_not_have():
    sitting = with_ukum().give("Ben", noble=1)
    assert sitting.refused("Ana", "tribute", spirit="ukum", islander="noble").key == "buru.none_to_give"


@pytest.mark.rule("BURU-33", "BURU-34")
def test_an_outlaws_task_pays_the_totems_holder_and_brings_the_altars_decree():
    """Ben holds the totem. A decree of 1 fish is beside Ukum's altar."""
    decree = {"place": "ukum", "reward": {"fish": 1}}
    sitting = Sitting(2, ukum=True).dawn(decree, {"place": "forest"})
    sitting.morning(Ana=everywhere(2, 3, 4, 5), Ben=everywhere(2, 3, 4, 5)).noon().until("act", "village")
    sitting.give("Ana", outlaw=1, fish=4).hold("ukum", "Ben").answer("Ana", "task", group="outlaw")
    assert sitting.holds("Ana", "outlaw", "ukum", "fish", "esteem") == (0, 1, 5, 0)
    assert sitting.player("Ben").esteem == 1


@pytest.mark.rule("BURU-34")
def test_a_tasked_outlaw_is_gone_and_not_merely_tasked():
    sitting = with_ukum("village").give("Ana", outlaw=2).answer("Ana", "task", group="outlaw")
    assert sitting.holds("Ana", "outlaw", "ukum") == (1, 1)
    sitting.answer("Ana", "task", group="outlaw")
    assert sitting.refused("Ana", "task", group="outlaw").key == "buru.none_untasked"


@pytest.mark.rule("BURU-34")
def test_the_value_of_the_card_may_be_entered_with_an_outlaws_task_alone():
    sitting = with_ukum("village").give("Ana", outlaw=1, noble=1)
    assert isinstance(sitting.refused("Ana", "task", group="noble", value=3), Malformed)
    tasked = sitting.answer("Ana", "task", group="outlaw", value=3)
    assert tasked.drawn("Ana", "ukum") == (3,)


@pytest.mark.rule("BURU-34")
def test_others_learn_all_of_an_outlaws_task_but_the_value():
    with_value = with_ukum("village").give("Ana", outlaw=1).answer("Ana", "task", group="outlaw", value=3)
    untold = with_ukum("village").give("Ana", outlaw=1).answer("Ana", "task", group="outlaw")
    assert with_value.public == untold.public
    assert with_value.drawn("Ana", "ukum") != untold.drawn("Ana", "ukum")


@pytest.mark.rule("BURU-33", "BURU-34")
def test_when_ukums_cards_are_gone_neither_tribute_nor_an_outlaws_task_is_possible():
    sitting = with_ukum().give("Ana", ukum=4, outlaw=1, noble=1).give("Ben", ukum=6)
    assert sitting.refused("Ana", "tribute", spirit="ukum", islander="noble").key == "buru.spirit_gone"
    assert sitting.refused("Ana", "task", group="outlaw").key == "buru.spirit_gone"


@pytest.mark.rule("BURU-34")
@pytest.mark.parametrize(("ambelau", "most"), [(False, 8), (True, 9)])
def test_there_are_nine_outlaws_and_without_ambelau_eight(ambelau, most):
    sitting = with_ukum("shore", ambelau=ambelau).give("Ana", outlaw=3).give("Ben", outlaw=most - 4)
    sitting.answer("Ana", "recruit", group="outlaw", cost=0)
    assert sitting.refused("Ana", "recruit", group="outlaw", cost=0).key == "buru.group_gone"


@pytest.mark.rule("BURU-33")
def test_a_groups_limit_counts_those_that_players_have_now():
    """A short deck is filled up from the discards."""
    sitting = with_ukum("shore").give("Ana", noble=9)
    assert sitting.refused("Ana", "recruit", group="noble", cost=0).key == "buru.group_gone"
    sitting.answer("Ana", "tribute", spirit="ukum", islander="noble").answer("Ana", "recruit", group="noble", cost=0)
    assert sitting.holds("Ana", "noble") == (9,)


@pytest.mark.rule("BURU-18")
@pytest.mark.parametrize(("modules", "cards"), [((), 13), (("ukum",), 15), (("ambelau",), 14), (("ukum", "ambelau"), 16)])
def test_the_elders_deck_has_13_cards_with_ukum_15_with_ambelau_14_with_both_16(modules, cards):
    assert Sitting(2, **dict.fromkeys(modules, True)).public.elders_left == cards


@pytest.mark.rule("BURU-41")
def test_a_rival_that_has_an_outlaw_discards_one():
    sitting = rival_at_the_lake().give("A", outlaw=1, noble=1)
    assert sitting.refused(None, "tribute", spirit="ukum", islander="noble").key == "buru.outlaw_first"
    sitting.table("tribute", spirit="ukum", islander="outlaw").table("tribute", spirit="ukum", islander="noble")
    assert sitting.holds("A", "outlaw", "noble", "ukum") == (0, 0, 2)


@pytest.mark.rule("BURU-33")
def test_a_person_may_keep_its_outlaws():
    sitting = with_ukum().give("Ana", outlaw=1, noble=1).answer("Ana", "tribute", spirit="ukum", islander="noble")
    assert sitting.holds("Ana", "outlaw", "noble") == (1, 0)


@pytest.mark.rule("BURU-29", "BURU-33")
def test_a_rivals_double_brings_esteem_with_a_tribute_to_ukum_too():
    sitting = rival_at_the_lake().give("A", noble=1).hold("ukum", None)
    sitting.table("tribute", spirit="ukum", islander="noble")
    assert sitting.player("A").esteem == 1


@pytest.mark.rule("BURU-28")
def test_a_rivals_task_stays_an_esteem_and_discards_nobody():
    sitting = rival_at_the_lake().give("A", outlaw=1).table("task")
    assert sitting.holds("A", "outlaw", "esteem") == (1, 1)
    assert isinstance(sitting.refused(None, "task", group="outlaw"), Malformed)


@pytest.mark.rule("BURU-30")
def test_a_rivals_outlaws_are_a_fifth_type():
    sitting = Sitting(1, lawan=1, ukum=True).last_round().dawn()
    forest = [(token, "forest") for token in (1, 2, 3, 4)]
    plots = [{"a": place} for place in ("forest", "forest", "shore", "shore")]
    sitting.morning(plots, Ana=forest).noon().table("show", rival="A", powers=[5]).table("reveal")
    sitting.table("show", rival="A", powers=[1, 2]).give("A", outlaw=3, noble=2).done()
    sitting.done().table("reveal").done()
    lines = {line.key: line.points for line in GAME.score(sitting.state).seats["A"]}
    assert lines["buru.score.islanders"] == 2 + 1


@pytest.mark.rule("BURU-45")
def test_the_end_asks_what_ukums_cards_are_worth():
    sitting = with_ukum().last_round().give("Ana", noble=1).answer("Ana", "tribute", spirit="ukum", islander="noble")
    sitting.done().done()
    assert isinstance(sitting.refused("Ana", "final", tributes={"banyu": [1]}, elders=[]), Malformed)
    sitting.answer("Ana", "final", tributes={"ukum": [2]}, elders=[])
    assert GAME.score(sitting.state).total("Ana") == sitting.player("Ana").esteem + 2


@pytest.mark.rule("BURU-33", "BURU-34")
def test_without_the_module_there_is_neither_ukum_nor_an_outlaw():
    sitting = acting("village").give("Ana", noble=1)
    assert isinstance(sitting.refused("Ana", "tribute", spirit="ukum", islander="noble"), Malformed)
    assert isinstance(sitting.refused("Ana", "task", group="outlaw"), Malformed)
    assert isinstance(Sitting(2).refused(None, "decree", place="ukum"), Malformed)
