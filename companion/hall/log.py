"""The organiser's log: what the organiser did, and which tables moved. Nothing in it is anybody's secret."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from companion.core.words import Text, text
from companion.hall import layout
from companion.hall.locking import Moved
from companion.records.results import spreadsheet

HEADS: Final = ("time", "what", "table", "from", "to", "reason")
MOST_LETTERS: Final = 100
"""The most letters of a reason."""
KINDS: Final = frozenset(
    {"tables", "people", "round", "open", "end", "drop", "start", "pause", "more", "set", "plan", "news", "lock", "allow"}
    | {"counts", "not_counted"}
)
"""The organiser's acts. Each has words under `organise.log`."""


class Logged(msgspec.Struct, frozen=True):
    """Something that the organiser did."""

    at: int
    """The second by the store's clock."""
    what: str
    """One of KINDS."""
    of: str = ""
    """The number of the round or the table, or how many lines a list had."""
    to: str = ""
    """The box that may take the table."""
    reason: str = ""


class Ruling(msgspec.Struct, frozen=True):
    """The organiser's decision whether a result counts."""

    counts: bool
    reason: str = ""


class LogLine(NamedTuple):
    """A line of the log, with the names that people know."""

    at: int
    what: str
    """A word for programs."""
    table: str
    """The number of the table, or of the round."""
    before: str
    """The box that had the table."""
    to: str
    """The box that has it now."""
    reason: str

    @property
    def words(self) -> Text:
        """Return the line in words, without its time and its reason."""
        return text(f"organise.log.{self.what}", of=self.table, box=self.before, to=self.to)


class Log:
    """All lines of the log, by their keys in the store."""

    def __init__(self) -> None:
        self._lines: dict[str, Logged | Moved] = {}

    def note(self, key: str, kind: layout.KindOfKey, value: bytes | None) -> None:
        """Note a new value, or None if it was deleted. Values that make no sense are left out."""
        found = layout.decode(value, Moved) if kind == "moved" else layout.decode(value, Logged)
        if found is None or (isinstance(found, Logged) and found.what not in KINDS):
            self._lines.pop(key, None)
        else:
            self._lines[key] = found

    def lines(self, name: Callable[[str], str]) -> list[LogLine]:
        """Return all lines, the newest first. `name` returns the name of a box."""
        found = [(one.at, key, _line(one, name)) for key, one in self._lines.items()]
        return [line for _, _, line in sorted(found, key=lambda one: one[:2], reverse=True)]


def _line(one: Logged | Moved, name: Callable[[str], str]) -> LogLine:
    if isinstance(one, Moved):
        return LogLine(one.at, f"moved_{one.why}", one.number, name(one.before), name(one.box), "")
    return LogLine(one.at, one.what, one.of, "", one.to, one.reason)


def time_of(seconds: int) -> str:
    """Return the date and time in this machine's time zone, or "" for an impossible one."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M") if seconds > 0 else ""
    except (ValueError, OverflowError, OSError):
        return ""


def log_csv(lines: Iterable[LogLine]) -> str:
    """Return the log as CSV, with the heads HEADS."""
    return spreadsheet(HEADS, ((time_of(one.at), *one[1:]) for one in lines))
