"""The tracked offer (BALI-36): set-up, taking, and filling a column again."""

import pytest

from companion.core.dues import Chance
from companion.core.words import Malformed
from companion.games.bali.cards import hand_size
from companion.games.bali.tests.playing import COLUMNS, Sitting, following

pytestmark = pytest.mark.rule("BALI-36")


# Set-up


def test_all_hands_and_four_columns_are_asked_together():
    sitting = Sitting(3, offer="tracked")
    assert sitting.awaited() == [*(("hand", seat) for seat in sitting.names), *[("column", None)] * 4]


def test_hands_are_entered_in_any_order_and_the_last_one_begins_the_first_turn():
    sitting = Sitting(2, offer="tracked")
    for number in (3, 1, 4):
        sitting.answer(None, "column", column=number, cards=COLUMNS[number - 1])
    sitting.answer("Ben", "hand", farmers=["rice", "peanut", "banana"])
    sitting.answer(None, "column", column=2, cards=COLUMNS[1])
    assert sitting.awaited() == [("hand", "Ana")]
    sitting.answer("Ana", "hand", farmers=["pepper", "peanut", "banana"])
    assert sitting.awaited() == [("turn", "Ana")]
    assert sitting.public.turn == 1


def test_each_of_them_is_entered_once():
    sitting = Sitting(2, offer="tracked").answer("Ana", "hand", farmers=["rice", "peanut", "banana"])
    sitting.answer(None, "column", column=1, cards=COLUMNS[0])
    assert sitting.refused("Ana", "hand", farmers=["rice", "peanut", "pepper"]).key == "not_due"
    assert isinstance(sitting.refused(None, "column", column=1, cards=COLUMNS[0]), Malformed)


@pytest.mark.parametrize("farmers", [["rice", "rice", "peanut"], ["rice", "peanut"], ["rice", "peanut", "priest"], []])
def test_a_hand_is_three_different_kinds(farmers):
    assert isinstance(Sitting(2, offer="tracked").refused("Ana", "hand", farmers=farmers), Malformed)


def test_the_kinds_of_a_hand_may_be_entered_in_any_order():
    sitting = Sitting(2, offer="tracked").answer("Ana", "hand", farmers=["pepper", "rice", "banana"])
    assert sitting.own("Ana").farmers == ("rice", "banana", "pepper")


@pytest.mark.rule("BALI-26")
@pytest.mark.parametrize("cards", [COLUMNS[0][:3], [*COLUMNS[0], "rice"], ["oracle", "rice", "rice", "rice"]])
def test_a_column_is_four_cards_and_no_oracle(cards):
    sitting = Sitting(2, offer="tracked", oracle=True)
    assert isinstance(sitting.refused(None, "column", column=1, cards=cards), Malformed)


def test_the_columns_cannot_have_more_cards_than_the_game():
    sitting = Sitting(2, offer="tracked").answer(None, "column", column=1, cards=["rice"] * 4)
    refusal = sitting.refused(None, "column", column=2, cards=["rice", "rice", "peanut", "peanut"])
    assert (refusal.key, refusal.values["most"]) == ("bali.too_many_out", 5)


@pytest.mark.rule("BALI-05")
@pytest.mark.parametrize(("oracle", "deck"), [(False, 34), (True, 42)])
def test_the_rest_is_the_deck(oracle, deck):
    assert following(oracle=oracle).deck() == deck


@pytest.mark.parametrize("kind", ["hand", "column", "take", "refill", "set"])
def test_a_game_of_cardboard_accepts_none_of_these_answers(kind):
    lines = {
        "hand": ("Ana", {"farmers": ["rice", "peanut", "banana"]}),
        "column": (None, {"column": 1, "cards": list(COLUMNS[0])}),
        "take": ("Ana", {"column": 1}),
        "refill": (None, {"cards": list(COLUMNS[0])}),
        "set": (None, {"column": 1, "cards": list(COLUMNS[0])}),
    }
    seat, fields = lines[kind]
    sitting = Sitting(2)
    sitting.refused(seat, kind, **fields)
    sitting.now("play", card="rice").refused(seat, kind, **fields)


@pytest.mark.parametrize("line", [("scored", {"card": "rice"}), ("oracle", {}), ("deck_empty", {})])
def test_a_tracked_game_accepts_nothing_that_it_knows_itself(line):
    turn, take = following(oracle=True), following(oracle=True).now("play", card="rice")
    for sitting in (turn, take, following(oracle=True).emptied()):
        sitting.refused(None, line[0], **line[1])


def test_columns_and_refills_are_lots():
    sitting = Sitting(2, offer="tracked")
    assert {due.chance for due in sitting.dues("column")} == {Chance.DRAWN}
    assert following().emptied().dues()[0].chance is Chance.DRAWN


