"""All that was ever told at a table, as it is on disk, and what follows from it without playing the game."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from companion.core.answers import same
from companion.core.event import SETTLING
from companion.core.history import Standing
from companion.core.journal import Corrected, Entry, Head, News, head_hash
from companion.core.journal import fingerprint as fingerprint_of
from companion.core.knowledge import Seat
from companion.core.words import Refused

Asked = tuple[str | None, Any]
"""What was posted under a key: the due as phones know it (None: to set a tally right), and the answer."""


def full_id(table: str, due: str) -> str:
    """A due's id as phones know it: no two games of a box have the same (`Head.known_as`)."""
    return f"{table}.{due}"


class End(NamedTuple):
    """Where a table's journal ends, and how often each chair's screen has changed until then."""

    entries: int
    hash: str
    """At the last entry."""
    open_hash: str
    """At the last open one."""
    seqs: Mapping[Seat | None, int]
    open_entries: int

    def plus(self, entry: Entry) -> "End":
        """One entry further. It must bring its news."""
        news = entry.news
        assert news is not None
        moved = self.seqs.keys() if news.open else news.moved
        # Of a name that was never here nothing follows: the file may be damaged.
        seqs = {seat: seq + (seat in moved) for seat, seq in self.seqs.items()}
        open_hash = entry.hash if news.open else self.open_hash
        return End(self.entries + 1, entry.hash, open_hash, seqs, self.open_entries + news.open)


class Ledger:
    """The entries, what of them still stands, and where they end."""

    def __init__(self, head: Head, number: int) -> None:
        self._known_as = head.known_as(number)
        self.entries: list[Entry] = []
        self.standing = Standing()
        start = head_hash(head.said())
        self.end = End(0, start, start, dict.fromkeys((*head.seats, None), 1), 0)
        self._open_hashes = [start]
        self._keys: dict[tuple[Seat | None, str], Asked] = {}
        self.told_by: Counter[Seat | None] = Counter()
        """How many entries each seat, or (None) the panel, has told; the box's draws are nobody's."""

    def had(self, open_entries: int, fingerprint: str) -> bool:
        """Whether this was the fingerprint after so many open entries."""
        return [fingerprint_of(hash_) for hash_ in self._open_hashes[open_entries : open_entries + 1]] == [fingerprint]

    def add(self, entry: Entry) -> None:
        """Memory follows the disk. The entry must bring its news."""
        assert entry.news is not None
        self.standing.add(msgspec.structs.replace(entry, news=None))  # as it was when it was played
        self.entries.append(entry)
        self.end = self.end.plus(entry)
        self.told_by[entry.by] += bool(entry.correct) if isinstance(entry, Corrected) else not entry.drawn
        if entry.news.open:
            self._open_hashes.append(entry.hash)
        if entry.key:
            self._keys[entry.by, entry.key] = self._asked(entry)

    def _asked(self, entry: Entry) -> Asked:
        if isinstance(entry, Corrected):
            return None, entry.do
        due = None if entry.due in (None, SETTLING) else full_id(self._known_as, entry.due)
        return due, entry.posted or entry.do

    def is_forever(self, n: int) -> bool:
        """Whether entry `n` stays secret when all is over."""
        return (self.entries[n - 1].news or News()).forever

    def is_used(self, by: Seat | None, key: str) -> bool:
        """Whether something was told under this key by the seat, or (None) the panel."""
        return (by, key) in self._keys

    def is_repeated(self, by: Seat | None, key: str, due: str | None, do: Any) -> bool:
        """Whether this was told already under this key. Raises Refused if something else was."""
        known = self._keys.get((by, key)) if key else None
        if known is None:
            return False
        if not same(known, (due, do)):
            raise Refused("key_used")
        return True
