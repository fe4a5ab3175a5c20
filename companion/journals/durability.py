"""How safely a journal is written, and what SQLite's errors mean."""

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

REASONS = {
    "SQLITE_READONLY_DBMOVED": "trouble.replaced",
    "SQLITE_FULL": "trouble.disk_full",
    "SQLITE_READONLY": "trouble.read_only",
    "SQLITE_CORRUPT": "trouble.damaged",
    "SQLITE_NOTADB": "trouble.damaged",
    "SQLITE_ERROR": "trouble.damaged",  # a table of ours is not there
}

INNOCENT = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR", "SQLITE_FULL", "SQLITE_NOMEM")
"""Errors of which the file itself is not the cause."""


class Moved(sqlite3.OperationalError):
    """The file is not the one that was opened."""

    sqlite_errorname = "SQLITE_READONLY_DBMOVED"


def reason(error: sqlite3.Error, folder: Path) -> str:
    """What is wrong, as a key of the texts."""
    name = getattr(error, "sqlite_errorname", "")
    known = next((key for prefix, key in REASONS.items() if name.startswith(prefix)), "trouble.disk")
    return "trouble.read_only" if known == "trouble.disk" and _is_read_only(folder) else known


def _is_read_only(folder: Path) -> bool:
    """Whether the disk under a folder, or under where it would be, cannot be written at all."""
    there = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    return bool(os.statvfs(there).f_flag & os.ST_RDONLY)


def sync(path: Path) -> None:
    """A log or a folder. Never the file itself: closing it here would give up SQLite's locks on it."""
    with suppress(FileNotFoundError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def quoted(file: Path) -> str:
    """A path as it may stand in a URI."""
    return str(file).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


class Care(NamedTuple):
    """How carefully a file is written. Anything less than the defaults loses answers when the power is cut
    (tests/powercut shows it)."""

    log: str = "WAL"
    synchronous: str = "FULL"
    trusts_sectors: bool = False
    """Whether what lies beside a write in its sector is thought to outlive a cut (SQLite's psow)."""


CAREFUL: Final = Care()


def log_of(file: Path) -> Path:
    """A file's write-ahead log."""
    return file.with_name(file.name + "-wal")


def connected(file: Path, care: Care) -> sqlite3.Connection:
    """Open a file for any thread, one at a time. Raises sqlite3.Error."""
    where = f"file:{quoted(file)}?psow={care.trusts_sectors:d}"
    db = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False, timeout=2)
    try:
        db.execute(f"PRAGMA journal_mode={care.log}").fetchall()
        db.execute(f"PRAGMA synchronous={care.synchronous}")
    except BaseException:
        db.close()
        raise
    return db


def make_sure(db: sqlite3.Connection, file: Path) -> None:
    """What is found on opening may be in the system's memory alone: a sync that failed makes it forget what it has
    still to write, and the next one succeeds over nothing. So the log is brought home whole, which writes it anew, and
    is empty for certain, or else half of it would hide what came home. Of a folder SQLite ignores a failed sync.
    Raises sqlite3.Error."""
    busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise sqlite3.OperationalError("somebody else is at this file")
    try:
        sync(log_of(file))
        sync(file.parent)
    except OSError as error:
        raise sqlite3.OperationalError(str(error)) from error


class Porter:
    """A second connection to the file, for nothing else; `connect` opens it. SQLite lets the two work side by side, but no
    connection serves two threads at a time."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._at_work = threading.Lock()
        """Who has it never waits for the journal's own lock, so whoever has that may wait for this one."""
        self._connection: sqlite3.Connection | None = None

    def begin(self) -> bool:
        """To be asked while nobody can take the file away: whether to go on with `carry`, as nobody else is at it. Raises
        sqlite3.Error."""
        if not self._at_work.acquire(blocking=False):
            return False
        try:
            self._connection = self._connection or self._connect()
        except BaseException:
            self._at_work.release()
            raise
        return True

    def carry(self) -> None:
        """Bring home what is in the log. Raises sqlite3.Error."""
        assert self._connection is not None
        try:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        finally:
            self._at_work.release()

    def stop(self) -> None:
        """Let the file go, after what is being carried now."""
        with self._at_work:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()
