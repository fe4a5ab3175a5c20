"""Answers by a card of the owner's: one answer does all that is printed on the card (BURU-01)."""

import json
from typing import Any

import pytest

from companion.core.words import BadFile, Malformed
from companion.games.buru.owner_cards import OwnersCards
from companion.games.buru.tests.playing import Sitting, everywhere
from companion.games.buru.tests.test_tokoh import acting as acting_with_tokoh
from companion.games.buru.tests.test_turn import acting as acting_without
from companion.records.record import replay

EN = {"en": "A card"}
WAYS = [{"pay": {"fish": 2}, "gain": {"palm": 2}}, {"pay": {"palm": 1}, "gain": {"fish": 2}}]
CARDS: dict[str, dict[str, Any]] = {
    "carver": {"kind": "islander", "name": EN, "group": "artisan", "cost": 2},
    "weaver": {"kind": "islander", "name": EN, "group": "artisan", "cost": 0, "does": WAYS, "copies": 2},
    "merchant": {"kind": "islander", "name": EN, "group": "artisan"},
    "learned": {"kind": "islander", "name": EN, "group": "priest", "cost": 1, "scroll": {"manuk": {"ebony": 1, "fish": 2}}},
    "smuggler": {"kind": "islander", "name": EN, "group": "outlaw", "cost": 1, "does": [{"gain": {"clay": 2, "fish": 1}}]},
    "tyrant": {"kind": "islander", "name": EN, "group": "outlaw", "cost": 1, "does": [{"guide": True}]},
    "wood": {
        "kind": "forest",
        "name": EN,
        "does": [{"gain": {"fish": 2}}, {"pay": {"fish": 1}, "gain": {"esteem": 3}}],
        "gems": 2,
    },
    "bare": {"kind": "forest", "name": EN, "does": [{"gain": {"fish": 1}}]},
    "shore1": {"kind": "space", "name": EN, "region": "shore", "space": 1, "gems": 3},
    "village1": {"kind": "space", "name": EN, "region": "village", "space": 1, "gems": 1, "does": [{"gain": {"fish": 3}}]},
    "feast": {"kind": "decree", "name": EN, "place": "lake", "reward": {"fish": 2, "clay": 1}},
    "silence": {"kind": "decree", "name": EN, "place": "forest"},
    "ibus": {"kind": "decree", "name": EN, "place": "ibu", "reward": {"fish": 1}},
    "stone": {"kind": "altar", "name": EN, "spirit": "gunung", "cost": {"fish": 1, "clay": 2}},
    "plot1": {"kind": "plot", "name": EN, "a": "forest", "b": "lake", "lake": "esteem"},
    "plot2": {"kind": "plot", "name": EN, "a": "lake", "b": "shore", "lake": "emissary"},
    "isle": {"kind": "plot", "name": EN, "a": "ambelau", "b": "lake", "lake": "emissary"},
    "kid": {"kind": "tokoh", "name": EN, "start": {"fish": 2}, "does": [{"pay": {"fish": 1}, "gain": {"esteem": 2}}]},
    "crone": {"kind": "tokoh", "name": EN},
    "old": {"kind": "elder", "name": EN, "esteem": [2, 5]},
}
BOX = {"hash": "0" * 64, "cards": CARDS}


def acting(region: str = "shore", **options: Any) -> Sitting:
    """Return a game in which Ana acts in a region, before Ben."""
    return acting_without(region, box=BOX, **options).give("Ana", fish=9)


def holding(region: str, *cards: str, **options: Any) -> Sitting:
    """Return a game in which Ana has recruited these islanders, and has 9 fish."""
    sitting = acting(region, **options)
    for card in cards:
        sitting.answer("Ana", "recruit", card=card)
    return sitting.give("Ana", fish=9)


# A head


