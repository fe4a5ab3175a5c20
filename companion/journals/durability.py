"""The safety of writes: connections to SQLite that survive a power cut, checkpoints, and reasons for SQLite's errors."""

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


class FileMoved(sqlite3.OperationalError):
    """Raised when the file is no longer the one that was opened."""

    sqlite_errorname = "SQLITE_READONLY_DBMOVED"


def reason(error: sqlite3.Error, folder: Path) -> str:
    """Return the key of the text that says to people what is wrong with the file or its disk."""
    name = getattr(error, "sqlite_errorname", "")
    known = next((key for prefix, key in REASONS.items() if name.startswith(prefix)), "trouble.disk")
    return "trouble.read_only" if known == "trouble.disk" and _is_read_only(folder) else known


def _is_read_only(folder: Path) -> bool:
    """Return whether the disk of the folder (or of its first parent that exists) takes no writes at all."""
    there = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    return bool(os.statvfs(there).f_flag & os.ST_RDONLY)


def sync(path: Path) -> None:
    """Sync a log or a folder to disk. Never sync the main file here, because closing it would drop SQLite's locks on it."""
    with suppress(FileNotFoundError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def quoted(file: Path) -> str:
    """Return the path in the form of a URI: characters that have a meaning there are escaped."""
    return str(file).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


class WriteSafety(NamedTuple):
    """The settings on which the safety of writes depends. Any weaker ones than the defaults lose answers when the power is
    cut (tests/powercut shows it)."""

    log: str = "WAL"
    synchronous: str = "FULL"
    trusts_sectors: bool = False
    """True if a power cut is expected to spare bytes near a write, in the same sector (SQLite's psow)."""


CAREFUL: Final = WriteSafety()


def log_of(file: Path) -> Path:
    """Return the path of a file's write-ahead log."""
    return file.with_name(file.name + "-wal")


def connect(file: Path, safety: WriteSafety) -> sqlite3.Connection:
    """Open a file for any thread, but only one at a time. Raise sqlite3.Error."""
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
    """Make sure that everything we have read is on disk. Raise sqlite3.Error if it is not.

    After a failed sync the system forgets what it still had to write, and the next sync succeeds without that. So copy the
    whole log into the file, which writes everything again, and empty the log: half a log would hide what was copied. SQLite
    ignores a failed sync of the folder. So sync the folder here.
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
    """A second connection to the file, only for checkpoints. SQLite lets both connections work side by side, but each serves
    only one thread at a time."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._at_work = threading.Lock()
        """A lock around a checkpoint. A thread that holds it never waits for the journal's own lock. So a thread with the
        journal's lock may wait for this one."""
        self._connection: sqlite3.Connection | None = None

    def begin(self) -> bool:
        """Return True if the caller must now call `checkpoint`, and False if another thread is at one. Call this under the
        journal's lock, so that nobody moves the file. Raise sqlite3.Error."""
        if not self._at_work.acquire(blocking=False):
            return False
        try:
            self._connection = self._connection or self._connect()
        except BaseException:
            self._at_work.release()
            raise
        return True

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the file. Raise sqlite3.Error."""
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
