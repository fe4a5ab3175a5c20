"""A number that is tapped digit by digit has its own taps. Taps that lead to blocked numbers alone are blocked."""

from itertools import product

import pytest

from companion.core.answers import Answers, Choice, Step, Steps
from companion.core.digits import Digits
from companion.core.dues import seat_due
from companion.core.places import at_drawn_places
from companion.core.state import Seat
from companion.core.words import Malformed, text

SIGN = (-1, 1)
ONES = (7, 1, 0, 9, 8, 2, 3, 6, 5, 4)
PLAIN = Digits({"type": "pick"}, "n", 12, 31, text("x"), text("x"), ((3, 0, 2, 1), ONES))
SIGNED = Digits(
    {"type": "turn"}, "add", -12, 7, text("x"), text("x"), (SIGN, (1, 0), ONES), signed=True, change_of="money", before=5
)


def steps(digits: Digits) -> Steps:
    return Steps(tuple(Step(tuple(Choice(text("x")) for _ in row), 5) for row in digits.faces), digits=digits)


def paths(digits: Digits) -> list[tuple[int, ...]]:
    return list(product(*(range(len(row)) for row in digits.faces)))


@pytest.mark.parametrize(("digits", "numbers"), [(PLAIN, range(40)), (SIGNED, range(-19, 20))])
def test_every_number_that_there_are_cards_for_has_its_taps(digits, numbers):
    offered = [n for path in paths(digits) for n, _ in digits.onward(path)]
    assert set(offered) == set(numbers)
    assert len(offered) - len(set(offered)) == digits.signed, "0 has two signs"


@pytest.mark.parametrize("digits", [PLAIN, SIGNED])
def test_taps_are_blocked_if_they_lead_to_blocked_numbers_alone(digits):
    for path in paths(digits):
        for taps in (path[:n] for n in range(len(path))):
            ways = {way.path[: len(taps) + 1]: way.why for way in steps(digits).onward(taps)}
            for way, why in ways.items():
                led = [n for whole in paths(digits) if whole[: len(way)] == way for n, _ in digits.onward(whole)]
                assert (why is None) == any(digits.low <= n <= digits.high for n in led), way


def test_a_number_counted_from_another_is_a_change():
    assert SIGNED.answer(-3) == {"type": "turn", "add": {"money": -8}}
    assert SIGNED.answer(5) == {"type": "turn", "add": {}}


@pytest.mark.parametrize("n", [0, 12, 38])
def test_numbers_with_cards_are_admitted(n):
    assert Answers(steps=steps(PLAIN)).admit(PLAIN.answer(n)) == PLAIN.answer(n)
    assert Answers(steps=steps(SIGNED)).admit(SIGNED.answer(n - 19)) == SIGNED.answer(n - 19)


@pytest.mark.parametrize(
    "data", [{"n": 40}, {"n": -1}, {"n": True}, {"n": "3"}, {}, {"n": 3, "m": 3}, {"n": 3, "type": "turn"}]
)
def test_no_other_answer_is_admitted(data):
    with pytest.raises(Malformed):
        Answers(steps=steps(PLAIN)).admit({"type": "pick", **data})


@pytest.mark.parametrize("add", [{"money": 0}, {"money": 15}, {"money": "1"}, {"gold": 1}, 3])
def test_no_other_change_is_admitted(add):
    with pytest.raises(Malformed):
        Answers(steps=steps(SIGNED)).admit({"type": "turn", "add": add})


def test_the_box_draws_the_places_of_the_digits():
    due = seat_due("d", "pick", Seat("Ana"), known_to=frozenset({Seat("Ana")}))
    drawn = at_drawn_places(Answers(steps=steps(PLAIN), secret=True), due, "key").steps
    assert drawn is not None
    assert drawn.digits is not None
    assert [sorted(row) for row in drawn.digits.faces] == [[0, 1, 2, 3], list(range(10))]
    assert drawn.digits.faces != PLAIN.faces
    assert {n for path in paths(drawn.digits) for n, _ in drawn.digits.onward(path)} == set(range(40))