@pytest.mark.rule("BURU-01")
@pytest.mark.parametrize(
    "box",
    [
        {"hash": "0" * 63, "cards": {}},
        {"hash": "G" * 64, "cards": {}},
        {"hash": "0" * 64},
        {"hash": "0" * 64, "cards": {"Farmer": CARDS["carver"]}},
        {"hash": "0" * 64, "cards": {"farmer": {**CARDS["carver"], "cost": 21}}},
        {"hash": "0" * 64, "cards": {"farmer": {**CARDS["carver"], "cost": None}}},
        {"hash": "0" * 64, "cards": {"farmer": {**CARDS["carver"], "does": []}}},
        {"hash": "0" * 64, "cards": {"farmer": {**CARDS["carver"], "scroll": {}}}},
        {"hash": "0" * 64, "cards": {"one": CARDS["shore1"], "other": CARDS["shore1"]}},
        {"hash": "0" * 64, "cards": {"farmer": {"kind": "king", "name": EN}}},
        None,
    ],
)
def test_a_fault_in_the_cards_of_a_head_is_a_bad_file(box: object) -> None:
    head = {"game": "buru", "seats": ["Ana", "Ben"], "options": {"box": box}}
    with pytest.raises(BadFile):
        replay(json.dumps(head))


@pytest.mark.rule("BURU-01")
def test_a_record_needs_no_file() -> None:
    head = {"game": "buru", "seats": ["Ana", "Ben"], "options": {"box": BOX}}
    answers = ({"type": "first", "seat": "Ana"}, {"type": "decree", "card": "feast"})
    lines = (head, *({"seat": None, "do": do} for do in answers))
    assert replay("\n".join(map(json.dumps, lines))).moment.entries == 2


@pytest.mark.rule("BURU-01")
def test_without_cards_no_answer_goes_by_one() -> None:
    sitting = acting_without("shore")
    assert isinstance(sitting.refused("Ana", "recruit", card="carver"), Malformed)


# Recruiting


@pytest.mark.rule("BURU-01")
def test_the_worked_example() -> None:
    """Ana has 3 fish. The Carver leaves her 1, and the Weaver's second way brings 2. In the next round the Weaver's first
    way leaves 1 of 3. In the round after that it is too dear, so the Weaver is tasked without a way."""
    sitting = acting("shore").give("Ana", fish=3).answer("Ana", "recruit", card="carver")
    assert sitting.player("Ana").fish == 1
    sitting.answer("Ana", "recruit", card="weaver").answer("Ana", "task", card="weaver", way=2)
    assert sitting.player("Ana").fish == 3
    _next_village(sitting).give("Ana", fish=3).answer("Ana", "task", card="weaver", way=1)
    assert sitting.player("Ana").fish == 1
    _next_village(sitting).give("Ana", fish=1)
    assert sitting.refused("Ana", "task", card="weaver", way=1).key == "buru.too_little"
    sitting.answer("Ana", "task", card="weaver")
    assert sitting.player("Ana").fish == 1
    assert sitting.refused("Ana", "task", card="weaver").key == "buru.none_untasked"


def _next_village(sitting: Sitting) -> Sitting:
    """Return a game in which Ana acts in the next round's village."""
    sitting.until("decree").dawn()
    return sitting.morning(**dict.fromkeys(sitting.names, everywhere(2, 3, 4, 5))).noon().until("act", "village")


@pytest.mark.rule("BURU-01")
def test_a_price_is_entered_if_it_differs_from_the_printed_one_or_none_is_printed() -> None:
    sitting = acting("shore").answer("Ana", "recruit", card="carver", cost=5)
    assert sitting.player("Ana").fish == 4
    assert sitting.refused("Ana", "recruit", card="merchant").key == "buru.box.no_price"
    assert sitting.answer("Ana", "recruit", card="merchant", cost=4).holds("Ana", "fish", "artisan") == (0, 2)


@pytest.mark.parametrize(
    "wrong", [{"card": "carver", "group": "artisan"}, {"card": "carver", "cost": 21}, {"card": "nobody"}]
)
def test_a_fact_of_a_card_is_not_asked_again(wrong: dict[str, Any]) -> None:
    assert isinstance(acting().refused("Ana", "recruit", **wrong), Malformed)


