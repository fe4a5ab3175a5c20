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
from companion.core.journal import Entry, Head, Occupied, read_entry, read_head, written
from companion.core.words import BadFile, Refused
from companion.journals import rows
from companion.journals.box_journal import (
    ANY,
    BoxJournal,
    InHand,
    Result,
    Shapes,
    Thing,
    result_read,
    result_written,
    unsealed,
)
from companion.journals.durability import CAREFUL, INNOCENT, Care, Moved, Porter, connected, log_of, make_sure, reason
from companion.journals.folder import place, suppress_no_room, takes_files
from companion.journals.reading import Reader
from companion.journals.rows import IS_MADE, NEWEST_THINGS, drop_thing, keep_thing
from companion.journals.salvage import (
    APPEND,
    SCHEMA,
    Damaged,
    copied,
    parts,
    put_back,
    put_odd_aside,
    set_aside,
    start_sound,
)


class Whereabouts:
    """The file that was opened first and its log, known by what they are and not by their names."""

    def __init__(self, file: Path) -> None:
        self._file: Final = file
        self._log: Final = log_of(file)
        self.forget()

    def forget(self) -> None:
        """Another file is begun in its place."""
        self._opened = False
        self._at: tuple[int, int] | None = None
        self._log_at: tuple[int, int] | None = None
        self._is_replaced = False

    def note(self) -> None:
        """It was opened."""
        self._opened, self._at, self._log_at = True, place(self._file), place(self._log)

    @property
    def is_moved(self) -> bool:
        """Whether the file was deleted or replaced since it was opened first."""
        return self._is_replaced or (self._opened and self._at != place(self._file))

    def make_sure(self) -> None:
        """Raises Moved if what was just written is nowhere."""
        log_now = place(self._log)
        if self.is_moved or self._log_at not in (None, log_now):
            self._is_replaced = True
            raise Moved
        self._log_at = log_now


