"""Finds tables of other boxes, and takes one over (docs/hall.md)."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from companion.clock import Clock
from companion.core.journal import Entry, MemoryJournal, TableHead, decode_entry, entry_hash, head_hash, read_head
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.words import Refused, Text, reread, text
from companion.hall import layout
from companion.hall.copier import HEARD_SECONDS
from companion.hall.copy import UNREADABLE
from companion.hall.etcd import Away, Pair, Put, Same
from companion.hall.guests import Guests, Last, guests_of, last_of
from companion.hall.keys import Place, Seals, Tampered
from companion.hall.layout import Box, Open, Owner, Owners, unpacked
from companion.hall.locking import check_lock, moved
from companion.hall.numbers import exchanged, number_in
from companion.hall.store import Store
from companion.house import takeover
from companion.house.house import House
from companion.house.moved import Taken
from companion.journals.box_journal import Following
from companion.records.record import NO_BITS, UNPLAYABLE, game_of
from companion.shelf import games
from companion.snapshot.hall import Offered
from companion.speech.languages import LANGUAGES
from companion.speech.say import say

ASK_SECONDS: Final = 2.0
"""Seconds for which a box that is on is asked for a table. After them the table is taken without its consent."""
ASKED_SECONDS: Final = 5
"""A request for a table ends after this many seconds, in case the asking box dies."""
PAUSE_SECONDS: Final = 0.05
AT_ONCE: Final = 60
"""The number of tables whose owner and screen are read together."""
LONGEST: Final = 40
"""The most letters of a name from a store. Boxes of the hall write no longer names."""


class Offer(NamedTuple):
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


Wait = Callable[[], bool]
"""Waits a little. Returns False when the time is over."""


class TakenTable(NamedTuple):
    """A table as the store had it, complete and in order."""

    head: TableHead
    entries: tuple[Entry, ...]
    guests: Guests
    last: Last


def offers(store: Store) -> list[Offer]:
    """Return every running table, with its box and the seconds since that box was heard of. Raises Away."""
    return [heard_of(store, offer) for offer in tables_on(store)]


def tables_on(store: Store) -> list[Offer]:
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


def offer_of(store: Store, table: str) -> list[Offer]:
    """Return the table of this name, or nothing if it is not on. Raises Away."""
    return list(_offers(store, [table]))


def heard_of(store: Store, offer: Offer) -> Offer:
    """Return the offer with its box, and the seconds since that box was heard of. Raises Away."""
    id_ = offer.owner.box
    found = store.read(layout.box_key(id_), layout.number_key(id_))
    return _at_box(offer, found)._replace(heard=_heard(store, found.get(layout.box_key(id_))))


def usual_wait(clock: Clock = time.monotonic, pause: Callable[[float], None] = time.sleep) -> Wait:
    """Return a function that waits in steps until ASK_SECONDS are over."""
    until = clock() + ASK_SECONDS

    def wait() -> bool:
        if clock() >= until:
            return False
        pause(PAUSE_SECONDS)
        return True

    return wait


def known_until(store: Store, seals: Seals, offer: Offer) -> Offer:
    """Return the offer with the second up to which the store has everything. Raises Away."""
    last = _last(store, seals, offer.table)
    return offer if last is None else offer._replace(until=last.at or None)


def _last(store: Store, seals: Seals, table: str) -> Last | None:
    """Return a table's end, or None if it was not sealed after the store's last entry."""
    key, entry = layout.table_key(table, "last"), store.last(layout.entries_prefix(table))
    place = layout.parse_key(entry.key) if entry is not None else None
    return last_of(seals, table, place.number if place is not None else 0, store.read(key).get(key))


def _check_owner(store: Store, seals: Seals, offer: Offer) -> None:
    """Raise Refused for an owner that is not of this hall, or is earlier than the one that sealed the table's end."""
    if not seals.is_true(offer.table, offer.owner):
        raise Refused("hall.damaged")
    last = _last(store, seals, offer.table)
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
    offer: Offer,
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
            return takeover.take(house, head, entries, guests.number, guests.book, notes, taken)
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
        head = read_head(seals.opened(Place(table, "head", 0), found[layout.table_key(table, "head")].value))
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
        entry = decode_entry(seals.opened(Place(table, "entry", number), pair.value))
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


def _ask_for(store: Store, seals: Seals, box: str, offer: Offer, wait: Wait) -> None:
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


def _notice(offer: Offer, moment: Moment) -> Taken:
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


def named(offer: Offer) -> str:
    """Return the name for people of the box that has it."""
    return ((offer.box.name if offer.box is not None else "") or offer.open.name or offer.owner.box)[:LONGEST]


