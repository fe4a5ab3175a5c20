"""Tables as the file keeps them: one is opened, taken over from another box, or left. Never more than one is on.

Each is called within a transaction, with what is written in it.
"""

import sqlite3
from collections.abc import Mapping, Sequence

import msgspec

from companion.core.journal import Entry, Head, written


def opened(head: Head, code: str, db: sqlite3.Connection) -> int:
    """The number of a new table, kept with the join code that comes with it; the one before is left."""
    leave(db)
    cursor = db.execute("INSERT INTO tables (head) VALUES (?)", (msgspec.json.encode(head),))
    db.execute("INSERT OR REPLACE INTO notes VALUES ('code', ?)", (code,))
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def taken(head: Head, entries: Sequence[Entry], least: int, notes: Mapping[str, str], db: sqlite3.Connection) -> int:
    """The number, `least` or higher, of a table that was another box's, kept with all its entries and these notes."""
    newest = db.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()[0]
    number = max(least, int(newest) + 1)
    leave(db)
    db.execute("INSERT INTO tables (number, head) VALUES (?, ?)", (number, msgspec.json.encode(head)))
    rows = ((number, entry.n, written(entry)) for entry in entries)
    db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    db.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?)", notes.items())
    return number


def leave(db: sqlite3.Connection) -> None:
    """No table is on any more; its entries stay."""
    db.execute("UPDATE tables SET left_at = datetime() WHERE left_at IS NULL")
