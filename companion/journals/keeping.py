"""What an owner keeps, as rows of the box's file: a row for each revision of a thing."""

import sqlite3
from typing import Any, Final

from companion.core.journal import Occupied
from companion.journals.looking import UNREADABLE
from companion.ports.kept import Thing, sealed, unsealed

MADE: Final = (
    "CREATE TABLE IF NOT EXISTS kept (id TEXT, revision INTEGER, thing BLOB NOT NULL, PRIMARY KEY (id, revision)) "
    "WITHOUT ROWID"
)
"""Made when the first thing is kept: until then a version that knows of no things finds the file as it left it, as when an
update is taken back."""
IS_MADE: Final = "SELECT 1 FROM sqlite_master WHERE name = 'kept'"

NEWEST_THINGS: Final = """SELECT thing FROM kept JOIN (SELECT id, max(revision) AS revision FROM kept GROUP BY id)
USING (id, revision)"""


def keep_thing(thing: Thing, least: int, db: sqlite3.Connection) -> None:
    """The next revision of a thing; those before `least` go. Raises Occupied where it is not the next."""
    db.execute(MADE)
    last = db.execute("SELECT coalesce(max(revision), 0) FROM kept WHERE id = ?", (thing.id,)).fetchone()[0]
    if thing.revision != last + 1:
        raise Occupied
    db.execute("DELETE FROM kept WHERE id = ? AND revision < ?", (thing.id, least))
    _write(thing, db)


def drop_thing(id_: str, db: sqlite3.Connection) -> None:
    """A thing that its owner does not want any more, with all its revisions."""
    if db.execute(IS_MADE).fetchone():
        db.execute("DELETE FROM kept WHERE id = ?", (id_,))


def put_back_thing(thing: Thing, db: sqlite3.Connection) -> None:
    """How a thing stands, whatever the file says."""
    db.execute(MADE)
    db.execute("DELETE FROM kept WHERE id = ? AND revision >= ?", (thing.id, thing.revision))
    _write(thing, db)


def _write(thing: Thing, db: sqlite3.Connection) -> None:
    db.execute("INSERT INTO kept VALUES (?, ?, ?)", (thing.id, thing.revision, sealed(thing)))


def is_thing(row: tuple[Any, ...]) -> bool:
    """Whether a row is as it was written, and under its own name."""
    id_, revision, raw = row
    try:
        thing = unsealed(raw)
    except (*UNREADABLE, ValueError):
        return False
    return (thing.id, thing.revision) == (id_, revision)
