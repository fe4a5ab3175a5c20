"""A posted answer is a form within its bounds, or one of the answers that are offered."""

import pytest

from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps, same
from companion.core.words import Malformed, text
from tests.support.asked import drawing

NUMBER = Field("n", min=1, max=3)
LIST = Field("n", min=0, max=9, many=2)
BY_KEY = Field("n", min=0, max=9, keys=("rice", "pepper"))
LISTS = Field("n", min=0, max=9, many={"sky": 2, "sea": 0})
CHOICE = Field("n", of=("rice", 1, None))
PAIR = Field("n", of=("A", "B", "C"), many=2)
SOME = Field("n", of=("A", "B", "C"), many=[1, 2])
AGAIN = Field("n", of=("A", "B"), many=[0, 3], again=True)
UNBOUND = Field("n")
ROLES = Field("n", of=("sun", "moon"), keys=("Ana", "Ben"))
HANDS = Field("n", of=("A", "B"), many=2, again=True, keys=("Ana", "Ben"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((NUMBER, n) for n in (1, 2, 3)),
        *((LIST, value) for value in ([0, 9], [3, 3])),
        *((BY_KEY, value) for value in ({}, {"rice": 0}, {"rice": 9, "pepper": 1})),
        *((LISTS, value) for value in ({"sky": [0, 9]}, {"sky": [1, 1], "sea": []})),
        *((CHOICE, value) for value in ("rice", 1, None)),
        *((PAIR, value) for value in (["A", "B"], ["C", "A"])),
        *((SOME, value) for value in (["A"], ["B", "A"])),
        *((AGAIN, value) for value in ([], ["A", "A", "A"], ["B", "A", "B"])),
        *((UNBOUND, n) for n in (-5, 0, 10**12)),
        (ROLES, {"Ana": "sun", "Ben": "sun"}),
        (HANDS, {"Ana": ["A", "A"], "Ben": ["B", "A"]}),
    ],
)
def test_a_field_takes_what_is_within_its_bounds(field, value):
    assert field.takes(value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((NUMBER, wrong) for wrong in (0, 4, -1, True, 1.0, "1", None, [1], {"n": 1})),
        *((LIST, wrong) for wrong in ([], [1], [1, 2, 3], [1, 10], [1, -1], [1, True], [1, 1.0], (1, 2), 1, {"0": 1}, None)),
        *(
            (BY_KEY, wrong)
            for wrong in ({"salt": 1}, {"rice": 10}, {"rice": -1}, {"rice": True}, {"rice": [1]}, [1, 1], None)
        ),
        *(
            (LISTS, wrong)
            for wrong in ({}, {"sky": [1]}, {"sky": [1, 2], "sea": [1]}, {"sky": [1, 2], "up": []}, {"sky": 1}, [])
        ),
        *((CHOICE, wrong) for wrong in ("pepper", True, 1.0, "1", [], ["rice"], {})),
        *((PAIR, wrong) for wrong in ([], ["A"], ["A", "A"], ["A", "B", "C"], ["A", "D"], "AB", None)),
        *((SOME, wrong) for wrong in ([], ["A", "B", "C"], ["B", "B"], [["A"]])),
        *((AGAIN, wrong) for wrong in (["A"] * 4, ["C"], "A")),
        *((UNBOUND, wrong) for wrong in (True, 1.5, "", None)),
        *((ROLES, wrong) for wrong in ({"Ana": "sun"}, {"Ana": "sun", "Ben": "sea"}, {"Ana": "sun", "Cho": "sun"}, "sun")),
        *((HANDS, wrong) for wrong in ({}, {"Ana": ["A"], "Ben": ["A", "A"]}, {"Ana": "AA", "Ben": "AB"}, [["A", "A"]])),
    ],
)
def test_a_field_takes_nothing_else(field, value):
    assert not field.takes(value)


PAY = Form({"type": "pay"}, (NUMBER,), text("pay"))
BUY = Option({"type": "buy", "kind": "rice", "count": 1}, text("buy"), also=({"type": "buy", "kind": "rice"},))
SHRINE = Option({"type": "buy", "kind": "shrine"}, text("buy"), why=text("too_few_stones"))
ANSWERS = Answers((Group((BUY,), 1), Group((SHRINE,), 1)), forms=(PAY,))


def test_an_offered_answer_is_admitted_unchanged():
    assert ANSWERS.admit(BUY.do) == BUY.do
    assert ANSWERS.admit({"type": "pay", "n": 2}) == {"type": "pay", "n": 2}


def test_a_posted_answer_gets_the_fields_that_it_left_out():
    assert ANSWERS.admit({"kind": "rice", "type": "buy"}) == BUY.do


