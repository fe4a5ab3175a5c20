"""Functions that set a damaged file aside as a whole, and copy its good part into a new one."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.core.journal import Entry, bound_hash, decode_entry, encode_entry, head_hash, read_head
from companion.journals.box_journal import MemoryCopy, NoteReaders, decode_result
from companion.journals.reading import UNREADABLE, opened
from companion.journals.rows import CREATE_THINGS, is_thing, put_back_thing

SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS tables (number INTEGER PRIMARY KEY, head BLOB NOT NULL, left_at TEXT)",
    "CREATE TABLE IF NOT EXISTS entries (number INTEGER, n INTEGER, entry BLOB NOT NULL, PRIMARY KEY (number, n)) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS results (number INTEGER PRIMARY KEY, score TEXT NOT NULL, accepted TEXT)",
    "CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)

APPEND: Final = (
    "INSERT INTO entries SELECT ?1, ?2, ?3 WHERE ?4 = (SELECT coalesce(max(n), 0) FROM entries WHERE number = ?1)"
)
"""Insert ?3 as entry ?2 of table ?1, if the table's last number is ?4."""


def is_sound(file: Path, note_readers: NoteReaders) -> bool:
    """Return True if the file is sound or missing. In a sound file SQLite finds no damage, the tables are ours, notes and
    heads can be read, and the hash chains of the newest and of the current table are whole. A file that the disk or missing
    rights keep us from opening counts as sound."""
    if not file.exists():
        return True
    try:
        with closing(sqlite3.connect(file)) as db:
            checks = ("quick_check", "integrity_check(notes)")  # notes has the only index
            return all(db.execute(f"PRAGMA {check}").fetchall() == [("ok",)] for check in checks) and _reads_well(
                db, note_readers
            )
    except sqlite3.DatabaseError as error:
        # An error without a name comes from Python: a text is not UTF-8.
        return getattr(error, "sqlite_errorname", "SQLITE_CORRUPT") not in ("SQLITE_CORRUPT", "SQLITE_NOTADB")
    except UNREADABLE:
        return False


def _reads_well(db: sqlite3.Connection, note_readers: NoteReaders) -> bool:
    made = _created(db)
    if not made:
        return True  # a new file
    if made not in _our_tables() or not all(_is_note(row, note_readers) for row in db.execute("SELECT * FROM notes")):
        return False
    if "kept" in made and not all(is_thing(row) for row in db.execute("SELECT * FROM kept")):
        return False
    heads = db.execute("SELECT number, head, left_at IS NULL FROM tables ORDER BY number").fetchall()
    shown = [(number, head) for number, head, is_on in heads if is_on or number == heads[-1][0]]
    return all(_is_head(row[1]) for row in heads) and all(_is_whole(db, *row) for row in shown)


def _created(db: sqlite3.Connection) -> dict[str, str]:
    """Return the SQL that created each table, by the table's name."""
    return dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall())


@cache
def _our_tables() -> tuple[dict[str, str], ...]:
    """Return the SQL of our tables twice: without the table for things, and with it."""
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in SCHEMA:
            db.execute(statement)
        without = _created(db)
        db.execute(CREATE_THINGS)
        return without, _created(db)


def _is_head(raw: bytes) -> bool:
    return _reads(raw, read_head)


def _is_note(row: tuple[Any, ...], note_readers: NoteReaders) -> bool:
    """Return whether the row is a name, and a text that the note's reader accepts."""
    name, value = row
    return isinstance(name, str) and isinstance(value, str) and _reads(value, note_readers.get(name, str))


def _is_result(row: tuple[Any, ...]) -> bool:
    number, score, accepted = row
    fits = isinstance(number, int) and isinstance(score, str) and (accepted is None or isinstance(accepted, str))
    return fits and _reads(score, lambda raw: decode_result(raw, accepted))


def _reads(raw: Any, reader: Callable[[Any], object]) -> bool:
    try:
        reader(raw)
    except (*UNREADABLE, ValueError):
        return False
    return True


def _is_whole(db: sqlite3.Connection, number: int, head: bytes) -> bool:
    """Return True if every entry of the table is good, and has the same number as its row."""
    under = [n for (n,) in db.execute("SELECT n FROM entries WHERE number = ? ORDER BY n", (number,))]
    return under == [entry.n for entry in _good_entries(db, number, head)]


