"""Questions of every shape, answered with the buttons: steps as lists, values in words, optional values, lots."""

import msgspec

from companion.core.answers import Answers, Field, Form, Group, Option
from companion.core.state import Seat
from companion.core.view import Question
from companion.core.words import Refused, text
from companion.snapshot.table import HeardAnswer
from tests.hardware.box import BACK, NEXT, OK, Bench, playing
from tests.support.asked import first, gain, kind, refill, reveal, sail, swap


def asked(answers: Answers, due: str = "1.asked") -> Bench:
    return Bench(playing(asks=(Question(due, "asked", answers),)))


def test_an_answer_of_steps_is_one_list_after_the_other() -> None:
    bench = asked(reveal())
    assert bench.page == "question"
    assert bench.lines == ("Which is scored?", ">  rice", "peanut")
    bench.press(OK)
    assert bench.lines == ("Which is scored?", ">  ×1")
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.asked", {"type": "reveal", "card": "rice", "cell": 1})]


def test_one_list_is_enough_where_nothing_is_left_to_choose() -> None:
    bench = asked(reveal())
    bench.press(NEXT, OK)
    assert bench.box.bidden == [("answer", "1.asked", {"type": "reveal", "card": "peanut"})]


def test_back_leads_from_a_step_to_the_one_before_and_then_to_the_phase() -> None:
    bench = asked(reveal())
    bench.press(OK, BACK)
    assert bench.lines == ("Which is scored?", ">  rice", "peanut")
    assert bench.press(BACK) == "phase"
    assert bench.box.bidden == []


def test_a_list_offers_only_what_leads_to_an_answer_that_can_be_given() -> None:
    bench = asked(reveal())
    bench.press(NEXT, NEXT)
    assert bench.lines == ("Which is scored?", ">  rice", "peanut")


def test_if_nothing_can_be_answered_each_row_says_why() -> None:
    why = text("bali.bought_already")
    never = Option({"type": "end"}, text("bali.kind.rice"), panel=text("bali.panel.rice"), why=why)
    bench = asked(Answers((Group((never,), 1),), panel=text("bali.panel.scored")))
    bench.box.no = Refused("bali.bought_already")
    bench.press(OK)
    assert bench.lines[-1] == "You already bought a card this turn. Now play."


def test_a_refused_answer_leaves_its_list_and_says_why() -> None:
    bench = asked(reveal())
    bench.box.no = Refused("too_late")
    bench.press(OK, OK)
    assert bench.lines == ("Which is scored?", ">  ×1", "This question is over. Look at the new one.")


def test_another_question_begins_at_its_first_list() -> None:
    bench = asked(reveal())
    bench.press(OK)
    bench.box.becomes(playing(asks=(Question("1.other", "asked", reveal()),)))
    bench.wait(3)
    assert bench.lines[1:] == (">  rice", "peanut")


def test_half_an_answer_outlives_news_of_something_else() -> None:
    bench = asked(reveal())
    bench.press(OK)
    bench.box.becomes(playing(asks=(Question("1.asked", "asked", reveal()),), fingerprint="AAAABBBBCCCC"))
    bench.wait(3)
    assert bench.lines[1:] == (">  ×1",)


def test_the_box_is_bidden_draw_by_the_first_row() -> None:
    bench = asked(first())
    assert bench.lines == ("Which numbers?", ">  An oracle came up", "Which numbers?")
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.asked", {"type": "first"})]


def test_numbers_and_choices_may_be_left_out_at_the_buttons() -> None:
    bench = asked(gain())
    assert bench.lines == ("Count the altar", ">  Count the altar")
    bench.press(OK)
    assert bench.lines[:2] == ("stones  0–9", "[2]")
    bench.press(*[NEXT] * 8, OK)
    assert bench.lines[:2] == ("points  0–9", "[0]")
    bench.press(NEXT, OK)
    assert bench.lines[-1] == "Only 3–9."
    bench.press(*[NEXT] * 9, OK, OK, OK)
    assert bench.lines[1:] == (">  stones", "points")
    bench.press(NEXT, OK)
    assert bench.lines[1:] == (">  without", "rice", "banana")
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.asked", {"type": "gain", "as": "p"})]


def last() -> Answers:
    """Return two ready answers. The first one cannot be taken back."""
    sure = text("bali.ask.deck_empty_sure")
    ends = Option({"type": "end"}, text("bali.kind.rice"), confirm=sure, panel=text("bali.panel.rice"))
    other = Option({"type": "other"}, text("bali.kind.banana"), panel=text("bali.panel.banana"))
    return Answers((Group((ends, other), 1),), panel=text("bali.panel.scored"))


