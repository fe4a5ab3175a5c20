"""SQL for the rows of tables and of an owner's things."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.core.journal import Entry, Occupied, TableHead, encode_entry
from companion.journals.box_journal import FinishedTable, Thing, decode_thing, encode_result, encode_thing
from companion.journals.reading import UNREADABLE


def insert_table(head: TableHead, code: str, db: sqlite3.Connection) -> int:
    """Insert a new table with its join code, and leave the table before it. Return the new number."""
    leave(db)
    cursor = db.execute("INSERT INTO tables (head) VALUES (?)", (msgspec.json.encode(head),))
    db.execute("INSERT OR REPLACE INTO notes VALUES ('code', ?)", (code,))
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def insert_taken_table(
    head: TableHead, entries: Sequence[Entry], least: int, notes: Mapping[str, str], db: sqlite3.Connection
) -> int:
    """Insert a table that another box began, with its entries and these notes. Return its number, which is at least
    `least`."""
    newest = db.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()[0]
    number = max(least, int(newest) + 1)
    leave(db)
    db.execute("INSERT INTO tables (number, head) VALUES (?, ?)", (number, msgspec.json.encode(head)))
    rows = ((number, entry.n, encode_entry(entry)) for entry in entries)
    db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    db.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?)", notes.items())
    return number


def insert_finished_tables(tables: Sequence[FinishedTable], db: sqlite3.Connection) -> None:
    """Insert finished games with their results. They keep their numbers if the file has no table yet."""
    newest = int(db.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()[0])
    for place, table in enumerate(tables, 1):
        number = newest + place if newest else table.number
        result = (number, encode_result(table.result), table.result.accepted)
        db.execute("INSERT INTO tables VALUES (?, ?, datetime())", (number, msgspec.json.encode(table.head)))
        rows = ((number, n, entry) for n, entry in enumerate(table.entries, 1))
        db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        db.execute("INSERT INTO results VALUES (?, ?, ?)", result)


def leave(db: sqlite3.Connection) -> None:
    """Leave the current table. Its entries stay."""
    db.execute("UPDATE tables SET left_at = datetime() WHERE left_at IS NULL")


CREATE_THINGS: Final = (
    "CREATE TABLE IF NOT EXISTS kept (id TEXT, revision INTEGER, thing BLOB NOT NULL, PRIMARY KEY (id, revision)) "
    "WITHOUT ROWID"
)
"""The statement that creates the table for things. It runs when the first thing is kept. Until then an older version can use
the file, for example after an update was taken back."""
HAS_THINGS: Final = "SELECT 1 FROM sqlite_master WHERE name = 'kept'"

NEWEST_THINGS: Final = """SELECT thing FROM kept JOIN (SELECT id, max(revision) AS revision FROM kept GROUP BY id)
USING (id, revision)"""


def keep_thing(thing: Thing, least: int, db: sqlite3.Connection) -> None:
    """Insert the next revision of a thing, and delete the revisions before `least`. Raise Occupied if the file's newest
    revision is not the one before."""
    db.execute(CREATE_THINGS)
    last = db.execute("SELECT coalesce(max(revision), 0) FROM kept WHERE id = ?", (thing.id,)).fetchone()[0]
    if thing.revision != last + 1:
        raise Occupied
    db.execute("DELETE FROM kept WHERE id = ? AND revision < ?", (thing.id, least))
    _write(thing, db)


def drop_thing(id_: str, db: sqlite3.Connection) -> None:
    """Delete a thing with all its revisions."""
    if db.execute(HAS_THINGS).fetchone():
        db.execute("DELETE FROM kept WHERE id = ?", (id_,))


def put_back_thing(thing: Thing, db: sqlite3.Connection) -> None:
    """Write a thing. It replaces the same revision and newer ones in the file."""
    db.execute(CREATE_THINGS)
    db.execute("DELETE FROM kept WHERE id = ? AND revision >= ?", (thing.id, thing.revision))
    _write(thing, db)


def _write(thing: Thing, db: sqlite3.Connection) -> None:
    db.execute("INSERT INTO kept VALUES (?, ?, ?)", (thing.id, thing.revision, encode_thing(thing)))


def is_thing(row: tuple[Any, ...]) -> bool:
    """Return True if the row's thing is intact, and has the same id and revision as the row."""
    id_, revision, raw = row
    try:
        thing = decode_thing(raw)
    except (*UNREADABLE, ValueError):
        return False
    return (thing.id, thing.revision) == (id_, revision)