def _moment_of(head: TableHead, entries: Sequence[Entry]) -> Moment:
    """Return the table's present state. Raises Refused if this version's rules cannot continue it."""
    try:
        game, options = game_of(head)
        return Table(game, head, options, MemoryJournal({1: list(entries)}), 1, lambda: NO_BITS, None).moment
    except UNPLAYABLE:
        raise Refused("hall.other_version") from None


def _become_owner(store: Store, seals: Seals, box: str, offer: Offer) -> Owner:
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


def _put_back(store: Store, seals: Seals, offer: Offer, mine: Owner) -> None:
    key, back = layout.table_key(offer.table, "owner"), seals.owner(offer.table, offer.owner.box, mine.epoch + 1)
    note = moved(offer.table, mine, back, "refused", store.now(), offer.table_number)
    acts = [Put(key, layout.encode(back)), note, *exchanged(store, offer.owner.box, mine.box)]
    store.commit([Same(key, layout.encode(mine))], acts)


def _offers(store: Store, names: Sequence[str]) -> Iterator[Offer]:
    pairs = store.read(*(layout.table_key(name, what) for name in names for what in ("owner", "open")))
    for name in names:
        try:
            owner = msgspec.json.decode(pairs[layout.table_key(name, "owner")].value, type=Owner)
            shown = unpacked(pairs[layout.table_key(name, "open")].value)
            yield Offer(name, owner, None, None, msgspec.json.decode(shown, type=Open))
        except (KeyError, *UNREADABLE):
            continue


def _name_groups(store: Store) -> Iterator[list[str]]:
    """Yield the names of running tables in groups."""
    names = [named.of for named in map(layout.parse_key, store.names(layout.TABLES)) if named and named.kind == "open"]
    return (names[at : at + AT_ONCE] for at in range(0, len(names), AT_ONCE))


def _at_box(offer: Offer, found: Mapping[str, Pair]) -> Offer:
    """Return the offer with its box and its table's number. `found` has pairs of the store by key."""
    box, number = found.get(layout.box_key(offer.owner.box)), found.get(layout.number_key(offer.owner.box))
    table_number = number_in(number.value if number is not None else None)
    return offer._replace(box=_box(box), table_number=table_number)


def _heard(store: Store, box: Pair | None) -> int | None:
    """Return the seconds since a box was heard of, or None if it is silent."""
    left = store.left(box.lease) if box is not None and box.lease else 0
    return HEARD_SECONDS - left if left > 0 else None


def _box(pair: Pair | None) -> Box | None:
    return None if pair is None else layout.decode(pair.value, Box)


def _name(store: Store, found: Sequence[Pair]) -> str:
    """Return the name for people of the box that owns the table now, or "?" if nobody knows."""
    owner = layout.decode(found[0].value, Owner) if found else None
    if owner is None:
        return "?"
    try:
        box = _box(store.read(layout.box_key(owner.box)).get(layout.box_key(owner.box)))
    except Away:
        return "?"
    return box.name if box is not None else owner.box


MOST_SEATS: Final = 10
AT_A_LOOK: Final = 30
"""The number of the journal's tables that are read together."""
NEVER: Final = 2**63 - 1
"""Higher than any table's number."""


def offered(offer: Offer, seals: Seals, me: str, now: int | None) -> Offered:
    """Return the offer as people see it. `me` is the box where they look, `now` the store's clock."""
    until = offer.until or offer.open.since
    return Offered(
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


def where(offer: Offer) -> Text:
    """Return the game and its progress, as its screens say it. Words of the store are used only if they can be said."""
    game = offer.open.game
    name = text(f"{game}.name") if game in games() else text("seat", seat=game[:LONGEST])
    shown = reread(offer.open.parts.get("where"))
    return shown if isinstance(shown, Text) and shown.key.startswith(f"{game}.") and _has_words(shown) else name


def lost_tables(store: Store, seals: Seals, me: str, journal: Following, on: str) -> Sequence[Offer]:
    """Return the first unfinished table that the store gives to this box and whose last entry the journal lacks, or nothing.
    The table `on`, which is on here, does not count. Raises Away, Unread."""
    for name, owner in owners_of(store):
        if owner.box != me or name == on or not seals.is_true(name, owner):
            continue
        found = [offer for offer in offer_of(store, name) if not offer.open.over]
        if found and not _has_all(store, journal, name):
            return found
    return ()


def _has_all(store: Store, journal: Following, name: str) -> bool:
    number = next(iter(_numbers(journal, name)), None)
    last = store.last(layout.entries_prefix(name))
    key = layout.parse_key(last.key) if last is not None else None
    if number is None:
        return False
    return key is None or journal.entry(number, key.number) is not None


def _numbers(journal: Following, name: str) -> Sequence[int]:
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
