"""A game whose answers are all there, and which does not open: told again from what its chain binds."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.core.journal import Entry, Head, MemoryJournal, Told
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.words import BadFile, Refused
from companion.records.record import NO_BITS, game_of, parse_head, retell

UNPLAYABLE: Final = (BadFile, Refused, LookupError, TypeError, ValueError, AttributeError)
"""What playing a kept game may end in. What is on the disk is not asked again whether it may be said, as that takes long; so
the answers of another version come to rules that do not know them."""


def retold(head: Head, entries: Sequence[Entry]) -> tuple[Entry, ...] | None:
    """The same entries, each with the question that it answers: no hash binds that, so a flipped bit may have made another
    of it. None where they lead nowhere all the same, as in a game of another version."""
    try:
        game, options = game_of(head)
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
    retell(table, {**entry.said(), "bits": entry.bits, "hash": entry.hash})


def as_it_lay(head: Head, entries: Sequence[Entry], number: int, gone: frozenset[str]) -> Moment | None:
    """Return how a game of other rules than today's lay, for people to go on without the box. It leaves out answers of the
    types `gone`. None: today's rules refuse another answer, so nobody knows how the table lay."""
    try:
        _, game, options = parse_head(head.said())
        table = Table(game, head, options, MemoryJournal(), number, lambda: NO_BITS, None)
        out: set[int] = set()
        for entry in entries:
            if _is_gone(entry, gone, out):
                out.add(entry.n)
                table.append_blank()
            else:
                _tell(table, entry)
    except UNPLAYABLE:
        return None
    return table.moment


def _is_gone(entry: Entry, gone: frozenset[str], out: set[int]) -> bool:
    if isinstance(entry, Told):
        return entry.do["type"] in gone
    return out.issuperset(entry.correct)
