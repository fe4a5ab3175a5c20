"""A game whose answers are all there, and which does not open: told again from what its chain binds."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.core.journal import Entry, Head, MemoryJournal, Told
from companion.core.table import Table
from companion.core.words import BadFile, Refused
from companion.records.record import NO_BITS, parse_head, retell

UNPLAYABLE: Final = (BadFile, Refused, LookupError, TypeError, ValueError, AttributeError)
"""What playing a kept game may end in. What is on the disk is not asked again whether it may be said, as that takes long; so
the answers of another version come to rules that do not know them."""


def retold(head: Head, entries: Sequence[Entry]) -> tuple[Entry, ...] | None:
    """The same entries, each with the question that it answers: no hash binds that, so a flipped bit may have made another
    of it. None where they lead nowhere all the same, as in a game of another version."""
    try:
        _, game, options = parse_head(head.said())
        table = Table(game, head, options, MemoryJournal(), 0, lambda: NO_BITS, None)
        for entry in entries:
            _tell(table, entry)
    except UNPLAYABLE:
        return None
    return tuple(_answering(entry, again) for entry, again in zip(entries, table.entries, strict=True))


def _answering(entry: Entry, again: Entry) -> Entry:
    return replace(entry, due=again.due) if isinstance(entry, Told) and isinstance(again, Told) else entry


def _tell(table: Table, entry: Entry) -> None:
    if isinstance(entry, Told):
        dues = table.moment.history.dues
        due = next((due for due in dues if (due.id, due.seat) == (entry.due, entry.seat)), None)
        if due is not None:
            table.retell(due, entry.do)
            return
    retell(table, entry.said())
