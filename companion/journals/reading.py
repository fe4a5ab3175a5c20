"""Readers of a box's journal from outside, while the box writes it."""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.core.journal import Entry, TableHead, decode_entry, read_head
from companion.core.words import BadFile
from companion.journals.box_journal import LiveReader, ReadFailed, Result, decode_result
from companion.journals.folder import device_and_inode

UNREADABLE = (sqlite3.DatabaseError, msgspec.MsgspecError, UnicodeError, TypeError)
"""Errors from reading a damaged file: no database, no JSON, no text, no bytes."""

Row = TypeVar("Row")


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open the file to read it. Raise PermissionError if it may not be read, and sqlite3.DatabaseError if it is no database.

    Three cases differ. If a log and an index are beside the file, the box may be running, and SQLite reads all three. If the
    index is missing, the box died, and a copy of file and log is read. If there is no log, the file is opened as one that
    nobody changes. Otherwise SQLite would make a log, and a log that root owns would lock out the box's own user.
    """
    log, index = (file.with_name(file.name + end) for end in ("-wal", "-shm"))
    _may_read(file, log)
    if not log.exists() or not log.stat().st_size:
        with closing(_connected(file, "immutable=1")) as db:
            yield db
    elif index.exists():
        with closing(_connected(file, "mode=ro")) as db:
            yield db
    else:
        with tempfile.TemporaryDirectory(dir=_scratch()) as folder:
            for part in (file, log):
                shutil.copyfile(part, Path(folder) / part.name)
            with closing(sqlite3.connect(Path(folder) / file.name)) as db:
                yield db


def _may_read(*files: Path) -> None:
    """Raise PermissionError unless all files that exist can be read."""
    if not _may(files[0].parent, os.X_OK) or not all(_may(file, os.R_OK) for file in files if file.exists()):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _may(path: Path, how: int) -> bool:
    return os.access(path, how, effective_ids=os.access in os.supports_effective_ids)


def _connected(file: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, timeout=2)


def _scratch() -> Path | None:
    """Return a folder in memory if the machine has one, because the disk may be full or read-only."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and os.access(memory, os.W_OK) else None


def _read_result(row: str) -> tuple[int, Result]:
    number, score, accepted = msgspec.json.decode(row, type=tuple[int, str, str | None])
    return number, decode_result(score, accepted)


def count_games(file: Path) -> int | None:
    """Return the number of games in the file, or None if it is damaged. Raise PermissionError if it may not be read."""
    try:
        with opened(file) as db:
            if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return None
            is_new = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone() is None
            return 0 if is_new else int(db.execute("SELECT count(*) FROM tables").fetchone()[0])
    except UNREADABLE:
        return None


class Reader:
    """A reader of the games in a file. Every method raises BadFile if the file is damaged or may not be read."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def table(self, number: int) -> TableHead | None:
        """Return the head of game `number`, or None if there is none."""
        rows = self._rows("SELECT head FROM tables WHERE number = ?", (number,), read_head)
        return next(iter(rows), None)

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        """Return the entries of a game after number `since`, in order."""
        return self._rows("SELECT entry FROM entries WHERE number = ? AND n > ? ORDER BY n", (table, since), decode_entry)

    def results(self) -> Sequence[tuple[int, Result]]:
        """Return every result with its game's number, the oldest first."""
        query = "SELECT json_array(number, score, accepted) FROM results ORDER BY number"
        return self._rows(query, (), _read_result)

    def result(self, table: int) -> Result | None:
        """Return the result of game `table`, or None if it is not over."""
        return dict(self.results()).get(table)

    def _rows(self, query: str, values: tuple[int, ...], reader: Callable[[Any], Row]) -> list[Row]:
        try:
            with opened(self._file) as db:
                return [reader(row[0]) for row in db.execute(query, values)]
        except OSError as error:
            raise BadFile("file.unreadable", file=str(self._file), why=error.strerror or "") from None
        except UNREADABLE:
            raise BadFile("file.damaged", file=str(self._file)) from None


class JournalFollower(LiveReader):
    """A reader of a journal while the box writes it. It opens the file again if somebody has replaced it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._opened: tuple[sqlite3.Connection, tuple[int, int] | None] | None = None

    def tables(self, before: int, most: int) -> Sequence[tuple[int, TableHead]]:
        query = "SELECT number, head FROM tables WHERE number < ? ORDER BY number DESC LIMIT ?"
        return self._rows(query, (before, most), lambda row: (int(row[0]), read_head(row[1])))

    def entries(self, table: int, since: int, most: int) -> Sequence[Entry]:
        query = "SELECT entry FROM entries WHERE number = ? AND n > ? ORDER BY n LIMIT ?"
        return self._rows(query, (table, since, most), lambda row: decode_entry(row[0]))

    def entry(self, table: int, number: int) -> Entry | None:
        query = "SELECT entry FROM entries WHERE number = ? AND n = ?"
        return next(iter(self._rows(query, (table, number), lambda row: decode_entry(row[0]))), None)

    def last(self, table: int) -> int:
        query = "SELECT max(n) FROM entries WHERE number = ?"
        return next(iter(self._rows(query, (table,), lambda row: int(row[0] or 0))), 0)

    def result(self, table: int) -> Result | None:
        query = "SELECT score, accepted FROM results WHERE number = ?"
        return next(iter(self._rows(query, (table,), lambda row: decode_result(*row))), None)

    def close(self) -> None:
        if self._opened is not None:
            self._opened[0].close()
            self._opened = None

    def _rows(self, query: str, values: tuple[int, ...], reader: Callable[[Any], Row]) -> list[Row]:
        try:
            # Fetch all rows together. A reader that stops halfway would block the checkpoint.
            return [reader(row) for row in self._connection().execute(query, values).fetchall()]
        except (OSError, *UNREADABLE) as error:
            self.close()
            raise ReadFailed(str(error)) from error

    def _connection(self) -> sqlite3.Connection:
        """Return a connection. It belongs to the thread that calls this first. Raise sqlite3.OperationalError if there is no
        file yet."""
        now = device_and_inode(self._file)
        if self._opened is not None and self._opened[1] != now:
            self.close()
        if self._opened is None:
            found = sqlite3.connect(f"{self._file.absolute().as_uri()}?mode=ro", uri=True, timeout=2)
            self._opened = found, now
        return self._opened[0]
