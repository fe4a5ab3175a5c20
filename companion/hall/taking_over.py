"""Takes over a table of another box (docs/hall.md)."""

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from companion.clock import Clock
from companion.core.journal import Entry, MemoryJournal, TableHead, decode_entry, entry_hash, head_hash, read_head
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.words import Refused
from companion.hall import layout
from companion.hall.etcd import Away, Pair, Put, Same, value_of
from companion.hall.guests import Last, TableGuests, guests_of, last_of
from companion.hall.keys import SealPlace, Seals, Tampered
from companion.hall.layout import UNREADABLE, Box, Owner, Owners
from companion.hall.locking import check_lock, moved
from companion.hall.numbers import exchanged
from companion.hall.offers import TableOffer, end_of, named
from companion.hall.store import Store
from companion.house import takeover
from companion.house.house import House
from companion.house.moved import Taken
from companion.records.record import NO_BITS, UNPLAYABLE, game_of

ASK_SECONDS: Final = 2.0
"""Seconds for which a box that is on is asked for a table. After them the table is taken without its consent."""
ASKED_SECONDS: Final = 5
"""A request for a table ends after this many seconds, in case the asking box dies."""
PAUSE_SECONDS: Final = 0.05


Wait = Callable[[], bool]
"""Waits a little. Returns False when the time is over."""


class TakenTable(NamedTuple):
    """A table as the store had it, complete and in order."""

    head: TableHead
    entries: tuple[Entry, ...]
    guests: TableGuests
    last: Last


def usual_wait(clock: Clock = time.monotonic, pause: Callable[[float], None] = time.sleep) -> Wait:
    """Return a function that waits in steps until ASK_SECONDS are over."""
    until = clock() + ASK_SECONDS

    def wait() -> bool:
        if clock() >= until:
            return False
        pause(PAUSE_SECONDS)
        return True

    return wait


def _check_owner(store: Store, seals: Seals, offer: TableOffer) -> None:
    """Raise Refused if the offer's owner is not of this hall, or if a later owner has sealed the table's end."""
    if not seals.is_true(offer.table, offer.owner):
        raise Refused("hall.damaged")
    last = end_of(store, seals, offer.table)
    if last is None or last.epoch <= offer.owner.epoch:
        return
    key = layout.table_key(offer.table, "owner")
    now = store.read(key).get(key)
    if now is not None and now.value == layout.encode(offer.owner):  # otherwise the table has moved since it was shown
        raise Refused("hall.damaged")


def take_over(
    house: House,
    store: Store,
    seals: Seals,
    box: str,
    offer: TableOffer,
    owners: Owners | None = None,
    wait: Wait | None = None,
    number: str = "",
) -> int:
    """Continue the table at `house`, whose id is `box`, and return its number there. If the table's box is on, first ask
    that box, and wait until it agrees or `wait` returns False. On failure the table stays with its box, or goes back to it.
    `number` is what somebody entered for the organiser's lock. Raises Refused with the reason. Raises Away: call it again
    then, and it continues."""
    takeover.check_takes(house)
    owners = owners or Owners(house.journal)
    _check_owner(store, seals, offer)
    check_lock(store, box, offer.table, offer.owner, number)
    if offer.owner.box != box:
        # If this box loses power before the table is on here, it knows after its start which table it was taking.
        owners.hear(offer.table, offer.owner, is_to_take=True)
    _ask_for(store, seals, box, offer, wait or usual_wait())
    mine = _become_owner(store, seals, box, offer)
    try:
        head, entries, guests, last = read_table(store, seals, offer.table)
        moment = _moment_of(head, entries)
        # A box that hands its table over seals its end for the next owner, so nothing is missing. Being the owner does
        # not prove this: an earlier try of this box may have made it the owner.
        is_whole = offer.owner.box != box and (last.box, last.epoch) == (mine.box, mine.epoch)
        taken = None if is_whole else _notice(offer, moment)
        with owners.moving(offer.table, mine) as epoch_note:
            notes = {**guests.witness, **epoch_note}
            return takeover.take_over(house, head, entries, guests.number, guests.book, notes, taken)
    except Refused:
        if mine.epoch > offer.owner.epoch:
            _put_back(store, seals, offer, mine)
        raise


def read_table(store: Store, seals: Seals, table: str) -> TakenTable:
    """Return the whole table at one moment, after checking that each value is in its place and the chain is complete. Raises
    Refused if it is not, and Away."""
    found = {pair.key: pair for pair in store.all(layout.table_prefix(table)).pairs}
    raw = [pair for key, pair in found.items() if key.startswith(layout.entries_prefix(table))]
    try:
        head = read_head(seals.opened(SealPlace(table, "head", 0), found[layout.table_key(table, "head")].value))
        last = last_of(seals, table, len(raw), found.get(layout.table_key(table, "last")))
        guests = guests_of(seals, table, last, found.get(layout.table_key(table, "guests")))
        entries = tuple(_entries(seals, table, raw))
    except (Tampered, KeyError, *UNREADABLE):
        raise Refused("hall.damaged") from None
    if last is None or guests is None or head.name != table:
        raise Refused("hall.damaged")
    if bytes.fromhex(_chained(head, entries)) != last.hash or len(entries) != last.entries:
        raise Refused("hall.damaged")
    return TakenTable(head, entries, guests, last)


