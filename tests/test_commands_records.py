"""Commands about records and score sheets: what they print, and how they fail (2: a bad file, 3: against the rules)."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.commands.terminal import AGAINST_THE_RULES, BAD_FILE
from tests.support.commands import companion, fails
from tests.support.records import ANSWERS, HEAD, TURNS, exported, finished, text_of
from tests.support.records import say as line


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    file.write_text(text_of(*ANSWERS), "utf-8")
    return file


# replay


def test_replay_says_what_now(record: Path) -> None:
    result = companion("replay", record)
    assert result.exit_code == 0
    assert "Ana" in result.stdout


def test_replay_prints_json_as_it_is_promised(record: Path) -> None:
    data = json.loads(companion("replay", record, "--json").stdout)
    assert set(data) == {"entries", "due", "screen", "score"}
    assert data["entries"] == 4
    assert data["due"] == [{"kind": "turn", "seat": "Ana"}]
    assert set(data["screen"]) == {"now", "asks", "blocks"}
    assert data["screen"]["asks"] == []
    assert data["score"] is None


def test_replay_shows_a_seat_what_it_may_answer(record: Path) -> None:
    data = json.loads(companion("replay", record, "--json", "--seat", "Ana").stdout)
    (ask,) = data["screen"]["asks"]
    assert set(ask) >= {"due", "kind", "answers", "blocked", "forms"}
    assert {"type": "play", "card": "stonemason"} in ask["answers"]
    assert all(set(blocked) == {"do", "why"} for blocked in ask["blocked"])
    assert json.loads(companion("replay", record, "--json", "--seat", "Ben").stdout)["screen"]["asks"] == []


def test_replay_of_a_finished_game_prints_its_score(tmp_path: Path) -> None:
    house = finished(tmp_path, "Ana", "Ben")
    data = json.loads(companion("replay", "-", "--json", stdin="\n".join(exported(house))).stdout)
    assert house.table is not None
    score = house.table.moment.score()
    assert score is not None
    assert data["score"] == score.as_data()
    assert data["due"] == []
    assert set(data["score"]) == {"seats", "ranking", "tie_break"}
    assert set(data["score"]["seats"]["Ana"]) == {"total", "lines"}
    assert all(set(one) == {"key", "points", "rule"} for one in data["score"]["seats"]["Ana"]["lines"])


@pytest.mark.parametrize(("language", "word"), [("fr_FR.UTF-8", "Ana"), ("ja_JP.UTF-8", "Ana"), ("C", "Ana")])
def test_the_terminal_is_spoken_to_in_its_language(record: Path, language: str, word: str) -> None:
    words = {locale: companion("replay", record, language=locale).stdout for locale in (language, "en_GB.UTF-8")}
    assert word in words[language]
    assert (words[language] == words["en_GB.UTF-8"]) == (language == "C")


def test_a_refused_line_is_exit_3_and_names_line_key_and_reason(tmp_path: Path) -> None:
    words = fails(companion("replay", "-", stdin=text_of(*TURNS)), AGAINST_THE_RULES)
    assert words.startswith("line 4: bali.")
    assert words.count(": ") >= 2


BAD: dict[str, str | bytes] = {
    "empty": "",
    "not JSON": "{",
    "not UTF-8": b"\xff\xfe\x00",
    "a float": text_of(line("Ana", "play", card="rice", count=1.0)),
    "not a number": text_of('{"seat": null, "do": {"type": "x", "n": NaN}}'),
    "a key twice": text_of('{"seat": null, "seat": null, "do": {"type": "x"}}'),
    "bottomless": text_of("[" * 100_000),
    "half a character": text_of('{"seat": "\\ud800", "do": {"type": "x"}}'),
    "half a character in line 1": '{"game": "bali", "seats": ["Ana", "Ben"], "options": {"\\ud800": 1}}',
    "a strange option": text_of(head=HEAD | {"options": {"no such\nline": 1}}),
    "a list": "[]",
    "another game": text_of(head=HEAD | {"game": "chess"}),
    "a line that is none": text_of({"seat": "Ana"}),
    "a huge number": text_of("1" * 10_000),
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("language", ["en_GB.UTF-8", "fr_FR.UTF-8", "ja_JP.UTF-8"])
def test_a_bad_record_is_exit_2_and_one_line(tmp_path: Path, bad: str, language: str) -> None:
    sentence = BAD[bad]
    file = tmp_path / "bad.jsonl"
    file.write_bytes(sentence if isinstance(sentence, bytes) else sentence.encode())
    for command in ("replay", "verify"):
        if command == "replay" or "line" not in bad:
            fails(companion(command, file, language=language), BAD_FILE)


def test_a_file_that_is_not_there_or_a_folder_is_exit_2(tmp_path: Path) -> None:
    for file in (tmp_path / "none", tmp_path):
        for words in (("replay", file), ("verify", file), ("score", "bali", file)):
            assert str(file) in fails(companion(*words), BAD_FILE)


def test_a_seat_that_does_not_sit_there_is_exit_2(record: Path) -> None:
    assert "Zoe" in fails(companion("replay", record, "--seat", "Zoe"), BAD_FILE)


def test_a_file_may_begin_with_a_byte_order_mark_and_end_lines_in_two_letters(tmp_path: Path) -> None:
    file = tmp_path / "windows.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + text_of(*ANSWERS).replace("\n", "\r\n").encode())
    assert json.loads(companion("replay", file, "--json").stdout)["entries"] == 4


# score

SEAT: dict[str, Any] = {"sacrifices": {"pepper": 2, "banana": 3}, "points": 0, "shrines": 1, "stones": 5}
SHEET: dict[str, Any] = {
    "options": {},
    "altar": {"pepper": 4, "banana": 3, "peanut": 3, "rice": 1},
    "seats": {"Ana": SEAT, "Ben": {"sacrifices": {}, "points": 3, "shrines": 0, "stones": 4}},
}


def sheet(folder: Path, content: Any) -> Path:
    file = folder / "sheet.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return file


def test_a_score_sheet_is_scored(tmp_path: Path) -> None:
    data = json.loads(companion("score", "bali", sheet(tmp_path, SHEET), "--json").stdout)
    assert set(data) == {"seats", "ranking", "tie_break"}
    assert data["seats"]["Ana"]["total"] == 2 * 3 + 3 * 2 + 4 + 1
    assert data["seats"]["Ben"]["total"] == 3
    assert data["ranking"] == [["Ana"], ["Ben"]]
    assert data["tie_break"] is None
    assert sum(one["points"] for one in data["seats"]["Ana"]["lines"]) == data["seats"]["Ana"]["total"]


def test_a_score_for_people_names_places_points_and_rules(tmp_path: Path) -> None:
    words = companion("score", "bali", sheet(tmp_path, SHEET)).stdout
    assert "1. Ana  17" in words
    assert "2. Ben  3" in words
    assert "BALI-24" in words


@pytest.mark.parametrize(
    "content",
    [
        "", "{", "[]", "5", "null", {}, SHEET | {"more": 1}, SHEET | {"altar": []}, SHEET | {"altar": {"gold": 1}},
        SHEET | {"altar": {"rice": "1"}}, SHEET | {"altar": {"rice": True}}, SHEET | {"seats": {}},
        SHEET | {"seats": []},
        SHEET | {"seats": {"Ana": SEAT}}, SHEET | {"seats": {"Ana": SEAT, "Ben": {}}}, SHEET | {"options": []},
        SHEET | {"seats": {"Ana": SEAT, "Ben": SEAT | {"points": None}}}, SHEET | {"options": {"demon": "no"}},
        SHEET | {"seats": {"Ana": SEAT, "Ben": SEAT | {"sacrifices": 5}}}, SHEET | {"seats": {"": SEAT, "Ben": SEAT}},
        SHEET | {"seats": {"Ana": SEAT, "Ben": SEAT | {"more": 5}}},
        json.dumps(SHEET).replace('"points": 0', '"points": 0.5'),
        {key: value for key, value in SHEET.items() if key != "seats"},
    ],
)  # fmt: skip
def test_a_bad_score_sheet_is_exit_2(tmp_path: Path, content: Any) -> None:
    fails(companion("score", "bali", sheet(tmp_path, content)), BAD_FILE)


@pytest.mark.parametrize(
    "content",
    [
        SHEET | {"altar": {"rice": 101}},
        SHEET | {"altar": {"rice": -1}},
        SHEET | {"altar": {"pepper": 25}},
        SHEET | {"seats": {"Ana": SEAT, "Ben": SEAT | {"stones": -5}}},
    ],
)
def test_an_impossible_end_is_no_score(tmp_path: Path, content: Any) -> None:
    """The game decides whether it is a bad file or against the rules. Either way it is one clear line."""
    result = companion("score", "bali", sheet(tmp_path, content))
    assert result.exit_code in (BAD_FILE, AGAINST_THE_RULES), result.output
    fails(result, result.exit_code)


def test_a_game_that_is_not_on_the_shelf_is_exit_2(tmp_path: Path) -> None:
    assert "bali" in fails(companion("score", "chess", sheet(tmp_path, SHEET)), BAD_FILE)
    assert "bali" in fails(companion("demo", "chess"), BAD_FILE)


# export and verify


def test_an_export_verifies_with_the_fingerprint_of_the_screens(tmp_path: Path) -> None:
    house = finished(tmp_path, "Ana", "Ben")
    assert house.table is not None
    fingerprint = house.table.moment.fingerprint
    house.journal.close()
    result = companion("export", 1, "--state", tmp_path)
    assert result.exit_code == 0
    spaced = f"{fingerprint[:4]} {fingerprint[4:8]} {fingerprint[8:]}"
    for entered in ((), (fingerprint,), (spaced,), (fingerprint.lower(),)):
        verified = companion("verify", "-", *entered, stdin=result.stdout)
        assert verified.exit_code == 0
        assert verified.stdout.startswith(spaced)


def test_another_fingerprint_is_exit_3(tmp_path: Path) -> None:
    lines = exported(finished(tmp_path, "Ana", "Ben"))
    words = companion("verify", "-", "AAAABBBBCCCC", stdin="\n".join(lines))
    assert words.exit_code == AGAINST_THE_RULES
    assert "verify.differs" in words.stderr


def test_a_fingerprint_from_the_middle_of_the_game_says_where(tmp_path: Path) -> None:
    lines = exported(finished(tmp_path, "Ana", "Ben"))
    early = companion("verify", "-", stdin="\n".join(lines[:6])).stdout
    words = companion("verify", "-", early, stdin="\n".join(lines))
    assert words.exit_code == AGAINST_THE_RULES
    assert "verify.earlier" in words.stderr
    assert " 6" in words.stderr


def test_a_changed_line_is_exit_3_and_named(tmp_path: Path) -> None:
    lines = exported(finished(tmp_path, "Ana", "Ben"))
    data = json.loads(lines[4]) | {"seat": "Zoe"}
    words = fails(companion("verify", "-", stdin="\n".join([*lines[:4], json.dumps(data), *lines[5:]])), AGAINST_THE_RULES)
    assert words.startswith("line 5: verify.broken: ")


def test_a_game_that_goes_on_is_not_exported(tmp_path: Path) -> None:
    house = finished(tmp_path, "Ana", "Ben")
    house.again()
    house.journal.close()
    assert "export_unfinished" in fails(companion("export", 2, "--state", tmp_path), AGAINST_THE_RULES)


@pytest.mark.parametrize("number", ["3", "0", "-- -1", "99999999999999999999999"])
def test_a_game_that_never_was_is_exit_2(tmp_path: Path, number: str) -> None:
    finished(tmp_path, "Ana", "Ben").journal.close()
    result = companion("export", "--state", tmp_path, *number.split())
    assert result.exit_code == BAD_FILE
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_exporting_where_nothing_was_played_makes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    assert str(folder) in fails(companion("export", 1, "--state", folder), BAD_FILE)
    assert not folder.exists()


@pytest.mark.parametrize("digits", [41, 4299, 4300, 4301, 9000])
@pytest.mark.parametrize("what", ["points", "stones", "shrines"])
def test_a_number_without_end_is_a_bad_file(tmp_path: Path, digits: int, what: str) -> None:
    encoded = json.dumps(SHEET | {"seats": {"Ana": SEAT | {what: 777}, "Ben": SEAT}}).replace("777", "9" * digits)
    fails(companion("score", "bali", sheet(tmp_path, encoded)), BAD_FILE)