@pytest.mark.parametrize("card", ["wood", "kid", "smuggler", "old"])
def test_a_card_of_another_kind_or_not_of_this_game_is_refused(card: str) -> None:
    assert acting().refused("Ana", "recruit", card=card)


@pytest.mark.rule("BURU-01")
def test_players_have_no_more_copies_than_the_game() -> None:
    sitting = holding("shore", "weaver", "carver")
    assert sitting.refused("Ana", "recruit", card="carver").key == "buru.box.copies_gone"
    sitting.answer("Ana", "recruit", card="weaver").done()
    assert sitting.refused("Ben", "recruit", card="weaver").key == "buru.box.copies_gone"


def test_both_kinds_count_in_a_groups_limit() -> None:
    sitting = acting().give("Ana", artisan=8, fish=9).answer("Ana", "recruit", card="weaver")
    assert sitting.refused("Ana", "recruit", card="carver").key == "buru.group_gone"
    assert sitting.refused("Ana", "recruit", group="artisan", cost=0).key == "buru.group_gone"


# Tasks


@pytest.mark.rule("BURU-01")
def test_an_islander_recruited_by_name_is_tasked_by_name_alone_and_any_other_by_group() -> None:
    sitting = holding("shore", "weaver").give("Ana", artisan=2)
    assert sitting.answer("Ana", "task", group="artisan").refused("Ana", "task", group="artisan").key == "buru.none_untasked"
    sitting.answer("Ana", "task", card="weaver")
    assert sitting.refused("Ana", "task", card="weaver").key == "buru.none_untasked"


def test_a_trade_is_paid_in_full_or_refused() -> None:
    sitting = holding("shore", "weaver", ledger="full").give("Ana", fish=1)
    assert sitting.refused("Ana", "task", card="weaver", way=1).key == "buru.too_little"
    assert sitting.refused("Ana", "task", card="weaver", way=2).key == "buru.too_little"
    assert sitting.give("Ana", palm=1).answer("Ana", "task", card="weaver", way=2).holds("Ana", "fish", "palm") == (3, 0)


@pytest.mark.parametrize("way", [0, 3, 5])
def test_a_way_that_the_card_lacks_is_refused(way: int) -> None:
    assert holding("shore", "weaver").refused("Ana", "task", card="weaver", way=way)


def test_islanders_tasked_by_name_are_ready_again_at_dusk() -> None:
    sitting = holding("shore", "weaver").answer("Ana", "task", card="weaver").until("decree")
    (weaver,) = sitting.player("Ana").named
    assert not weaver.tasked


@pytest.mark.rule("BURU-15")
@pytest.mark.parametrize(("ledger", "ebony"), [("full", 1), ("esteem", 0)])
def test_a_scroll_gives_at_each_tribute_to_its_spirit_while_it_is_tasked(ledger: str, ebony: int) -> None:
    sitting = holding("lake", "learned", ledger=ledger).give("Ana", fish=0)
    pay = {"pay": {}} if ledger == "full" else {}
    sitting.answer("Ana", "tribute", spirit="manuk", **pay)
    assert sitting.holds("Ana", "fish", "ebony") == (0, 0)
    sitting.answer("Ana", "task", card="learned").answer("Ana", "tribute", spirit="banyu", **pay)
    sitting.answer("Ana", "tribute", spirit="manuk", **pay).answer("Ana", "tribute", spirit="manuk", **pay)
    assert sitting.holds("Ana", "fish", "ebony") == (4, 2 * ebony)


# Outlaws and Ukum


@pytest.mark.rule("BURU-34")
def test_an_outlaws_task_is_its_discard_a_tribute_and_what_the_discard_gives() -> None:
    sitting = holding("village", "smuggler", ukum=True, ledger="full")
    sitting.answer("Ana", "task", card="smuggler", way=1, value=4)
    assert sitting.holds("Ana", "outlaw", "ukum", "fish", "clay") == (0, 1, 10, 2)
    assert sitting.player("Ana").named == ()
    assert sitting.own("Ana").values[3] == (4,)
    assert sitting.answer("Ana", "recruit", card="smuggler")


