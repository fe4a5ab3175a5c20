"""A box's journal in memory. It promises everything that the file does except to outlive its process, and keeps everything
as text, as the file does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from companion.core.journal import Entry, Occupied, TableHead, decode_entry, encode_entry, read_head
from companion.journals.box_journal import (
    BoxJournal,
    FinishedTable,
    MemoryCopy,
    Result,
    Thing,
    decode_result,
    decode_thing,
    encode_result,
    encode_thing,
)


@dataclass
class Pages:
    """The kept data. A new journal over the same pages is the box after a restart, or a second writer."""

    heads: dict[int, bytes] = field(default_factory=dict)
    entries: dict[int, list[bytes]] = field(default_factory=dict)
    results: dict[int, tuple[str, str | None]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    things: dict[str, dict[int, bytes]] = field(default_factory=dict)
    """The owner's things, by id and revision."""
    current: int | None = None
    """The number of the table that is on."""


class ForgetfulJournal(BoxJournal):
    """A journal in memory, which is never in trouble."""

    def __init__(self, pages: Pages | None = None) -> None:
        self.salvaged, self.trouble = False, None
        self._pages = Pages() if pages is None else pages

    def append(self, table: int, expected: int, entry: Entry) -> None:
        entries = self._pages.entries.setdefault(table, [])
        if len(entries) != expected or entry.n != expected + 1:
            raise Occupied
        entries.append(encode_entry(entry))

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        return [decode_entry(kept) for kept in self._pages.entries.get(table, [])[since:]]

    def open_table(self, head: TableHead, code: str) -> int:
        number = self.newest_table() + 1
        self._pages.heads[number] = msgspec.json.encode(head)
        self._pages.notes["code"] = code
        self._pages.current = number
        return number

    def add_table(self, head: TableHead, entries: Sequence[Entry], least: int, notes: Mapping[str, str]) -> int:
        number = max(least, self.newest_table() + 1)
        self._pages.heads[number] = msgspec.json.encode(head)
        self._pages.entries[number] = [encode_entry(entry) for entry in entries]
        self._pages.notes.update(notes)
        self._pages.current = number
        return number

    def add_finished(self, tables: Sequence[FinishedTable]) -> None:
        newest = self.newest_table()
        for place, table in enumerate(tables, 1):
            number = newest + place if newest else table.number
            self._pages.heads[number] = msgspec.json.encode(table.head)
            self._pages.entries[number] = [*table.entries]
            self.keep_result(number, table.result)

    def leave_table(self) -> None:
        self._pages.current = None

    def current_table(self) -> tuple[int, TableHead] | None:
        number = self._pages.current
        head = None if number is None else self.table(number)
        return None if number is None or head is None else (number, head)

    def newest_table(self) -> int:
        return max(self._pages.heads, default=0)

    def table(self, number: int) -> TableHead | None:
        kept = self._pages.heads.get(number)
        return None if kept is None else read_head(kept)

    def note(self, name: str) -> str | None:
        return self._pages.notes.get(name)

    def keep_note(self, name: str, value: str) -> None:
        self._pages.notes[name] = value

    def keep_result(self, table: int, result: Result) -> None:
        self._pages.results[table] = (encode_result(result), result.accepted)

    def result(self, table: int) -> Result | None:
        kept = self._pages.results.get(table)
        return None if kept is None else decode_result(*kept)

    def results(self) -> Sequence[tuple[int, Result]]:
        return [(number, decode_result(*kept)) for number, kept in sorted(self._pages.results.items())]

    def finished_before(self, table: int) -> int:
        return max((number for number in self._pages.results if number < table), default=0)

    def things(self) -> Sequence[Thing]:
        return [decode_thing(kept[max(kept)]) for kept in self._pages.things.values()]

    def thing(self, id_: str, revision: int) -> Thing | None:
        kept = self._pages.things.get(id_, {}).get(revision)
        return None if kept is None else decode_thing(kept)

    def keep_thing(self, thing: Thing, least: int) -> None:
        kept = self._pages.things.get(thing.id, {})
        if thing.revision != max(kept, default=0) + 1:
            raise Occupied
        staying = {revision: raw for revision, raw in kept.items() if revision >= least}
        self._pages.things[thing.id] = {**staying, thing.revision: encode_thing(thing)}

    def drop_thing(self, id_: str) -> None:
        self._pages.things.pop(id_, None)

    def checkpoint(self) -> None:
        """Do nothing: memory needs no checkpoint."""

    def still_has(self, table: int, entries: Sequence[Entry]) -> bool:
        """Return True: pages in memory are never damaged."""
        return True

    def mend(self, in_hand: MemoryCopy, is_damaged: bool = False) -> None:
        """Replace the pages by what the box has in hand."""
        self._pages.notes.update(in_hand.notes)
        self._pages.current = None
        for thing in in_hand.things:
            before = {at: raw for at, raw in self._pages.things.get(thing.id, {}).items() if at < thing.revision}
            self._pages.things[thing.id] = {**before, thing.revision: encode_thing(thing)}
        if in_hand.table is not None:
            number, head, entries = in_hand.table
            self._pages.heads[number] = msgspec.json.encode(head)
            self._pages.entries[number] = [encode_entry(entry) for entry in entries]
            self._pages.current = number

    def close(self) -> None:
        """Do nothing: no file is open."""
