"""Records prove themselves: what is exported verifies, and no change of a line stays unseen."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.words import BadFile, Refused
from companion.records.proof import export, verify
from companion.records.record import RefusedLine, replay
from companion.speech.in_words import screen_json
from companion.speech.say import say
from tests.support.games import play
from tests.support.houses import playing
from tests.support.records import ANSWERS, exported, finished, text_of


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    """Return an exported game in which something was taken back."""
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
    assert any('"correct"' in line for line in lines)
    assert replay("\n".join(lines)).moment.over


def test_an_export_has_no_key_no_due_and_no_name_of_who_answered(lines: list[str]) -> None:
    assert len(lines) > 10
    for data in map(json.loads, lines[1:]):
        assert set(data) in ({"seat", "do", "bits", "hash"}, {"correct", "do", "bits", "hash"})
        assert len(data["bits"]) == 32


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


def _changed(data: Any) -> Any:
    """Yield the value with one part of it changed, each part in turn."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield {k: v for k, v in data.items() if k != key}
            for other in _changed(value):
                yield data | {key: other}
        yield data | {"more": 1}
    elif isinstance(data, list):
        for i, value in enumerate(data):
            for other in _changed(value):
                yield [*data[:i], other, *data[i + 1 :]]
            yield [*data[:i], *data[i + 1 :]]
    elif isinstance(data, str):
        yield data[:-1] + ("0" if data[-1:] != "0" else "1")
    else:
        yield None if data is not None else "Ana"
        yield 7
        yield not data


def is_found_out(lines: list[str], fingerprint: str) -> bool:
    """Return whether `companion verify FILE FINGERPRINT` would say that this record is not the game."""
    try:
        return prints_of(lines)[-1] != fingerprint
    except (BadFile, RefusedLine):
        return True


def test_every_single_change_of_a_line_is_found(lines: list[str]) -> None:
    fingerprint = prints_of(lines)[-1]
    tried = 0
    for i, line in enumerate(lines):
        for other in _changed(json.loads(line)):
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
    for change in ({"seats": ["Ana", "Ben", "Eva"]}, {"options": {}}, {"options": {"oracle": True, "demon": True}}):
        head = json.loads(lines[0]) | change
        assert is_found_out([json.dumps(head), *lines[1:]], prints_of(lines)[-1])


def test_a_record_may_be_written_in_other_letters_and_spaces(lines: list[str]) -> None:
    """The hash depends on the content of a line, not on its spelling."""
    again = [json.dumps(json.loads(line), indent=None, separators=(" , ", " : "), sort_keys=True) for line in lines]
    assert prints_of(again) == prints_of(lines)


@pytest.mark.parametrize(
    "record", [{"seat": "Ana", "do": {"type": "discard"}}, {"hash": 5}, [], 1, {"hash": "zz"}, {"bits": "0"}]
)
def test_a_record_without_proofs_cannot_be_verified(record: Any) -> None:
    with pytest.raises(BadFile) as why:
        verify(text_of(record))
    assert "2" in say(why.value.text, "en")
