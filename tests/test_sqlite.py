"""What was acknowledged is on disk, whatever dies whenever; what cannot be kept is refused and changes nothing."""

import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.core.journal import Entry, entry_hash, head_hash
from companion.core.knowledge import Seat
from companion.core.words import Refused
from companion.house.guests import Guests
from companion.house.house import House
from companion.journals.sqlite import SqliteJournal
from tests.support.disks import no_byte_more
from tests.support.games import play, waiting
from tests.support.houses import ADDRESS, connection, facts, open_house, playing, settle, sit_down, start


def chain_is_whole(house: House) -> bool:
    table = house.table
    assert table is not None
    hash_ = head_hash(table.head.said())
    for n, kept in enumerate(house.journal.read(table.number), 1):
        if kept.n != n or kept.hash != entry_hash(table.head.chain, hash_, kept.said(), kept.bits):
            return False
        hash_ = kept.hash
    return hash_ == table.moment.hash


# What is kept, and how


def test_every_commit_is_written_again_past_the_end_of_its_sector(tmp_path: Path) -> None:
    """Only a log (WAL) that is synced at each commit (FULL) by somebody who trusts no sector (psow=0) does this."""
    journal = SqliteJournal(tmp_path / "companion.db")
    journal.checkpoint()
    journal.keep_note("here", "yes")  # the log begins again at its start
    frames = _frames(tmp_path)
    commit = next(n for n, (_, size) in enumerate(frames) if size > 0)
    assert frames[commit + 1] == frames[commit]


def _frames(folder: Path) -> list[tuple[int, int]]:
    """Each frame of the log: the page, and (in a commit) the file's size in pages."""
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
    """The lines of a house that is killed as soon as it has acknowledged so many answers, while it writes the next."""
    command = [sys.executable, "-m", "tests.support.killed", str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for n, line in enumerate(child.stdout, 1):
            if n == answers:
                child.kill()
            if line.endswith("\n"):
                yield line


def _says_it_again(house: House, last: Entry) -> None:
    """A phone that heard nothing says its last answer again: it counts once."""
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

PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_a_log_torn_at_any_byte_opens_with_a_prefix_that_holds_all_that_was_brought_home(
    tmp_path: Path, memory: Path, part: int
) -> None:
    """Each byte of the whole log in one of the parts, side by side."""
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
    found = {_opened_torn(torn, database, log[:length], entries) for length in range(part, len(log) + 1, PARTS)}
    assert found == set(range(len(home), len(entries) + 1))
    house.journal.close()


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory where the machine has one: thousands of files are opened there."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)


def _with_small_pages(folder: Path) -> None:
    """Small pages make a small log, so that every byte of it can be tried."""
    folder.mkdir()
    db = sqlite3.connect(folder / "companion.db")
    db.execute("PRAGMA page_size=512")
    db.execute("VACUUM")
    db.close()


def answer_unsettled(house: House, key: str) -> None:
    """An answer whose turn is not brought home."""
    found = waiting(house)
    assert found is not None
    assert house.table is not None
    seat, ask = found
    house.table.chair(seat).play(ask.due, ask.answers.legal()[0], key)


def _live(log: bytes) -> bytes:
    """The frames since the log began again: those of the header's salt."""
    size = 24 + int.from_bytes(log[8:12], "big")
    end = 32
    while log[end + 8 : end + 16] == log[16:24]:
        end += size
    return log[:end]


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


# Full, or not to be written


def fill_up(house: House) -> None:
    """No page more in the file of this house, until it is opened anew."""
    db = connection(house.journal)
    db.execute(f"PRAGMA max_page_count={db.execute('PRAGMA page_count').fetchone()[0]}")


def write_protect(house: House) -> None:
    connection(house.journal).execute("PRAGMA query_only=1")


def answer(house: House, key: str) -> None:
    """The one who is asked gives the first answer that is offered."""
    found = waiting(house)
    assert found is not None
    seat, ask = found
    house.play(seat, ask.due, ask.answers.legal()[0], key)


def refused_with(house: House, key: str) -> str:
    """The reason why this answer is not kept; the game stands as it was."""
    before = facts(house)
    with pytest.raises(Refused) as why:
        answer(house, key)
    assert facts(house) == before
    return why.value.key


def test_on_a_full_disk_the_game_stands_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=3)
    fill_up(house)
    # An answer or two may still fit into the last page.
    with pytest.raises(Refused) as why:
        play(house, seed=2)
    assert why.value.key == "trouble.disk_full"
    before = house.journal.read(1)
    answer(house, "again")
    assert house.journal.read(1)[:-1] == before
    assert chain_is_whole(house)


