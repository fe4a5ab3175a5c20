"""The end of a game with a tracked offer (BALI-36)."""

import pytest

from companion.core.words import Malformed
from companion.games.bali.tests.playing import following

pytestmark = pytest.mark.rule("BALI-36")


@pytest.mark.rule("BALI-21")
def test_the_last_refill_is_the_two_cards_that_are_not_out():
    for cards in (["rice", "priest"], ["priest", "rice"]):
        sitting = following().all_out_but("rice", "priest").emptied()
        for wrong in (["rice", "rice"], ["rice"], ["rice", "priest", "rice", "rice"]):
            assert isinstance(sitting.refused_now("refill", cards=wrong), Malformed)
        assert sitting.answers(sitting.dues()[0]).legal() == [{"type": "refill", "cards": ["rice", "priest"]}]
        sitting.now("refill", cards=cards)
        assert sitting.public.final is not None
        assert sitting.awaited() == []


@pytest.mark.rule("BALI-21")
def test_the_end_scores_nothing_and_nobody_takes_on():
    sitting = following().all_out_but("rice", "priest").holding("rice", "rice", "rice").give(0, stones=9)
    sitting.emptied(count=3)
    stones, points = sitting.public.stones, sitting.public.points
    sitting.now("refill", cards=["rice", "priest"])
    assert (sitting.public.stones, sitting.public.points) == (stones, points)
    assert sitting.score() is not None


@pytest.mark.rule("BALI-30")
def test_an_oracle_among_the_last_cards_shows_nothing():
    sitting = following(oracle=True).all_out_but("oracle", "oracle").emptied()
    sitting.now("refill", cards=["oracle", "oracle"])
    assert sitting.public.final is not None
    assert sitting.own("Ana").look is None


@pytest.mark.rule("BALI-21")
def test_the_end_reveals_what_was_secret():
    sitting = following().all_out_but("rice", "priest").emptied()
    assert sitting.now("refill", cards=["rice", "priest"]).state.shown[-1] is None


def test_after_the_end_neither_hands_nor_columns_are_asked():
    sitting = following().all_out_but("rice", "priest").emptied().now("refill", cards=["rice", "priest"])
    sitting.refused("Ana", "hand", farmers=["rice", "peanut", "banana"])
    sitting.refused(None, "set", column=2, cards=["rice", "rice", "rice", "rice"])
    sitting.refused(None, "set", seat="Ana", card="rice", is_="priest")
    sitting.answer(None, "set", seat="Ana", stones=3)