def test_an_answer_that_cannot_be_undone_takes_two_equal_presses() -> None:
    bench = asked(last())
    bench.press(OK)
    assert bench.lines[-1] == "Sure? OK again."
    bench.press(NEXT)
    bench.press(NEXT)
    bench.press(OK)
    assert bench.box.bidden == []
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.asked", {"type": "end"})]


def test_a_draw_that_cannot_be_undone_takes_two_presses_as_well() -> None:
    sure = text("bali.ask.refill_sure")
    draw = Option({"type": "asked"}, text("bali.ask.draw"), confirm=sure, panel=text("bali.panel.draw"))
    bench = asked(Answers(panel=text("bali.panel.scored"), lots=draw))
    bench.press(OK)
    assert bench.lines[-1] == "Sure? OK again."
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.asked", {"type": "asked"})]


def test_a_form_alone_is_called_by_its_own_name_where_it_has_one() -> None:
    field = Field("n", min=0, max=3)
    named = Form({"type": "asked"}, (field,), text("bali.ask.set_done"), panel=text("bali.panel.tell"))
    assert asked(Answers(panel=text("bali.panel.scored"), forms=(named,))).lines[1] == ">  Enter the cards"
    plain = msgspec.structs.replace(named, panel=None)
    assert asked(Answers(panel=text("bali.panel.scored"), forms=(plain,))).lines[1] == ">  Which is scored?"


def test_the_answer_of_one_seat_is_asked_as_yes_or_no() -> None:
    ends = {"type": "deck_empty"}
    option = Option(ends, text("bali.ask.deck_empty"), panel=text("bali.panel.deck_empty"))
    rice = Option({"type": "scored", "card": "rice"}, text("bali.pick.rice"), panel=text("bali.panel.rice"))
    ask = Question("1.scored", "scored", Answers((Group((rice, option), 1),), panel=text("bali.panel.scored")))
    bench = Bench(playing(asks=(ask,)))
    bench.press(BACK)
    assert bench.page == "phase"
    bench.box.becomes(playing(asks=(ask,), heard=HeardAnswer(Seat("Ana"), "1.scored", ends)))
    bench.wait(3)
    assert bench.page == "question"
    assert bench.lines == ("Ana says:", "The deck is empty", "Is it so?")
    bench.wait(1)
    bench.press(BACK)
    assert bench.lines == ("Ana says:", "The deck is empty", ">  rice farmer")
    bench.press(NEXT, OK)
    assert bench.box.bidden == [("answer", "1.scored", ends)]


def test_the_same_thing_can_be_chosen_again_and_chosen_things_are_shown() -> None:
    bench = asked(refill())
    bench.press(OK)
    assert bench.lines == ("Which is scored?  0/4", ">  rice", "peanut", "banana")
    bench.press(OK, OK)
    assert bench.lines[0] == "Which is scored?  2/4  rice, rice"
    bench.press(NEXT, OK)
    assert bench.box.bidden == []
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.asked", {"type": "refill", "cards": ["rice", "rice", "peanut", "rice"]})]


def test_if_people_enter_cards_in_a_form_the_draw_by_the_box_comes_last() -> None:
    lots = Option({"type": "refill"}, kind("rice"), panel=kind("rice"))
    bench = asked(Answers(forms=refill().forms, panel=refill().panel, lots=lots))
    assert bench.lines == ("Which is scored?", ">  Which is scored?", "rice")


def test_used_up_choices_are_not_offered() -> None:
    bench = asked(refill())
    bench.press(OK, *(NEXT, NEXT, OK) * 2)
    assert bench.lines[0].endswith("2/4  banana, banana")
    assert bench.lines[1:] == (">  rice", "peanut", "pepper")


def test_back_removes_the_last_chosen_thing() -> None:
    bench = asked(refill())
    bench.press(OK, OK, NEXT, OK, BACK)
    assert bench.lines[0] == "Which is scored?  1/4  rice"


def test_fewer_things_may_be_chosen_where_the_number_may_vary() -> None:
    bench = asked(refill(many=(1, 3)))
    bench.press(OK, OK)
    assert bench.lines[1] == ">  that is all"
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.asked", {"type": "refill", "cards": ["rice"]})]


def test_choices_of_equal_values_differ_by_their_titles() -> None:
    bench = asked(swap())
    bench.press(OK)
    assert bench.lines[0].startswith("Which card do you sacrifice?")
    bench.press(OK)
    assert bench.lines[0].startswith("Which card do you keep?")


def test_an_answer_that_is_tied_to_a_place_is_a_row_of_the_list() -> None:
    bench = asked(sail())
    assert bench.lines == ("Which is scored?", ">  ×1", "×2", "×3")
    bench.press(NEXT, NEXT, OK)
    assert bench.box.bidden == [("answer", "1.asked", {"type": "sail", "steps": 3})]
