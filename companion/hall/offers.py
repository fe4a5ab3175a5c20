"""Finds tables of a hall that a box may take over, and says for people where each one is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from companion.core.state import Seat
from companion.core.words import Text, reread, text
from companion.hall import layout
from companion.hall.copier import HEARD_SECONDS
from companion.hall.etcd import Pair, value_of
from companion.hall.guests import Last, last_of, number_of
from companion.hall.keys import Seals
from companion.hall.layout import UNREADABLE, Box, Open, Owner, unpacked
from companion.hall.numbers import number_in
from companion.hall.store import Store
from companion.journals.box_journal import LiveReader
from companion.shelf import games
from companion.snapshot.hall import OfferedTable
from companion.speech.languages import LANGUAGES
from companion.speech.say import say

AT_ONCE: Final = 60
"""The number of tables whose owner and screen are read together."""
LONGEST: Final = 40
"""The most letters of a name from a store. Boxes of the hall write no longer names."""
MOST_SEATS: Final = 10
AT_A_LOOK: Final = 30
"""The number of the journal's tables that are read together."""
NEVER: Final = 2**63 - 1
"""Higher than any table's number."""


class TableOffer(NamedTuple):
    """A table that may be taken over, as people saw it."""

    table: str
    owner: Owner
    box: Box | None
    """The box that has it, or None if it was not heard of for HEARD_SECONDS."""
    heard: int | None
    """The seconds since that box was last heard of, or None if it is silent or nobody looked."""
    open: Open
    until: int | None = None
    """The second, by the store's clock, up to which the store has every answer, or None if unknown."""
    table_number: str = ""
    """The table's number in the room, or "" for a table without one."""


def offers(store: Store) -> list[TableOffer]:
    """Return every running table, with its box and the seconds since that box was heard of. Raises Away."""
    return [heard_of(store, offer) for offer in tables_on(store)]


def tables_on(store: Store) -> list[TableOffer]:
    """Return every running table in few requests, with its box if that is on. Raises Away."""
    boxes = {pair.key: pair for pair in store.all(layout.BOXES).pairs}
    found = [offer for names in _name_groups(store) for offer in _offers(store, names)]
    return [_at_box(offer, boxes) for offer in found]


def owners_of(store: Store) -> Iterator[tuple[str, Owner]]:
    """Yield the owner of every running table. Raises Away."""
    for names in _name_groups(store):
        pairs = store.read(*(layout.table_key(name, "owner") for name in names))
        found = ((name, pairs.get(layout.table_key(name, "owner"))) for name in names)
        yield from ((name, owner) for name, pair in found if pair and (owner := layout.decode(pair.value, Owner)))


def offer_of(store: Store, table: str) -> list[TableOffer]:
    """Return the table of this name, or nothing if it is not on. Raises Away."""
    return list(_offers(store, [table]))


def heard_of(store: Store, offer: TableOffer) -> TableOffer:
    """Return the offer with its box, and the seconds since that box was heard of. Raises Away."""
    id_ = offer.owner.box
    found = store.read(layout.box_key(id_), layout.number_key(id_))
    return _at_box(offer, found)._replace(heard=_heard(store, found.get(layout.box_key(id_))))


def known_until(store: Store, seals: Seals, offer: TableOffer) -> TableOffer:
    """Return the offer with the second up to which the store has everything. Raises Away."""
    last = end_of(store, seals, offer.table)
    return offer if last is None else offer._replace(until=last.at or None)


def end_of(store: Store, seals: Seals, table: str) -> Last | None:
    """Return a table's end, or None if it was not sealed after the store's last entry. Raises Away."""
    key, entry = layout.table_key(table, "last"), store.last(layout.entries_prefix(table))
    return last_of(seals, table, number_of(entry), store.read(key).get(key))


def named(offer: TableOffer) -> str:
    """Return the name for people of the box that has it."""
    return ((offer.box.name if offer.box is not None else "") or offer.open.name or offer.owner.box)[:LONGEST]


