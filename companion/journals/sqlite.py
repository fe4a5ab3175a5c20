"""A journal in one SQLite file, with one writer."""

import errno
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion import __version__
from companion.core.journal import Entry, Occupied, TableHead, decode_entry, encode_entry, read_head
from companion.core.words import BadFile, Refused
from companion.journals import rows
from companion.journals.box_journal import (
    ANY_TEXT,
    BoxJournal,
    FinishedTable,
    MemoryCopy,
    NoteReaders,
    Result,
    Thing,
    decode_result,
    decode_thing,
    encode_result,
)
from companion.journals.durability import (
    CAREFUL,
    NOT_THE_FILE,
    Checkpointer,
    FileMoved,
    WriteSafety,
    connect,
    log_of,
    make_durable,
    reason,
)
from companion.journals.folder import device_and_inode, suppress_no_room, takes_files
from companion.journals.reading import Reader
from companion.journals.rows import HAS_THINGS, NEWEST_THINGS, drop_thing, keep_thing
from companion.journals.salvage import (
    APPEND,
    SCHEMA,
    Damaged,
    copy_in_memory,
    is_sound,
    parts,
    put_back,
    put_odd_aside,
    set_aside,
)


class FileIdentity:
    """The device and inode of a file and of its log, which show whether both are still the ones that were opened."""

    def __init__(self, file: Path) -> None:
        self._file: Final = file
        self._log: Final = log_of(file)
        self.forget()

    def forget(self) -> None:
        """Expect another file under this name."""
        self._opened = False
        self._at: tuple[int, int] | None = None
        self._log_at: tuple[int, int] | None = None
        self._is_replaced = False

    def remember(self) -> None:
        """Remember the file that is open now."""
        self._opened, self._at, self._log_at = True, device_and_inode(self._file), device_and_inode(self._log)

    @property
    def is_moved(self) -> bool:
        """True if the file was deleted or replaced since it was opened."""
        return self._is_replaced or (self._opened and self._at != device_and_inode(self._file))

    def check(self) -> None:
        """Raise FileMoved if the last write went to a file that was deleted or replaced."""
        log_now = device_and_inode(self._log)
        if self.is_moved or self._log_at not in (None, log_now):
            self._is_replaced = True
            raise FileMoved
        self._log_at = log_now


