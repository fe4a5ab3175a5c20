"""Brings the write-ahead log home, beside whoever writes."""

import sqlite3
import threading
from collections.abc import Callable


class Porter:
    """A second connection to the file, for nothing else; `connect` opens it. SQLite lets the two work side by side, but no
    connection serves two threads at a time."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._at_work = threading.Lock()
        """Who has it never waits for the journal's own lock, so whoever has that may wait for this one."""
        self._connection: sqlite3.Connection | None = None

    def begin(self) -> bool:
        """To be asked while nobody can take the file away: whether to go on with `carry`, as nobody else is at it. Raises
        sqlite3.Error."""
        if not self._at_work.acquire(blocking=False):
            return False
        try:
            self._connection = self._connection or self._connect()
        except BaseException:
            self._at_work.release()
            raise
        return True

    def carry(self) -> None:
        """Bring home what is in the log. Raises sqlite3.Error."""
        assert self._connection is not None
        try:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        finally:
            self._at_work.release()

    def stop(self) -> None:
        """Let the file go, after what is being carried now."""
        with self._at_work:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()
