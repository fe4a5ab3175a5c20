"""Hidden bids, noon, and the reveal of a region."""

import pytest

from companion.core.state import Reach
from companion.core.words import Malformed
from companion.games.buru.pieces import ISLAND, POWERS
from companion.games.buru.tests.playing import Sitting, everywhere

ALL_AT_THE_LAKE = [(token, "lake") for token in (1, 2, 3, 4)]


def placed(sitting: Sitting) -> list[str]:
    """Let all seats place their tokens at the lake. Return the order in which seats placed."""
    seats = []
    while sitting.due().kind == "place":
        seat = sitting.due().seat
        seats.append(seat)
        sitting.answer(seat, "place", token=sitting.state.own[seat].hand[0], region="lake")
    return seats


@pytest.mark.rule("BURU-06")
@pytest.mark.parametrize(
    ("first", "order"), [("Ana", ["Ana", "Ben", "Cho"]), ("Ben", ["Ben", "Cho", "Ana"]), ("Cho", ["Cho", "Ana", "Ben"])]
)
def test_bids_go_clockwise_from_the_emissary(first, order):
    assert placed(Sitting(3, first=first).dawn())[:4] == [*order, order[0]]


@pytest.mark.rule("BURU-06")
def test_the_region_of_a_token_is_public_and_its_face_is_its_seats_own():
    sitting = Sitting(2).dawn()
    assert sitting.due().known_to == {"region": Reach.EVERYONE, "blessing": Reach.EVERYONE, "token": frozenset({"Ana"})}
    sitting.answer("Ana", "place", token=4, region="shore")
    (token,) = sitting.public.tokens
    assert (token.by, token.region, token.power) == (0, "shore", None)
    assert (sitting.state.own["Ana"].hand, sitting.state.own["Ana"].placed) == ((1, 2, 3, 5), (4,))


@pytest.mark.rule("BURU-06")
def test_several_tokens_of_one_seat_may_be_in_one_region():
    sitting = Sitting(2).dawn().morning(Ana=ALL_AT_THE_LAKE, Ben=ALL_AT_THE_LAKE)
    assert {token.region for token in sitting.public.tokens} == {"lake"}


@pytest.mark.rule("BURU-06")
def test_a_token_is_placed_once():
    sitting = (
        Sitting(2).dawn().answer("Ana", "place", token=4, region="shore").answer("Ben", "place", token=4, region="lake")
    )
    refusal = sitting.refused("Ana", "place", token=4, region="lake")
    assert (refusal.key, refusal.values) == ("buru.not_in_hand", {})


@pytest.mark.rule("BURU-06")
@pytest.mark.parametrize(
    "do", [{"token": 6, "region": "lake"}, {"token": 0, "region": "lake"}, {"token": 1, "region": "sea"}, {"token": 1}, {}]
)
def test_an_answer_that_is_no_bid_is_malformed(do):
    assert isinstance(Sitting(2).dawn().refused("Ana", "place", **do), Malformed)


@pytest.mark.rule("BURU-06")
def test_a_bid_is_two_taps_region_first_and_used_tokens_look_like_others():
    sitting = (
        Sitting(2).dawn().answer("Ana", "place", token=4, region="shore").answer("Ben", "place", token=4, region="lake")
    )
    answers = sitting.answers(sitting.due())
    where, which = answers.steps.steps
    assert answers.secret
    assert (len(where.choices), len(which.choices)) == (len(ISLAND), len(POWERS))
    assert where.overt
    assert not which.overt


@pytest.mark.rule("BURU-07")
def test_bids_end_when_everybody_has_one_token_left():
    sitting = Sitting(3).dawn()
    assert placed(sitting) == ["Ana", "Ben", "Cho"] * 4
    assert all(len(own.hand) == 1 for own in sitting.state.own.values())
    assert sitting.awaits() == ("reveal", None)


