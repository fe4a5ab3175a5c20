"""What must hold after everything that befalls a hall: nothing acknowledged is lost, no table is on two boxes, and the board
shows what the boxes show."""

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
from tests.rehearsal.told import Told, mark
from tests.rehearsal.words import Line, line

AT_ONCE: Final = 100
"""Tables whose owner is read at once."""
HEX: Final = re.compile(rb"[0-9a-f]{32,}")
"""As random bits, hashes and keys of answers are written."""

Opened = tuple[Told, TakenTable | Text]
"""A table with what the store has of it; why not, if it does not open."""


class Kept(NamedTuple):
    """What the store has, without what is sealed."""

    owners: Mapping[str, str]
    """The box of each table."""
    entries: Mapping[str, int]
    """How many of each."""


def kept(store: Store) -> Kept:
    """Raises Away."""
    names = [name for name in map(layout.parse_key, store.names(layout.TABLES)) if name is not None]
    tables = [name.of for name in names if name.kept == "owner"]
    owners: dict[str, str] = {}
    for at in range(0, len(tables), AT_ONCE):
        found = store.read(*(layout.table_key(table, "owner") for table in tables[at : at + AT_ONCE]))
        owners |= {key.split("/")[-2]: _owner(pair.value) for key, pair in found.items()}
    return Kept(owners, Counter(name.of for name in names if name.kept == "entry"))


def on_two_boxes(told: Iterable[Told], owners: Mapping[str, str]) -> Iterator[Line]:
    """Each table goes on at one box at most, and it is the one that the store names."""
    for table in told:
        if table.is_played and owners.get(table.table, table.box) != table.box:
            yield line("wrong.two", table=table.table, box=table.box)


def uncopied(told: Iterable[Told], kept: Kept) -> Iterator[Line]:
    """Of each table the store has all that lies at the box which has it."""
    for table in told:
        if kept.owners.get(table.table, table.box) == table.box and kept.entries.get(table.table, 0) != table.entries:
            said = {"here": table.entries, "there": kept.entries.get(table.table, 0)}
            yield line("wrong.uncopied", table=table.table, box=table.box, **said)


def unshown(told: Iterable[Told], shows: Mapping[str, bytes]) -> Iterator[Line]:
    """The board shows each table that is on as its box shows it, and no other."""
    screens = {table.table: table.screen for table in told if table.screen is not None}
    for table in sorted(screens.keys() | shows.keys()):
        if screens.get(table) != shows.get(table):
            yield line("wrong.board", table=table)


def dump(store: Store) -> dict[str, bytes]:
    """All that the store keeps of tables, as who has its disks may read it. Raises Away."""
    return {pair.key: pair.value for pair in store.all(layout.TABLES).pairs}


def lost(acknowledged: Mapping[str, bytes], dump: Mapping[str, bytes]) -> Iterator[Line]:
    """What the store has said it has is there, as it was."""
    for key, value in acknowledged.items():
        if key not in dump or mark(dump[key]) != value:
            yield line("wrong.lost", entry=key)


def opened(told: Iterable[Told], owners: Mapping[str, str], store: Store, seals: Seals) -> Iterator[Opened]:
    """Each table of the box that has it, opened as a spare would. Raises Away."""
    for table in told:
        if owners.get(table.table) == table.box:
            try:
                yield table, read_table(store, seals, table.table)
            except Refused as why:
                yield table, why.text


def torn(opened: Iterable[Opened]) -> Iterator[Line]:
    """Each is a whole chain, and ends as it does in the journal of the box that has it."""
    for table, there in opened:
        if isinstance(there, Text):
            yield line("wrong.chain", table=table.table, why=say(there, ENGLISH))
        elif (there.guests.entries, there.guests.hash) != (table.entries, table.hash):
            yield line("wrong.other", table=table.table, box=table.box)


def leaked(opened: Iterable[Opened], dump: Mapping[str, bytes]) -> Iterator[Line]:
    """Nothing that only the box was told stands anywhere in the open: what makes an entry a secret one is in none."""
    entries = [entry for _, there in opened if not isinstance(there, Text) for entry in there.entries]
    secrets = {said.encode() for entry in entries for said in (entry.bits, entry.hash, entry.key or entry.bits)}
    for key, value in dump.items():
        if not secrets.isdisjoint(HEX.findall(value)):
            yield line("wrong.secret", place=key)


def _owner(value: bytes) -> str:
    try:
        return msgspec.json.decode(value, type=Owner).box
    except UNREADABLE:
        return ""