def offered(offer: TableOffer, seals: Seals, me: str, now: int | None) -> OfferedTable:
    """Return the offer as people see it. `me` is the box where they look, `now` the store's clock."""
    until = offer.until or offer.open.since
    return OfferedTable(
        table=offer.table,
        owner=(offer.owner.box, offer.owner.epoch),
        box=named(offer),
        where=where(offer),
        seats=tuple(Seat(seat[:LONGEST]) for seat in offer.open.seats[:MOST_SEATS]),
        silent=offer.box is None,
        heard=offer.heard,
        age=max(0, (now or until) - until),
        table_number=offer.table_number,
        own=offer.owner.box == me and seals.is_true(offer.table, offer.owner),
    )


def where(offer: TableOffer) -> Text:
    """Return the game and its progress, as its screens say it. Words of the store are used only if they can be said."""
    game = offer.open.game
    name = text(f"{game}.name") if game in games() else text("seat", seat=game[:LONGEST])
    shown = reread(offer.open.parts.get("where"))
    return shown if isinstance(shown, Text) and shown.key.startswith(f"{game}.") and _has_words(shown) else name


def lost_tables(store: Store, seals: Seals, me: str, journal: LiveReader, on: str) -> Sequence[TableOffer]:
    """Return the first unfinished table that this box lost, or nothing. The store says that the table is this box's, but the
    journal lacks its last entry. The table `on`, which is on here, does not count. Raises Away, ReadFailed."""
    for name, owner in owners_of(store):
        if owner.box != me or name == on or not seals.is_true(name, owner):
            continue
        found = [offer for offer in offer_of(store, name) if not offer.open.over]
        if found and not _has_all(store, journal, name):
            return found
    return ()


def _has_all(store: Store, journal: LiveReader, name: str) -> bool:
    number = next(iter(_numbers(journal, name)), None)
    if number is None:
        return False
    last = number_of(store.last(layout.entries_prefix(name)))
    return last == 0 or journal.entry(number, last) is not None


def _numbers(journal: LiveReader, name: str) -> Sequence[int]:
    """Return the numbers that this box has given a table, the newest first."""
    found: list[int] = []
    before = NEVER
    while tables := journal.tables(before, AT_A_LOOK):
        found += [number for number, head in tables if head.name == name]
        before = tables[-1][0]
    return found


def _has_words(words: Text) -> bool:
    try:
        return all(len(say(words, language)) <= LONGEST for language in LANGUAGES)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return False


def _offers(store: Store, names: Sequence[str]) -> Iterator[TableOffer]:
    pairs = store.read(*(layout.table_key(name, what) for name in names for what in ("owner", "open")))
    for name in names:
        try:
            owner = msgspec.json.decode(pairs[layout.table_key(name, "owner")].value, type=Owner)
            shown = unpacked(pairs[layout.table_key(name, "open")].value)
            yield TableOffer(name, owner, None, None, msgspec.json.decode(shown, type=Open))
        except (KeyError, *UNREADABLE):
            continue


def _name_groups(store: Store) -> Iterator[list[str]]:
    """Yield the names of running tables in groups."""
    names = [named.of for named in map(layout.parse_key, store.names(layout.TABLES)) if named and named.kind == "open"]
    return (names[at : at + AT_ONCE] for at in range(0, len(names), AT_ONCE))


def _at_box(offer: TableOffer, found: Mapping[str, Pair]) -> TableOffer:
    """Return the offer with its box and its table's number. `found` has pairs of the store by key."""
    box = layout.decode(value_of(found, layout.box_key(offer.owner.box)), Box)
    number = number_in(value_of(found, layout.number_key(offer.owner.box)))
    return offer._replace(box=box, table_number=number)


def _heard(store: Store, box: Pair | None) -> int | None:
    """Return the seconds since a box was heard of, or None if it is silent."""
    left = store.left(box.lease) if box is not None and box.lease else 0
    return HEARD_SECONDS - left if left > 0 else None