@pytest.mark.rule("BURU-08")
def test_the_token_kept_is_shown_and_brings_as_many_fish():
    sitting = Sitting(2).dawn().morning(Ana=everywhere(1, 2, 3, 5), Ben=everywhere(2, 3, 4, 5)).give("Ana", fish=8).noon()
    assert [player.fish for player in sitting.public.players] == [12, 4]
    assert [player.kept for player in sitting.public.players] == [4, 1]


@pytest.mark.rule("BURU-08")
def test_nobody_ever_has_more_than_twenty_fish():
    sitting = Sitting(2).dawn().morning(Ana=everywhere(1, 2, 3, 4), Ben=everywhere(1, 2, 3, 4)).give("Ana", fish=18)
    sitting.noon().table("reveal")
    assert sitting.player("Ana").fish == 20
    assert sitting.answer("Ana", "gain", fish=3).player("Ana").fish == 20


@pytest.mark.rule("BURU-08")
def test_a_decrees_fish_beyond_twenty_are_lost_too():
    sitting = Sitting(2).dawn({"place": "forest", "reward": {"fish": 5, "esteem": 1}}, {"place": "lake"})
    sitting.morning(Ana=everywhere(5, 1, 2, 3), Ben=everywhere(1, 2, 3, 4)).give("Ana", fish=12).noon().table("reveal")
    assert (sitting.player("Ana").fish, sitting.player("Ana").esteem) == (20, 1)


@pytest.mark.rule("BURU-09")
def test_a_regions_total_is_the_sum_of_ones_tokens_and_one_acts_once():
    sitting = Sitting(2).dawn().morning(Ana=ALL_AT_THE_LAKE, Ben=everywhere(5, 1, 2, 4)).noon().until("act", "lake")
    assert [(total.by, total.power) for total in sitting.public.totals] == [(0, 10), (1, 4)]
    assert [sitting.due().seat, sitting.done().due().seat] == ["Ana", "Ben"]
    assert sitting.done().public.round == 2


@pytest.mark.rule("BURU-09")
def test_only_the_region_that_is_revealed_shows_its_tokens():
    sitting = Sitting(2).dawn().morning(Ana=everywhere(1, 2, 3, 4), Ben=everywhere(2, 3, 4, 5)).noon().table("reveal")
    assert {token.region for token in sitting.public.tokens if token.power} == {"forest"}
    assert [token.power for token in sitting.public.tokens if token.region == "forest"] == [1, 2]


@pytest.mark.rule("BURU-09")
def test_a_region_without_a_token_is_passed_over():
    sitting = Sitting(2).dawn().morning(Ana=ALL_AT_THE_LAKE, Ben=ALL_AT_THE_LAKE).noon()
    assert (sitting.awaits(), sitting.public.region) == (("reveal", None), "lake")


@pytest.mark.rule("BURU-10")
@pytest.mark.parametrize(
    ("first", "order"), [("Ana", ["Ana", "Ben", "Cho"]), ("Ben", ["Ben", "Cho", "Ana"]), ("Cho", ["Cho", "Ana", "Ben"])]
)
def test_if_powers_are_equal_the_seat_nearer_clockwise_acts_first(first, order):
    equal = everywhere(1, 2, 3, 4)
    sitting = Sitting(3, first=first).dawn().morning(Ana=equal, Ben=equal, Cho=equal).noon().table("reveal")
    seats = []
    while sitting.public.region == "forest":
        seats.append(sitting.due().seat)
        sitting.done()
    assert seats == order
    assert sitting.public.names[sitting.public.dominances[0].by] == order[0]


@pytest.mark.rule("BURU-11")
@pytest.mark.parametrize(("region", "spirit"), [("forest", 1), ("shore", 0), ("village", 2)])
def test_dominance_gives_the_regions_totem(region, spirit):
    sitting = Sitting(2).dawn().morning(Ana=everywhere(1, 2, 3, 4), Ben=everywhere(5, 4, 2, 1)).noon().until("act", region)
    dominant = 0 if region == "village" else 1
    assert sitting.public.totems[spirit] == dominant
    assert sitting.public.dominances[-1].by == dominant