@pytest.mark.rule("BURU-33")
def test_a_tribute_to_ukum_takes_a_named_islander_by_name_a_tasked_copy_first() -> None:
    sitting = holding("lake", "weaver", "weaver", ukum=True).answer("Ana", "task", card="weaver")
    assert sitting.refused("Ana", "tribute", spirit="ukum", islander="artisan").key == "buru.none_to_give"
    assert isinstance(sitting.refused("Ana", "tribute", spirit="ukum", card="weaver", way=1), Malformed)
    sitting.answer("Ana", "tribute", spirit="ukum", card="weaver")
    assert sitting.holds("Ana", "artisan", "ukum") == (1, 1)
    assert sitting.answer("Ana", "task", card="weaver")


def test_an_islander_whose_card_is_not_known_goes_by_group_though_a_named_one_is_tasked() -> None:
    sitting = holding("lake", "weaver", ukum=True).give("Ana", artisan=2).answer("Ana", "task", card="weaver")
    sitting.answer("Ana", "tribute", spirit="ukum", islander="artisan")
    player = sitting.player("Ana")
    assert (player.islanders[0], player.tasked[0], [one.tasked for one in player.named]) == (1, 1, [True])


def test_an_outlaw_that_is_given_brings_what_its_discard_gives() -> None:
    sitting = holding("lake", "smuggler", ukum=True).answer("Ana", "tribute", spirit="ukum", card="smuggler", way=1)
    assert sitting.holds("Ana", "outlaw", "ukum", "fish") == (0, 1, 10)


@pytest.mark.rule("BURU-37")
def test_a_guide_in_a_way_needs_ambelau() -> None:
    sitting = holding("village", "tyrant", ukum=True)
    assert sitting.refused("Ana", "task", card="tyrant", way=1).key == "buru.box.guide_needs_ambelau"
    sitting.answer("Ana", "task", card="tyrant")
    ambelau = holding("village", "tyrant", ukum=True, ambelau=True).answer("Ana", "task", card="tyrant", way=1)
    assert ambelau.public.guides.gained == (0,)


# Altars, spaces, the forest


@pytest.mark.rule("BURU-16")
@pytest.mark.parametrize(("ledger", "clay"), [("full", 1), ("esteem", 3)])
def test_an_altars_card_alone_is_a_tribute_for_its_cost(ledger: str, clay: int) -> None:
    sitting = acting("lake", ledger=ledger).give("Ana", fish=3, clay=3).answer("Ana", "tribute", card="stone", value=3)
    assert sitting.holds("Ana", "gunung", "fish", "clay") == (1, 2, clay)
    assert sitting.give("Ana", fish=0).refused("Ana", "tribute", card="stone").key == "buru.too_little"


@pytest.mark.parametrize("more", [{"spirit": "gunung"}, {"pay": {}}, {"way": 1}, {"islander": "priest"}])
def test_an_altars_card_says_all_but_what_the_tribute_is_worth(more: dict[str, Any]) -> None:
    assert isinstance(acting("lake", ledger="full").refused("Ana", "tribute", card="stone", **more), Malformed)


@pytest.mark.rule("BURU-12")
def test_a_space_does_what_its_file_says_once() -> None:
    sitting = acting("village").answer("Ana", "space", space=1, way=1)
    assert sitting.player("Ana").fish == 12
    assert sitting.refused("Ana", "space", space=2).key == "buru.space_once"
    assert sitting.done().refused("Ben", "space", space=1, way=1).key == "buru.space_taken"


@pytest.mark.parametrize(("region", "space"), [("village", 2), ("shore", 1), ("forest", 1)])
def test_a_space_of_which_the_file_says_nothing_has_no_way(region: str, space: int) -> None:
    assert acting(region).refused("Ana", "space", space=space, way=1)


