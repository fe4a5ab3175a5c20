"""A follower of a box's memory reads the present disk, and holds up no writer."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.box.running import open_journal
from companion.core.state import Seat
from companion.house.house import House
from companion.journals.box_journal import ReadFailed, Result
from companion.journals.reading import JournalFollower
from tests.support.games import play
from tests.support.houses import playing


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = playing(tmp_path, "Ana", "Ben")
    yield house
    house.journal.close()


@pytest.fixture
def follower(house: House, tmp_path: Path) -> Iterator[JournalFollower]:
    with closing(JournalFollower(tmp_path / "companion.db")) as found:
        yield found


def test_a_follower_reads_entries_as_soon_as_they_are_kept(house: House, follower: JournalFollower) -> None:
    assert follower.entries(1, 0, 9) == []
    play(house, most=12)
    assert house.table is not None
    kept = list(house.table.entries)
    assert follower.entries(1, 0, 500) == kept
    assert follower.entries(1, 3, 2) == kept[3:5]
    assert follower.entry(1, 5) == kept[4]
    assert follower.entry(1, len(kept) + 1) is None
    assert follower.tables(2, 9) == [(1, house.table.head)]
    assert follower.tables(1, 9) == []


def test_a_follower_reads_the_end_of_a_table(house: House, follower: JournalFollower) -> None:
    assert follower.result(1) is None
    house.journal.keep_result(1, Result({"seats": {}}, "counted", "2026-11-22T17:00:00+00:00"))
    assert follower.result(1) == house.journal.result(1)


def test_a_reader_goes_on_while_a_writer_reopens_and_tidies_the_file(house: House, follower: JournalFollower) -> None:
    for n in range(3):
        play(house, seed=n, most=3)
        follower.entries(1, 0, 500)
        house.journal.checkpoint()
        house.journal.close()  # the next answer opens it again, for itself alone
    play(house, seed=9, most=3)
    assert house.trouble is None
    assert house.table is not None
    assert follower.entries(1, 0, 500) == list(house.table.entries)


def test_a_follower_reads_a_file_that_replaced_the_one_before(
    house: House, follower: JournalFollower, tmp_path: Path
) -> None:
    play(house, most=3)
    follower.entries(1, 0, 9)
    house.journal.close()
    for file in tmp_path.glob("companion.db*"):
        file.rename(file.with_name("old " + file.name))
    with closing(open_journal(tmp_path)) as new:
        new.open_table(house.table.head, "CODE")  # type: ignore[union-attr]
        assert follower.entries(1, 0, 9) == []


@pytest.mark.parametrize("rubbish", [b"", b"no database" * 500])
def test_a_missing_or_bad_file_is_unread_until_there_is_a_good_one(tmp_path: Path, rubbish: bytes) -> None:
    file = tmp_path / "companion.db"
    with closing(JournalFollower(file)) as follower:
        with pytest.raises(ReadFailed):
            follower.tables(0, 9)
        file.write_bytes(rubbish)
        with pytest.raises(ReadFailed):
            follower.entries(1, 0, 9)
        file.unlink()
        house = playing(tmp_path, "Ana", "Ben")
        assert [head.seats for _, head in follower.tables(9, 9)] == [(Seat("Ana"), Seat("Ben"))]
        house.journal.close()
