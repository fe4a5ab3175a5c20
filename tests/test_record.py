"""Records: what is well formed is played again, what is not is named by its line, and no change of a record stays unseen."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.bounds import LONGEST_NUMBER
from companion.core.words import BadFile, Refused
from companion.records.proof import export, verify
from companion.records.record import RefusedLine, awaited, replay, strict_json
from companion.speech.i18n import LANGUAGES, say
from companion.speech.screens import screen_json
from tests.support.games import play
from tests.support.houses import playing
from tests.support.records import ANSWERS, HEAD, TURNS, exported, finished, text_of
from tests.support.records import say as line

# What is JSON


@pytest.mark.parametrize("said", ["1.0", "1e3", "NaN", "Infinity", "-Infinity", '{"a": 1, "a": 1}', "[0.5]", '{"a": NaN}'])
def test_numbers_that_are_not_whole_and_keys_said_twice_are_refused(said: str) -> None:
    with pytest.raises(BadFile):
        strict_json(said)


@pytest.mark.parametrize(
    "said",
    ["", " ", "{", "nul", "'a'", "{'a': 1}", "[1,]", "1 2", "\x00", '"\\ud800"', '{"\\udfff": 1}', "9" * 5000,
     "[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000],
)  # fmt: skip
def test_what_is_no_json_is_refused_and_costs_nothing(said: str) -> None:
    with pytest.raises(BadFile):
        strict_json(said)


@pytest.mark.parametrize("said", ["{}", "[]", "1", "-1", "true", "null", '"é"', '"\\ud83e\\udd8a"', '{"a": [{"b": null}]}'])
def test_whole_numbers_words_and_lists_are_read(said: str) -> None:
    assert strict_json(said) == json.loads(said)


@pytest.mark.bound("LONGEST_NUMBER")
def test_a_number_may_have_so_many_digits_and_not_one_more() -> None:
    assert strict_json("9" * LONGEST_NUMBER) == 10**LONGEST_NUMBER - 1
    for said in ("9" * (LONGEST_NUMBER + 1), '{"a": [%s]}' % ("1" * (LONGEST_NUMBER + 1))):
        with pytest.raises(BadFile):
            strict_json(said)


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
    "said",
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
def test_what_the_rules_do_not_take_is_a_refused_line(said: dict[str, Any]) -> None:
    with pytest.raises(RefusedLine) as why:
        replay(text_of(said))
    assert why.value.line == 2
    assert all(say(why.value.why.text, language) for language in LANGUAGES)


@pytest.mark.parametrize(
    "said",
    [
        1, None, [], {}, "\"text\"", {"seat": "Ana"}, {"do": {"type": "play"}}, {"seat": 1, "do": {"type": "play"}},
        {"seat": "Ana", "do": None}, {"seat": "Ana", "do": {}}, {"seat": "Ana", "do": {"type": 5}},
        {"seat": "Ana", "do": [], "bits": ""}, {"seat": "Ana", "do": {"type": "discard"}, "more": 1},
        {"seat": "Ana", "do": {"type": "discard"}, "bits": 5}, {"correct": [], "do": None}, {"correct": 1, "do": None},
        {"correct": [True], "do": None}, {"correct": ["1"], "do": None}, {"correct": [1]}, {"correct": [1], "do": 5},
        {"hash": "0"}, {"hash": 0}, {"seat": "Ana", "do": {"type": "discard"}, "hash": None},
    ],
)  # fmt: skip
def test_what_is_no_line_of_a_record_is_a_bad_file_and_names_the_line(said: Any) -> None:
    with pytest.raises(BadFile) as why:
        replay(text_of(ANSWERS[0], said))
    assert "3" in say(why.value.text, "en")
    assert all(say(why.value.text, language) for language in LANGUAGES)


@pytest.mark.parametrize("bad", ["{", '{"seat": 1.0}', "[" * 5000, '{"a": 1, "a": 2}'])
def test_a_line_that_is_no_json_is_named(bad: str) -> None:
    with pytest.raises(BadFile) as why:
        replay(text_of(ANSWERS[0], bad))
    assert why.value.text.key == "file.line_not_json"
    assert why.value.text.values == {"line": 3}


def test_what_verify_needs_is_passed_over() -> None:
    proved = [said | {"bits": "0", "hash": "1"} for said in ANSWERS]
    assert replay(text_of(*proved)).moment.history.state == replay(text_of(*ANSWERS)).moment.history.state


# Corrections


def corrected(*corrections: Any) -> Any:
    return replay(text_of(*ANSWERS, *corrections)).moment.history.state


def test_a_correction_says_what_an_entry_should_have_said() -> None:
    other = [ANSWERS[0], line(None, "scored", card="priest"), *ANSWERS[2:]]
    said = {"correct": [2], "do": {"type": "scored", "card": "priest"}}
    assert corrected(said) == replay(text_of(*other)).moment.history.state


def test_a_correction_to_nothing_takes_entries_out() -> None:
    assert corrected({"correct": [3, 4], "do": None}) == replay(text_of(*ANSWERS[:2])).moment.history.state


def test_the_last_correction_of_an_entry_counts() -> None:
    first = {"correct": [2], "do": {"type": "scored", "card": "priest"}}
    again = {"correct": [2], "do": ANSWERS[1]["do"]}
    assert corrected(first, again) == corrected()


@pytest.mark.parametrize(
    "said",
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
def test_a_correction_after_which_the_rest_does_not_fit_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(RefusedLine) as why:
        corrected(said)
    assert why.value.line == 6


# Export and verify


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    """An exported game in which something was taken back."""
    house = playing(tmp_path, "Ana", "Ben", "Cho", oracle=True)
    play(house, most=8)
    house.take_back("back")
    play(house, seed=2)
    return exported(house)


def prints_of(lines: list[str]) -> list[str]:
    return verify("\n".join(lines)).prints


def test_an_exported_game_is_the_game_that_was_played(tmp_path: Path) -> None:
    house = finished(tmp_path, "Ana", "Ben", "Cho", demon=True)
    assert house.table is not None
    again = replay("\n".join(exported(house)))
    assert again.moment.history.state == house.table.moment.history.state
    assert screen_json(again.moment.screen(None), "en") == screen_json(house.table.moment.screen(None), "en")


def test_a_game_in_which_something_was_taken_back_is_exported_whole(lines: list[str]) -> None:
    assert any('"correct"' in said for said in lines)
    assert replay("\n".join(lines)).moment.over


def test_an_export_names_no_key_no_due_and_nobody_who_told(lines: list[str]) -> None:
    assert len(lines) > 10
    for said in map(json.loads, lines[1:]):
        assert set(said) in ({"seat", "do", "bits", "hash"}, {"correct", "do", "bits", "hash"})
        assert len(said["bits"]) == 32


def test_verify_finds_the_fingerprint_that_every_screen_showed(tmp_path: Path) -> None:
    house = finished(tmp_path, "Ana", "Ben")
    assert house.table is not None
    assert prints_of(exported(house))[-1] == house.table.moment.fingerprint
    assert len(house.table.moment.fingerprint) == 12


def test_a_game_that_goes_on_is_not_exported(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=5)
    with pytest.raises(Refused) as why:
        next(export(house.journal, 1))
    assert why.value.key == "export_unfinished"


@pytest.mark.parametrize("number", [0, -1, 2, 10**6])
def test_a_game_that_never_was_is_not_exported(tmp_path: Path, number: int) -> None:
    house = finished(tmp_path, "Ana", "Ben")
    with pytest.raises(BadFile):
        next(export(house.journal, number))


def _changed(said: Any) -> Any:
    """Each value inside changed, one after the other."""
    if isinstance(said, dict):
        for key, value in said.items():
            yield {k: v for k, v in said.items() if k != key}
            for other in _changed(value):
                yield said | {key: other}
        yield said | {"more": 1}
    elif isinstance(said, list):
        for i, value in enumerate(said):
            for other in _changed(value):
                yield [*said[:i], other, *said[i + 1 :]]
            yield [*said[:i], *said[i + 1 :]]
    elif isinstance(said, str):
        yield said[:-1] + ("0" if said[-1:] != "0" else "1")
    else:
        yield None if said is not None else "Ana"
        yield 7
        yield not said


def is_found_out(lines: list[str], fingerprint: str) -> bool:
    """Whether `companion verify FILE FINGERPRINT` would say that this record is not the game."""
    try:
        return prints_of(lines)[-1] != fingerprint
    except (BadFile, RefusedLine):
        return True


def test_every_single_change_of_a_line_is_found(lines: list[str]) -> None:
    fingerprint = prints_of(lines)[-1]
    tried = 0
    for i, said in enumerate(lines):
        for other in _changed(json.loads(said)):
            assert is_found_out([*lines[:i], json.dumps(other), *lines[i + 1 :]], fingerprint), other
            tried += 1
    assert tried > 200


CHANGES: dict[str, Callable[[list[str], int], list[str]]] = {
    "removed": lambda lines, i: [*lines[:i], *lines[i + 1 :]],
    "said twice": lambda lines, i: [*lines[: i + 1], lines[i], *lines[i + 1 :]],
    "swapped with the next": lambda lines, i: [*lines[:i], *lines[i : i + 2][::-1], *lines[i + 2 :]],
    "cut off here": lambda lines, i: lines[:i],
    "a new line before": lambda lines, i: [*lines[:i], json.dumps(ANSWERS[0] | {"bits": "0", "hash": "0" * 64}), *lines[i:]],
}


@pytest.mark.parametrize("change", CHANGES)
def test_no_line_is_removed_added_or_swapped_unseen(lines: list[str], change: str) -> None:
    fingerprint = prints_of(lines)[-1]
    assert not is_found_out(lines, fingerprint)
    for i in range(len(lines)):
        changed = CHANGES[change](lines, i)
        if changed != lines:
            assert is_found_out(changed, fingerprint), (change, i)


def test_the_hash_begins_with_line_1(lines: list[str]) -> None:
    for said in ({"seats": ["Ana", "Ben", "Eva"]}, {"options": {}}, {"options": {"oracle": True, "demon": True}}):
        head = json.loads(lines[0]) | said
        assert is_found_out([json.dumps(head), *lines[1:]], prints_of(lines)[-1])


def test_a_record_may_be_written_in_other_letters_and_spaces(lines: list[str]) -> None:
    """The hash is of what is said, not of how it is written down."""
    again = [json.dumps(json.loads(said), indent=None, separators=(" , ", " : "), sort_keys=True) for said in lines]
    assert prints_of(again) == prints_of(lines)


@pytest.mark.parametrize(
    "said", [{"seat": "Ana", "do": {"type": "discard"}}, {"hash": 5}, [], 1, {"hash": "zz"}, {"bits": "0"}]
)
def test_a_record_without_proofs_cannot_be_verified(said: Any) -> None:
    with pytest.raises(BadFile) as why:
        verify(text_of(said))
    assert "2" in say(why.value.text, "en")
