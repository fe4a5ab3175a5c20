"""Entries by buttons that no question asks for: options, corrections, counts, giving up, and forms of every shape."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.answers import Answers, Field, Form
from companion.core.view import Question
from companion.core.words import Refused, text
from hardware.pages import form_filling
from tests.hardware.box import BACK, NEXT, OK, Bench, asking, claiming, lobby, playing
from tests.hardware.tables import agreeing, counted, setting_right

# Options


def test_holding_back_in_the_lobby_opens_the_options_of_the_game() -> None:
    bench = Bench(agreeing())
    bench.press(OK)
    assert bench.lines == ("2–4 players  4 seats", "Bali", "hold Back: options")
    assert bench.hold(BACK) == "options"
    assert bench.lines == ("Bali: options  1/4", ">  Oracle  off", "Demon  on", "stones per point  5")
    assert bench.press(NEXT, NEXT, OK, BACK) == "lobby"
    assert bench.box.bidden == [("turn_option", "stones_per_point")]
    bench.press(OK)
    assert bench.box.bidden[1:] == [("start", "bali")]


def test_a_game_without_options_has_no_such_page() -> None:
    bench = Bench(lobby())
    bench.press(OK)
    assert bench.hold(BACK) == "lobby"
    assert bench.lines[-1] == "Bali"


# Set right


def open_set(bench: Bench) -> None:
    while bench.page != "more":
        bench.press(NEXT)
    assert bench.press(OK) == "menu"


def test_a_tally_is_set_right_in_three_steps_seat_tally_number() -> None:
    bench = Bench(setting_right())
    open_set(bench)
    assert bench.lines == ("More", ">  Fix stones", "Fix points", "End this game")
    assert bench.press(OK) == "form"
    assert bench.lines == ("Fix stones  1/4", ">  Ana", "Ben", "Cho")
    bench.press(NEXT, OK)
    assert bench.lines == ("stones  0–999", "[0]00", "Ben")
    bench.press(OK, NEXT, OK, NEXT, NEXT)
    assert bench.lines[1] == "01[2]"
    assert bench.buttons == ("Back", "+1", "Done")
    assert bench.press(OK) == "phase"
    assert bench.box.bidden == [("answer", None, {"type": "set", "seat": "Ben", "stones": 12})]
    assert bench.lines[-1] == "Noted."


def test_back_goes_one_step_back_and_in_the_end_out_of_the_form() -> None:
    bench = Bench(setting_right())
    open_set(bench)
    bench.press(OK, NEXT, OK, NEXT, OK)
    assert bench.lines[1] == "1[0]0"
    bench.press(BACK)
    assert bench.lines[1] == "[1]00"
    bench.press(BACK)
    assert bench.lines[0] == "Fix stones  1/4"
    assert bench.press(BACK) == "menu"
    assert bench.press(BACK) == "more"
    assert bench.box.bidden == []


def test_a_refused_form_stays_and_says_why() -> None:
    bench = Bench(setting_right())
    open_set(bench)
    bench.box.no = Refused("too_late")
    assert bench.press(OK, OK, OK, OK, OK) == "form"
    assert bench.lines[-1] == "This question is over. Look at the new one."


def test_a_form_waits_while_people_count_and_is_not_taken_away() -> None:
    bench = Bench(setting_right())
    open_set(bench)
    bench.press(OK, OK)
    assert bench.wait(170) == "form"
    bench.press(NEXT)
    bench.box.becomes(replace(setting_right(), asks=asking().asks))
    assert bench.wait(15) == "form"
    assert bench.wait(6) == "question"
    assert Bench(setting_right()).wait(200) == "phase"


def test_an_unfinished_form_is_put_away() -> None:
    bench = Bench(setting_right())
    open_set(bench)
    bench.press(OK, OK)
    assert bench.wait(181) == "phase"


# Counts


def test_after_the_end_the_altar_is_counted_by_buttons() -> None:
    bench = Bench(counted())
    assert bench.press(OK) == "and_now"
    assert bench.lines == ("And now?  1/5", ">  the same again", "another game", "Count the altar")
    bench.press(NEXT, NEXT, OK)
    assert bench.lines == ("rice cards  0–16", "[0]0", "Count the altar")
    for number in (3, 0, 12, 1):
        tens, ones = divmod(number, 10)
        bench.press(*[NEXT] * tens, OK, *[NEXT] * ones, OK)
    do = {"type": "count", "altar": {"rice": 3, "banana": 12, "pepper": 1}}
    assert bench.box.bidden == [("answer", "1.count", do)]


def test_a_number_out_of_bounds_is_not_taken() -> None:
    bench = Bench(counted())
    bench.press(OK, NEXT, NEXT, OK)
    bench.press(NEXT, OK, *[NEXT] * 9, OK)
    assert bench.lines[1] == "1[9]"
    assert bench.lines[-1] == "Only 0–16."
    assert bench.box.bidden == []


def test_a_form_that_the_game_waits_for_takes_the_screen() -> None:
    form = Form({"type": "told"}, (Field("n", min=1, max=4, default=2),), text("bali.ask.count_done"))
    bench = Bench(playing(asks=(Question("1.told", "told", Answers(forms=(form,), panel=text("bali.panel.count_altar"))),)))
    assert bench.page == "question"
    assert bench.press(OK) == "form"
    assert bench.lines[1] == "[2]"
    bench.press(NEXT, NEXT, NEXT, OK)
    assert bench.box.bidden == [("answer", "1.told", {"type": "told", "n": 1})]


# Give up


def test_a_game_is_given_up_only_after_a_yes() -> None:
    bench = Bench(playing())
    open_set(bench)
    assert bench.lines == ("More", ">  End this game")
    assert bench.press(OK) == "abandon"
    assert bench.lines == ("End it now?", "Bali", "all back to the lobby")
    assert bench.press(BACK) == "menu"
    assert bench.box.bidden == []
    bench.press(OK, OK)
    assert bench.box.bidden == [("abandon", 0)]


def test_the_page_ends_with_its_question() -> None:
    bench = Bench(playing())
    open_set(bench)
    bench.press(OK)
    bench.box.becomes(lobby())
    assert bench.page == "join"


def test_a_claim_comes_up_over_the_menu() -> None:
    bench = Bench(playing())
    open_set(bench)
    bench.box.becomes(claiming())
    assert bench.wait(3) == "new_phone"


# Forms of every shape that docs/http.md knows


def fill(form: Form, *values: Any) -> dict[str, Any]:
    filling = form_filling.begun("1.x", form, 0, "menu")
    for value in values:
        blank, _ = form_filling.filled(form, filling.values)
        assert blank is not None
        assert not blank.values or value in blank.values
        filling = form_filling.with_value(filling, form, value)
    blank, do = form_filling.filled(form, filling.values)
    assert blank is None
    assert form.takes(do), do
    return do


def a_form(*fields: Field) -> Form:
    return Form({"type": "x"}, fields, text("bali.ask.count_done"))


@pytest.mark.parametrize(
    ("field", "values", "value"),
    [
        (Field("n", min=0, max=9), [7], 7),
        (Field("n", min=0, max=9, many=3), [1, 2, 3], [1, 2, 3]),
        (Field("n", min=0, max=9, keys=("a", "b")), [0, 4], {"b": 4}),
        (Field("n", min=0, max=9, many={"a": 2, "b": 1}), [1, 2, 3], {"a": [1, 2], "b": [3]}),
        (Field("n", of=("a", None)), [None], None),
        (Field("n", of=("a", "b", "c"), many=2), ["c", "a"], ["c", "a"]),
        (Field("n", of=("a", "b"), many=2, again=True), ["a", "a"], ["a", "a"]),
        (Field("n", of=("a", "b", "c"), many=[1, 3]), ["b", form_filling.ENOUGH], ["b"]),
        (Field("n", of=("a", "b", "c"), many=[0, 2]), [form_filling.ENOUGH], []),
        (Field("n", of=("a", "b", "c"), many=[0, 2]), ["a", "c"], ["a", "c"]),
        (Field("n", min=2, max=9, optional=True), [2], 2),
        (Field("n", of=("a", "b"), optional=True), ["b"], "b"),
        (Field("n", min=0, max=9, keys=("a", "b"), optional=True), [0, 4], {"b": 4}),
        (Field("n", of=("a", "b", "c"), many=[1, 2], optional=True), ["a", form_filling.ENOUGH], ["a"]),
    ],
)
def test_every_shape_of_field_can_be_filled_in(field: Field, values: list[Any], value: Any) -> None:
    assert fill(a_form(field, Field("after", min=0, max=5)), *values, 5) == {"type": "x", "n": value, "after": 5}


@pytest.mark.parametrize(
    ("field", "values"),
    [
        (Field("n", min=2, max=9, optional=True), [0]),
        (Field("n", of=("a", "b"), optional=True), [form_filling.WITHOUT]),
        (Field("n", min=0, max=9, keys=("a", "b"), optional=True), [0, 0]),
        (Field("n", of=("a", "b", "c"), many=[1, 2], optional=True), [form_filling.WITHOUT]),
    ],
)
def test_optional_fields_may_be_left_out(field: Field, values: list[Any]) -> None:
    assert fill(a_form(field, Field("after", min=0, max=5)), *values, 5) == {"type": "x", "after": 5}


def test_values_that_must_differ_are_offered_once() -> None:
    form = a_form(Field("n", of=("a", "b", "c"), many=[1, 2]))
    blank, _ = form_filling.filled(form, ("b",))
    assert blank is not None
    assert blank.values == (form_filling.ENOUGH, "a", "c")


@pytest.mark.parametrize(("least", "most", "default"), [(0, 3, 0), (1, 9, 4), (0, 16, 0), (0, 999, 137), (5, 120, 5)])
def test_every_number_within_the_bounds_can_be_dialled(least: int, most: int, default: int) -> None:
    form = a_form(Field("n", min=least, max=most, default=default))
    for wanted in {least, most, (least + most) // 2}:
        filling = form_filling.begun("1.x", form, 0, "menu")
        blank, _ = form_filling.filled(form, ())
        assert blank is not None
        assert form_filling.number(filling) == default
        for at, digit in enumerate(f"{wanted:0{len(filling.digits)}d}"):
            filling = replace(filling, at=at)
            for _ in range(11):
                if filling.digits[at] != int(digit):
                    filling = form_filling.dialled(filling, blank)
        assert form_filling.number(filling) == wanted
