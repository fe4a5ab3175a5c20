"""The promises that must hold after every fault of a hall.

No acknowledged answer is lost, no table is on two boxes, and the board shows the same as the boxes.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from companion.core.words import Refused, Text
from companion.hall import layout
from companion.hall.copy import UNREADABLE
from companion.hall.keys import Seals
from companion.hall.layout import Owner
from companion.hall.store import Store
from companion.hall.taking_over import TakenTable, read_table
from companion.speech.languages import ENGLISH
from companion.speech.say import say
from tests.rehearsal.messages import TableReport, mark
from tests.rehearsal.words import Line, line

AT_ONCE: Final = 100
"""The most tables whose owners one call reads."""
HEX: Final = re.compile(rb"[0-9a-f]{32,}")
"""The form of random bits, hashes and keys of answers."""

Opened = tuple[TableReport, TakenTable | Text]
"""A table at its box, with the store's copy of it, or the reason why the copy does not open."""


class Kept(NamedTuple):
    """The part of the store that is not sealed."""

    owners: Mapping[str, str]
    """The id of the owning box, by table."""
    entries: Mapping[str, int]
    """The number of entries, by table."""


def kept(store: Store) -> Kept:
    """Read which tables and entries the store has. Raises Away."""
    names = [name for name in map(layout.parse_key, store.names(layout.TABLES)) if name is not None]
    tables = [name.of for name in names if name.kind == "owner"]
    owners: dict[str, str] = {}
    for at in range(0, len(tables), AT_ONCE):
        found = store.read(*(layout.table_key(table, "owner") for table in tables[at : at + AT_ONCE]))
        owners |= {key.split("/")[-2]: _owner(pair.value) for key, pair in found.items()}
    return Kept(owners, Counter(name.of for name in names if name.kind == "entry"))


def on_two_boxes(tables: Iterable[TableReport], owners: Mapping[str, str]) -> Iterator[Line]:
    """Yield a line for each table that goes on at a box other than the owner in the store."""
    for table in tables:
        if table.is_played and owners.get(table.table, table.box) != table.box:
            yield line("wrong.two", table=table.table, box=table.box)


def uncopied(tables: Iterable[TableReport], kept: Kept) -> Iterator[Line]:
    """Yield a line for each table with another number of entries in the store than at its owner."""
    for table in tables:
        if kept.owners.get(table.table, table.box) == table.box and kept.entries.get(table.table, 0) != table.entries:
            counts = {"here": table.entries, "there": kept.entries.get(table.table, 0)}
            yield line("wrong.uncopied", table=table.table, box=table.box, **counts)


def unshown(tables: Iterable[TableReport], shows: Mapping[str, bytes]) -> Iterator[Line]:
    """Yield a line for each table that the board shows differently from its box, or that only one of the two shows."""
    screens = {table.table: table.screen for table in tables if table.screen is not None}
    for table in sorted(screens.keys() | shows.keys()):
        if screens.get(table) != shows.get(table):
            yield line("wrong.board", table=table)


def dump(store: Store) -> dict[str, bytes]:
    """Return all that the store keeps of tables, as a thief of its disks would read it. Raises Away."""
    return {pair.key: pair.value for pair in store.all(layout.TABLES).pairs}


def lost(acknowledged: Mapping[str, bytes], dump: Mapping[str, bytes]) -> Iterator[Line]:
    """Yield a line for each acknowledged entry that the store lacks, or has with another value."""
    for key, value in acknowledged.items():
        if key not in dump or mark(dump[key]) != value:
            yield line("wrong.lost", entry=key)


def opened(tables: Iterable[TableReport], owners: Mapping[str, str], store: Store, seals: Seals) -> Iterator[Opened]:
    """Open each table at its owner, as a spare would. Raises Away."""
    for table in tables:
        if owners.get(table.table) == table.box:
            try:
                yield table, read_table(store, seals, table.table)
            except Refused as why:
                yield table, why.text


def torn(opened: Iterable[Opened]) -> Iterator[Line]:
    """Yield a line for each table whose chain is broken, or ends differently from its owner's journal."""
    for table, there in opened:
        if isinstance(there, Text):
            yield line("wrong.chain", table=table.table, why=say(there, ENGLISH))
        elif (there.last.entries, there.last.hash.hex()) != (table.entries, table.hash):
            yield line("wrong.other", table=table.table, box=table.box)


def leaked(opened: Iterable[Opened], dump: Mapping[str, bytes]) -> Iterator[Line]:
    """Yield a line for each place in the store that shows bits, a hash or a key of an entry without a seal."""
    entries = [entry for _, there in opened if not isinstance(there, Text) for entry in there.entries]
    secrets = {secret.encode() for entry in entries for secret in (entry.bits, entry.hash, entry.key or entry.bits)}
    for key, value in dump.items():
        if not secrets.isdisjoint(HEX.findall(value)):
            yield line("wrong.secret", place=key)


def _owner(value: bytes) -> str:
    try:
        return msgspec.json.decode(value, type=Owner).box
    except UNREADABLE:
        return ""
