"""A question as other clients get it: all that may be posted, however a phone lays it out."""

from companion.core.answers import Answers
from companion.core.view import Question
from companion.speech.in_words import ask_json
from tests.support.asked import bid, drawing, first, gain, reveal, sail, take


def as_json(answers: Answers) -> dict:
    return ask_json(Question("1.asked", "asked", answers), "en")


def test_an_answer_composed_in_steps_is_there_ready_made():
    assert as_json(bid())["answers"] == bid().legal()
    assert len(as_json(bid())["answers"]) == 16


def test_a_blocked_answer_of_steps_is_there_as_blocked():
    assert [blocked["do"]["type"] for blocked in as_json(reveal())["blocked"]] == ["reveal", "reveal"]
    assert {blocked["why"] for blocked in as_json(reveal())["blocked"]} == {"bali.bought_already"}


def test_a_field_that_may_be_left_out_is_marked():
    *_, form = as_json(gain())["forms"]
    assert [field.get("optional") for field in form["fields"]] == [True, True, True, None, True]


def test_a_form_that_no_screen_draws_is_there_for_others():
    assert [form["do"] for form in as_json(gain())["forms"]] == [{"type": "deal"}, {"type": "gain"}]


def test_a_bid_for_a_draw_may_be_posted_like_any_answer():
    assert as_json(first())["answers"] == [{"type": "first"}]


def test_each_place_on_a_map_is_there_ready_made():
    assert as_json(drawing())["answers"] == [
        {"type": "draw", "cells": [[0, 0], [0, 1], [1, 0]]},
        {"type": "draw", "cells": [[1, 0], [2, 0], [2, 1]]},
    ]
    assert as_json(drawing())["forms"] == as_json(drawing())["blocked"] == []


def test_an_answer_tied_to_a_place_is_there_ready_made():
    assert as_json(take())["answers"] == [{"type": "take", "column": 1}, {"type": "take", "column": 2}, {"type": "none"}]
    assert [blocked["do"] for blocked in as_json(take())["blocked"]] == [{"type": "take", "column": 3}]
    assert as_json(sail())["answers"] == [{"type": "sail", "steps": n} for n in (1, 2, 3)]