class SqliteJournal(BoxJournal):
    """A journal in one SQLite file, which survives a power cut.

    `salvaged` says that the file was damaged, and that its good part is in a new one. `trouble` is the reason why nothing
    could be written since the start, such as a full disk. Until the trouble is over, the journal reads from a copy in memory
    and refuses every write. `note_readers` has a reader for each note. If a reader refuses its note, the file is damaged.
    """

    def __init__(self, file: Path, safety: WriteSafety = CAREFUL, note_readers: NoteReaders = ANY_TEXT) -> None:
        self._file = file
        self._note_readers = note_readers
        self._safety = safety
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._checkpointer = Checkpointer(lambda: connect(file, safety))
        self._damaged: Damaged | None = None
        self._copy: sqlite3.Connection | None = None
        self._identity = FileIdentity(file)
        self.salvaged = False
        self.trouble: str | None = None
        try:
            self._start()
        except Refused as why:
            self.trouble = why.key
            self._copy = copy_in_memory(file, note_readers)

    def _start(self) -> None:
        """Open the file. Raise Refused while the disk takes no writes, and OSError if there can be no folder or the file may
        not be read."""
        with suppress_no_room():
            self._file.parent.mkdir(parents=True, exist_ok=True)
        with _refusing_errors():
            is_lost = put_odd_aside(self._file)
        if not all(os.access(part, os.R_OK) for part in parts(self._file)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if not is_sound(self._file, self._note_readers):
            self._set_aside()
        try:
            self._begin()
        except Refused as why:
            if self.salvaged or not self._is_to_blame(why.__cause__):
                raise
            self._set_aside()
            self._begin()
        self.salvaged = self.salvaged or is_lost

    def _is_to_blame(self, error: BaseException | None) -> bool:
        """Return whether the file itself is broken. It is not if the disk fails, rights are missing, or another process uses
        the file."""
        if getattr(error, "sqlite_errorname", "SQLITE_BUSY").startswith(NOT_THE_FILE):
            return False
        return takes_files(self._file.parent) and all(os.access(part, os.R_OK | os.W_OK) for part in parts(self._file))

    def _set_aside(self) -> None:
        with _refusing_errors():
            self._damaged = set_aside(self._file, self._note_readers)
        self._identity.forget()
        self.salvaged = True

    def _begin(self, in_hand: MemoryCopy | None = None) -> None:
        with self._transaction("begin immediate") as db:
            for statement in SCHEMA:
                db.execute(statement)
            db.execute("INSERT OR REPLACE INTO notes VALUES ('opened', ?)", (__version__,))  # fails on a read-only disk
            if self._damaged:
                self._damaged.copy_good_part(db)
            if in_hand:
                put_back(in_hand, db)
        self._damaged = self._copy = self.trouble = None

    def mend(self, in_hand: MemoryCopy, is_damaged: bool = False) -> None:
        with self._lock:
            self.close_quietly()
            if is_damaged or self._identity.is_moved or not is_sound(self._file, self._note_readers):
                self._set_aside()
            self._begin(in_hand)

    def still_has(self, table: int, entries: Sequence[Entry]) -> bool:
        """Return True if the file still begins with these entries. They are read through another connection, because ours
        caches pages and would not notice bytes that changed on disk."""
        if self._copy is not None or self.trouble is not None:
            return True
        try:
            is_same = [*Reader(self._file).read(table)][: len(entries)] == [*entries]
        except BadFile:
            is_same = False
        return is_same or is_sound(self._file, self._note_readers)

    def append(self, table: int, expected: int, entry: Entry) -> None:
        if entry.n != expected + 1:
            raise Occupied
        # One statement is a whole transaction. So no answer waits for anything but the disk once the statement has begun.
        with self._ready(), self._guarded() as db:
            added = db.execute(APPEND, (table, entry.n, encode_entry(entry), expected)).rowcount
        if not added:
            raise Occupied

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        rows = self._read("SELECT entry FROM entries WHERE number = ? AND n > ? ORDER BY n", (table, since))
        return [decode_entry(row[0]) for row in rows]

    def open_table(self, head: TableHead, code: str) -> int:
        with self._writing() as db:
            return rows.insert_table(head, code, db)

    def add_table(self, head: TableHead, entries: Sequence[Entry], least: int, notes: Mapping[str, str]) -> int:
        with self._writing() as db:
            return rows.insert_taken_table(head, entries, least, notes, db)

    def add_finished(self, tables: Sequence[FinishedTable]) -> None:
        with self._writing() as db:
            rows.insert_finished_tables(tables, db)

    def leave_table(self) -> None:
        with self._writing() as db:
            rows.leave(db)

    def current_table(self) -> tuple[int, TableHead] | None:
        return next(iter(self._tables("WHERE left_at IS NULL ORDER BY number DESC LIMIT 1")), None)

    def newest_table(self) -> int:
        return int(self._read("SELECT coalesce(max(number), 0) FROM tables", ())[0][0])

    def table(self, number: int) -> TableHead | None:
        """Return the head of this table, or None if there is none or it was lost."""
        return next((head for _, head in self._tables("WHERE number = ?", number)), None)

    def _tables(self, where: str, *values: int) -> Iterator[tuple[int, TableHead]]:
        for number, head in self._read(f"SELECT number, head FROM tables {where}", values):
            yield number, read_head(head)

    def keep_note(self, name: str, value: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    def note(self, name: str) -> str | None:
        return next((row[0] for row in self._read("SELECT value FROM notes WHERE name = ?", (name,))), None)

    def keep_result(self, table: int, result: Result) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", (table, encode_result(result), result.accepted))

    def result(self, table: int) -> Result | None:
        rows = self._read("SELECT score, accepted FROM results WHERE number = ?", (table,))
        return next((decode_result(*row) for row in rows), None)

    def results(self) -> Sequence[tuple[int, Result]]:
        rows = self._read("SELECT number, score, accepted FROM results ORDER BY number", ())
        return [(number, decode_result(*kept)) for number, *kept in rows]

    def finished_before(self, table: int) -> int:
        return int(self._read("SELECT coalesce(max(number), 0) FROM results WHERE number < ?", (table,))[0][0])

    def things(self) -> Sequence[Thing]:
        return [decode_thing(row[0]) for row in self._things(NEWEST_THINGS)]

    def thing(self, id_: str, revision: int) -> Thing | None:
        rows = self._things("SELECT thing FROM kept WHERE id = ? AND revision = ?", id_, revision)
        return next((decode_thing(row[0]) for row in rows), None)

    def _things(self, query: str, *values: str | int) -> list[Any]:
        return self._read(query, values) if self._read(HAS_THINGS, ()) else []

    def keep_thing(self, thing: Thing, least: int) -> None:
        with self._writing() as db:
            keep_thing(thing, least, db)

    def drop_thing(self, id_: str) -> None:
        with self._writing() as db:
            drop_thing(id_, db)

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the file, so that a flipped bit in the log costs few answers. A second connection
        does the copying, so no answer waits. Raise Refused if it fails."""
        try:
            with self._lock:
                if self._copy is not None or not self._may_checkpoint():
                    return
            self._checkpointer.checkpoint()
        except sqlite3.DatabaseError as error:
            with self._lock:
                self.close_quietly()
            raise Refused(reason(error, self._file.parent)) from error

    def _may_checkpoint(self) -> bool:
        self._open()  # raises an error if the file was replaced or broke
        return self._checkpointer.begin()

    def close(self) -> None:
        with self._lock:
            self._checkpointer.stop()
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            if self._identity.is_moved:
                raise FileMoved
            db = connect(self._file, self._safety)
            try:
                make_durable(db, self._file)
            except BaseException:
                db.close()
                raise
            self._connection = db
            self._identity.remember()
        return self._connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Return a connection in a transaction, which is durable once the block has ended. Raise Refused with the reason if
        the box cannot keep anything now."""
        with self._ready(), self._transaction("begin immediate") as db:
            yield db

    @contextmanager
    def _ready(self) -> Iterator[None]:
        """Open the file again if the disk took no writes at the start, because it may take some now."""
        with self._lock:
            if self.trouble is not None:
                self._start()
            yield

    @contextmanager
    def _transaction(self, how: str) -> Iterator[sqlite3.Connection]:
        with self._guarded() as db:
            db.execute(how)
            yield db
            db.execute("commit")

    @contextmanager
    def _guarded(self) -> Iterator[sqlite3.Connection]:
        """Return the connection for a write. Raise Refused with the reason if the write fails. Then nothing is kept."""
        with self._lock:
            try:
                db = self._open()
                yield db
                self._identity.check()
            except sqlite3.IntegrityError:
                self._roll_back()
                raise
            except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
                self.close_quietly()
                raise Refused(reason(error, self._file.parent)) from error
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        if self._connection is not None and self._connection.in_transaction:
            self._connection.execute("rollback")

    def close_quietly(self) -> None:
        """Close a connection whose file failed. The next use opens the file again."""
        self._checkpointer.stop()
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except sqlite3.Error:
                return

    def _read(self, query: str, values: Sequence[Any]) -> list[Any]:
        with self._lock:
            try:
                return (self._copy or self._open()).execute(query, values).fetchall()
            except OverflowError:  # SQLite counts to 2^63 - 1: no row has a larger number
                return []
            except sqlite3.DatabaseError as error:
                self.close_quietly()
                raise Refused(reason(error, self._file.parent)) from error


@contextmanager
def _refusing_errors() -> Iterator[None]:
    """Raise Refused in place of an error of renaming."""
    try:
        yield
    except OSError as error:
        raise Refused("trouble.disk_full" if error.errno == errno.ENOSPC else "trouble.read_only") from error