# A turn


def test_a_play_offers_the_cards_to_take_and_the_engine_finds_the_scored_one():
    sitting = following(COLUMNS, hands={"Ana": ("rice", "peanut", "banana")})
    sitting.now("play", card="rice").now("take", column=2)
    assert sitting.hand("Ana") == ["peanut", "banana", "rice"]
    assert sitting.public.paid.card == "priest"
    assert sitting.awaited() == [("turn", "Ben")]
    sitting.now("play", card="rice").now("take", column=1)
    assert sitting.refused_now("play", card="rice", count=2).key == "bali.not_held"
    again = {"farmers": ["rice", "banana", "pepper"]}
    assert sitting.refused("Ana", "hand", farmers=["peanut", "banana", "pepper"]).key == "bali.played_another"
    sitting.answer("Ana", "hand", **again)
    assert sitting.hand("Ana") == ["banana", "pepper", "rice"]
    sitting.answer(None, "set", seat="Ana", card="rice", is_="shrine")
    assert sitting.hand("Ana") == ["banana", "pepper", "shrine"]
    assert sitting.refused(None, "set", seat="Ana", card="peanut", is_="rice").key == "bali.not_taken"
    assert sitting.left("rice") == 4
    assert sitting.left("shrine") == 6


@pytest.mark.rule("BALI-07")
@pytest.mark.parametrize("play", [{"card": "shrine"}, {"card": "pepper"}, {"card": "rice", "count": 2}, {"card": "priest"}])
def test_a_card_that_is_not_in_hand_cannot_be_played(play):
    sitting = following(hands={"Ana": ("rice", "peanut", "banana")}).give(0, stones=9)
    assert sitting.refused_now("play", **play).key == "bali.not_held"


@pytest.mark.rule("BALI-06")
def test_public_reasons_refuse_an_answer_before_the_hand_does():
    sitting = following(hands={"Ana": ("rice", "peanut", "banana")})
    assert sitting.refused_now("play", card="shrine").key == "bali.too_few_stones"
    assert sitting.give(0, stones=9).refused_now("discard").key == "bali.shrine_can_be_paid"


def test_a_play_uses_a_taken_card_before_a_start_farmer():
    sitting = following(COLUMNS, hands={"Ana": ("rice", "peanut", "banana")})
    sitting.now("play", card="banana").now("take", column=2)
    sitting.now("play", card="rice").now("take", column=3)
    sitting.now("play", card="rice")
    assert sitting.public.offer.hands[0].played == ("banana",)
    assert sitting.hand("Ana") == ["rice", "peanut"]


@pytest.mark.rule("BALI-08")
def test_only_three_shrines_and_too_few_stones_let_one_go_to_the_box():
    sitting = following().holding("shrine", "shrine", "shrine").give(0, stones=8)
    assert sitting.refused_now("discard").key == "bali.shrine_can_be_paid"
    sitting.now("buy", kind="pepper").now("discard")
    assert sitting.awaited() == [("take", "Ana")]
    assert sitting.hand("Ana") == ["shrine", "shrine"]
    sitting.now("take", column=1)
    assert sitting.awaited() == [("turn", "Ben")]


@pytest.mark.rule("BALI-08")
@pytest.mark.parametrize("hand", [("shrine", "shrine", "priest"), ("shrine", "priest", "rice")])
def test_fewer_than_three_shrines_stay_in_hand(hand):
    assert following().holding(*hand).refused_now("discard").key == "bali.not_held"


@pytest.mark.rule("BALI-12")
def test_cards_are_taken_until_the_hand_is_three():
    sitting = following(COLUMNS).holding("rice", "rice", "rice").give(0, stones=2).now("play", card="rice", count=3)
    for n, column in enumerate((1, 1, 4)):
        assert (sitting.dues()[0].kind, hand_size(sitting.public.offer, 0)) == ("take", n)
        sitting.now("take", column=column)
    assert sitting.hand("Ana") == ["stonemason", "priest", "priest"]
    assert sitting.public.paid.card == "pepper"


@pytest.mark.rule("BALI-12")
@pytest.mark.parametrize("column", [0, 5, "1", None])
def test_there_are_four_columns(column):
    assert isinstance(following().now("play", card="rice").refused_now("take", column=column), Malformed)


@pytest.mark.rule("BALI-32")
def test_no_card_is_taken_where_the_demon_is():
    sitting = following(COLUMNS, demon=True).now("play", card="rice")
    assert sitting.refused_now("take", column=1).key == "bali.demon_there"
    sitting.now("take", column=4).now("play", card="rice").now("take", column=3).now("play", card="priest")
    assert sitting.refused_now("take", column=2).key == "bali.demon_there"
    assert sitting.now("take", column=1).public.paid.card == "priest"