def _good_entries(db: sqlite3.Connection, number: int, head: bytes) -> list[Entry]:
    """Return a table's entries before the first one that is missing, cannot be read, or breaks the hash chain."""
    good: list[Entry] = []
    table = read_head(head)
    hash_ = head_hash(table.fields())
    with suppress(*UNREADABLE):
        for (raw,) in db.execute("SELECT entry FROM entries WHERE number = ? ORDER BY n", (number,)):
            entry = decode_entry(raw)
            if entry.n != len(good) + 1 or entry.hash != bound_hash(table.chain, hash_, entry):
                break
            good.append(entry)
            hash_ = entry.hash
    return good


class Damaged:
    """A file that was set aside. Nothing in it is deleted."""

    def __init__(self, file: Path, note_readers: NoteReaders) -> None:
        self.file = file
        self._note_readers = note_readers

    def copy_good_part(self, db: sqlite3.Connection) -> None:
        """Copy everything that can be read: notes, results, things, and each table's entries before the first break in its
        chain."""
        if not self.file.exists():
            return
        with suppress(OSError, *UNREADABLE), opened(self.file) as old:
            heads = [row for row in _rows(old, "tables", 3) if _is_head(row[1])]
            db.executemany("INSERT OR IGNORE INTO tables VALUES (?, ?, ?)", heads)
            results = [row for row in _rows(old, "results", 3) if _is_result(row)]
            db.executemany("INSERT OR IGNORE INTO results VALUES (?, ?, ?)", results)
            notes = [row for row in _rows(old, "notes", 2) if _is_note(row, self._note_readers)]
            db.executemany("INSERT OR IGNORE INTO notes VALUES (?, ?)", notes)
            things = [row for row in _rows(old, "kept", 3) if is_thing(row)]
            if things:
                db.execute(CREATE_THINGS)
                db.executemany("INSERT OR IGNORE INTO kept VALUES (?, ?, ?)", things)
            for number, head in db.execute("SELECT number, head FROM tables").fetchall():
                good = ((number, entry.n, encode_entry(entry)) for entry in _good_entries(old, number, head))
                db.executemany("INSERT INTO entries VALUES (?, ?, ?)", good)


def put_back(in_hand: MemoryCopy, db: sqlite3.Connection) -> None:
    """Write what the box has in memory over what the file has, within the caller's transaction. The table in memory becomes
    the only current one."""
    db.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?)", in_hand.notes.items())
    for thing in in_hand.things:
        put_back_thing(thing, db)
    db.execute("UPDATE tables SET left_at = datetime() WHERE left_at IS NULL")
    if in_hand.table is not None:
        number, head, entries = in_hand.table
        db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, NULL)", (number, msgspec.json.encode(head)))
        db.execute("DELETE FROM entries WHERE number = ?", (number,))
        rows = ((number, entry.n, encode_entry(entry)) for entry in entries)
        db.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows)


def _rows(old: sqlite3.Connection, name: str, columns: int) -> Iterator[tuple[Any, ...]]:
    """Yield rows, and stop at the first that cannot be read."""
    with suppress(*UNREADABLE):
        yield from (row for row in old.execute(f"SELECT * FROM {name}") if len(row) == columns)


def set_aside(file: Path, note_readers: NoteReaders) -> Damaged:
    """Rename the file and its log, so that a new file can have their names. Return the renamed file."""
    number = next(n for n in count(1) if not any(parts(file.with_suffix(f".damaged-{n}"))))
    damaged = file.with_suffix(f".damaged-{number}")
    for part in parts(file):
        part.rename(damaged.with_name(damaged.name + part.name.removeprefix(file.name)))
    return Damaged(damaged, note_readers)


def put_odd_aside(file: Path) -> bool:
    """Rename each folder, pipe or device that has one of the journal's names, because SQLite would wait for it. Return
    whether one had the name of the file or of its log, whose content is then lost. Raise OSError."""
    named = [file.with_name(file.name + end) for end in ("", "-wal", "-shm", "-journal")]
    odd = [part for part in named if not part.is_file() and (part.exists() or part.is_symlink())]
    for part in odd:
        names = (part.with_name(f"{part.name}.aside-{n}") for n in count(1))
        part.rename(next(name for name in names if not name.exists() and not name.is_symlink()))
    return any(part in odd for part in named[:2])


def parts(file: Path) -> list[Path]:
    """Return those files of a database that exist: the main file, its log, and the log's index."""
    return [part for end in ("", "-wal", "-shm") if (part := file.with_name(file.name + end)).exists()]


def copy_in_memory(file: Path, note_readers: NoteReaders) -> sqlite3.Connection:
    """Return a database in memory with the good part of a file, to read from while the disk takes no writes."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    for statement in SCHEMA:
        db.execute(statement)
    Damaged(file, note_readers).copy_good_part(db)
    return db
