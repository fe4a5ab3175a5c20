"""Payments, compared with trying every set of resources."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.animism.paying import is_payment, payments, smallest, worth
from companion.games.animism.tests import plain

HANDS = st.tuples(*[st.integers(0, 7)] * 3)


def ways(hand, price):
    """Return every payment that reaches the price, and would not with any resource less."""
    enough = {pay for pay in product(*(range(n + 1) for n in hand)) if plain.worth(pay) >= price}
    return {
        pay for pay in enough if not any(fewer != pay and fewer in enough for fewer in product(*(range(n + 1) for n in pay)))
    }


@pytest.mark.rule("ANIM-11")
@given(st.tuples(*[st.integers(0, 4)] * 3))
def test_resources_are_worth_the_best_sets_that_can_be_made_of_them(hand):
    assert worth((*hand, 0)) == plain.worth(hand)


@pytest.mark.rule("ANIM-11")
@settings(max_examples=60, deadline=None)
@given(st.tuples(*[st.integers(0, 4)] * 3), st.integers(1, 12), st.integers(0, 3))
def test_only_payments_with_nothing_too_much_are_offered(hand, price, own):
    def seen(pay):
        return (*pay[:own], 0, *pay[own:])

    offered = payments(seen(hand), price)
    assert set(offered) == set(map(seen, ways(hand, price)))
    assert len(offered) == len(set(offered))
    assert [sum(pay) for pay in offered] == sorted(sum(pay) for pay in offered)
    assert set(smallest(offered)) == {pay for pay in offered if sum(pay) == min(map(sum, offered))}


@pytest.mark.rule("ANIM-11")
@given(HANDS, st.integers(1, 12))
def test_a_payment_is_one_of_those_offered(pay, price):
    pay = (0, *pay)
    assert is_payment(pay, price) == (pay in payments((0, 9, 9, 9), price))


EXAMPLES = [
    ((1, 1, 0), 1, {(1, 0, 0), (0, 1, 0)}),
    ((1, 1, 0), 2, {(1, 1, 0)}),
    ((1, 1, 0), 3, {(1, 1, 0)}),
    ((1, 1, 1), 4, {(1, 1, 1)}),
    ((1, 1, 1), 5, {(1, 1, 1)}),
    ((1, 1, 1), 6, set()),
    ((2, 1, 1), 5, {(1, 1, 1)}),
    ((0, 3, 3), 7, {(0, 2, 3), (0, 3, 2)}),
    ((3, 3, 3), 10, {(2, 2, 2), *permutations((3, 3, 1))}),
    ((3, 3, 3), 5, {(1, 1, 1), *permutations((2, 2, 0)), *permutations((3, 1, 0))}),
    ((1, 1, 4), 7, {(1, 1, 3)}),
]


@pytest.mark.rule("ANIM-11")
@pytest.mark.parametrize(("hand", "price", "wanted"), EXAMPLES)
def test_payments_as_worked_out_by_hand(hand, price, wanted):
    assert set(payments((*hand, 0), price)) == {(*pay, 0) for pay in wanted}


@pytest.mark.rule("ANIM-11")
def test_a_full_hand_is_worth_fifteen():
    assert worth((3, 3, 3, 0)) == 15


@pytest.mark.rule("ANIM-17")
def test_a_red_and_a_green_pay_for_three_rolls():
    assert worth((0, 1, 1, 0)) == 3


@pytest.mark.rule("ANIM-11")
def test_a_hand_of_ninety_nines_pays_as_well():
    assert payments((99, 99, 99, 0), 10) == payments((10, 10, 10, 0), 10)
