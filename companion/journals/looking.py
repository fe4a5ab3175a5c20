"""Looks into the box's memory from outside, while the box may be running, and leaves no trace beside it."""

import os
import sqlite3
from pathlib import Path


def look_into(file: Path) -> int | None:
    """How many games the file holds; None if it is damaged. Raises PermissionError for who may not read it.

    While the log lies beside the file it is read with it. Else the file is looked at alone, as one that nobody changes:
    SQLite would make a log to read it by, and one that root made would lock the box's own user out.
    """
    if not os.access(file, os.R_OK):
        raise PermissionError
    has_log = all(file.with_name(file.name + end).exists() for end in ("-wal", "-shm"))
    how = "mode=ro" if has_log else "immutable=1"
    try:
        db = sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, timeout=2)
        try:
            if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return None
            is_new = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone() is None
            return 0 if is_new else int(db.execute("SELECT count(*) FROM tables").fetchone()[0])
        finally:
            db.close()
    except sqlite3.DatabaseError:
        return None
