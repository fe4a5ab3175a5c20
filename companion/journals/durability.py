"""Writes a journal safely, and explains SQLite's errors."""

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
    "SQLITE_ERROR": "trouble.damaged",  # one of our tables is missing
}

NOT_THE_FILE = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR", "SQLITE_FULL", "SQLITE_NOMEM")
"""Errors that do not come from the file itself."""


class Moved(sqlite3.OperationalError):
    """Raised when the file is no longer the one that was opened."""

    sqlite_errorname = "SQLITE_READONLY_DBMOVED"


def reason(error: sqlite3.Error, folder: Path) -> str:
    """Return the key of the text that says what is wrong."""
    name = getattr(error, "sqlite_errorname", "")
    known = next((key for prefix, key in REASONS.items() if name.startswith(prefix)), "trouble.disk")
    return "trouble.read_only" if known == "trouble.disk" and _is_read_only(folder) else known


def _is_read_only(folder: Path) -> bool:
    """Return True if the disk of the folder (or of its first parent that exists) takes no writes at all."""
    there = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    return bool(os.statvfs(there).f_flag & os.ST_RDONLY)


def sync(path: Path) -> None:
    """Sync a log or a folder. Never sync the file itself: closing it here would drop SQLite's locks on it."""
    with suppress(FileNotFoundError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def quoted(file: Path) -> str:
    """Return the path with the characters escaped that mean something in a URI."""
    return str(file).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


class WriteSafety(NamedTuple):
    """The safety of a file's writes. Anything less than the defaults loses answers when the power is cut (tests/powercut
    shows it)."""

    log: str = "WAL"
    synchronous: str = "FULL"
    trusts_sectors: bool = False
    """True if bytes near a write, in the same sector, are expected to survive a power cut (SQLite's psow)."""


CAREFUL: Final = WriteSafety()


def log_of(file: Path) -> Path:
    """Return the path of a file's write-ahead log."""
    return file.with_name(file.name + "-wal")


def connect(file: Path, safety: WriteSafety) -> sqlite3.Connection:
    """Open a file for any thread, one at a time. Raises sqlite3.Error."""
    where = f"file:{quoted(file)}?psow={safety.trusts_sectors:d}"
    db = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False, timeout=2)
    try:
        db.execute(f"PRAGMA journal_mode={safety.log}").fetchall()
        db.execute(f"PRAGMA synchronous={safety.synchronous}")
    except BaseException:
        db.close()
        raise
    return db


def make_durable(db: sqlite3.Connection, file: Path) -> None:
    """Make sure that all we read is on the disk. Raises sqlite3.Error.

    After a failed sync the system forgets what it still had to write, and the next sync succeeds without it. So copy the
    whole log into the file, which writes it again, and empty it: half a log would hide what was copied. SQLite ignores a
    failed sync of the folder, so sync that here.
    """
    busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise sqlite3.OperationalError("somebody else is at this file")
    try:
        sync(log_of(file))
        sync(file.parent)
    except OSError as error:
        raise sqlite3.OperationalError(str(error)) from error


class Checkpointer:
    """A second connection to the file, for checkpoints alone. SQLite lets both work side by side, but each serves one thread
    at a time."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._at_work = threading.Lock()
        """A thread that holds this lock never waits for the journal's own lock. So a holder of that one may wait here."""
        self._connection: sqlite3.Connection | None = None

    def begin(self) -> bool:
        """Return True if `checkpoint` may follow: nobody else is at it. Call this under the journal's lock, so that the file
        cannot go. Raises sqlite3.Error."""
        if not self._at_work.acquire(blocking=False):
            return False
        try:
            self._connection = self._connection or self._connect()
        except BaseException:
            self._at_work.release()
            raise
        return True

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the file. Raises sqlite3.Error."""
        assert self._connection is not None
        try:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        finally:
            self._at_work.release()

    def stop(self) -> None:
        """Close the connection, after a checkpoint that is under way."""
        with self._at_work:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()
