"""What must hold after everything that befalls a hall: nothing acknowledged is lost, no table is on two boxes, and the board
shows what the boxes show."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from companion.core.words import Refused, Text, text
from companion.hall import layout
from companion.hall.adopting import brought
from companion.hall.copy import UNREADABLE
from companion.hall.layout import Owner
from companion.hall.rehearsal.told import Told, mark
from companion.hall.seals import Seals
from companion.hall.store import Store

AT_ONCE = 100
"""Tables whose owner is read at once."""


class Kept(NamedTuple):
    """What the store has, without what is sealed."""

    owners: Mapping[str, str]
    """The box of each table."""
    entries: Mapping[str, int]
    """How many of each."""


def kept(store: Store) -> Kept:
    """Raises Away."""
    names = [name for name in map(layout.named, store.names(layout.TABLES)) if name is not None]
    tables = [name.of for name in names if name.kept == "owner"]
    owners: dict[str, str] = {}
    for at in range(0, len(tables), AT_ONCE):
        found = store.read(*(layout.of(table, "owner") for table in tables[at : at + AT_ONCE]))
        owners |= {key.split("/")[-2]: _owner(pair.value) for key, pair in found.items()}
    return Kept(owners, Counter(name.of for name in names if name.kept == "entry"))


def on_two_boxes(told: Iterable[Told], owners: Mapping[str, str]) -> Iterator[Text]:
    """Each table goes on at one box at most, and it is the one that the store names."""
    for table in told:
        if table.is_played and owners.get(table.table, table.box) != table.box:
            yield text("hall.rehearse.wrong.two", table=table.table, box=table.box)


def uncopied(told: Iterable[Told], kept: Kept) -> Iterator[Text]:
    """Of each table the store has all that lies at the box which has it."""
    for table in told:
        if kept.owners.get(table.table, table.box) == table.box and kept.entries.get(table.table, 0) != table.entries:
            said = {"here": table.entries, "there": kept.entries.get(table.table, 0)}
            yield text("hall.rehearse.wrong.uncopied", table=table.table, box=table.box, **said)


def unshown(told: Iterable[Told], shows: Mapping[str, bytes]) -> Iterator[Text]:
    """The board shows each table that is on as its box shows it, and no other."""
    screens = {table.table: table.screen for table in told if table.screen is not None}
    for table in sorted(screens.keys() | shows.keys()):
        if screens.get(table) != shows.get(table):
            yield text("hall.rehearse.wrong.board", table=table)


def lost(acknowledged: Mapping[str, bytes], store: Store) -> Iterator[Text]:
    """What the store has said it has is there, as it was."""
    found = {pair.key: mark(pair.value) for pair in store.all(layout.TABLES).pairs if "/entry/" in pair.key}
    for key, value in acknowledged.items():
        if found.get(key) != value:
            yield text("hall.rehearse.wrong.lost", entry=key)


def torn(told: Sequence[Told], store: Store, seals: Seals) -> Iterator[Text]:
    """Each table opens with the hall's key, is a whole chain, and ends as it does in the journal of the box that has it."""
    owners = kept(store).owners
    for table in told:
        if owners.get(table.table) != table.box:
            continue
        try:
            there = brought(store, seals, table.table)
        except Refused as why:
            yield text("hall.rehearse.wrong.chain", table=table.table, why=why.text)
            continue
        if (there.guests.entries, there.guests.hash) != (table.entries, table.hash):
            yield text("hall.rehearse.wrong.other", table=table.table, box=table.box)


def _owner(value: bytes) -> str:
    try:
        return msgspec.json.decode(value, type=Owner).box
    except UNREADABLE:
        return ""
