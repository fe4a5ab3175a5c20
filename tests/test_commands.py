"""The command: what it prints, how it fails (2: a bad file, 3: against the rules), and that it never shows a traceback."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.core.rowfile import toml
from companion.games.buru.box.start import START
from companion.terminal import AGAINST_THE_RULES, BAD_FILE
from tests.support.records import ANSWERS, HEAD, TURNS, exported, finished, text_of
from tests.support.records import say as line

ENGLISH = {"LC_ALL": "en_GB.UTF-8", "LANG": "", "XDG_STATE_HOME": "/nowhere", "STATE_DIRECTORY": ""}


def companion(*said: object, stdin: str | bytes | None = None, language: str = "en_GB.UTF-8") -> Result:
    return CliRunner(env=ENGLISH | {"LC_ALL": language}).invoke(main, [str(word) for word in said], input=stdin)


def fails(result: Result, code: int) -> str:
    """The one clear line of a failure."""
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert len(result.stderr.strip().split("\n")) == 1, result.stderr
    assert "Traceback" not in result.stderr
    return result.stderr.strip()


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
    said = json.loads(companion("replay", record, "--json").stdout)
    assert set(said) == {"entries", "due", "screen", "score"}
    assert said["entries"] == 4
    assert said["due"] == [{"kind": "turn", "seat": "Ana"}]
    assert set(said["screen"]) == {"now", "asks", "blocks"}
    assert said["screen"]["asks"] == []
    assert said["score"] is None


def test_replay_shows_a_seat_what_it_may_answer(record: Path) -> None:
    said = json.loads(companion("replay", record, "--json", "--seat", "Ana").stdout)
    (ask,) = said["screen"]["asks"]
    assert set(ask) >= {"due", "kind", "answers", "blocked", "forms"}
    assert {"type": "play", "card": "stonemason"} in ask["answers"]
    assert all(set(blocked) == {"do", "why"} for blocked in ask["blocked"])
    assert json.loads(companion("replay", record, "--json", "--seat", "Ben").stdout)["screen"]["asks"] == []


def test_replay_of_a_finished_game_prints_its_score(tmp_path: Path) -> None:
    house = finished(tmp_path, "Ana", "Ben")
    said = json.loads(companion("replay", "-", "--json", stdin="\n".join(exported(house))).stdout)
    assert house.table is not None
    score = house.table.moment.score()
    assert score is not None
    assert said["score"] == score.as_data()
    assert said["due"] == []
    assert set(said["score"]) == {"seats", "ranking", "tie_break"}
    assert set(said["score"]["seats"]["Ana"]) == {"total", "lines"}
    assert all(set(one) == {"key", "points", "rule"} for one in said["score"]["seats"]["Ana"]["lines"])


@pytest.mark.parametrize(("language", "word"), [("fr_FR.UTF-8", "Ana"), ("ja_JP.UTF-8", "Ana"), ("C", "Ana")])
def test_the_terminal_is_spoken_to_in_its_language(record: Path, language: str, word: str) -> None:
    words = {said: companion("replay", record, language=said).stdout for said in (language, "en_GB.UTF-8")}
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
    said = BAD[bad]
    file = tmp_path / "bad.jsonl"
    file.write_bytes(said if isinstance(said, bytes) else said.encode())
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


def sheet(folder: Path, said: Any) -> Path:
    file = folder / "sheet.json"
    file.write_text(said if isinstance(said, str) else json.dumps(said), "utf-8")
    return file


def test_a_score_sheet_is_scored(tmp_path: Path) -> None:
    said = json.loads(companion("score", "bali", sheet(tmp_path, SHEET), "--json").stdout)
    assert set(said) == {"seats", "ranking", "tie_break"}
    assert said["seats"]["Ana"]["total"] == 2 * 3 + 3 * 2 + 4 + 1
    assert said["seats"]["Ben"]["total"] == 3
    assert said["ranking"] == [["Ana"], ["Ben"]]
    assert said["tie_break"] is None
    assert sum(one["points"] for one in said["seats"]["Ana"]["lines"]) == said["seats"]["Ana"]["total"]


def test_a_score_for_people_names_places_points_and_rules(tmp_path: Path) -> None:
    words = companion("score", "bali", sheet(tmp_path, SHEET)).stdout
    assert "1. Ana  17" in words
    assert "2. Ben  3" in words
    assert "BALI-24" in words


@pytest.mark.parametrize(
    "said",
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
def test_a_bad_score_sheet_is_exit_2(tmp_path: Path, said: Any) -> None:
    fails(companion("score", "bali", sheet(tmp_path, said)), BAD_FILE)


@pytest.mark.parametrize(
    "said",
    [
        SHEET | {"altar": {"rice": 101}},
        SHEET | {"altar": {"rice": -1}},
        SHEET | {"altar": {"pepper": 25}},
        SHEET | {"seats": {"Ana": SEAT, "Ben": SEAT | {"stones": -5}}},
    ],
)
def test_what_cannot_lie_on_a_table_is_no_score(tmp_path: Path, said: Any) -> None:
    """Whether it is called a bad file or against the rules is the game's; it is one clear line."""
    result = companion("score", "bali", sheet(tmp_path, said))
    assert result.exit_code in (BAD_FILE, AGAINST_THE_RULES), result.output
    fails(result, result.exit_code)


