"""The box refuses anything but a regular file under a name that it reads, or puts it aside. It never waits for it."""

import os
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

import pytest

from companion import regular
from companion.journals.sqlite import SqliteJournal
from companion.membership import BadSettings
from companion.settings import read
from hardware.device import wiring
from tests.support.houses import open_house
from tests.support.phones import PATIENCE

FILE = "companion.db"


def _pipe(file: Path) -> None:
    """Make a pipe with a writer, so that a wrong read fails in its own test and blocks no other."""
    os.mkfifo(file)
    os.open(file, os.O_RDWR)


ODD: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a pipe": _pipe,
    "a device": lambda file: file.symlink_to("/dev/zero"),
    "a link to nowhere": lambda file: file.symlink_to("nowhere"),
}
odd = pytest.mark.parametrize("odd", ODD.values(), ids=ODD)


def test_nobody_waits_for_a_pipe_into_which_nobody_writes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "it")
    reading = Thread(target=_refused, args=(tmp_path / "it",), daemon=True)
    reading.start()
    reading.join(PATIENCE)
    assert not reading.is_alive()


def _refused(file: Path) -> None:
    with suppress(OSError):
        regular.opened(file)


@odd
def test_nothing_but_a_regular_file_is_read(tmp_path: Path, odd: Callable[[Path], object]) -> None:
    odd(tmp_path / "it")
    for reads in (regular.opened, regular.raw, regular.words):
        with pytest.raises(OSError, match="it"):
            reads(tmp_path / "it")


def test_no_more_bytes_of_a_file_are_read_than_the_bound(tmp_path: Path) -> None:
    (tmp_path / "it").write_bytes(b"x" * regular.LARGEST)
    assert len(regular.words(tmp_path / "it")) == regular.LARGEST
    (tmp_path / "it").write_bytes(b"x" * (regular.LARGEST + 1))
    assert regular.raw(tmp_path / "it", 3) == b"xxx"
    with pytest.raises(OSError, match="it"):
        regular.words(tmp_path / "it")


@odd
def test_settings_and_wiring_that_are_no_file_end_in_a_sentence(tmp_path: Path, odd: Callable[[Path], object]) -> None:
    odd(tmp_path / "it.toml")
    for reads in (read, wiring.read, lambda _: read(None, texts=str(tmp_path))):
        with pytest.raises(BadSettings):
            reads(tmp_path / "it.toml")


@odd
@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_a_folder_under_a_name_of_the_journal_s_is_put_aside_and_the_box_opens(
    tmp_path: Path, end: str, odd: Callable[[Path], object]
) -> None:
    with closing(SqliteJournal(tmp_path / FILE)) as before:
        before.keep_note("code", "ABCDEF")
    odd(tmp_path / f"{FILE}{end}") if end else odd(_gone(tmp_path / FILE))
    house = open_house(tmp_path)
    assert house.journal.trouble is None
    assert house.journal.note("code") == ("ABCDEF" if end else house.guests.door.code)
    assert (house.trouble is not None) == (end in ("", "-wal")), "what the log held is lost"
    house.journal.close()
    assert [part.name for part in tmp_path.iterdir() if "aside" in part.name] == [f"{FILE}{end}.aside-1"]


def _gone(file: Path) -> Path:
    file.unlink()
    return file