# An emptied column


@pytest.mark.rule("BALI-13")
def test_an_emptied_column_comes_before_anything_else():
    sitting = following().emptied()
    assert sitting.awaited() == [("refill", None)]
    sitting.refused("Ana", "take", column=2)
    sitting.refused("Ana", "play", card="peanut")


@pytest.mark.rule("BALI-13")
def test_it_may_be_taken_from_and_its_bottom_card_is_scored():
    sitting = following().holding("rice", "rice", "rice").give(0, stones=9).emptied(count=2)
    sitting.now("refill", cards=["priest", "shrine", "pepper", "peanut"])
    assert sitting.awaited() == [("take", "Ana")]
    sitting.now("take", column=1)
    assert sitting.public.offer.columns[0] == ("shrine", "pepper", "peanut")
    assert sitting.public.paid.card == "shrine"


@pytest.mark.parametrize("n", [0, 1, 3, 5])
def test_a_refill_is_four_cards(n):
    assert isinstance(following().emptied().refused_now("refill", cards=["stonemason"] * n), Malformed)


@pytest.mark.rule("BALI-27")
def test_oracles_go_and_the_rest_closes_up():
    sitting = following(oracle=True).emptied().now("refill", cards=["oracle", "oracle", "oracle", "oracle"])
    assert (sitting.deck(), sitting.awaited()) == (38, [("refill", None)])
    sitting.now("refill", cards=["oracle", "rice", "oracle", "priest"])
    assert (sitting.deck(), sitting.left("oracle")) == (34, 2)
    assert sitting.public.offer.columns[0] == ("rice", "priest")
    assert sitting.awaited() == [("keep", "Ana")]
    sitting.now("keep", kind=None)
    assert sitting.awaited() == [("turn", "Ben")]
    assert sitting.public.paid.card == "rice"
    sitting.next_emptied(2)
    refusal = sitting.refused_now("refill", cards=["oracle", "oracle", "oracle", "rice"])
    assert (refusal.key, refusal.values["most"]) == ("bali.too_many_out", 8)


@pytest.mark.rule("BALI-28")
def test_four_oracles_and_then_none_are_one_look_and_the_next_column_without_is_no_other():
    sitting = following(oracle=True).emptied().now("refill", cards=["oracle"] * 4)
    sitting.now("refill", cards=["rice", "pepper", "shrine", "pepper"])
    assert sitting.awaited() == [("keep", "Ana")]
    sitting.now("keep", kind=None).next_emptied(2).now("refill", cards=["rice", "pepper", "shrine", "pepper"])
    assert sitting.awaited() == [("turn", "Ana")]


@pytest.mark.rule("BALI-27")
def test_without_the_variant_no_oracle_is_drawn():
    sitting = following().emptied()
    assert isinstance(sitting.refused_now("refill", cards=["oracle", "rice", "rice", "rice"]), Malformed)


@pytest.mark.rule("BALI-28")
def test_a_seat_that_keeps_nothing_goes_on_taking_or_the_card_is_scored():
    sitting = following(oracle=True).holding("rice", "rice", "rice").give(0, stones=9).emptied(count=2)
    sitting.now("refill", cards=["oracle", "rice", "shrine", "priest"]).now("keep", kind="banana")
    assert sitting.awaited() == [("take", "Ana")]
    assert sitting.held("Ana")["banana"] == 2


@pytest.mark.rule("BALI-28")
def test_on_an_empty_altar_nobody_is_asked_to_keep():
    sitting = following(oracle=True).with_altar().emptied()
    sitting.now("refill", cards=["oracle", "rice", "shrine", "priest"])
    assert sitting.awaited() == [("turn", "Ben")]


@pytest.mark.rule("BALI-01")
def test_eight_shrines_are_out_three_of_them_in_one_hand():
    sitting = following().holding("shrine", "shrine", "shrine").with_cards_out(shrine=8).emptied(discarding=True)
    assert sitting.refused_now("refill", cards=["shrine", "shrine", "rice", "rice"]).key == "bali.too_many_out"
    sitting.now("refill", cards=["shrine", "priest", "rice", "rice"])
    assert sitting.left("shrine") == 0


@pytest.mark.rule("BALI-01")
def test_stonemasons_of_the_start_did_not_come_out_of_the_deck():
    sitting = following(seats=4).with_cards_out(stonemason=11).emptied()
    assert [row[4] for row in sitting.public.table] == [1, 1, 1, 1]
    assert sitting.refused_now("refill", cards=["stonemason", "stonemason", "rice", "rice"]).key == "bali.too_many_out"
    sitting.now("refill", cards=["stonemason", "priest", "rice", "rice"])
