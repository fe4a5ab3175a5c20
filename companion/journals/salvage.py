"""A damaged file: set aside whole, and what is good of it carried into a new one."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from companion.core.journal import Entry, Head, entry_hash, head_hash


def start_sound(file: Path) -> bool:
    """Whether the file (or no file yet) can be built upon: SQLite finds no damage, and the chain of the table that is on
    holds. A file that cannot be opened for another reason (disk, rights) is not damaged."""
    if not file.exists():
        return True
    try:
        with closing(sqlite3.connect(file)) as db:
            if db.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                return False
            return all(_is_whole(db, number, head) for number, head in _heads(db, "WHERE left_at IS NULL"))
    except msgspec.MsgspecError:
        return False
    except sqlite3.DatabaseError as error:
        return str(getattr(error, "sqlite_errorname", "")) not in ("SQLITE_CORRUPT", "SQLITE_NOTADB")


def _heads(db: sqlite3.Connection, where: str = "") -> list[tuple[int, Head]]:
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchall():
        return []
    rows = db.execute(f"SELECT number, head FROM tables {where} ORDER BY number").fetchall()
    return [(number, msgspec.json.decode(head, type=Head)) for number, head in rows]


def _is_whole(db: sqlite3.Connection, number: int, head: Head) -> bool:
    count = db.execute("SELECT count(*) FROM entries WHERE number = ?", (number,)).fetchone()[0]
    return len(_good_entries(db, number, head)) == count


def _good_entries(db: sqlite3.Connection, number: int, head: Head) -> list[Entry]:
    """The entries of a table up to the first that is missing, unreadable, or not bound to the one before."""
    good: list[Entry] = []
    hash_ = head_hash(head.said())
    try:
        for (raw,) in db.execute("SELECT entry FROM entries WHERE number = ? ORDER BY n", (number,)):
            entry = msgspec.json.decode(raw, type=Entry)
            if entry.n != len(good) + 1 or entry.hash != entry_hash(hash_, entry.said(), entry.bits):
                break
            good.append(entry)
            hash_ = entry.hash
    except (sqlite3.DatabaseError, msgspec.MsgspecError):
        return good
    return good


class Damaged:
    """A file that was set aside; nothing of it is thrown away."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def copy_good_part(self, db: sqlite3.Connection) -> None:
        """Guests, notes, results, and of each table the entries whose chain holds, as far as they can be read."""
        try:
            with closing(sqlite3.connect(self.file)) as old:
                for name in ("tables", "results", "notes"):
                    self._copy_rows(old, db, name)
                for number, head in _heads(old):
                    for entry in _good_entries(old, number, head):
                        db.execute("INSERT INTO entries VALUES (?, ?, ?)", (number, entry.n, msgspec.json.encode(entry)))
        except (sqlite3.DatabaseError, msgspec.MsgspecError):
            return  # nothing more can be read: the file stays where it was set aside

    def _copy_rows(self, old: sqlite3.Connection, new: sqlite3.Connection, name: str) -> None:
        try:
            for row in old.execute(f"SELECT * FROM {name}"):
                new.execute(f"INSERT OR IGNORE INTO {name} VALUES ({','.join('?' * len(row))})", row)
        except sqlite3.DatabaseError:
            return


def set_aside(file: Path) -> Damaged:
    """Rename the file, and its log, so that a new one can open in its place."""
    number = next(n for n in range(1, 10_000) if not file.with_suffix(f".damaged-{n}").exists())
    aside = file.with_suffix(f".damaged-{number}")
    for suffix in ("", "-wal", "-shm"):
        part = file.with_name(file.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return Damaged(aside)
