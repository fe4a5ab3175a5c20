"""The folder that keeps the games: one box at a time writes there, others may only look, and nothing is lost on the way."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.commands.terminal import BAD_FILE
from companion.core.words import Refused
from companion.house.house import House
from companion.journals.folder import InUse, lock_folder
from companion.journals.reading import Reader
from companion.journals.sqlite import SqliteJournal
from tests.support.disks import no_byte_more
from tests.support.games import play
from tests.support.houses import facts, open_house, playing, sit_down
from tests.support.records import finished

FILE = "companion.db"
ENGLISH = {"LC_ALL": "en", "STATE_DIRECTORY": ""}


def contents(folder: Path) -> dict[str, bytes]:
    return {part.name: part.read_bytes() for part in folder.iterdir()}


def exported(folder: Path) -> str:
    result = CliRunner(env=ENGLISH).invoke(main, ["export", "1", "--state", str(folder)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.stdout + result.stderr


# Commands that read only read


def test_an_export_changes_nothing_in_the_folder(tmp_path: Path) -> None:
    finished(tmp_path, "Ana", "Ben").journal.close()
    before = contents(tmp_path)
    assert '"chain"' in exported(tmp_path)
    assert contents(tmp_path) == before


def test_an_export_beside_a_running_box_is_the_box_s_own(tmp_path: Path) -> None:
    house = finished(tmp_path, "Ana", "Ben")
    names = set(contents(tmp_path))
    record = exported(tmp_path)
    assert set(contents(tmp_path)) == names
    house.journal.close()
    assert record == exported(tmp_path)


def test_entries_in_the_log_of_a_dead_box_are_exported_too(tmp_path: Path) -> None:
    house = finished(tmp_path / "on", "Ana", "Ben")
    dead = Path(shutil.copytree(tmp_path / "on", tmp_path / "dead"))
    (dead / f"{FILE}-shm").unlink()
    before = contents(dead)
    record = exported(dead)
    assert contents(dead) == before
    house.journal.close()
    assert record == exported(tmp_path / "on")


@pytest.mark.parametrize("harm", [b"no database at all" * 300, b""])
def test_a_damaged_file_is_named_and_stays_where_it_is(tmp_path: Path, harm: bytes) -> None:
    (tmp_path / FILE).write_bytes(harm)
    assert str(tmp_path) in exported(tmp_path)
    assert contents(tmp_path) == {FILE: harm}


def test_an_export_beneath_a_box_costs_it_no_answer(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=4)
    exported(tmp_path)
    play(house, seed=2, most=4)
    before = facts(house)
    house.journal.close()
    assert facts(open_house(tmp_path)) == before


# One box at a time


def test_a_second_box_on_the_same_folder_is_one_clear_line_and_exit_2(tmp_path: Path) -> None:
    playing(tmp_path, "Ana", "Ben").journal.close()
    before = contents(tmp_path)
    with lock_folder(tmp_path):
        command = [sys.executable, "-m", "companion", "run", "--state", str(tmp_path), "--listen", "127.0.0.1:0"]
        env = {**os.environ, "LC_ALL": "C.UTF-8"}
        second = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False, env=env)
    assert second.returncode == BAD_FILE
    assert second.stdout == ""
    assert second.stderr.count("\n") == 1
    assert str(tmp_path) in second.stderr
    assert contents(tmp_path) == before


def test_a_folder_that_was_let_go_can_be_held_again(tmp_path: Path) -> None:
    with lock_folder(tmp_path), pytest.raises(InUse), lock_folder(tmp_path):
        pass
    with lock_folder(tmp_path):
        pass


# For nobody else's eyes


def modes(folder: Path) -> dict[str, int]:
    return {part.name: part.stat().st_mode & 0o777 for part in (folder, *folder.iterdir())}


def test_only_the_box_can_read_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "state"
    with lock_folder(folder):
        journal = SqliteJournal(folder / FILE)
        assert modes(folder) == {"state": 0o700, FILE: 0o600, f"{FILE}-wal": 0o600, f"{FILE}-shm": 0o600}
        journal.close()


def test_a_folder_that_an_older_box_left_open_is_closed(tmp_path: Path) -> None:
    playing(tmp_path / "state", "Ana", "Ben").journal.close()
    (tmp_path / "state" / FILE).chmod(0o644)
    (tmp_path / "state").chmod(0o755)
    with lock_folder(tmp_path / "state"):
        assert modes(tmp_path / "state") == {"state": 0o700, FILE: 0o600}


def test_a_folder_that_holds_other_things_too_stays_as_open_as_it_was(tmp_path: Path) -> None:
    """Somebody might name a home folder."""
    (tmp_path / "letter.txt").write_text("Dear Ana")
    (tmp_path / FILE).touch(0o644)
    tmp_path.chmod(0o755)
    (tmp_path / "letter.txt").chmod(0o644)
    with lock_folder(tmp_path):
        assert modes(tmp_path) == {tmp_path.name: 0o755, "letter.txt": 0o644, FILE: 0o600}


# Deleted or replaced beneath the box


def deleted(folder: Path) -> None:
    (folder / FILE).unlink()


def all_deleted(folder: Path) -> None:
    for part in folder.iterdir():
        part.unlink()


def log_deleted(folder: Path) -> None:
    (folder / f"{FILE}-wal").unlink()


def replaced(folder: Path) -> None:
    (folder / "copy").write_bytes((folder / FILE).read_bytes())
    (folder / "copy").rename(folder / FILE)


def put_back(folder: Path) -> None:
    """Put the file of another box in the place of this one: sound, but with another game."""
    other = playing(folder / "other", "Eva", "Farid", demon=True)
    play(other, most=30)
    other.journal.close()
    (folder / "other" / FILE).rename(folder / FILE)
    (folder / "other").rmdir()


@pytest.mark.parametrize("harm", [deleted, all_deleted, log_deleted, replaced, put_back])
def test_no_answer_is_acknowledged_that_went_into_a_file_that_is_gone(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", oracle=True)
    play(house, most=9)
    harm(tmp_path)
    before = facts(house)
    with pytest.raises(Refused, match=r"trouble\.replaced"):
        play(house, seed=2, most=1)
    assert facts(house) == before
    assert _trouble(house) == "trouble.replaced"
    assert play(house, seed=2, most=5) == 5
    after = facts(house)
    house.journal.close()
    again = open_house(tmp_path)
    assert facts(again) == after
    assert again.trouble is None


def _trouble(house: House) -> str:
    return house.trouble.key if house.trouble else ""


# A disk that takes nothing when the box starts


def test_the_box_starts_on_a_read_only_disk_with_a_message(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=9)
    before = facts(house)
    house.journal.close()
    with no_byte_more():
        again = open_house(tmp_path)
        assert facts(again) == before
        assert _trouble(again).startswith("trouble.disk")
        with pytest.raises(Refused, match=r"trouble\.disk"):
            play(again, seed=2, most=1)
        assert facts(again) == before
    assert play(again, seed=2, most=3) == 3
    assert again.trouble is None
    after = facts(again)
    again.journal.close()
    assert facts(open_house(tmp_path)) == after


def test_a_new_box_on_a_disk_that_takes_nothing_opens_its_lobby_later(tmp_path: Path) -> None:
    with no_byte_more():
        house = open_house(tmp_path)
        assert _trouble(house).startswith("trouble.disk")
        with pytest.raises(Refused, match=r"trouble\.disk"):
            sit_down(house, "Ana")
    sit_down(house, "Ana", "Ben")
    assert house.trouble is None
    code, witness = house.guests.door.code, house.journal.note("witness")
    house.journal.close()
    again = open_house(tmp_path)
    assert (again.guests.door.code, again.journal.note("witness")) == (code, witness)
    assert again.guests.seating.seats == ("Ana", "Ben")


def test_a_reader_finds_the_games_that_there_are(tmp_path: Path) -> None:
    finished(tmp_path, "Ana", "Ben").journal.close()
    reader = Reader(tmp_path / FILE)
    head = reader.table(1)
    assert head is not None
    assert head.seats == ("Ana", "Ben")
    assert reader.table(2) is None
    assert [entry.n for entry in reader.read(1, since=2)][:2] == [3, 4]
