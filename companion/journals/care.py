"""How carefully a file is written, and connections that write it so."""

import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from companion.journals.mishaps import quoted, sync


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
