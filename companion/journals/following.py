"""Reads the box's memory behind who writes it, over a connection of its own: whoever keeps something never waits for it."""

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from companion.core.journal import Entry, Head, read_entry, read_head
from companion.journals.folder import place
from companion.journals.looking import UNREADABLE
from companion.ports.journal import Following, Result, Unread, result_read

Row = TypeVar("Row")


class Follower(Following):
    """What a journal's file holds by now. A file that is replaced is opened anew."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._opened: tuple[sqlite3.Connection, tuple[int, int] | None] | None = None

    def tables(self, before: int, most: int) -> Sequence[tuple[int, Head]]:
        query = "SELECT number, head FROM tables WHERE number < ? ORDER BY number DESC LIMIT ?"
        return self._rows(query, (before, most), lambda row: (int(row[0]), read_head(row[1])))

    def entries(self, table: int, since: int, most: int) -> Sequence[Entry]:
        query = "SELECT entry FROM entries WHERE number = ? AND n > ? ORDER BY n LIMIT ?"
        return self._rows(query, (table, since, most), lambda row: read_entry(row[0]))

    def entry(self, table: int, number: int) -> Entry | None:
        query = "SELECT entry FROM entries WHERE number = ? AND n = ?"
        return next(iter(self._rows(query, (table, number), lambda row: read_entry(row[0]))), None)

    def last(self, table: int) -> int:
        query = "SELECT max(n) FROM entries WHERE number = ?"
        return next(iter(self._rows(query, (table,), lambda row: int(row[0] or 0))), 0)

    def result(self, table: int) -> Result | None:
        query = "SELECT score, accepted FROM results WHERE number = ?"
        return next(iter(self._rows(query, (table,), lambda row: result_read(*row))), None)

    def close(self) -> None:
        if self._opened is not None:
            self._opened[0].close()
            self._opened = None

    def _rows(self, query: str, values: tuple[int, ...], reader: Callable[[Any], Row]) -> list[Row]:
        try:
            # All at once: a reader that stops halfway would hold up whoever brings the log home.
            return [reader(row) for row in self._connection().execute(query, values).fetchall()]
        except (OSError, *UNREADABLE) as error:
            self.close()
            raise Unread(str(error)) from error

    def _connection(self) -> sqlite3.Connection:
        """For the thread that asks first. Raises sqlite3.OperationalError where there is no file yet."""
        now = place(self._file)
        if self._opened is not None and self._opened[1] != now:
            self.close()
        if self._opened is None:
            found = sqlite3.connect(f"{self._file.absolute().as_uri()}?mode=ro", uri=True, timeout=2)
            self._opened = found, now
        return self._opened[0]
