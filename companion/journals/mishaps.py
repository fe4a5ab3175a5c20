"""What can go wrong with a file under SQLite, in the box's own words."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

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