@pytest.mark.rule("BURU-11")
def test_dominance_at_the_lake_is_one_esteem():
    sitting = Sitting(2).dawn().morning(Ana=everywhere(1, 2, 3, 4), Ben=everywhere(5, 4, 2, 1)).noon().until("act", "lake")
    assert [player.esteem for player in sitting.public.players] == [1, 0]


@pytest.mark.rule("BURU-11")
def test_a_totem_goes_from_its_holder_to_the_new_winner():
    sitting = Sitting(2).dawn().morning(Ana=everywhere(5, 1, 2, 3), Ben=everywhere(1, 2, 3, 4)).noon().table("reveal")
    assert sitting.public.totems == (None, 0, None, None, None)
    sitting.until("decree").dawn().morning(Ana=everywhere(1, 5, 2, 3), Ben=everywhere(5, 2, 3, 4)).noon().table("reveal")
    assert sitting.public.totems[1] == 1


@pytest.mark.rule("BURU-11")
def test_the_engine_pays_every_decree_of_the_region_whose_reward_is_known():
    decrees = ({"place": "shore", "reward": {"esteem": 2}}, {"place": "shore", "reward": {"fish": 1}})
    sitting = Sitting(2).dawn(*decrees).morning(Ana=everywhere(1, 2, 3, 4), Ben=everywhere(5, 4, 2, 1)).noon()
    sitting.until("act", "shore")
    assert (sitting.player("Ben").esteem, sitting.player("Ben").fish) == (2, 3 + 3 + 1)
    assert len(sitting.public.dominances[-1].decrees) == 2


@pytest.mark.rule("BURU-11")
def test_a_decree_without_an_entered_reward_is_entered_by_the_seat_that_earns_it():
    sitting = Sitting(2).dawn({"place": "forest"}, {"place": "lake"})
    sitting.morning(Ana=everywhere(5, 1, 2, 3), Ben=everywhere(1, 2, 3, 4)).noon().table("reveal")
    assert sitting.player("Ana").esteem == 0
    assert sitting.answer("Ana", "gain", esteem=2).player("Ana").esteem == 2


@pytest.mark.rule("BURU-11")
def test_decrees_of_a_region_without_tokens_go_unclaimed():
    sitting = Sitting(2).dawn({"place": "forest", "reward": {"esteem": 5}}, {"place": "manuk"})
    sitting.morning(Ana=ALL_AT_THE_LAKE, Ben=ALL_AT_THE_LAKE).noon().until("decree")
    assert sorted(player.esteem for player in sitting.public.players) == [0, 1]


@pytest.mark.rule("BURU-12")
def test_from_the_highest_total_to_the_lowest_each_acts():
    bids = {"Ana": everywhere(1, 2, 3, 4), "Ben": everywhere(5, 4, 2, 1), "Cho": everywhere(3, 1, 4, 5)}
    sitting = Sitting(3).dawn().morning(**bids).noon().table("reveal")
    assert [sitting.due().seat, sitting.done().due().seat, sitting.done().due().seat] == ["Ben", "Cho", "Ana"]


@pytest.mark.rule("BURU-13")
def test_a_new_emissary_orders_those_that_have_not_acted_and_a_given_dominance_stays():
    one, three, five = everywhere(2, 4, 5, 1), everywhere(1, 2, 4, 3), everywhere(1, 2, 3, 5)
    sitting = Sitting(4).dawn().morning(Ana=one, Ben=three, Cho=five, Dai=three).noon().until("act", "lake")
    assert sitting.due().seat == "Cho"
    assert [sitting.public.names[total.by] for total in sitting.public.waiting()] == ["Ben", "Dai", "Ana"]
    sitting.answer("Cho", "emissary")
    assert [sitting.public.names[total.by] for total in sitting.public.waiting()] == ["Dai", "Ben", "Ana"]
    assert sitting.public.names[sitting.public.dominances[-1].by] == "Cho"
    assert sitting.done().due().seat == "Dai"
