"""Takes a table over from another box: what there is to take, and the act (docs/hall.md)."""

import time
from collections.abc import Callable, Iterator, Sequence
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
from companion.hall.copy import UNREADABLE, guests_of
from companion.hall.etcd import Away, Pair, Put, Same
from companion.hall.keys import Place, Seals, Tampered
from companion.hall.layout import Box, Open, Owner, Owners
from companion.hall.seen import Guests
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
"""So long a box that is heard is asked to let a table go; then the table is taken without its word."""
ASKED_SECONDS: Final = 5
"""An ask is gone after so long, should whoever asks die."""
PAUSE_SECONDS: Final = 0.05
AT_ONCE: Final = 60
"""Tables whose owner and screen are read at once."""
LONGEST: Final = 40
"""Letters of a name that a store says: no box of the hall writes longer ones."""


class Offer(NamedTuple):
    """A table that may be taken over, as it was shown."""

    table: str
    owner: Owner
    box: Box | None
    """The one that has it; None: it was not heard of for HEARD_SECONDS."""
    heard: int | None
    """How many seconds ago that one was heard of last; None: longer."""
    open: Open
    until: int | None = None
    """The second, by the store's clock, up to which all that was answered there is in the store; None: nobody looked, or
    nobody knows."""


Wait = Callable[[], bool]
"""Waits a little; False: that was long enough."""


class TakenTable(NamedTuple):
    """A table as it was in the store, whole and in order."""

    head: TableHead
    entries: tuple[Entry, ...]
    guests: Guests


def offers(store: Store) -> list[Offer]:
    """Every table that is on, and when its box was heard of. Raises Away."""
    return [heard_of(store, offer) for offer in tables_on(store)]


def tables_on(store: Store) -> list[Offer]:
    """The same in few questions, however many there are: of a box only whether it is there. Raises Away."""
    boxes = {named.of: pair for pair in store.all(layout.BOXES).pairs if (named := layout.named(pair.key))}
    found = [offer for names in _in_parts(store) for offer in _offers(store, names)]
    return [offer._replace(box=_box(boxes.get(offer.owner.box))) for offer in found]


def owners_of(store: Store) -> Iterator[tuple[str, Owner]]:
    """Whose each table is that is on. Raises Away."""
    for names in _in_parts(store):
        kept = store.read(*(layout.of(name, "owner") for name in names))
        found = ((name, kept.get(layout.of(name, "owner"))) for name in names)
        yield from ((name, owner) for name, pair in found if pair and (owner := layout.read(pair.value, Owner)))


def offer_of(store: Store, table: str) -> list[Offer]:
    """The table of this name, if it is on. Raises Away."""
    return list(_offers(store, [table]))


def heard_of(store: Store, offer: Offer) -> Offer:
    """With its box, and when that was heard of. Raises Away."""
    box, heard = _heard(store, offer.owner.box)
    return offer._replace(box=box, heard=heard)


def patience(clock: Clock = time.monotonic, pause: Callable[[float], None] = time.sleep) -> Wait:
    """Waits in steps until ASK_SECONDS are over."""
    until = clock() + ASK_SECONDS

    def wait() -> bool:
        if clock() >= until:
            return False
        pause(PAUSE_SECONDS)
        return True

    return wait


def known_until(store: Store, seals: Seals, offer: Offer) -> Offer:
    """With the second up to which the store has all of it. Raises Away."""
    guests = _guests(store, seals, offer.table)
    return offer if guests is None else offer._replace(until=guests.at or None)


def _guests(store: Store, seals: Seals, table: str) -> Guests | None:
    """Read the guests alone; None where they do not open after the last entry."""
    key, last = layout.of(table, "guests"), store.last(layout.entries(table))
    place = layout.named(last.key) if last is not None else None
    return guests_of(seals, table, place.number if place is not None else 0, store.read(key).get(key))


def _check_owner(store: Store, seals: Seals, offer: Offer) -> None:
    """Raises Refused for an owner that is not of this hall, or that is earlier than the one that sealed the guests."""
    if not seals.is_true(offer.table, offer.owner):
        raise Refused("hall.damaged")
    guests = _guests(store, seals, offer.table)
    if guests is None or guests.epoch <= offer.owner.epoch:
        return
    key = layout.of(offer.table, "owner")
    now = store.read(key).get(key)
    if now is not None and now.value == layout.written(offer.owner):  # else the table has moved since it was shown
        raise Refused("hall.damaged")


