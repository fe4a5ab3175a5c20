"""A person's turn: answers, checks and refusals."""

import pytest

from companion.core.words import Malformed
from companion.games.buru.pieces import PEOPLE
from companion.games.buru.tests.playing import Sitting, everywhere


def acting(region: str = "lake", seats: int = 2, **options: object) -> Sitting:
    """Return a game in which Ana acts in a region, before the others."""
    equal = everywhere(2, 3, 4, 5)
    sitting = Sitting(seats, **options).dawn()
    return sitting.morning(**dict.fromkeys(sitting.public.names, equal)).noon().until("act", region)


@pytest.mark.rule("BURU-12")
def test_a_turn_is_any_number_of_actions_in_any_order_and_at_last_done():
    sitting = acting().answer("Ana", "elder").answer("Ana", "gain", fish=2).answer("Ana", "tribute", spirit="banyu")
    assert sitting.awaits() == ("act", "Ana")
    assert sitting.answer("Ana", "done").awaits() == ("act", "Ben")


@pytest.mark.rule("BURU-12")
def test_done_alone_is_a_turn():
    assert acting().answer("Ana", "done").awaits() == ("act", "Ben")


@pytest.mark.rule("BURU-12")
def test_an_action_comes_as_a_new_due_each_time():
    sitting = acting().answer("Ana", "gain", fish=1).answer("Ana", "gain", fish=1).answer("Ana", "done")
    assert sitting.ids[-3:] == ["act-1-lake-0-0", "act-1-lake-0-1", "act-1-lake-0-2"]


@pytest.mark.rule("BURU-12")
def test_only_the_seat_whose_turn_it_is_acts():
    sitting = acting()
    assert sitting.refused("Ben", "gain", fish=1).key == "not_due"
    assert sitting.refused(None, "gain", fish=1).key == "malformed"


@pytest.mark.rule("BURU-12")
def test_a_space_is_taken_once_a_turn_and_once_in_a_region():
    sitting = acting("shore").answer("Ana", "space", space=3)
    assert sitting.refused("Ana", "space", space=4).key == "buru.space_once"
    sitting.answer("Ana", "done")
    assert sitting.refused("Ben", "space", space=3).key == "buru.space_taken"
    sitting.answer("Ben", "space", space=4).answer("Ben", "done").until("act", "village")
    assert sitting.answer("Ana", "space", space=3).public.spaces == (3,)


@pytest.mark.rule("BURU-12")
@pytest.mark.parametrize("space", [0, 6, "1", None])
def test_there_are_five_spaces(space):
    assert isinstance(acting().refused("Ana", "space", space=space), Malformed)


@pytest.mark.rule("BURU-14")
def test_a_gain_of_an_action_may_be_spent_in_it():
    sitting = acting("shore").give("Ana", fish=0)
    assert sitting.refused("Ana", "recruit", group="noble", cost=2).key == "buru.too_little"
    sitting.answer("Ana", "gain", fish=3).answer("Ana", "recruit", group="noble", cost=2)
    assert sitting.player("Ana").fish == 1


@pytest.mark.rule("BURU-14")
def test_at_the_shore_with_four_fish_a_farmer_for_two_leaves_two():
    sitting = acting("shore").give("Ana", fish=4).answer("Ana", "space", space=1)
    sitting.answer("Ana", "recruit", group="gatherer", cost=2).answer("Ana", "done")
    assert (sitting.player("Ana").fish, sitting.player("Ana").islanders) == (2, (0, 1, 0, 0, 0))


@pytest.mark.rule("BURU-14")
@pytest.mark.parametrize("cost", [-1, 21, None, "2", True])
def test_a_recruit_costs_nothing_to_twenty_fish(cost):
    assert isinstance(acting("shore").refused("Ana", "recruit", group="noble", cost=cost), Malformed)
    assert acting("shore").give("Ana", fish=20).answer("Ana", "recruit", group="noble", cost=20).player("Ana").fish == 0


@pytest.mark.rule("BURU-14")
def test_a_tenth_islander_of_a_group_is_refused_over_all_seats():
    sitting = (
        acting("shore").give("Ana", fish=9, priest=4).give("Ben", priest=4).answer("Ana", "recruit", group="priest", cost=0)
    )
    assert sitting.refused("Ana", "recruit", group="priest", cost=0).key == "buru.group_gone"
    assert sitting.answer("Ana", "recruit", group="noble", cost=0).player("Ana").islanders == (0, 0, 1, 5, 0)


@pytest.mark.rule("BURU-14")
def test_outlaws_are_not_in_this_game():
    assert isinstance(acting("shore").refused("Ana", "recruit", group="outlaw", cost=0), Malformed)


