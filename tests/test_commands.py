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

from companion.commands.terminal import BAD_FILE
from companion.core.owner_things import toml
from companion.games.buru.owner_cards import START
from tests.support.commands import companion, fails
from tests.support.records import ANSWERS, HEAD, finished, text_of
from tests.support.records import say as line

# run and demo


@pytest.mark.parametrize(
    "words",
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
def test_a_file_that_cannot_be_opened_is_exit_2_and_one_line(tmp_path: Path, words: tuple[str, str]) -> None:
    fails(companion("run", "--state", tmp_path / "state", *words), BAD_FILE)


@pytest.mark.parametrize(
    "words",
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
def test_a_demo_that_cannot_be_is_exit_2_and_one_line(words: tuple[str, str]) -> None:
    fails(companion("demo", "bali", *words), BAD_FILE)


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
def test_a_bad_file_of_a_box_of_cards_is_exit_2_and_one_line(tmp_path: Path, words: str) -> None:
    (tmp_path / "cards.toml").write_text(words, "utf-8")
    fails(companion("box", tmp_path / "cards.toml"), BAD_FILE)
    fails(companion("box", tmp_path / "none.toml"), BAD_FILE)
    fails(companion("box", tmp_path / "cards.toml", "--game", "bali"), BAD_FILE)


@pytest.mark.parametrize("words", [("--option", "box=1"), ("--option", "lawan=9"), ("--option", "ambelau=maybe")])
def test_a_demo_of_buru_that_cannot_be_is_exit_2_and_one_line(words: tuple[str, str]) -> None:
    fails(companion("demo", "buru", *words), BAD_FILE)


def test_an_unknown_command_is_exit_2() -> None:
    for words in (("dance",), ("replay",), ("run", "--no-such"), ("export", "one"), ("demo", "bali", "--pace", "-1")):
        result = companion(*words)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


def test_help_names_every_command() -> None:
    words = companion("--help").stdout
    assert all(command in words for command in ("run", "demo", "replay", "score", "verify", "export"))


@contextmanager
def started(*words: object, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Yield the command in a process of its own, which is gone afterwards: a test that failed waits for nobody."""
    with process("-m", "companion", *words, **environment) as child:
        try:
            yield child
        finally:
            child.kill()


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
"""Runs several commands in one process, each on a fresh terminal. Its exit code is the number of commands that ended as they
should."""


def process(*words: object, **environment: str) -> subprocess.Popen[str]:
    """Start Python in a process of its own."""
    command = [sys.executable, *(str(word) for word in words)]
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
        printed, words = child.communicate(timeout=20)
    assert (child.returncode, printed, words.count("\n")) == (BAD_FILE, "", 1)


def test_a_refused_line_reaches_a_terminal_that_knows_no_unicode(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(text_of(line("日本", "play", card="rice"), head=HEAD | {"seats": ["日本", "É"]}), "utf-8")
    with started("replay", file, "--json", PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C") as child:
        _, words = child.communicate(timeout=20)
    assert "Traceback" not in words


# Odd terminals, settings files and rights


@contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Yield while this process has no rights to a folder: root becomes another user, and others close the folder."""
    me = os.geteuid()
    folder.chmod(0)
    try:
        if me == 0:
            os.seteuid(65534)
        yield
    finally:
        os.seteuid(me)
        folder.chmod(0o700)


def test_a_user_without_rights_gets_one_line(tmp_path: Path) -> None:
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
    arguments = [word for words in commands for word in (*words, "then")]
    with process("-c", IN_TURN, *arguments, PYTHONUTF8="0", PYTHONIOENCODING=letters, LC_ALL=language) as child:
        _, printed = child.communicate(timeout=30)
    assert "Traceback" not in printed
    assert child.returncode == len(commands)


def test_an_export_to_a_terminal_of_few_letters_verifies(tmp_path: Path) -> None:
    house = finished(tmp_path, "Zoé", "日本", "Ana")
    assert house.table is not None
    fingerprint = house.table.moment.fingerprint
    house.journal.close()
    with started("export", 1, "--state", tmp_path, PYTHONUTF8="0", PYTHONIOENCODING="latin-1") as child:
        lines, printed = child.communicate(timeout=30)
    assert printed == ""
    assert companion("verify", "-", fingerprint, stdin=lines).exit_code == 0


@pytest.mark.parametrize("name", ["nonsense", "json", "", ".", "web.nothing", "companion"])
def test_an_unknown_front_end_is_named_in_one_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / "box.toml"
    file.write_text(f'frontends = ["{name}"]\nlisten = "127.0.0.1:0"', "utf-8")
    assert repr(name) in fails(companion("run", "--state", tmp_path / "state", "--settings", file), BAD_FILE)
    checked = companion("check", "--state", tmp_path / "state", "--settings", file)
    assert checked.exception is None or isinstance(checked.exception, SystemExit)