def take_over(
    house: House,
    store: Store,
    seals: Seals,
    box: str,
    offer: Offer,
    owners: Owners | None = None,
    wait: Wait | None = None,
) -> int:
    """The table goes on at `house`, the one whose id is `box`; its number there. A box that is heard is asked first to let
    it go, as long as `wait` says. Where that cannot be it stays, or goes back, where it was. Raises Refused with the reason,
    and Away: then it may be tried again, and goes on where it was."""
    takeover.check_takes(house)
    owners = owners or Owners(house.journal)
    _check_owner(store, seals, offer)
    if offer.owner.box != box:
        # Until it is on here nothing of it is copied from here; and whoever dies meanwhile knows what it was at.
        owners.hear(offer.table, offer.owner, is_to_take=True)
    _ask_for(store, seals, box, offer, wait or patience())
    mine = _taken(store, seals, box, offer)
    try:
        head, entries, guests = brought(store, seals, offer.table)
        moment = _played(head, entries)
        # That this box is the owner proves nothing: it may have tried before, and not heard the store. A box that lets go
        # seals the guests for the next owner.
        is_whole = offer.owner.box != box and (guests.box, guests.epoch) == (mine.box, mine.epoch)
        taken = None if is_whole else _told(offer, moment)
        with owners.moving(offer.table, mine) as kept:
            notes = {**guests.witness, **kept}
            return takeover.take(house, head, entries, guests.number, guests.book, notes, taken)
    except Refused:
        if mine.epoch > offer.owner.epoch:
            _put_back(store, seals, offer, mine)
        raise


def brought(store: Store, seals: Seals, table: str) -> TakenTable:
    """The whole table at one moment, each value in its place, each entry bound to the one before, none missing. Raises
    Refused where it is not so, and Away."""
    found = {pair.key: pair for pair in store.all(layout.table(table)).pairs}
    raw = [pair for key, pair in found.items() if key.startswith(layout.entries(table))]
    try:
        head = read_head(seals.opened(Place(table, "head", 0), found[layout.of(table, "head")].value))
        said = seals.opened(Place(table, "guests", len(raw)), found[layout.of(table, "guests")].value)
        guests = msgspec.json.decode(said, type=Guests)
        entries = tuple(_entries(seals, table, raw))
    except (Tampered, KeyError, *UNREADABLE):
        raise Refused("hall.damaged") from None
    if head.name != table or _chained(head, entries) != guests.hash or len(entries) != guests.entries:
        raise Refused("hall.damaged")
    return TakenTable(head, entries, guests)


def _entries(seals: Seals, table: str, raw: Sequence[Pair]) -> Iterator[Entry]:
    for number, pair in enumerate(raw, 1):
        entry = decode_entry(seals.opened(Place(table, "entry", number), pair.value))
        if pair.key != layout.entry(table, number) or entry.n != number:
            raise Tampered
        yield entry


def _chained(head: TableHead, entries: Sequence[Entry]) -> str:
    """The last hash. Raises Refused where one does not follow from the one before."""
    hash_ = head_hash(head.said())
    for entry in entries:
        if entry_hash(head.chain, hash_, entry.said(), entry.bits) != entry.hash:
            raise Refused("hall.damaged")
        hash_ = entry.hash
    return hash_


def _ask_for(store: Store, seals: Seals, box: str, offer: Offer, wait: Wait) -> None:
    """Ask the box that has it to let it go, and wait: it sends the rest, and then makes this box the owner by itself. A box
    that is silent is not asked. Raises Refused where the table could not be taken, and Away."""
    if offer.owner.box == box or offer.box is None:
        return
    head, entries, _ = brought(store, seals, offer.table)
    _played(head, entries)  # who cannot go on with it need not ask
    key, mine = layout.of(offer.table, "owner"), seals.owner(offer.table, box, offer.owner.epoch + 1)
    was, wanted = layout.written(offer.owner), layout.written(mine)
    ask = Put(layout.ask(offer.owner.box, offer.table), wanted, store.lease(ASKED_SECONDS))
    found = store.commit([Same(key, was)], [ask]).found
    while not found or found[0].value == was:
        if not wait():
            return
        found = tuple(store.read(key).values())


def _told(offer: Offer, moment: Moment) -> Taken:
    """What people must know of a table that may lack its last answers."""
    return Taken(
        table=offer.table,
        box=named(offer),
        time=_clock_time(offer.open.since),
        seat=next(iter(moment.undo_of() or ()), None),
        said=moment.undo_said(),
    )


