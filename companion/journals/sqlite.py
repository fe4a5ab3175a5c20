"""The box's memory: one SQLite file, durable entry by entry (FINDINGS D says why each setting).

WAL with synchronous=FULL loses nothing that was acknowledged; psow=0 because an SD card may tear a sector; one
connection, so one writer. After an error the file is opened anew: what failed may be on disk all the same, and is then
found by its number.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from companion.core.journal import Entry, Head, Occupied
from companion.core.words import Refused
from companion.journals.salvage import Damaged, Memory, set_aside, start_sound
from companion.seating import GuestBook

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (number INTEGER PRIMARY KEY, head BLOB NOT NULL, left_at TEXT);
CREATE TABLE IF NOT EXISTS entries (number INTEGER, n INTEGER, entry BLOB NOT NULL, PRIMARY KEY (number, n)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS results (number INTEGER PRIMARY KEY, score TEXT NOT NULL, accepted TEXT);
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""

_REASONS = {
    "SQLITE_FULL": "trouble.disk_full",
    "SQLITE_READONLY": "trouble.read_only",
    "SQLITE_CORRUPT": "trouble.damaged",
    "SQLITE_NOTADB": "trouble.damaged",
    "SQLITE_ERROR": "trouble.damaged",  # a table of ours is not there
}


class Care(NamedTuple):
    """How carefully a file is written. Anything less than the defaults loses answers when the power is cut
    (tests/powercut shows it)."""

    log: str = "WAL"
    synchronous: str = "FULL"
    trusts_sectors: bool = False
    """Whether what lies beside a write in its sector is thought to outlive a cut (SQLite's psow)."""


CAREFUL: Final = Care()


class SqliteJournal:
    """The journal of a box, and what else must outlive a power cut: tables, seats, results.

    `salvaged` tells whether the file was found damaged; then what was good of it stands in a new one.
    """

    def __init__(self, file: Path, care: Care = CAREFUL) -> None:
        self._file = file
        self._care = care
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        file.parent.mkdir(parents=True, exist_ok=True)
        self.salvaged = not start_sound(file)
        self._damaged: Damaged | None = set_aside(file) if self.salvaged else None
        self._begin()

    def _begin(self, memory: Memory | None = None) -> None:
        with self._writing("begin") as db:
            for statement in _SCHEMA.split(";"):
                db.execute(statement)
            if self._damaged:
                self._damaged.copy_good_part(db)
            if memory:
                memory.put_back(db)
        self._damaged = None

    def mend(self, memory: Memory) -> None:
        """The file was found damaged in mid-evening: set it aside, and go on in a new one with what was good of it and
        what the box has in memory. Raises Refused if it cannot now; it may be tried again."""
        with self._lock:
            self.close_quietly()
            if not start_sound(self._file):
                self._damaged = set_aside(self._file)
            self._begin(memory)

    def append(self, table: int, expected: int, entry: Entry) -> None:
        if entry.n != expected + 1:
            raise Occupied
        try:
            with self._writing() as db:
                last = db.execute("SELECT coalesce(max(n), 0) FROM entries WHERE number = ?", (table,)).fetchone()[0]
                if last != expected:
                    raise Occupied
                db.execute("INSERT INTO entries VALUES (?, ?, ?)", (table, entry.n, msgspec.json.encode(entry)))
        except sqlite3.IntegrityError:
            raise Occupied from None

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        rows = self._read("SELECT entry FROM entries WHERE number = ? AND n > ? ORDER BY n", (table, since))
        return [msgspec.json.decode(row[0], type=Entry) for row in rows]

    def open_table(self, head: Head, code: str) -> int:
        """A new table's number, kept with the join code that comes with it; the one before is left."""
        with self._writing() as db:
            db.execute("UPDATE tables SET left_at = datetime() WHERE left_at IS NULL")
            cursor = db.execute("INSERT INTO tables (head) VALUES (?)", (msgspec.json.encode(head),))
            db.execute("INSERT OR REPLACE INTO notes VALUES ('code', ?)", (code,))
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def leave_table(self) -> None:
        with self._writing() as db:
            db.execute("UPDATE tables SET left_at = datetime() WHERE left_at IS NULL")

    def current_table(self) -> tuple[int, Head] | None:
        """The table that was never left, if there is one."""
        return next(iter(self._tables("WHERE left_at IS NULL ORDER BY number DESC LIMIT 1")), None)

    def newest_table(self) -> int:
        """The highest number that a table ever had; 0 before the first."""
        return int(self._read("SELECT coalesce(max(number), 0) FROM tables", ())[0][0])

    def table(self, number: int) -> Head | None:
        return next((head for _, head in self._tables("WHERE number = ?", number)), None)

    def _tables(self, where: str, *values: int) -> Iterator[tuple[int, Head]]:
        for number, head in self._read(f"SELECT number, head FROM tables {where}", values):
            yield number, msgspec.json.decode(head, type=Head)

    def keep_guests(self, book: GuestBook) -> None:
        self.keep_note("guests", msgspec.json.encode(book).decode())

    def guest_book(self) -> GuestBook:
        kept = self.note("guests")
        return msgspec.json.decode(kept, type=GuestBook) if kept else GuestBook()

    def keep_note(self, name: str, value: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    def note(self, name: str) -> str | None:
        return next((row[0] for row in self._read("SELECT value FROM notes WHERE name = ?", (name,))), None)

    def keep_result(self, table: int, score: str, accepted: str | None) -> None:
        """The score of a finished table as JSON, and which count the table accepted ("companion", "counted", not yet)."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", (table, score, accepted))

    def result(self, table: int) -> tuple[str, str | None] | None:
        return next(iter(self._read("SELECT score, accepted FROM results WHERE number = ?", (table,))), None)

    def finished_before(self, table: int) -> int:
        """The newest table before this one that has a result; 0: none."""
        return int(self._read("SELECT coalesce(max(number), 0) FROM results WHERE number < ?", (table,))[0][0])

    def checkpoint(self) -> None:
        """Bring the write-ahead log home, so that a bit flipped in it costs as little as can be. Raises Refused."""
        self._read("PRAGMA wal_checkpoint(PASSIVE)", ())

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            where = f"file:{_quoted(self._file)}?psow={self._care.trusts_sectors:d}"
            db = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False, timeout=2)
            try:
                db.execute(f"PRAGMA journal_mode={self._care.log}").fetchall()
                db.execute(f"PRAGMA synchronous={self._care.synchronous}")
                self._make_sure(db)
            except BaseException:
                db.close()
                raise
            self._connection = db
        return self._connection

    def _make_sure(self, db: sqlite3.Connection) -> None:
        """What is found on opening may be in the system's memory alone: a sync that failed makes it forget what it has
        still to write, and the next one succeeds over nothing. So the log is brought home whole, which writes it anew, and
        is empty for certain, or else half of it would hide what came home. Of a folder SQLite ignores a failed sync."""
        busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            raise sqlite3.OperationalError("somebody else is at this file")
        try:
            _sync(self._file.with_name(self._file.name + "-wal"))
            _sync(self._file.parent)
        except OSError as error:
            raise sqlite3.OperationalError(str(error)) from error

    @contextmanager
    def _writing(self, how: str = "begin immediate") -> Iterator[sqlite3.Connection]:
        """One transaction, durable when it is left. Raises Refused with the reason if the box cannot keep it now."""
        with self._lock:
            try:
                db = self._open()
                db.execute(how)
                yield db
                db.execute("commit")
            except sqlite3.IntegrityError:
                self._rolled_back()
                raise
            except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
                self.close_quietly()
                raise Refused(_reason(error)) from error
            except BaseException:
                self._rolled_back()
                raise

    def _rolled_back(self) -> None:
        if self._connection is not None and self._connection.in_transaction:
            self._connection.execute("rollback")

    def close_quietly(self) -> None:
        """Let go of a connection whose file failed; the next use opens it anew."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except sqlite3.Error:
                return

    def _read(self, query: str, values: Sequence[Any]) -> list[Any]:
        with self._lock:
            try:
                return self._open().execute(query, values).fetchall()
            except sqlite3.DatabaseError as error:
                self.close_quietly()
                raise Refused(_reason(error)) from error


def _reason(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    return next((key for prefix, key in _REASONS.items() if name.startswith(prefix)), "trouble.disk")


def _sync(path: Path) -> None:
    """A log or a folder. Never the file itself: closing it here would give up SQLite's locks on it."""
    with suppress(FileNotFoundError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _quoted(file: Path) -> str:
    """A path as it may stand in a URI."""
    return str(file).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