def test_a_game_that_is_not_on_the_shelf_is_exit_2(tmp_path: Path) -> None:
    assert "bali" in fails(companion("score", "chess", sheet(tmp_path, SHEET)), BAD_FILE)
    assert "bali" in fails(companion("demo", "chess"), BAD_FILE)


# export and verify


def test_what_is_exported_verifies_with_the_fingerprint_of_the_screens(tmp_path: Path) -> None:
    house = finished(tmp_path, "Ana", "Ben")
    assert house.table is not None
    fingerprint = house.table.moment.fingerprint
    house.journal.close()
    result = companion("export", 1, "--state", tmp_path)
    assert result.exit_code == 0
    spaced = f"{fingerprint[:4]} {fingerprint[4:8]} {fingerprint[8:]}"
    for said in ((), (fingerprint,), (spaced,), (fingerprint.lower(),)):
        verified = companion("verify", "-", *said, stdin=result.stdout)
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
    said = json.loads(lines[4]) | {"seat": "Zoe"}
    words = fails(companion("verify", "-", stdin="\n".join([*lines[:4], json.dumps(said), *lines[5:]])), AGAINST_THE_RULES)
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


# run and demo


@pytest.mark.parametrize(
    "said",
    [
        ("--listen", "nowhere"),
        ("--listen", "host:²"),
        ("--listen", "999.999.999.999:0"),
        ("--listen", "192.0.2.1:0"),
        ("--listen", "x" * 300 + ":0"),
        ("--panel", "wooden"),
        ("--settings", "/no/such/file.toml"),
        ("--state", "/dev/null/here"),
    ],
)
def test_what_cannot_be_opened_is_exit_2_and_one_line(tmp_path: Path, said: tuple[str, str]) -> None:
    fails(companion("run", "--state", tmp_path / "state", *said), BAD_FILE)


@pytest.mark.parametrize(
    "said",
    [
        ("--seats", "1"),
        ("--seats", "5"),
        ("--listen", "nowhere"),
        ("--option", "offer=followed"),
        ("--option", "oracle=maybe"),
        ("--option", "weather=1"),
        ("--option", "oracle"),
    ],
)
def test_a_demo_that_cannot_be_is_exit_2_and_one_line(said: tuple[str, str]) -> None:
    fails(companion("demo", "bali", *said), BAD_FILE)


def test_a_box_file_says_how_many_cards_it_has(tmp_path: Path) -> None:
    for name, words in (("cards.toml", toml(START)), ("cards.json", json.dumps(START))):
        (tmp_path / name).write_text(words, "utf-8")
        result = companion("box", tmp_path / name)
        assert (result.exit_code, result.stdout) == (0, f"{len(START)} cards\n")