@pytest.mark.rule("BURU-42")
def test_where_kuda_or_its_marker_is_the_file_does_not_say_what_a_space_does() -> None:
    sitting = acting("village", kuda=True, kuda_start="village")
    covered, kuda = sitting.public.kuda.marker, sitting.public.kuda.space
    assert covered == ("village", 1)
    assert kuda != 1
    assert sitting.refused("Ana", "space", space=1, way=1)
    assert sitting.answer("Ana", "space", space=1).player("Ana").fish == 10


@pytest.mark.rule("BURU-14")
@pytest.mark.parametrize("region", ["forest", "village", "lake"])
def test_effects_of_own_cards_come_first_under_other_too(region: str) -> None:
    """Nobody should have to look for it below thirty buttons."""
    sitting = holding(region, "weaver")
    due = next(due for due in sitting.dues("act"))
    aside = [group for group in sitting.answers(due).groups if group.seldom]
    named = [any("card" in option.do for option in group.options) for group in aside]
    assert named == sorted(named, reverse=True)
    assert any(named) or region == "village"


@pytest.mark.rule("BURU-14")
def test_a_forest_card_gives_by_its_way_as_often_as_it_comes() -> None:
    sitting = acting("forest").answer("Ana", "space", card="wood", way=1)
    assert sitting.player("Ana").fish == 11
    assert sitting.refused("Ana", "space", card="bare", way=1).key == "buru.space_once"
    sitting.done().give("Ben", fish=1).answer("Ben", "space", card="wood", way=2)
    assert sitting.holds("Ben", "fish", "esteem") == (0, 3)


def test_a_forest_card_is_taken_in_the_forest_alone() -> None:
    assert acting("shore").refused("Ana", "space", card="wood", way=1)


@pytest.mark.rule("BURU-40")
def test_a_liaison_pays_the_gems_that_the_file_knows() -> None:
    sitting = _liaison("village").give("Ana", fish=1).answer("Ana", "space", space=1, way=1)
    assert sitting.player("Ana").fish == 3
    forest = _liaison("forest").give("Ana", fish=2)
    assert forest.refused("Ana", "space", card="wood", way=2).key == "buru.too_little"
    assert forest.answer("Ana", "space", card="wood", way=1).player("Ana").fish == 2
    assert _liaison("forest").give("Ana", fish=0).answer("Ana", "space", card="bare", way=1).player("Ana").fish == 1


def _liaison(region: str) -> Sitting:
    """Return a game in which Ana acts again, with her liaison, after all others."""
    sitting = Sitting(2, liaison=True, box=BOX).dawn()
    mine = [("liaison", region), (1, "lake"), (2, "lake"), (3, "lake"), (4, "lake")]
    sitting.morning(Ana=mine, Ben=[(n, region) for n in (1, 2, 3, 4)] + [(5, region)])
    return sitting.noon().until("act", region).done()


# Tokoh


@pytest.mark.rule("BURU-38")
def test_a_tokoh_is_named_once_and_is_nobody_elses() -> None:
    sitting = Sitting(2, first=None, tokoh=True, box=BOX).answer("Ana", "tokoh", card="kid")
    assert sitting.player("Ana").fish == 2
    assert sitting.refused("Ana", "tokoh", card="crone")
    sitting.done()
    assert sitting.refused("Ben", "tokoh", card="kid").key == "buru.box.tokoh_others"
    assert sitting.answer("Ben", "tokoh", card="crone")


