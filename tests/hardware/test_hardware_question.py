"""The table's question on three buttons: it appears, waits, is postponed, and its answer is taken back."""

import pytest

from companion.core.answers import Answers
from companion.core.view import Question
from companion.core.words import Refused, text
from tests.hardware.box import BACK, NEXT, OK, Bench, asking, playing

# The table's question


def test_a_question_takes_the_screen_by_itself() -> None:
    bench = Bench(playing())
    bench.box.becomes(asking())
    assert bench.page == "question"
    assert bench.lines == ("Which is scored?  1/7", ">  rice farmer", "peanut farmer", "banana farmer")


def test_next_marks_the_next_answer_and_ok_sends_it() -> None:
    bench = Bench(asking())
    bench.press(NEXT, NEXT)
    assert bench.lines[0] == "Which is scored?  3/7"
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.scored", {"type": "scored", "card": "banana"})]


def test_the_list_goes_round() -> None:
    bench = Bench(asking())
    bench.press(*[NEXT] * 7, OK)
    assert bench.box.bidden == [("answer", "1.scored", {"type": "scored", "card": "rice"})]


def test_each_press_that_answers_has_a_key_of_its_own() -> None:
    bench = Bench(asking())
    bench.press(OK, OK, OK)
    assert len(set(bench.box.keys)) == 3
    assert min(map(len, bench.box.keys)) >= 16


def test_a_refused_answer_is_said_in_words() -> None:
    bench = Bench(asking())
    bench.box.no = Refused("too_late")
    bench.press(OK)
    assert bench.lines[-1] == "This question is over. Look at the new one."


def test_a_question_put_aside_can_be_taken_up_again() -> None:
    bench = Bench(asking())
    assert bench.press(BACK) == "phase"
    assert bench.wait(30) == "phase", "it does not come back by itself"
    assert bench.buttons[2] == "Answer >"
    assert bench.press(OK) == "question"
    bench.press(NEXT)
    assert bench.wait(5) == "question"
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.scored", {"type": "scored", "card": "peanut"})]


def test_a_new_question_comes_up_though_the_last_one_was_put_aside() -> None:
    bench = Bench(asking())
    bench.press(BACK)
    bench.wait(3)
    bench.box.becomes(asking(due="2.scored"))
    assert bench.page == "question"


def test_a_question_asked_again_after_it_was_taken_back_comes_up_again() -> None:
    bench = Bench(asking())
    bench.press(BACK)
    bench.wait(3)
    bench.box.becomes(playing())
    assert bench.page != "question"  # reading the page makes the panel tick
    bench.box.becomes(asking())
    assert bench.page == "question"


def test_a_question_waits_for_three_seconds_while_somebody_turns_pages() -> None:
    bench = Bench(playing())
    bench.press(NEXT)
    bench.box.becomes(asking())
    assert bench.page == "seats"
    assert bench.wait(2.9) == "seats"
    assert bench.wait(0.1) == "question"


def test_a_question_that_was_seen_leaves_other_pages_alone() -> None:
    bench = Bench(asking())
    assert bench.hold(BACK) == "take_back"
    assert bench.wait(10) == "take_back"


def test_the_chosen_answer_stays_chosen_while_people_think() -> None:
    bench = Bench(asking())
    bench.press(NEXT)
    bench.wait(45)
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.scored", {"type": "scored", "card": "peanut"})]


def test_an_answered_question_gives_way_to_the_phase_immediately() -> None:
    bench = Bench(asking())
    bench.press(NEXT)
    bench.box.becomes(playing())
    assert bench.page == "phase"


def test_forms_alone_are_no_question_for_three_buttons() -> None:
    bench = Bench(playing(asks=(Question("1.count", "count", Answers(panel=text("bali.panel.count_altar"))),)))
    assert bench.page == "phase"


# Taking back


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_holding_back_asks_whose_answer_to_take_back(turns: int) -> None:
    bench = Bench(playing())
    bench.press(*[NEXT] * turns)
    assert bench.hold(BACK) == "take_back"
    assert bench.lines == ("Take back?", "Ana", "the last answer")
    assert bench.press(OK) == "phase"
    assert bench.box.bidden == [("take_back", "K7QF2MXA5PW4")]


def test_a_no_at_the_box_takes_nothing_back() -> None:
    bench = Bench(playing(undo=(None,)))
    bench.hold(BACK)
    assert bench.lines[1] == "Table"
    assert bench.press(BACK) == "phase"
    assert bench.box.bidden == []


def test_with_nothing_to_take_back_the_page_says_that() -> None:
    bench = Bench(playing(undo=None))
    assert bench.hold(BACK) == "phase"
    assert bench.lines[-1] == "Nothing to take back"


def test_another_answer_ends_the_question_whether_to_take_back() -> None:
    bench = Bench(playing())
    bench.hold(BACK)
    bench.box.becomes(playing(fingerprint="AAAABBBBCCCC"))
    assert bench.page == "phase"
    bench.press(OK)
    assert bench.box.bidden == []


def test_the_page_shows_why_a_take_back_was_refused() -> None:
    bench = Bench(playing())
    bench.box.no = Refused("nothing_to_take_back")
    bench.hold(BACK)
    assert bench.press(OK) == "phase"
    assert bench.lines[-1] == "There is nothing to take back."