def test_a_write_protected_file_refuses_and_goes_on_afterwards(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=3)
    write_protect(house)
    assert refused_with(house, "one") == "trouble.read_only"
    answer(house, "one")
    assert chain_is_whole(house)


def test_a_disk_that_does_not_write_refuses_for_as_long_as_it_lasts(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=3)
    with no_byte_more():
        assert refused_with(house, "one") == "trouble.disk"
        assert refused_with(house, "one") == "trouble.disk"
        with pytest.raises(Refused):
            house.retry()
    answer(house, "one")
    assert chain_is_whole(house)


def test_trouble_is_on_every_screen_until_something_is_kept_again(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    changes: list[str] = []
    house.watch(lambda: changes.append(house.trouble.key if house.trouble else ""))
    with no_byte_more():
        refused_with(house, "one")
        for seat in (Seat("Ana"), Seat("Ben"), None):
            shown = house.frame(seat).trouble
            assert shown is not None
            assert shown.key == "trouble.disk"
    answer(house, "one")
    assert house.frame(None).trouble is None
    assert changes == ["trouble.disk", ""]


def test_trouble_goes_when_the_box_is_told_to_try_again(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    with no_byte_more():
        refused_with(house, "one")
    house.retry()
    assert house.frame(Seat("Ana")).trouble is None


def test_a_disk_that_fails_while_the_log_is_brought_home_costs_no_answer(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=3)
    with no_byte_more(), pytest.raises(Refused) as why:
        house.journal.checkpoint()
    assert why.value.key == "trouble.disk"
    answer(house, "one")
    assert chain_is_whole(house)


LOBBY_ACTS: dict[str, Callable[[House, Guests], object]] = {
    "join": lambda house, guests: guests.join(guests.door.code, "Dai", ADDRESS),
    "rename": lambda house, guests: guests.rename(Seat("Ana"), "Anna"),
    "order": lambda house, guests: guests.order((Seat("Ben"), Seat("Ana"))),
    "piece": lambda house, guests: guests.take_piece(Seat("Ana"), 7),
    "host": lambda house, guests: guests.make_host(Seat("Ben")),
    "let go": lambda house, guests: guests.let_go(Seat("Ben")),
    "language": lambda house, guests: guests.speak(Seat("Ana"), "ja"),
    "code": lambda house, guests: guests.change_code(),
    "grant": lambda house, guests: settle(guests, True),
}


@pytest.mark.parametrize("act", LOBBY_ACTS)
def test_nothing_of_the_lobby_changes_while_the_disk_fails(tmp_path: Path, act: str) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    with house.changing() as guests:
        secret, claim = guests.claim(guests.door.code, "Ben", ADDRESS)
    before = facts(house)
    with no_byte_more(), pytest.raises(Refused, match="trouble"), house.changing() as guests:
        LOBBY_ACTS[act](house, guests)
    assert facts(house) == before
    assert house.guests.claims.first() == claim
    assert house.guests.collect_claim(secret) == ("Ben", None)


def test_no_game_begins_or_ends_while_the_disk_fails(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    before = facts(house)
    with no_byte_more(), pytest.raises(Refused):
        start(house, "Ana", "Ben")
    assert facts(house) == before
    start(house, "Ana", "Ben")
    before = facts(house)
    with no_byte_more(), pytest.raises(Refused):
        house.leave_game(unfinished=True)
    assert facts(house) == before


def test_an_answer_that_was_refused_but_kept_all_the_same_counts_once(tmp_path: Path) -> None:
    """A disk may fail after it has written: what it said it did not keep is found there."""
    house, twin = _with_an_unknown_answer(tmp_path)
    answer(house, "unsure")
    assert facts(house) == facts(twin)


def test_another_answer_after_one_that_was_kept_all_the_same_is_too_late(tmp_path: Path) -> None:
    house, twin = _with_an_unknown_answer(tmp_path)
    with pytest.raises(Refused) as why:
        answer(house, "another")
    assert why.value.key == "too_late"
    assert facts(house) == facts(twin)


def _with_an_unknown_answer(folder: Path) -> tuple[House, House]:
    """A house whose file holds one answer more than it knows, and a house that knows it."""
    house = playing(folder, "Ana", "Ben")
    twin = open_house(folder)
    answer(twin, "unsure")
    return house, twin
