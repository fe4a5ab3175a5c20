"""Buy, play, discard."""

import pytest

from companion.core.words import Malformed
from companion.games.bali.pieces import PLACE, card_cost
from companion.games.bali.tests.playing import Sitting


@pytest.mark.rule("BALI-06")
def test_with_four_banana_farmers_a_banana_card_costs_one_stone():
    sitting = Sitting(2).give(0, stones=3, banana=4).now("buy", kind="banana")
    assert sitting.public.stones[0] == 2
    assert sitting.held("Ana")["banana"] == 2
    assert sitting.public.supply[PLACE["banana"]] == 22


@pytest.mark.rule("BALI-06")
def test_each_farmer_takes_a_stone_off_the_price_of_its_kind():
    assert [card_cost(n) for n in range(7)] == [5, 4, 3, 2, 1, 0, 0]


@pytest.mark.rule("BALI-06")
def test_a_seat_buys_once_a_turn():
    sitting = Sitting(2).give(0, stones=20).now("buy", kind="rice")
    sitting.refused_now("buy", kind="rice")
    sitting.now("play", card="priest").now("scored", card="priest")
    sitting.give(1, stones=20).answer("Ben", "buy", kind="rice")
    assert sitting.public.bought == "rice"


@pytest.mark.rule("BALI-06")
def test_buying_needs_the_stones():
    refusal = Sitting(2).refused_now("buy", kind="rice")
    assert (refusal.key, refusal.values) == ("bali.too_few_stones", {"need": 5, "have": 2})


@pytest.mark.rule("BALI-06")
def test_a_kind_that_is_gone_cannot_be_bought():
    sitting = Sitting(2).give(0, stones=20).supply(rice=0)
    assert sitting.refused_now("buy", kind="rice").key == "bali.supply_out"


@pytest.mark.rule("BALI-07")
@pytest.mark.parametrize(("count", "cost"), [(1, 0), (2, 1), (3, 2)])
def test_each_farmer_after_the_first_costs_a_stone(count, cost):
    sitting = Sitting(2).give(0, stones=5).now("play", card="rice", count=count)
    assert sitting.public.stones[0] == 5 - cost
    assert sitting.public.table[0][PLACE["rice"]] == count


@pytest.mark.rule("BALI-07")
@pytest.mark.parametrize(("card", "cost"), [("stonemason", 0), ("priest", 0), ("shrine", 7)])
def test_one_of_the_other_cards_is_played_and_only_a_shrine_costs(card, cost):
    sitting = Sitting(2).give(0, stones=7, stonemason=0).now("play", card=card)
    assert sitting.public.stones[0] == 7 - cost
    assert sitting.public.table[0][PLACE[card]] == 1


@pytest.mark.rule("BALI-07")
def test_a_farmer_without_a_count_is_one():
    sitting = Sitting(2).now("play", card="pepper")
    assert sitting.record[-1]["do"] == {"type": "play", "card": "pepper", "count": 1}


@pytest.mark.rule("BALI-07")
@pytest.mark.parametrize("do", [{"card": "priest", "count": 1}, {"card": "rice", "count": 4}, {"card": "oracle"}, {}])
def test_an_answer_that_is_no_play_is_malformed(do):
    assert isinstance(Sitting(2).refused_now("play", **do), Malformed)


@pytest.mark.rule("BALI-07")
def test_a_shrine_needs_seven_stones():
    refusal = Sitting(2).give(0, stones=6).refused_now("play", card="shrine")
    assert (refusal.key, refusal.values) == ("bali.too_few_stones", {"need": 7, "have": 6})


@pytest.mark.rule("BALI-08")
def test_with_too_few_stones_a_card_may_go_to_the_box():
    sitting = Sitting(2).give(0, stones=6).now("discard")
    assert sitting.public.stage == "scored"
    assert sitting.public.stones[0] == 6


@pytest.mark.rule("BALI-08")
def test_with_seven_stones_nothing_may_go_to_the_box():
    sitting = Sitting(2).give(0, stones=7)
    assert sitting.refused_now("discard").key == "bali.shrine_can_be_paid"


@pytest.mark.rule("BALI-35")
def test_a_play_is_checked_for_its_cost_and_not_against_a_hand():
    sitting = Sitting(2)
    for _ in range(10):
        sitting.give(0, stones=9).now("play", card="rice", count=3).now("scored", card="priest")
        sitting.now("play", card="priest").now("scored", card="priest")
    assert sitting.public.table[0][PLACE["rice"]] == 30


@pytest.mark.rule("BALI-12")
def test_nobody_asks_how_cards_were_taken():
    sitting = Sitting(2).now("play", card="rice", count=2)
    assert [sitting.due().kind, sitting.due().seat] == ["scored", None]


@pytest.mark.rule("BALI-14")
def test_after_one_answer_of_the_table_the_next_seat_has_its_turn():
    sitting = Sitting(3).now("play", card="rice").now("scored", card="priest")
    assert (sitting.due().kind, sitting.due().seat, sitting.public.turn) == ("turn", "Ben", 2)


@pytest.mark.rule("BALI-13")
def test_a_column_that_was_filled_again_changes_nothing_of_the_question():
    sitting = Sitting(2, oracle=False).now("play", card="rice")
    assert {do["type"] for do in sitting.answers().legal()} == {"scored", "deck_empty"}


@pytest.mark.rule("BALI-34")
def test_the_active_seat_goes_round_clockwise():
    sitting, seats = Sitting(3), []
    for _ in range(4):
        seats.append(sitting.due().seat)
        sitting.now("play", card="priest").now("scored", card="shrine")
    assert seats == ["Ana", "Ben", "Cho", "Ana"]


def test_an_answered_due_never_comes_again():
    sitting = Sitting(2, oracle=True).give(0, stones=20)
    sitting.now("buy", kind="rice").now("play", card="shrine").now("sacrifice", kind="rice")
    sitting.now("sacrifice", kind="rice").now("supply", kind="rice").now("oracle").now("keep", kind=None)
    sitting.now("oracle").now("keep", kind="banana").now("scored", card="shrine").now("reward", as_="points")
    assert sitting.ids == [
        *("turn-1", "turn-1-play", "sacrifice-1-1", "sacrifice-1-0", "supply-1"),
        *("scored-1-0", "keep-1-1", "scored-1-1", "keep-1-2", "scored-1-2", "reward-1-0"),
    ]
