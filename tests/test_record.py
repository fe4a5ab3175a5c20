"""Records: what is well formed is played again, what is not is named by its line."""

import json
from typing import Any

import pytest

from companion.bounds import LONGEST_NUMBER
from companion.core.journal import strict_json
from companion.core.words import BadFile
from companion.records.proof import verify
from companion.records.record import RefusedLine, awaited, replay
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.support.records import ANSWERS, HEAD, TURNS, text_of
from tests.support.records import say as line

# JSON


@pytest.mark.parametrize("line", ["1.0", "1e3", "NaN", "Infinity", "-Infinity", '{"a": 1, "a": 1}', "[0.5]", '{"a": NaN}'])
def test_fractions_and_repeated_keys_are_refused(line: str) -> None:
    with pytest.raises(BadFile):
        strict_json(line)


@pytest.mark.parametrize(
    "line",
    ["", " ", "{", "nul", "'a'", "{'a': 1}", "[1,]", "1 2", "\x00", '"\\ud800"', '{"\\udfff": 1}', "9" * 5000,
     "[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000],
)  # fmt: skip
def test_a_line_that_is_no_json_is_refused_cheaply(line: str) -> None:
    with pytest.raises(BadFile):
        strict_json(line)


@pytest.mark.parametrize("line", ["{}", "[]", "1", "-1", "true", "null", '"é"', '"\\ud83e\\udd8a"', '{"a": [{"b": null}]}'])
def test_whole_numbers_words_and_lists_are_read(line: str) -> None:
    assert strict_json(line) == json.loads(line)


@pytest.mark.bound("LONGEST_NUMBER")
def test_a_number_may_have_as_many_digits_as_the_bound_and_not_one_more() -> None:
    assert strict_json("9" * LONGEST_NUMBER) == 10**LONGEST_NUMBER - 1
    for number in ("9" * (LONGEST_NUMBER + 1), '{"a": [%s]}' % ("1" * (LONGEST_NUMBER + 1))):
        with pytest.raises(BadFile):
            strict_json(number)


# Line 1


HEADS: list[Any] = [
    [],
    {},
    "bali",
    None,
    {"game": "bali"},
    {"seats": ["Ana", "Ben"]},
    HEAD | {"more": 1},
    HEAD | {"game": "chess"},
    HEAD | {"game": 5},
    HEAD | {"game": ["bali"]},
    HEAD | {"seats": []},
    HEAD | {"seats": ["Ana"]},
    HEAD | {"seats": ["A", "B", "C", "D", "E"]},
    HEAD | {"seats": "Ana"},
    HEAD | {"seats": ["Ana", "Ana"]},
    HEAD | {"seats": ["Ana", 1]},
    HEAD | {"seats": ["Ana", None]},
    HEAD | {"seats": ["Ana", ""]},
    HEAD | {"seats": ["Ana", " Ben"]},
    HEAD | {"seats": ["Ana", "x" * 21]},
    HEAD | {"seats": {"Ana": 1, "Ben": 2}},
    HEAD | {"options": None},
    HEAD | {"options": []},
    HEAD | {"options": {"demon": 1}},
    HEAD | {"options": {"demon": "yes"}},
    HEAD | {"options": {"offer": "both"}},
    HEAD | {"options": {"stones_per_point": 2}},
    HEAD | {"options": {"stones_per_point": True}},
    HEAD | {"options": {"no_such": 1}},
    HEAD | {"options": {"stones_per_point": 10**30}},
]


@pytest.mark.parametrize("head", HEADS)
def test_a_wrong_first_line_is_a_bad_file_in_every_language(head: Any) -> None:
    with pytest.raises(BadFile) as why:
        replay(text_of(*ANSWERS, head=head))
    assert all(say(why.value.text, language) for language in LANGUAGES)


@pytest.mark.parametrize("text", ["", "\n", "  \n\n\r\n"])
def test_an_empty_file_is_a_bad_file(text: str) -> None:
    for act in (replay, verify):
        with pytest.raises(BadFile) as why:
            act(text)
        assert why.value.text.key == "file.head"


def test_options_may_be_left_out() -> None:
    head = {"game": "bali", "seats": ["Ana", "Ben"]}
    assert replay(text_of(*ANSWERS, head=head)).moment.entries == 4


# The answers


def test_a_record_leads_where_the_game_led() -> None:
    table = replay(text_of(*ANSWERS))
    assert table.moment.entries == 4
    assert awaited(table.moment.history.dues) == [{"kind": "turn", "seat": "Ana"}]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n\n", " \n\n\n"])
def test_lines_may_end_as_they_like_and_empty_ones_are_passed_over(ending: str) -> None:
    text = text_of(*ANSWERS).replace("\n", ending)
    assert replay(text).moment.entries == 4
    assert replay(text.rstrip()).moment.entries == 4


def test_a_refused_line_is_named_with_its_number_in_the_file() -> None:
    with pytest.raises(RefusedLine) as why:
        replay(text_of(*TURNS))
    assert why.value.line == 4
    assert why.value.why.key.startswith("bali.")
    with pytest.raises(RefusedLine) as why:
        replay(text_of("", "", *TURNS))
    assert why.value.line == 6


@pytest.mark.parametrize(
    "answer",
    [
        line("Ben", "play", card="stonemason"),
        line(None, "play", card="stonemason"),
        line("Zoe", "play", card="stonemason"),
        line("Ana", "scored", card="stonemason"),
        line("Ana", "play", card="stonemason", count=1),
        line("Ana", "play", card="rice", count=4),
        line("Ana", "play", card="rice", count=True),
        line("Ana", "play"),
        line("Ana", "dance"),
        line("Ana", ""),
        line("Ana", "play", card="stonemason", more=None),
        line("Ana", "play", card={"a": 1}),
        line("Ana", "play", card=["rice"]),
        line(None, "set", seat="Ana", stones=10**18),
        line(None, "set", seat="Zoe", stones=1),
        line(None, "set", seat="Ana"),
        line(None, "accept", of="counted"),
        {"correct": [1], "do": None},
        {"correct": [0], "do": None},
        {"correct": [-1], "do": None},
        {"correct": [10**30], "do": None},
    ],
)
def test_an_answer_against_the_rules_is_a_refused_line(answer: dict[str, Any]) -> None:
    with pytest.raises(RefusedLine) as why:
        replay(text_of(answer))
    assert why.value.line == 2
    assert all(say(why.value.why.text, language) for language in LANGUAGES)


@pytest.mark.parametrize(
    "line",
    [
        1, None, [], {}, "\"text\"", {"seat": "Ana"}, {"do": {"type": "play"}}, {"seat": 1, "do": {"type": "play"}},
        {"seat": "Ana", "do": None}, {"seat": "Ana", "do": {}}, {"seat": "Ana", "do": {"type": 5}},
        {"seat": "Ana", "do": [], "bits": ""}, {"seat": "Ana", "do": {"type": "discard"}, "more": 1},
        {"seat": "Ana", "do": {"type": "discard"}, "bits": 5}, {"correct": [], "do": None}, {"correct": 1, "do": None},
        {"correct": [True], "do": None}, {"correct": ["1"], "do": None}, {"correct": [1]}, {"correct": [1], "do": 5},
        {"hash": "0"}, {"hash": 0}, {"seat": "Ana", "do": {"type": "discard"}, "hash": None},
    ],
)  # fmt: skip
def test_a_line_of_no_record_is_a_bad_file_and_names_the_line(line: Any) -> None:
    with pytest.raises(BadFile) as why:
        replay(text_of(ANSWERS[0], line))
    assert "3" in say(why.value.text, "en")
    assert all(say(why.value.text, language) for language in LANGUAGES)


@pytest.mark.parametrize("bad", ["{", '{"seat": 1.0}', "[" * 5000, '{"a": 1, "a": 2}'])
def test_a_line_that_is_no_json_is_named(bad: str) -> None:
    with pytest.raises(BadFile) as why:
        replay(text_of(ANSWERS[0], bad))
    assert why.value.text.key == "file.line_not_json"
    assert why.value.text.values == {"line": 3}


def test_fields_for_verify_are_passed_over() -> None:
    proved = [answer | {"bits": "0", "hash": "1"} for answer in ANSWERS]
    assert replay(text_of(*proved)).moment.history.state == replay(text_of(*ANSWERS)).moment.history.state


# Corrections


def corrected(*corrections: Any) -> Any:
    return replay(text_of(*ANSWERS, *corrections)).moment.history.state


def test_a_correction_names_the_right_answer_of_an_entry() -> None:
    other = [ANSWERS[0], line(None, "scored", card="priest"), *ANSWERS[2:]]
    log_ = {"correct": [2], "do": {"type": "scored", "card": "priest"}}
    assert corrected(log_) == replay(text_of(*other)).moment.history.state


def test_a_correction_to_nothing_takes_entries_out() -> None:
    assert corrected({"correct": [3, 4], "do": None}) == replay(text_of(*ANSWERS[:2])).moment.history.state


def test_the_last_correction_of_an_entry_counts() -> None:
    first = {"correct": [2], "do": {"type": "scored", "card": "priest"}}
    again = {"correct": [2], "do": ANSWERS[1]["do"]}
    assert corrected(first, again) == corrected()


@pytest.mark.parametrize(
    "line",
    [
        {"correct": [1], "do": None},
        {"correct": [2], "do": {"type": "deck_empty"}},
        {"correct": [1], "do": {"type": "play", "card": "shrine"}},
        {"correct": [1], "do": {}},
        {"correct": [1], "do": {"type": "play"}},
        {"correct": [1], "do": {"type": "scored", "card": "rice"}},
        {"correct": [1], "do": {"type": "play", "card": "rice", "count": 9}},
        {"correct": [5], "do": None},
    ],
)
def test_a_correction_after_which_the_rest_does_not_fit_is_refused(line: dict[str, Any]) -> None:
    with pytest.raises(RefusedLine) as why:
        corrected(line)
    assert why.value.line == 6
