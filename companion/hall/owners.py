"""Whose each table was when this box heard of it last. It is kept: no store of an earlier time gives a table, or takes one
away, after a restart either."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Final

import msgspec

from companion.core.words import Refused
from companion.hall.layout import Owner
from companion.ports.notes import Notes

NOTE: Final = "hall_owners"
MOST: Final = 100
"""Tables that this is remembered of, those that were heard of last: an evening has ten."""

Kept = dict[str, tuple[str, int]]


class Owners:
    """By a table's name the box and its epoch. From any thread. Without `notes` it is known as long as the process lives."""

    def __init__(self, notes: Notes | None = None) -> None:
        self._notes = notes
        self._lock = Lock()
        self._known = _read(notes.note(NOTE) if notes is not None else None)

    def of(self, table: str) -> Owner | None:
        """Without its proof; None: this box never heard of it."""
        known = self._known.get(table)
        return None if known is None else Owner(*known)

    def hear(self, table: str, owner: Owner, *, is_to_take: bool = False) -> None:
        """This is so by now. Where the disk takes nothing it is known until a restart. A first one is not kept, as no store
        can have an earlier one; but of a table that this box is about to take from that owner."""
        with self._lock:
            if self.of(table) == Owner(owner.box, owner.epoch) and not is_to_take:
                return
            self._known = known = self._with(table, owner)
            if self._notes is not None and (owner.epoch > 1 or is_to_take):
                with suppress(Refused):
                    self._notes.keep_note(NOTE, _written(known))

    @contextmanager
    def moving(self, table: str, owner: Owner) -> Iterator[dict[str, str]]:
        """Around what makes the table this owner's: the notes that are to be kept with it, at once or not at all."""
        with self._lock:
            known = self._with(table, owner)
            yield {NOTE: _written(known)}
            self._known = known

    def _with(self, table: str, owner: Owner) -> Kept:
        others = {name: known for name, known in self._known.items() if name != table}
        return dict(list({**others, table: (owner.box, owner.epoch)}.items())[-MOST:])


def _written(known: Kept) -> str:
    return msgspec.json.encode(known).decode()


def _read(kept: str | None) -> Kept:
    try:
        return msgspec.json.decode(kept or "{}", type=Kept)
    except msgspec.MsgspecError:
        return {}