@pytest.mark.rule("BURU-38")
def test_a_named_tokohs_action_does_what_its_card_says_once_a_round() -> None:
    sitting = Sitting(2, first=None, tokoh=True, box=BOX).answer("Ana", "tokoh", card="kid").done().done()
    sitting.table("first", seat="Ana").dawn()
    sitting.morning(**dict.fromkeys(sitting.names, everywhere(2, 3, 4, 5))).noon().until("act", "forest").give("Ana", fish=1)
    assert isinstance(sitting.refused("Ana", "tokoh", card="kid"), Malformed)
    sitting.answer("Ana", "tokoh", way=1)
    assert sitting.holds("Ana", "fish", "esteem") == (0, 2)
    assert sitting.refused("Ana", "tokoh", way=1).key == "buru.tokoh_used"
    assert sitting.refused("Ana", "space", card="wood", way=1).key == "buru.tokoh_instead"


def test_a_seat_that_named_no_tokoh_has_no_effect_of_one() -> None:
    assert acting_with_tokoh("forest", box=BOX).refused("Ana", "tokoh", way=1)


@pytest.mark.rule("BURU-38")
def test_in_a_tokohs_start_turn_an_altars_card_may_be_named_and_no_space() -> None:
    sitting = Sitting(2, first=None, tokoh=True, box=BOX).answer("Ana", "gain", fish=3)
    assert sitting.refused("Ana", "space", card="wood", way=1)
    assert sitting.answer("Ana", "tribute", card="stone").holds("Ana", "gunung", "fish") == (1, 2)


# Answers of the table


@pytest.mark.rule("BURU-04")
def test_a_decrees_card_says_place_and_reward_once_a_game() -> None:
    sitting = Sitting(2, box=BOX, ledger="full").table("decree", card="feast")
    assert sitting.refused(None, "decree", card="feast")
    sitting.table("decree", card="silence")
    sitting.morning(**dict.fromkeys(sitting.names, everywhere(2, 3, 4, 5))).noon().until("act", "lake")
    assert sitting.holds("Ana", "fish", "clay") == (1 + 2, 1)
    sitting.until("decree")
    assert sitting.refused(None, "decree", card="silence")


@pytest.mark.parametrize(
    "more", [{"card": "ibus"}, {"card": "feast", "place": "lake"}, {"card": "feast", "reward": {"fish": 1}}]
)
def test_a_decrees_card_comes_alone_and_is_of_this_game(more: dict[str, Any]) -> None:
    assert Sitting(2, box=BOX).refused(None, "decree", **more)


@pytest.mark.rule("BURU-31")
def test_plot_cards_are_entered_in_the_order_of_drawing() -> None:
    sitting = Sitting(1, lawan=2, box=BOX).dawn().answer("Ana", "place", token=1, region="forest")
    for _ in range(2):
        sitting.table("plot", cards=["plot1"])
        sitting.answer("Ana", "place", token=sitting.own("Ana").hand[0], region="forest")
    assert sitting.refused(None, "plot", cards=["plot1"]).key == "buru.box.draw_again"
    assert sitting.refused(None, "plot", cards=["plot2", "plot1"]).key == "buru.box.all_lie"
    assert sitting.refused(None, "plot", cards=["isle"])
    sitting.table("plot", cards=["plot1", "plot2"])
    assert [len(sitting.public.at(region, by)) for by, region in ((1, "lake"), (2, "shore"))] == [1, 1]


@pytest.mark.rule("BURU-29")
def test_a_plan_is_entered_by_its_plot_card() -> None:
    sitting = Sitting(1, lawan=1, box=BOX).dawn()
    sitting.morning([{"cards": ["plot2"]}] * 2 + [{"a": "shore"}] * 2, Ana=[(n, "forest") for n in (1, 2, 3, 4)]).noon()
    sitting.table("show", rival="A", powers=[3]).table("plan", rival="A", card="plot1")
    assert sitting.player("A").plan == "esteem"


@pytest.mark.rule("BURU-33", "BURU-34")
def test_without_ambelau_the_tyrant_stays_in_the_box() -> None:
    cards, (draft,) = OwnersCards(), OwnersCards.samples
    there = {ambelau: cards.made(draft, {"ukum": True, "ambelau": ambelau}).cards for ambelau in (True, False)}
    assert there[True].keys() - there[False].keys() == {"tyrant"}
