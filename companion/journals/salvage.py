"""A damaged file: set aside whole, and what is good of it carried into a new one."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from companion.core.journal import Entry, Head, entry_hash, head_hash
from companion.journals.looking import UNREADABLE, opened
from companion.ports.seating import GuestBook

SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS tables (number INTEGER PRIMARY KEY, head BLOB NOT NULL, left_at TEXT)",
    "CREATE TABLE IF NOT EXISTS entries (number INTEGER, n INTEGER, entry BLOB NOT NULL, PRIMARY KEY (number, n)) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS results (number INTEGER PRIMARY KEY, score TEXT NOT NULL, accepted TEXT)",
    "CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)
_NUMBERS: Final = ("age",)
"""Notes that are whole numbers."""


def start_sound(file: Path) -> bool:
    """Whether the file (or no file yet) can be built upon: SQLite finds no damage, its tables are ours, guests, notes and
    heads can be read, and the chains of the newest table and of the one that is on hold. A file that cannot be opened for
    another reason (disk, rights) is not damaged."""
    if not file.exists():
        return True
    try:
        with closing(sqlite3.connect(file)) as db:
            checks = ("quick_check", "integrity_check(notes)")  # the one index that there is
            return all(db.execute(f"PRAGMA {check}").fetchall() == [("ok",)] for check in checks) and _reads_well(db)
    except sqlite3.DatabaseError as error:
        # An error without a name is Python's own: text that is none.
        return getattr(error, "sqlite_errorname", "SQLITE_CORRUPT") not in ("SQLITE_CORRUPT", "SQLITE_NOTADB")
    except UNREADABLE:
        return False


def _reads_well(db: sqlite3.Connection) -> bool:
    made = _made(db)
    if not made:
        return True  # a new file
    if made != _ours() or not all(_is_good("notes", row) for row in db.execute("SELECT * FROM notes")):
        return False
    heads = db.execute("SELECT number, head, left_at IS NULL FROM tables ORDER BY number").fetchall()
    shown = [(number, head) for number, head, is_on in heads if is_on or number == heads[-1][0]]
    return all(_is_good("tables", row) for row in heads) and all(_is_whole(db, *row) for row in shown)


def _made(db: sqlite3.Connection) -> dict[str, str]:
    """How each table was made, word by word."""
    return dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall())


@cache
def _ours() -> dict[str, str]:
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in SCHEMA:
            db.execute(statement)
        return _made(db)


def _is_good(name: str, row: tuple[Any, ...]) -> bool:
    """Whether the box can read this row of a table: heads and guests are JSON of their own shape."""
    try:
        if name == "tables":
            msgspec.json.decode(row[1], type=Head)
        elif row[0] == "guests":
            msgspec.json.decode(row[1], type=GuestBook)
        elif row[0] in _NUMBERS:
            int(row[1])
        else:
            return isinstance(row[0], str) and isinstance(row[1], str)
    except (*UNREADABLE, ValueError):
        return False
    return True


def _is_whole(db: sqlite3.Connection, number: int, head: bytes) -> bool:
    """Whether all its entries are good, and stand under their own numbers."""
    under = [n for (n,) in db.execute("SELECT n FROM entries WHERE number = ? ORDER BY n", (number,))]
    return under == [entry.n for entry in _good_entries(db, number, head)]


def _good_entries(db: sqlite3.Connection, number: int, head: bytes) -> list[Entry]:
    """The entries of a table up to the first that is missing, unreadable, or not bound to the one before."""
    good: list[Entry] = []
    table = msgspec.json.decode(head, type=Head)
    hash_ = head_hash(table.said())
    with suppress(*UNREADABLE):
        for (raw,) in db.execute("SELECT entry FROM entries WHERE number = ? ORDER BY n", (number,)):
            entry = msgspec.json.decode(raw, type=Entry)
            if entry.n != len(good) + 1 or entry.hash != entry_hash(table.chain, hash_, entry.said(), entry.bits):
                break
            good.append(entry)
            hash_ = entry.hash
    return good


class Damaged:
    """A file that was set aside; nothing of it is thrown away."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def copy_good_part(self, db: sqlite3.Connection) -> None:
        """Guests, notes, results, and of each table the entries whose chain holds, as far as they can be read."""
        if not self.file.exists():
            return
        with suppress(OSError, *UNREADABLE), opened(self.file) as old:
            for name, columns in (("tables", 3), ("results", 3), ("notes", 2)):
                rows = [row for row in _rows(old, name) if len(row) == columns and _is_good(name, row)]
                db.executemany(f"INSERT OR IGNORE INTO {name} VALUES ({','.join('?' * columns)})", rows)
            for number, head in db.execute("SELECT number, head FROM tables").fetchall():
                good = ((number, entry.n, msgspec.json.encode(entry)) for entry in _good_entries(old, number, head))
                db.executemany("INSERT INTO entries VALUES (?, ?, ?)", good)


class Memory(NamedTuple):
    """What a box in mid-evening has in memory, so that no damage to its file can lose it."""

    notes: dict[str, str]
    table: tuple[int, Head, tuple[Entry, ...]] | None

    def put_back(self, db: sqlite3.Connection) -> None:
        """Write all of it over what the file says, within the caller's transaction: the table that is on takes the place of
        every other that was never left."""
        db.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?)", self.notes.items())
        db.execute("UPDATE tables SET left_at = datetime() WHERE left_at IS NULL")
        if self.table is not None:
            number, head, entries = self.table
            db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, NULL)", (number, msgspec.json.encode(head)))
            db.execute("DELETE FROM entries WHERE number = ?", (number,))
            kept = ((number, entry.n, msgspec.json.encode(entry)) for entry in entries)
            db.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", kept)


def _rows(old: sqlite3.Connection, name: str) -> Iterator[tuple[Any, ...]]:
    """As many rows as can be read."""
    with suppress(*UNREADABLE):
        yield from old.execute(f"SELECT * FROM {name}")


def set_aside(file: Path) -> Damaged:
    """Rename the file, and its log, so that a new one can open in its place."""
    number = next(n for n in count(1) if not any(parts(file.with_suffix(f".damaged-{n}"))))
    aside = file.with_suffix(f".damaged-{number}")
    for part in parts(file):
        part.rename(aside.with_name(aside.name + part.name.removeprefix(file.name)))
    return Damaged(aside)


def parts(file: Path) -> list[Path]:
    """What there is of a database: itself, its log, the log's index."""
    return [part for end in ("", "-wal", "-shm") if (part := file.with_name(file.name + end)).exists()]


def copied(file: Path) -> sqlite3.Connection:
    """What is good of a file, in memory: to be read while the disk takes nothing."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    for statement in SCHEMA:
        db.execute(statement)
    Damaged(file).copy_good_part(db)
    return db