def _clock_time(seconds: int) -> str:
    """As the clocks of this room show it; empty for what is no time."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%H:%M") if seconds > 0 else ""
    except (ValueError, OverflowError, OSError):
        return ""


def named(offer: Offer) -> str:
    """What people call the box that has it."""
    return ((offer.box.name if offer.box is not None else "") or offer.open.name or offer.owner.box)[:LONGEST]


def _played(head: TableHead, entries: Sequence[Entry]) -> Moment:
    """How it stands. Raises Refused where this version of the rules cannot go on with it."""
    try:
        game, options = game_of(head)
        return Table(game, head, options, MemoryJournal({1: list(entries)}), 1, lambda: NO_BITS, None).moment
    except UNPLAYABLE:
        raise Refused("hall.other_version") from None


def _taken(store: Store, seals: Seals, box: str, offer: Offer) -> Owner:
    """Moves the fence. One that fell to this box before, when it did not get to the end, is its own already."""
    if offer.owner.box == box:
        return offer.owner
    mine, key = seals.owner(offer.table, box, offer.owner.epoch + 1), layout.of(offer.table, "owner")
    committed = store.commit([Same(key, layout.written(offer.owner))], [Put(key, layout.written(mine))])
    if not committed.done and not any(pair.value == layout.written(mine) for pair in committed.found):
        raise Refused("hall.taken", box=_name(store, committed.found))
    return mine


def _put_back(store: Store, seals: Seals, offer: Offer, mine: Owner) -> None:
    key, back = layout.of(offer.table, "owner"), seals.owner(offer.table, offer.owner.box, mine.epoch + 1)
    store.commit([Same(key, layout.written(mine))], [Put(key, layout.written(back))])


def _offers(store: Store, names: Sequence[str]) -> Iterator[Offer]:
    kept = store.read(*(layout.of(name, what) for name in names for what in ("owner", "open")))
    for name in names:
        try:
            owner = msgspec.json.decode(kept[layout.of(name, "owner")].value, type=Owner)
            yield Offer(name, owner, None, None, msgspec.json.decode(kept[layout.of(name, "open")].value, type=Open))
        except (KeyError, *UNREADABLE):
            continue


def _in_parts(store: Store) -> Iterator[list[str]]:
    """The names of the tables that are on, some at a time."""
    names = [named.of for named in map(layout.named, store.names(layout.TABLES)) if named and named.kept == "open"]
    return (names[at : at + AT_ONCE] for at in range(0, len(names), AT_ONCE))


def _heard(store: Store, id_: str) -> tuple[Box | None, int | None]:
    pair = store.read(layout.box(id_)).get(layout.box(id_))
    left = store.left(pair.lease) if pair is not None and pair.lease else 0
    return _box(pair), HEARD_SECONDS - left if left > 0 else None


def _box(pair: Pair | None) -> Box | None:
    return None if pair is None else layout.read(pair.value, Box)


def _name(store: Store, found: Sequence[Pair]) -> str:
    """What people call the box that has it now."""
    owner = layout.read(found[0].value, Owner) if found else None
    if owner is None:
        return "?"
    try:
        box, _ = _heard(store, owner.box)
    except Away:
        return "?"
    return box.name if box is not None else owner.box


MOST_SEATS: Final = 10
AT_A_LOOK: Final = 30
"""Tables of the journal that are read at once."""
NEVER: Final = 2**63 - 1
"""Higher than any table's number."""


def offered(offer: Offer, seals: Seals, me: str, now: int | None) -> Offered:
    """As people are shown it; `me`: the box where they look, `now`: the store's clock."""
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
        own=offer.owner.box == me and seals.is_true(offer.table, offer.owner),
    )


def where(offer: Offer) -> Text:
    """Which game it is, and how far, as its screens say it; what the store says is said only if it can be."""
    game = offer.open.game
    name = text(f"{game}.name") if game in games() else text("seat", seat=game[:LONGEST])
    said = reread(offer.open.parts.get("where"))
    return said if isinstance(said, Text) and said.key.startswith(f"{game}.") and _can_be_said(said) else name


def is_lost(store: Store, seals: Seals, me: str, journal: Following, on: str) -> Sequence[Offer]:
    """The first table that is this box's, is not over and not on here (`on`), and whose last entry the journal does not
    have, or the journal does not know the table at all. Raises Away, Unread."""
    for name, owner in owners_of(store):
        if owner.box != me or name == on or not seals.is_true(name, owner):
            continue
        found = [offer for offer in offer_of(store, name) if not offer.open.over]
        if found and not _has_all(store, journal, name):
            return found
    return ()


def _has_all(store: Store, journal: Following, name: str) -> bool:
    number = next(iter(_numbers(journal, name)), None)
    last = store.last(layout.entries(name))
    key = layout.named(last.key) if last is not None else None
    if number is None:
        return False
    return key is None or journal.entry(number, key.number) is not None


def _numbers(journal: Following, name: str) -> Sequence[int]:
    """Under which numbers the box has had a table, the newest first."""
    found: list[int] = []
    before = NEVER
    while tables := journal.tables(before, AT_A_LOOK):
        found += [number for number, head in tables if head.name == name]
        before = tables[-1][0]
    return found


def _can_be_said(words: Text) -> bool:
    try:
        return all(len(say(words, language)) <= LONGEST for language in LANGUAGES)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return False