def _entries(seals: Seals, table: str, raw: Sequence[Pair]) -> Iterator[Entry]:
    for number, pair in enumerate(raw, 1):
        entry = decode_entry(seals.opened(SealPlace(table, "entry", number), pair.value))
        if pair.key != layout.entry_key(table, number) or entry.n != number:
            raise Tampered
        yield entry


def _chained(head: TableHead, entries: Sequence[Entry]) -> str:
    """Return the last hash. Raises Refused if the chain is broken."""
    hash_ = head_hash(head.fields())
    for entry in entries:
        if entry_hash(head.chain, hash_, entry.fields(), entry.bits) != entry.hash:
            raise Refused("hall.damaged")
        hash_ = entry.hash
    return hash_


def _ask_for(store: Store, seals: Seals, box: str, offer: TableOffer, wait: Wait) -> None:
    """Ask the table's box for it, and wait. That box sends the rest, and makes this box the owner. A silent box is not
    asked. Raises Refused if the table could not be taken anyway, and Away."""
    if offer.owner.box == box or offer.box is None:
        return
    head, entries, *_ = read_table(store, seals, offer.table)
    _moment_of(head, entries)  # do not ask for a table that cannot continue here
    key, mine = layout.table_key(offer.table, "owner"), seals.owner(offer.table, box, offer.owner.epoch + 1)
    was, wanted = layout.encode(offer.owner), layout.encode(mine)
    ask = Put(layout.ask_key(offer.owner.box, offer.table), wanted, store.lease(ASKED_SECONDS))
    found = store.commit([Same(key, was)], [ask]).found
    while not found or found[0].value == was:
        if not wait():
            return
        found = tuple(store.read(key).values())


def _notice(offer: TableOffer, moment: Moment) -> Taken:
    """Return what people must know of a table that may lack its last answers."""
    return Taken(
        table=offer.table,
        box=named(offer),
        time=_clock_time(offer.open.since),
        seat=next(iter(moment.undo_of() or ()), None),
        words=moment.undo_words(),
    )


def _clock_time(seconds: int) -> str:
    """Return the time of day in this room's time zone. It is empty for an impossible time."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%H:%M") if seconds > 0 else ""
    except (ValueError, OverflowError, OSError):
        return ""


def _moment_of(head: TableHead, entries: Sequence[Entry]) -> Moment:
    """Return the table's present state. Raises Refused if this version's rules cannot continue it."""
    try:
        game, options = game_of(head)
        return Table(game, head, options, MemoryJournal({1: list(entries)}), 1, lambda: NO_BITS, None).moment
    except UNPLAYABLE:
        raise Refused("hall.other_version") from None


def _become_owner(store: Store, seals: Seals, box: str, offer: TableOffer) -> Owner:
    """Make this box the owner, unless an earlier try has done so. Raises Refused if another box has the table now."""
    if offer.owner.box == box:
        return offer.owner
    mine, key = seals.owner(offer.table, box, offer.owner.epoch + 1), layout.table_key(offer.table, "owner")
    note = moved(offer.table, offer.owner, mine, "silent", store.now(), offer.table_number)
    acts = [Put(key, layout.encode(mine)), note, *exchanged(store, offer.owner.box, box)]
    committed = store.commit([Same(key, layout.encode(offer.owner))], acts)
    if not committed.done and not any(pair.value == layout.encode(mine) for pair in committed.found):
        raise Refused("hall.taken", box=_name(store, committed.found))
    return mine


def _put_back(store: Store, seals: Seals, offer: TableOffer, mine: Owner) -> None:
    key, back = layout.table_key(offer.table, "owner"), seals.owner(offer.table, offer.owner.box, mine.epoch + 1)
    note = moved(offer.table, mine, back, "refused", store.now(), offer.table_number)
    acts = [Put(key, layout.encode(back)), note, *exchanged(store, offer.owner.box, mine.box)]
    store.commit([Same(key, layout.encode(mine))], acts)


def _name(store: Store, found: Sequence[Pair]) -> str:
    """Return the name for people of the box that owns the table now, or "?" if nobody knows."""
    owner = layout.decode(found[0].value, Owner) if found else None
    if owner is None:
        return "?"
    try:
        key = layout.box_key(owner.box)
        box = layout.decode(value_of(store.read(key), key), Box)
    except Away:
        return "?"
    return box.name if box is not None else owner.box