class SqliteJournal(BoxJournal):
    """The journal of a box, and what else must outlive a power cut: tables, seats, results.

    `salvaged` tells whether the file was found damaged; then what was good of it stands in a new one. `trouble` tells why
    nothing can be kept since the start (a full disk, one that cannot be written): until that is over, what was on the disk
    can be read, and whatever is to be written is refused. `shapes`: a file with a note that does not read so is damaged.
    """

    def __init__(self, file: Path, care: Care = CAREFUL, shapes: Shapes = ANY) -> None:
        self._file = file
        self._shapes = shapes
        self._care = care
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._porter = Porter(lambda: connected(file, care))
        self._damaged: Damaged | None = None
        self._copy: sqlite3.Connection | None = None
        self._whereabouts = Whereabouts(file)
        self.salvaged = False
        self.trouble: str | None = None
        try:
            self._start()
        except Refused as why:
            self.trouble = why.key
            self._copy = copied(file, shapes)

    def _start(self) -> None:
        """Raises Refused while the disk takes nothing, OSError where no folder can be, or for who may not read it."""
        with suppress_no_room():
            self._file.parent.mkdir(parents=True, exist_ok=True)
        with _aside():
            is_lost = put_odd_aside(self._file)
        if not all(os.access(part, os.R_OK) for part in parts(self._file)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if not start_sound(self._file, self._shapes):
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
        """Whether it is the file that cannot be built upon: the disk does its part and takes others, it is ours, and nobody
        else is at it."""
        if getattr(error, "sqlite_errorname", "SQLITE_BUSY").startswith(INNOCENT):
            return False
        return takes_files(self._file.parent) and all(os.access(part, os.R_OK | os.W_OK) for part in parts(self._file))

    def _set_aside(self) -> None:
        with _aside():
            self._damaged = set_aside(self._file, self._shapes)
        self._whereabouts.forget()
        self.salvaged = True

    def _begin(self, in_hand: InHand | None = None) -> None:
        with self._transaction("begin immediate") as db:
            for statement in SCHEMA:
                db.execute(statement)
            db.execute("INSERT OR REPLACE INTO notes VALUES ('opened', ?)", (__version__,))  # whether it can be written
            if self._damaged:
                self._damaged.copy_good_part(db)
            if in_hand:
                put_back(in_hand, db)
        self._damaged = self._copy = self.trouble = None

    def mend(self, in_hand: InHand, is_damaged: bool = False) -> None:
        """The file was found damaged or replaced: set it aside, and go on in a new one with what was good of it and what the
        box has in memory. `is_damaged`: in a way that only the rules find out. Raises Refused if it cannot now; it may be
        tried again."""
        with self._lock:
            self.close_quietly()
            if is_damaged or self._whereabouts.is_moved or not start_sound(self._file, self._shapes):
                self._set_aside()
            self._begin(in_hand)

    def still_says(self, table: int, entries: Sequence[Entry]) -> bool:
        """Whether the file still begins with these entries, past every page that a connection of ours remembers: SQLite
        notices no byte that changes beneath it."""
        if self._copy is not None or self.trouble is not None:
            return True
        try:
            is_same = [*Reader(self._file).read(table)][: len(entries)] == [*entries]
        except BadFile:
            is_same = False
        return is_same or start_sound(self._file, self._shapes)

    def append(self, table: int, expected: int, entry: Entry) -> None:
        if entry.n != expected + 1:
            raise Occupied
        # A transaction in one statement, so that once it has begun nothing but the disk is waited for.
        with self._ready(), self._sound() as db:
            added = db.execute(APPEND, (table, entry.n, written(entry), expected)).rowcount
        if not added:
            raise Occupied

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        rows = self._read("SELECT entry FROM entries WHERE number = ? AND n > ? ORDER BY n", (table, since))
        return [read_entry(row[0]) for row in rows]

    def open_table(self, head: Head, code: str) -> int:
        """A new table's number, kept with the join code that comes with it; the one before is left."""
        with self._writing() as db:
            return rows.opened(head, code, db)

    def take_table(self, head: Head, entries: Sequence[Entry], least: int, notes: Mapping[str, str]) -> int:
        with self._writing() as db:
            return rows.taken(head, entries, least, notes, db)

    def leave_table(self) -> None:
        """No table is on any more; its entries stay. Raises Refused."""
        with self._writing() as db:
            rows.leave(db)

    def current_table(self) -> tuple[int, Head] | None:
        """The table that was never left, if there is one."""
        return next(iter(self._tables("WHERE left_at IS NULL ORDER BY number DESC LIMIT 1")), None)

    def newest_table(self) -> int:
        """The highest number that a table ever had; 0 before the first."""
        return int(self._read("SELECT coalesce(max(number), 0) FROM tables", ())[0][0])

    def table(self, number: int) -> Head | None:
        """The head of the table of this number; None: there was none, or what it said is lost."""
        return next((head for _, head in self._tables("WHERE number = ?", number)), None)

    def _tables(self, where: str, *values: int) -> Iterator[tuple[int, Head]]:
        for number, head in self._read(f"SELECT number, head FROM tables {where}", values):
            yield number, read_head(head)

    def keep_note(self, name: str, value: str) -> None:
        """Something that the box must remember under this name, in place of what it was. Raises Refused."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    def note(self, name: str) -> str | None:
        return next((row[0] for row in self._read("SELECT value FROM notes WHERE name = ?", (name,))), None)

    def keep_result(self, table: int, result: Result) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", (table, result_written(result), result.accepted))

    def result(self, table: int) -> Result | None:
        rows = self._read("SELECT score, accepted FROM results WHERE number = ?", (table,))
        return next((result_read(*row) for row in rows), None)

    def results(self) -> Sequence[tuple[int, Result]]:
        rows = self._read("SELECT number, score, accepted FROM results ORDER BY number", ())
        return [(number, result_read(*kept)) for number, *kept in rows]

    def finished_before(self, table: int) -> int:
        """The newest table before this one that has a result; 0: none."""
        return int(self._read("SELECT coalesce(max(number), 0) FROM results WHERE number < ?", (table,))[0][0])

    def things(self) -> Sequence[Thing]:
        return [unsealed(row[0]) for row in self._things(NEWEST_THINGS)]

    def thing(self, id_: str, revision: int) -> Thing | None:
        rows = self._things("SELECT thing FROM kept WHERE id = ? AND revision = ?", id_, revision)
        return next((unsealed(row[0]) for row in rows), None)

    def _things(self, query: str, *values: str | int) -> list[Any]:
        return self._read(query, values) if self._read(IS_MADE, ()) else []

    def keep_thing(self, thing: Thing, least: int) -> None:
        with self._writing() as db:
            keep_thing(thing, least, db)

    def drop_thing(self, id_: str) -> None:
        with self._writing() as db:
            drop_thing(id_, db)

    def checkpoint(self) -> None:
        """Bring the write-ahead log home, so that a bit flipped in it costs as little as can be. By a connection of its own:
        whoever keeps something meanwhile does not wait for it. Raises Refused."""
        try:
            with self._lock:
                if self._copy is not None or not self._is_free_to_carry():
                    return
            self._porter.carry()
        except sqlite3.DatabaseError as error:
            with self._lock:
                self.close_quietly()
            raise Refused(reason(error, self._file.parent)) from error

    def _is_free_to_carry(self) -> bool:
        self._open()  # the file may have been replaced, or failed
        return self._porter.begin()

    def close(self) -> None:
        """Let the file go. Whatever is asked next opens it anew."""
        with self._lock:
            self._porter.stop()
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            if self._whereabouts.is_moved:
                raise Moved
            db = connected(self._file, self._care)
            try:
                make_sure(db, self._file)
            except BaseException:
                db.close()
                raise
            self._connection = db
            self._whereabouts.note()
        return self._connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, durable when it is left. Raises Refused with the reason if the box cannot keep it now."""
        with self._ready(), self._transaction("begin immediate") as db:
            yield db

    @contextmanager
    def _ready(self) -> Iterator[None]:
        """The disk may take something again that took nothing when the box started."""
        with self._lock:
            if self.trouble is not None:
                self._start()
            yield

    @contextmanager
    def _transaction(self, how: str) -> Iterator[sqlite3.Connection]:
        with self._sound() as db:
            db.execute(how)
            yield db
            db.execute("commit")

    @contextmanager
    def _sound(self) -> Iterator[sqlite3.Connection]:
        """The file, to keep something in it. Raises Refused with the reason where that fails; then nothing is kept."""
        with self._lock:
            try:
                db = self._open()
                yield db
                self._whereabouts.make_sure()
            except sqlite3.IntegrityError:
                self._rolled_back()
                raise
            except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
                self.close_quietly()
                raise Refused(reason(error, self._file.parent)) from error
            except BaseException:
                self._rolled_back()
                raise

    def _rolled_back(self) -> None:
        if self._connection is not None and self._connection.in_transaction:
            self._connection.execute("rollback")

    def close_quietly(self) -> None:
        """Let go of a connection whose file failed; the next use opens it anew."""
        self._porter.stop()
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
            except OverflowError:  # SQLite counts to 2^63 - 1: nothing has a larger number
                return []
            except sqlite3.DatabaseError as error:
                self.close_quietly()
                raise Refused(reason(error, self._file.parent)) from error


@contextmanager
def _aside() -> Iterator[None]:
    """Around what renames a file. Raises Refused where the disk does not take the new name."""
    try:
        yield
    except OSError as error:
        raise Refused("trouble.disk_full" if error.errno == errno.ENOSPC else "trouble.read_only") from error