@pytest.mark.rule("BURU-15")
def test_a_new_islander_is_untasked_and_each_is_tasked_once():
    sitting = acting("village").give("Ana", artisan=2)
    sitting.answer("Ana", "task", group="artisan").answer("Ana", "task", group="artisan")
    assert sitting.player("Ana").tasked == (2, 0, 0, 0, 0)
    assert sitting.refused("Ana", "task", group="artisan").key == "buru.none_untasked"
    sitting.answer("Ana", "recruit", group="artisan", cost=0).answer("Ana", "task", group="artisan")
    assert sitting.player("Ana").tasked == (3, 0, 0, 0, 0)


@pytest.mark.rule("BURU-15")
def test_a_task_needs_an_islander_of_that_group():
    sitting = acting("village").give("Ana", artisan=1)
    assert [sitting.refused("Ana", "task", group=group).key for group in PEOPLE[1:]] == ["buru.none_untasked"] * 3


@pytest.mark.rule("BURU-15")
def test_a_weaver_with_one_fish_is_tasked_and_nothing_is_gained():
    sitting = acting("village").give("Ana", fish=1, artisan=1).answer("Ana", "task", group="artisan")
    assert sitting.refused("Ana", "pay", fish=2).key == "buru.too_little"
    sitting.answer("Ana", "done")
    assert (sitting.player("Ana").fish, sitting.player("Ana").tasked[0]) == (1, 1)


@pytest.mark.rule("BURU-15")
def test_a_person_names_the_islander_that_it_tasks():
    assert isinstance(acting("village").give("Ana", artisan=1).refused("Ana", "task"), Malformed)


@pytest.mark.rule("BURU-16")
def test_the_value_of_a_tribute_is_its_seats_own_and_so_is_whether_it_was_entered():
    with_value, untold = (
        acting().answer("Ana", "tribute", spirit="manuk", value=3),
        acting().answer("Ana", "tribute", spirit="manuk"),
    )
    assert with_value.state.own["Ana"].values == ((), (), (3,), (), ())
    assert untold.state.own["Ana"].values == ((), (), (None,), (), ())
    assert with_value.public == untold.public


@pytest.mark.rule("BURU-16")
def test_an_eleventh_tribute_to_a_spirit_is_refused():
    sitting = acting().give("Ana", banyu=4).give("Ben", banyu=5).answer("Ana", "tribute", spirit="banyu")
    assert sitting.refused("Ana", "tribute", spirit="banyu").key == "buru.spirit_gone"
    assert sitting.answer("Ana", "tribute", spirit="gunung").player("Ana").tributes == (5, 1, 0, 0, 0)


@pytest.mark.rule("BURU-16")
@pytest.mark.parametrize("value", [-1, 21, None, "3", 1.5, [1]])
def test_a_tribute_is_worth_nothing_to_twenty(value):
    assert isinstance(acting().refused("Ana", "tribute", spirit="banyu", value=value), Malformed)


@pytest.mark.rule("BURU-16")
def test_a_tribute_whose_cost_cannot_be_paid_is_refused_whole():
    sitting = acting(ledger="full").give("Ana", clay=2, palm=1, fish=5)
    refusal = sitting.refused("Ana", "tribute", spirit="gunung", pay={"clay": 2, "palm": 2, "fish": 1})
    assert (refusal.key, refusal.values["need"], refusal.values["have"]) == ("buru.too_little", 2, 1)
    sitting.answer("Ana", "tribute", spirit="gunung", pay={"clay": 2, "palm": 1})
    assert sitting.player("Ana").goods[2:] == (0, 0, 0)


@pytest.mark.rule("BURU-17")
@pytest.mark.parametrize("holder", ["Ana", "Ben"])
def test_the_holder_of_the_totem_gets_an_esteem_at_every_tribute(holder):
    equal, best = everywhere(1, 2, 3, 4), everywhere(1, 3, 4, 2)
    bids = {"Ana": best, "Ben": equal} if holder == "Ana" else {"Ana": equal, "Ben": best}
    sitting = Sitting(2).dawn().morning(**bids).noon().until("act", "lake")
    while sitting.due().seat != "Ana":
        sitting.done()
    before = sitting.player(holder).esteem
    sitting.answer("Ana", "tribute", spirit="banyu").answer("Ana", "tribute", spirit="banyu")
    assert sitting.player(holder).esteem == before + 2


def beside_the_altar(*rewards: dict[str, int], **options: object) -> Sitting:
    decrees = [{"place": "gunung", "reward": reward} for reward in rewards]
    equal = everywhere(2, 3, 4, 5)
    return Sitting(2, **options).dawn(*decrees).morning(Ana=equal, Ben=equal).noon().until("act", "lake")


@pytest.mark.rule("BURU-17")
def test_decrees_beside_the_altar_pay_the_payer_each_time():
    sitting = beside_the_altar({"esteem": 2}, {"fish": 1}).give("Ben", fish=3).done()
    before = sitting.player("Ben")
    sitting.answer("Ben", "tribute", spirit="gunung").answer("Ben", "tribute", spirit="gunung").answer(
        "Ben", "tribute", spirit="manuk"
    )
    assert (sitting.player("Ben").esteem, sitting.player("Ben").fish) == (before.esteem + 4, before.fish + 2)