def test_every_fault_of_a_box_file_is_a_line_and_exit_2(tmp_path: Path) -> None:
    wrong: Any = {
        "King": START["farmer"],
        "farmer": {**START["farmer"], "cost": 21, "colour": 1},
        "a": {"kind": "queen"},
        "b": 3,
    }
    (tmp_path / "cards.json").write_text(json.dumps(wrong), "utf-8")
    result = companion("box", tmp_path / "cards.json")
    assert (result.exit_code, result.stdout) == (BAD_FILE, "")
    assert [line.partition(": ")[0] for line in result.stderr.splitlines()] == [
        "King.id",
        "farmer.cost",
        "farmer.colour",
        "a.kind",
        "b.kind",
    ]


@pytest.mark.parametrize("words", ["= 1", "\0", "a = " + "[" * 9999])
def test_a_box_file_that_is_none_is_exit_2_and_one_line(tmp_path: Path, words: str) -> None:
    (tmp_path / "cards.toml").write_text(words, "utf-8")
    fails(companion("box", tmp_path / "cards.toml"), BAD_FILE)
    fails(companion("box", tmp_path / "none.toml"), BAD_FILE)
    fails(companion("box", tmp_path / "cards.toml", "--game", "bali"), BAD_FILE)


@pytest.mark.parametrize("said", [("--option", "box=1"), ("--option", "lawan=9"), ("--option", "ambelau=maybe")])
def test_a_demo_of_buru_that_cannot_be_is_exit_2_and_one_line(said: tuple[str, str]) -> None:
    fails(companion("demo", "buru", *said), BAD_FILE)


def test_a_command_that_is_none_is_exit_2() -> None:
    for said in (("dance",), ("replay",), ("run", "--no-such"), ("export", "one"), ("demo", "bali", "--pace", "-1")):
        result = companion(*said)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


def test_help_names_every_command() -> None:
    words = companion("--help").stdout
    assert all(command in words for command in ("run", "demo", "replay", "score", "verify", "export"))


def started(*said: object, **environment: str) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    return process("-m", "companion", *said, **environment)


IN_TURN = """import sys
from itertools import groupby
from companion.__main__ import main
streams, ended = [(stream, stream.errors) for stream in (sys.stdout, sys.stderr)], 0
for then, words in groupby(sys.argv[1:], "then".__eq__):
    for stream, errors in streams:
        stream.reconfigure(errors=errors)
    try:
        then or main([*words])
    except SystemExit:
        ended += 1
sys.exit(ended)
"""
"""Several commands in one process, each on a terminal as it was at first; how many of them ended as they should."""


def process(*said: object, **environment: str) -> subprocess.Popen[str]:
    """Python in a process of its own."""
    command = [sys.executable, *(str(word) for word in said)]
    env = {**os.environ, "LC_ALL": "C.UTF-8", **environment}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", env=env)


def test_run_says_the_way_in_on_its_first_line_and_stops_in_good_order(tmp_path: Path) -> None:
    with started("run", "--listen", "127.0.0.1:0", "--state", tmp_path / "state", "--panel", "none") as child:
        assert child.stdout is not None
        assert child.stderr is not None
        word, address = child.stdout.readline().split()
        assert word == "join"
        assert address.startswith("http://127.0.0.1:")
        assert address.split("/")[-2] == "J"
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == 0
        assert child.stdout.read() == f"table {address.rpartition('/J/')[0]}/table\n"
        assert child.stderr.read() == ""


def test_run_says_where_the_room_s_screen_and_the_simulated_panel_are(tmp_path: Path) -> None:
    with started("run", "--listen", "127.0.0.1:0", "--state", tmp_path / "state") as child:
        assert child.stdout is not None
        lines = [child.stdout.readline().split() for _ in range(3)]
        at = lines[0][1].rpartition("/J/")[0]
        assert lines[1:] == [["table", f"{at}/table"], ["panel", f"{at}/panel"]]
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == 0