def test_a_blocked_answer_is_admitted_for_the_rules_to_say_why():
    assert ANSWERS.admit(SHRINE.do) == SHRINE.do
    assert ANSWERS.legal() == [BUY.do]


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"type": "buy"},
        {"type": "buy", "kind": "rice", "count": 2},
        {"type": "buy", "kind": "rice", "count": True},
        {"type": "buy", "kind": "rice", "count": 1.0},
        {"type": "buy", "kind": "rice", "more": None},
        {"type": "pay"},
        {"type": "pay", "n": 0},
        {"type": "pay", "n": 2, "more": 1},
        {"type": "fly", "n": 2},
    ],
)
def test_everything_else_is_malformed(wrong):
    with pytest.raises(Malformed):
        ANSWERS.admit(wrong)


GAIN = Form({"type": "gain"}, (Field("fish", 1, 9, optional=True), Field("clay", 1, 9, optional=True)), text("gain"))


@pytest.mark.parametrize("data", [{}, {"fish": 1}, {"clay": 9}, {"fish": 2, "clay": 2}])
def test_an_optional_field_may_be_left_out(data):
    assert GAIN.takes({"type": "gain", **data})


@pytest.mark.parametrize("data", [{"fish": 0}, {"fish": None}, {"palm": 1}, {"type": "pay", "fish": 1}])
def test_an_optional_field_takes_nothing_else_when_it_is_there(data):
    assert not GAIN.takes({"type": "gain", **data})


def test_an_answer_composed_in_steps_is_offered_like_any_other():
    bids = tuple(Option({"type": "bid", "at": at}, text(at), path=(i,)) for i, at in enumerate(("shore", "lake")))
    steps = Steps((Step((Choice(text("shore")), Choice(text("lake"))), 2),), bids)
    assert Answers(steps=steps).legal() == [bid.do for bid in bids]
    assert Answers(steps=steps).admit({"type": "bid", "at": "lake"}) == {"type": "bid", "at": "lake"}


def test_bidding_the_box_draw_is_no_answer_yet():
    draw = Option({"type": "first"}, text("first"))
    with pytest.raises(Malformed):
        Answers(lots=draw).admit({"type": "first"})


def test_an_answer_is_kept_apart_from_what_was_posted():
    posted = {"type": "pay", "n": 2}
    assert ANSWERS.admit(posted) is not posted


def test_one_and_true_and_one_point_nothing_are_three_things():
    assert same({"a": [1, None]}, {"a": [1, None]})
    assert same((1, 2), [1, 2])
    for other in (True, 1.0, "1", None, [1], {"a": 1}):
        assert not same(1, other)
    assert not same({"a": 1}, {"a": 1, "b": 2})
    assert not same([1], [1, 1])


def test_cells_in_any_order_are_the_same_answer():
    kept = {"type": "draw", "cells": [[1, 0], [2, 0], [2, 1]]}
    for order in ([[2, 1], [1, 0], [2, 0]], [[2, 0], [2, 1], [1, 0]]):
        assert drawing().admit({"type": "draw", "cells": order}) == kept
    assert kept in drawing().legal()
    assert drawing().is_asked


def test_the_rules_say_why_a_piece_may_not_be_on_these_cells():
    apart = {"type": "draw", "cells": [[0, 3], [1, 3], [2, 3]]}
    assert drawing().admit(apart) == apart
    assert apart not in drawing().legal()


@pytest.mark.parametrize(
    "cells",
    [
        *([], [[0, 0], [0, 1]], [[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 0], [0, 1], [0, 1]]),
        *([[0, 0], [0, 1], [3, 0]], [[0, 0], [0, 1], [0, 4]], [[0, 0], [0, 1], [-1, 0]]),
        *([[0, 0], [0, 1], [1, True]], [[0, 0], [0, 1], [1, 0.0]], [[0, 0], [0, 1], [1]], [[0, 0], [0, 1], [1, 0, 0]]),
        *([[0, 0], [0, 1], "10"], [[0, 0], [0, 1], None], "cells", None, 3, {"0": [0, 0]}),
    ],
)
def test_a_piece_that_is_not_on_the_map_is_malformed(cells):
    with pytest.raises(Malformed):
        drawing().admit({"type": "draw", "cells": cells})


def test_a_drawing_has_its_fields_and_no_others():
    good = {"type": "draw", "cells": [[0, 0], [0, 1], [1, 0]]}
    for wrong in ({**good, "more": 1}, {"type": "draw"}, {**good, "type": "lay"}, {"cells": good["cells"]}):
        with pytest.raises(Malformed):
            drawing().admit(wrong)
