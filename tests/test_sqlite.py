"""An acknowledged answer is on disk, even if any process dies at any time."""

import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.journal import Entry
from companion.core.state import Seat
from companion.house.house import House
from companion.journals.sqlite import SqliteJournal
from tests.support.chains import chain_is_whole
from tests.support.games import play, waiting
from tests.support.houses import connection, facts, open_house, playing, sit_down

# Content of the file


def test_every_commit_is_written_again_past_the_end_of_its_sector(tmp_path: Path) -> None:
    """Only a WAL with synchronous=FULL and psow=0, which trusts no sector, does this."""
    journal = SqliteJournal(tmp_path / "companion.db")
    journal.checkpoint()
    journal.keep_note("here", "yes")  # the log begins again at its start
    frames = _frames(tmp_path)
    commit = next(n for n, (_, size) in enumerate(frames) if size > 0)
    assert frames[commit + 1] == frames[commit]


def _frames(folder: Path) -> list[tuple[int, int]]:
    """Return each frame of the log: the page, and (in a commit) the file's size in pages."""
    log = (folder / "companion.db-wal").read_bytes()
    page_size = int.from_bytes(log[8:12], "big")
    starts = range(32, len(log), page_size + 24)
    return [(int.from_bytes(log[at : at + 4], "big"), int.from_bytes(log[at + 4 : at + 8], "big")) for at in starts]


def test_the_connection_is_set_to_lose_nothing(tmp_path: Path) -> None:
    db = connection(SqliteJournal(tmp_path / "companion.db"))
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize("folder", ["a b", "a?psow=1", "100%25", "#1", "ü"])
def test_a_folder_may_have_any_name(tmp_path: Path, folder: str) -> None:
    journal = SqliteJournal(tmp_path / folder / "companion.db")
    journal.keep_note("here", "yes")
    assert (tmp_path / folder / "companion.db").exists()
    assert SqliteJournal(tmp_path / folder / "companion.db").note("here") == "yes"


# Killed


@pytest.mark.parametrize("seed", range(6))
def test_everything_acknowledged_before_a_kill_is_there(tmp_path: Path, seed: int) -> None:
    playing(tmp_path, "Ana", "Ben", "Cho", oracle=True).journal.close()
    dice = random.Random(seed)
    acknowledged = [line.split() for line in _until_killed(tmp_path, seed, dice.randrange(1, 60))]
    house = open_house(tmp_path)
    entries = list(house.journal.read(1))
    assert len(acknowledged) <= len(entries) <= len(acknowledged) + 1
    assert [str(one.hash) for one in entries][: len(acknowledged)] == [hash_ for _, hash_ in acknowledged]
    assert chain_is_whole(house)
    assert house.guests.seating.seats == ("Ana", "Ben", "Cho")
    _says_it_again(house, entries[-1])


def _until_killed(folder: Path, seed: int, answers: int) -> Iterator[str]:
    """Yield the lines of a house that is killed as soon as it has acknowledged so many answers, while it writes the next."""
    command = [sys.executable, "-m", "tests.support.killed", str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for n, line in enumerate(child.stdout, 1):
            if n == answers:
                child.kill()
            if line.endswith("\n"):
                yield line


def _says_it_again(house: House, last: Entry) -> None:
    """Let a phone that got no reply send its last answer again. It counts once."""
    assert house.table is not None
    before = facts(house)
    house.play(last.by or Seat("?"), house.table.moment.full_id(last.due or ""), last.posted or last.do or {}, last.key)
    assert facts(house) == before


def test_a_restart_changes_nothing_that_anybody_sees(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", demon=True)
    play(house, most=25)
    with house.changing() as guests:
        guests.speak(Seat("Ben"), "ja")
    before = facts(house)
    house.journal.close()
    assert facts(open_house(tmp_path)) == before


def test_a_restart_in_the_lobby_changes_nothing_that_anybody_sees(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    before = facts(house)
    house.journal.close()
    assert facts(open_house(tmp_path)) == before


def test_taken_back_answers_stay_taken_back_after_a_restart(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=9)
    house.take_back("panel-1")
    before = facts(house)
    house.journal.close()
    again = open_house(tmp_path)
    assert facts(again) == before
    again.take_back("panel-1")
    assert facts(again) == before


# Torn


def test_a_torn_log_opens_with_a_prefix_that_has_all_checkpointed_answers(tmp_path: Path, memory: Path) -> None:
    """The log is cut at each end of a frame, one byte before and after, and at every 13th byte. A checksum covers each whole
    frame, so all cuts inside a frame are alike."""
    whole, torn = tmp_path / "whole", memory / "torn"
    _with_small_pages(whole)
    house = playing(whole, "Ana", "Ben")
    play(house, most=4)
    house.journal.checkpoint()
    home = house.journal.read(1)
    shutil.copytree(whole, torn)
    for n in range(2):
        answer_unsettled(house, f"later-{n}")
    entries = house.journal.read(1)
    log = _live((whole / "companion.db-wal").read_bytes())
    database = (whole / "companion.db").read_bytes()
    ends = range(32, len(log) + 1, _frame(log))
    cuts = {*range(0, len(log), 13), *(end + near for end in ends for near in (-1, 0, 1))}
    found = {_opened_torn(torn, database, log[:length], entries) for length in sorted(cuts)}
    assert found == set(range(len(home), len(entries) + 1))
    house.journal.close()


@pytest.fixture
def memory() -> Iterator[Path]:
    """Yield a folder in memory where the machine has one: thousands of files are opened there."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)


def _with_small_pages(folder: Path) -> None:
    """Make a database with small pages, so that the log is small enough to try every byte."""
    folder.mkdir()
    db = sqlite3.connect(folder / "companion.db")
    db.execute("PRAGMA page_size=512")
    db.execute("VACUUM")
    db.close()


def answer_unsettled(house: House, key: str) -> None:
    """Give an answer, and leave its turn unsettled."""
    found = waiting(house)
    assert found is not None
    assert house.table is not None
    seat, ask = found
    house.table.answer(seat, ask.due, ask.answers.legal()[0], key)


def _live(log: bytes) -> bytes:
    """Return the frames since the log began again: those of the header's salt."""
    end = 32
    while log[end + 8 : end + 16] == log[16:24]:
        end += _frame(log)
    return log[:end]


def _frame(log: bytes) -> int:
    """Return the bytes of a frame: its head and a page."""
    return 24 + int.from_bytes(log[8:12], "big")


def _opened_torn(folder: Path, database: bytes, log: bytes, entries: list[Entry]) -> int:
    for old in folder.iterdir():
        old.unlink()
    (folder / "companion.db").write_bytes(database)
    (folder / "companion.db-wal").write_bytes(log)
    journal = SqliteJournal(folder / "companion.db")
    kept = list(journal.read(1))
    assert not journal.salvaged
    assert kept == list(entries[: len(kept)])
    journal.close()
    return len(kept)