def test_a_bad_file_is_one_line_in_a_real_process_too(tmp_path: Path) -> None:
    with started("replay", tmp_path / "none") as child:
        said, words = child.communicate(timeout=20)
    assert (child.returncode, said, words.count("\n")) == (BAD_FILE, "", 1)


def test_a_refused_line_reaches_a_terminal_that_knows_no_unicode(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(text_of(line("日本", "play", card="rice"), head=HEAD | {"seats": ["日本", "É"]}), "utf-8")
    with started("replay", file, "--json", PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C") as child:
        _, words = child.communicate(timeout=20)
    assert "Traceback" not in words


# What a terminal, a settings file, or rights may be like


@pytest.mark.parametrize("digits", [41, 4299, 4300, 4301, 9000])
@pytest.mark.parametrize("what", ["points", "stones", "shrines"])
def test_a_number_without_end_is_a_bad_file(tmp_path: Path, digits: int, what: str) -> None:
    said = json.dumps(SHEET | {"seats": {"Ana": SEAT | {what: 777}, "Ben": SEAT}}).replace("777", "9" * digits)
    fails(companion("score", "bali", sheet(tmp_path, said)), BAD_FILE)


@contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """As another user, where the tests are root's; else the folder is closed to its own."""
    me = os.geteuid()
    folder.chmod(0)
    try:
        if me == 0:
            os.seteuid(65534)
        yield
    finally:
        os.seteuid(me)
        folder.chmod(0o700)


def test_who_has_no_rights_is_told_so_in_one_line(tmp_path: Path) -> None:
    finished(tmp_path, "Ana", "Ben").journal.close()
    with without_rights(tmp_path):
        words = fails(companion("export", 1, "--state", tmp_path), BAD_FILE)
        checked = companion("check", "--state", tmp_path, "--panel", "none")
    assert str(tmp_path) in words
    assert checked.exception is None or isinstance(checked.exception, SystemExit)
    assert "Traceback" not in checked.output


@pytest.mark.parametrize("letters", ["latin-1", "ascii", "cp932"])
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_a_terminal_of_few_letters_is_spoken_to_all_the_same(tmp_path: Path, letters: str, language: str) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(text_of(*ANSWERS, head=HEAD | {"seats": ["Ana", "Ben"]}), "utf-8")
    commands = (("replay", file), ("replay", file, "--json"), ("replay", tmp_path / "é"), ("check", "--panel", "none"))
    told = [word for words in commands for word in (*words, "then")]
    with process("-c", IN_TURN, *told, PYTHONUTF8="0", PYTHONIOENCODING=letters, LC_ALL=language) as child:
        _, said = child.communicate(timeout=30)
    assert "Traceback" not in said
    assert child.returncode == len(commands)


def test_what_is_exported_to_a_terminal_of_few_letters_verifies(tmp_path: Path) -> None:
    house = finished(tmp_path, "Zoé", "日本", "Ana")
    assert house.table is not None
    fingerprint = house.table.moment.fingerprint
    house.journal.close()
    with started("export", 1, "--state", tmp_path, PYTHONUTF8="0", PYTHONIOENCODING="latin-1") as child:
        lines, said = child.communicate(timeout=30)
    assert said == ""
    assert companion("verify", "-", fingerprint, stdin=lines).exit_code == 0


@pytest.mark.parametrize("name", ["nonsense", "json", "", ".", "web.nothing", "companion"])
def test_a_front_end_that_is_none_is_named_in_one_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / "box.toml"
    file.write_text(f'frontends = ["{name}"]\nlisten = "127.0.0.1:0"', "utf-8")
    assert repr(name) in fails(companion("run", "--state", tmp_path / "state", "--settings", file), BAD_FILE)
    checked = companion("check", "--state", tmp_path / "state", "--settings", file)
    assert checked.exception is None or isinstance(checked.exception, SystemExit)