@pytest.mark.rule("BURU-17")
def test_a_bonus_can_pay_for_the_next_tribute_and_not_for_its_own():
    sitting = beside_the_altar({"clay": 1}, {"fish": 1}, ledger="full")
    assert sitting.refused("Ana", "tribute", spirit="gunung", pay={"clay": 1}).key == "buru.too_little"
    sitting.answer("Ana", "tribute", spirit="gunung", pay={}).answer("Ana", "tribute", spirit="gunung", pay={"clay": 1})
    assert sitting.player("Ana").goods[2] == 1


@pytest.mark.rule("BURU-18")
def test_an_elder_more_is_held_and_the_deck_has_thirteen():
    sitting = acting().answer("Ana", "elder").answer("Ana", "elder")
    assert (sitting.player("Ana").elders, sitting.public.elders_left) == (2, 11)


@pytest.mark.rule("BURU-18")
def test_a_single_last_elder_leaves_nothing():
    sitting = acting().give("Ana", elders=5).give("Ben", elders=7).answer("Ana", "elder")
    assert (sitting.player("Ana").elders, sitting.public.elders_left) == (5, 1)


@pytest.mark.rule("BURU-18")
def test_without_a_card_there_is_no_elder():
    sitting = acting().give("Ana", elders=5).give("Ben", elders=8)
    assert sitting.refused("Ana", "elder").key == "buru.elders_gone"


@pytest.mark.rule("BURU-19")
def test_the_marker_is_taken_immediately_and_only_at_the_lake():
    for region in ("forest", "shore", "village"):
        assert acting(region).done().refused("Ben", "emissary").key == "buru.only_at_the_lake"
    sitting = acting().done().answer("Ben", "emissary")
    assert sitting.public.emissary == 1


@pytest.mark.rule("BURU-19")
def test_the_emissary_does_not_take_what_it_has():
    assert acting().refused("Ana", "emissary").key == "buru.is_emissary"
    assert acting().done().answer("Ben", "emissary").refused("Ben", "emissary").key == "buru.is_emissary"


@pytest.mark.rule("BURU-44")
@pytest.mark.parametrize("good", ["clay", "palm", "ebony"])
def test_with_the_ledger_of_esteem_resources_stay_on_the_mats(good):
    assert isinstance(acting().refused("Ana", "gain", **{good: 1}), Malformed)
    assert acting(ledger="full").answer("Ana", "gain", **{good: 1}).player("Ana").goods.count(1) >= 1


@pytest.mark.rule("BURU-44")
def test_the_cost_of_a_tribute_is_always_asked_with_the_full_ledger_and_never_without():
    assert isinstance(acting().refused("Ana", "tribute", spirit="banyu", pay={}), Malformed)
    assert isinstance(acting(ledger="full").refused("Ana", "tribute", spirit="banyu"), Malformed)
    acting(ledger="full").answer("Ana", "tribute", spirit="banyu", pay={}, value=0)


@pytest.mark.rule("BURU-44")
def test_resources_are_unlimited():
    sitting = acting(ledger="full")
    for _ in range(3):
        sitting.answer("Ana", "gain", clay=20, palm=20, ebony=20)
    assert sitting.player("Ana").goods[2:] == (60, 60, 60)


@pytest.mark.rule("BURU-44")
def test_a_payment_is_all_of_it_or_refused():
    sitting = acting(ledger="full").give("Ana", clay=2, fish=4)
    assert sitting.refused("Ana", "pay", clay=3, fish=1).key == "buru.too_little"
    sitting.answer("Ana", "pay", clay=2, fish=1)
    assert (sitting.player("Ana").fish, sitting.player("Ana").goods[2]) == (3, 0)


@pytest.mark.rule("BURU-44")
@pytest.mark.parametrize("do", [{}, {"esteem": 1}, {"fish": 0}, {"fish": 21}, {"stone": 1}, {"fish": 1, "more": 1}])
def test_an_impossible_payment_is_refused(do):
    acting(ledger="full").give("Ana", fish=20, esteem=9).refused("Ana", "pay", **do)


@pytest.mark.rule("BURU-44")
@pytest.mark.parametrize("do", [{}, {"fish": 0}, {"fish": 21}, {"fish": "1"}, {"esteem": None}])
def test_an_impossible_gain_is_refused(do):
    acting(ledger="full").refused("Ana", "gain", **do)


@pytest.mark.rule("BURU-44")
def test_a_gain_may_be_of_several_goods():
    sitting = acting(ledger="full").answer("Ana", "gain", fish=1, esteem=2, clay=3, palm=4, ebony=5)
    assert sitting.player("Ana").goods[1:] == (3, 3, 4, 5)


@pytest.mark.rule("BURU-43")
def test_the_modules_actions_are_none_of_this_game():
    for do in ({"type": "canoe", "steps": 1}, {"type": "choose", "take": "dominance"}):
        assert isinstance(acting().refused("Ana", do.pop("type"), **do), Malformed)
