"""Copies one table to the store: knows what the store has of it, and sends the next transaction (docs/hall.md)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from companion.core.journal import Entry, TableHead, Visibility, decode_entry, encode_entry, fingerprint, head_hash
from companion.hall import layout
from companion.hall.decisions import Decisions
from companion.hall.etcd import Absent, Act, At, Away, Condition, Drop, Pair, Put, Same, value_of
from companion.hall.guests import (
    GuestsThere,
    Last,
    TableGuests,
    guests_there,
    last_of,
    number_of,
    proof,
    put_guests,
    put_last,
)
from companion.hall.keys import SealPlace, Seals, Tampered
from companion.hall.layout import UNREADABLE, Ended, Open, Owner, Owners
from companion.hall.locking import moved
from companion.hall.numbers import exchanged
from companion.hall.seen import Seen
from companion.hall.store import Store
from companion.journals.box_journal import LiveReader
from companion.snapshot.people import GuestBook

ENTRIES_PER_WRITE: Final = 64
"""The most entries in one transaction: etcd takes 128 acts."""
BYTES_PER_WRITE: Final = 512 * 1024
"""The most bytes of the entries in one transaction: etcd takes 1.5 MiB."""
READ: Final[tuple[layout.OncePerTable, ...]] = ("owner", "guests", "last", "open", "result")
"""The keys of a table that a box reads before it continues the copy."""


class Elsewhere(Exception):
    """Another box has the table now."""

    def __init__(self, owner: Owner) -> None:
        super().__init__(owner.box)
        self.owner = owner


class Torn(Exception):
    """The store has entries of this box that the box lacks or has differently: the box went back in time."""


class CopiedEntries(NamedTuple):
    """The entries of a table that the store has."""

    entries: int
    hash: str
    """The last entry's hash."""
    shown: int
    """The number of them that the room's screen showed."""
    open_hash: str
    """The hash of the last public entry."""

    def plus(self, entry: Entry) -> "CopiedEntries":
        """Return the entries and one more."""
        news = entry.news or Visibility()
        open_hash = entry.hash if news.open else self.open_hash
        return CopiedEntries(entry.n, entry.hash, self.shown + (news.open or None in news.moved), open_hash)


class Shown(NamedTuple):
    """The public screen as the store has it."""

    began: int
    since: int
    view: bytes
    """The screen without its times."""


class Copy:
    """Table `number` of box `box`, and its copy in the store. Methods may raise Away or ReadFailed: call them again then."""

    def __init__(
        self,
        box: str,
        number: int,
        head: TableHead,
        store: Store,
        seals: Seals,
        journal: LiveReader,
        owners: Owners,
        decisions: Decisions,
        round_of: Callable[[str], str] = lambda table: "",
    ) -> None:
        """Prepare the copy. `round_of` returns the number of the round in which a table's game began here, or ""."""
        self.number: Final = number
        self.done = _none_copied(head)
        self._box = box
        self._head = head
        self._store = store
        self._seals = seals
        self._journal = journal
        self._owners = owners
        self._decisions = decisions
        self._round = round_of(head.name)
        self._nobody = TableGuests(GuestBook(), {}, number)
        self.writes = 0
        """The number of transactions that were done. Each one also compared the owner."""
        self.is_known = False
        """True if the store was read at least once."""
        self._owner = b""
        """The owner as the store has it. It is empty before the first reading, and when the store must be read again."""
        self._epoch = 0
        """This box's epoch as the owner, at the last reading."""
        self._shown: Shown | None = None
        self._ended: Ended | None = None
        self._there = GuestsThere()
        self._at = 0
        """The time up to which the store has everything (`Last.at`)."""

    @property
    def has_begun(self) -> bool:
        """Return True if the table was read from the store, and need not be read again."""
        return bool(self._owner)

    @property
    def has_ended(self) -> bool:
        """Return True if the store has the table's result."""
        return self._ended is not None

    def begin(self, seen: Seen | None) -> None:
        """Read what the store has. Put the table there if the store does not know it. Raises Elsewhere, Torn."""
        there = self._store.read(*(self._key(kind) for kind in READ))
        owner = there.get(self._key("owner"))
        if owner is None:
            self._claim(seen)
            return
        self._check_mine(owner)
        entry = self._store.last(layout.entries_prefix(self._head.name))
        last = last_of(self._seals, self._head.name, number_of(entry), there.get(self._key("last")))
        self._check_latest(owner, last)
        self._check_entries(entry)
        opened = layout.decode(value_of(there, self._key("open")), Open)
        self._shown = _shown(opened)
        self._round = self._round or (opened.round if opened is not None else "")  # it may have begun at another box
        self._ended = layout.decode(value_of(there, self._key("result")), Ended)
        self._there = guests_there(self._seals, self._head.name, last, there.get(self._key("guests")))
        self._at = last.at if last is not None else 0
        self._owner, self.is_known = owner.value, True

    def check(self) -> None:
        """Check that the table still belongs to this box, even if there is nothing to send. Raises Elsewhere."""
        self._check_owner(self._store.read(self._key("owner")).get(self._key("owner")))

    def wanted_owner(self) -> Owner | None:
        """Return the owner that another box wants the table to have, or None if none asks for it. Raises Elsewhere."""
        key = layout.ask_key(self._box, self._head.name)
        found = self._store.read(self._key("owner"), key)
        self._check_owner(found.get(self._key("owner")))
        mine, wanted = layout.decode(self._owner, Owner), layout.decode(value_of(found, key), Owner)
        if mine is None or wanted is None or wanted.epoch != mine.epoch + 1:
            return None
        return wanted if self._seals.is_true(self._head.name, wanted) else None

    def hand_over(self, to: Owner) -> None:
        """Give the table to that owner, after everything was sent. Raises Elsewhere when it is done."""
        ask = layout.ask_key(self._box, self._head.name)
        last = self._last(self._there.proof, self.done, self._at, to)
        numbers, number = exchanged(self._store, self._box, to.box), self._decisions.organised.table_number
        note = moved(self._head.name, Owner(self._box, self._epoch), to, "handed", self._store.now(), number)
        self._commit([Put(self._key("owner"), layout.encode(to)), last, Drop(ask), note, *numbers], ())
        self._owners.hear(self._head.name, to)
        raise Elsewhere(to)

    def known_there(self) -> int | None:
        """Return how many of the entries that this box's screens showed the store has now, under any owner. Return None if
        the store has dropped the table. The hash chain allows a binary search: if one entry is equal, so are all before."""
        if self._key("head") not in self._store.read(self._key("head")):
            return None
        least, most = 0, self._journal.last(self.number)
        while least < most:
            middle = (least + most + 1) // 2
            least, most = (middle, most) if self._is_there(middle) else (least, middle - 1)
        return self._done(least).shown

    def send(self, seen: Seen | None, now: int, since: int, is_beat: bool = False) -> bool:
        """Send one transaction if anything is new. Return False if nothing is left. `seen` is the table now, or None if it
        was left. `since` is when its screen began to look so. `is_beat` also sends the time if nothing is new. Raises
        Elsewhere."""
        entries, is_last = self._next(seen)
        done = reduce(CopiedEntries.plus, entries, self.done)
        guests = self._there.guests or self._nobody if seen is None else TableGuests(seen.book, seen.witness, self.number)
        shown = self._view(seen, now, since) if is_last else self._shown
        ended = self._result(seen, done, now) if is_last else self._ended
        acts: list[Act] = [self._entry(entry) for entry in entries]
        guests_proof, has_new_guests = self._there.proof, guests != self._there.guests
        if has_new_guests:
            put = put_guests(self._seals, self._head.name, guests)
            acts, guests_proof = [*acts, put], proof(put.value)
        at = now if is_last and seen is not None else self._at
        is_left = shown is None and self._shown is not None
        if entries or has_new_guests or is_beat or is_left:  # the board then allows the box to delete the screen
            acts.append(self._last(guests_proof, done, at, Owner(self._box, self._epoch)))
        acts.extend(self._public_changes(shown, ended))
        if acts:
            revision = self._commit(acts, entries)
            self.writes += 1
            self._there = GuestsThere(guests, revision, guests_proof) if has_new_guests else self._there
        self.done, self._shown, self._ended, self._at = done, shown, ended, at
        return not is_last

    def _check_owner(self, owner: Pair | None) -> None:
        """Compare the owner with the one that was read before. Raises Elsewhere."""
        if owner is None or owner.value != self._owner:
            self._owner = b""
        if owner is not None:
            self._check_mine(owner)

    def _key(self, kind: layout.OncePerTable) -> str:
        return layout.table_key(self._head.name, kind)

    def _claim(self, seen: Seen | None) -> None:
        self.done, self._shown, self._ended, self._at = _none_copied(self._head), None, None, 0
        guests = self._nobody if seen is None else TableGuests(seen.book, seen.witness, self.number)
        known = self._owners.last_known(self._head.name)
        if known is not None and known.box != self._box:
            raise Elsewhere(known)
        mine = self._seals.owner(self._head.name, self._box, 1 if known is None else known.epoch)
        owner = layout.encode(mine)
        head = self._seals.seal(SealPlace(self._head.name, "head", 0), msgspec.json.encode(self._head))
        put = put_guests(self._seals, self._head.name, guests)
        last = self._last(proof(put.value), self.done, 0, mine)
        acts = [Put(self._key("owner"), owner), Put(self._key("head"), head), put, last]
        committed = self._store.commit([Absent(self._key("owner"))], acts)
        if not committed.done:
            raise Away("the table is there by now")
        self._there = GuestsThere(guests, committed.revision, proof(put.value))
        self._owners.hear(self._head.name, mine)
        self._owner, self._epoch, self.is_known = owner, mine.epoch, True

    def _check_mine(self, owner: Pair) -> None:
        stored, known = layout.decode(owner.value, Owner), self._owners.last_known(self._head.name)
        if stored is None or not self._seals.is_true(self._head.name, stored):
            raise Away("an owner that is not of this hall")
        if known is not None and stored.epoch < known.epoch:
            self._put_back(owner, known)
        if known is not None and stored.epoch == known.epoch and stored.box != known.box:
            raise Away("an owner of an earlier time")
        if stored.box == self._box and known is not None and known.box != self._box:
            raise Elsewhere(known)  # a table that came back has another number here, or is not here yet
        self._owners.hear(self._head.name, stored)
        if stored.box != self._box:
            raise Elsewhere(stored)
        self._epoch = stored.epoch

    def _put_back(self, earlier: Pair, known: Owner) -> NoReturn:
        """Replace an earlier owner in the store if the table is this box's. Raises Away then, else Elsewhere."""
        if known.box != self._box:
            raise Elsewhere(known)
        mine = self._seals.owner(self._head.name, self._box, known.epoch)
        self._store.commit([Same(earlier.key, earlier.value)], [Put(earlier.key, layout.encode(mine))])
        raise Away("an owner of an earlier time")

    def _check_latest(self, owner: Pair, last: Last | None) -> None:
        """Compare the owner with the end, which names the box that sealed it. Raises as `_check_mine` does."""
        if last is not None and last.epoch > self._epoch:
            self._owners.hear(self._head.name, Owner(last.box, last.epoch))
            self._check_mine(owner)

    def _check_entries(self, last: Pair | None) -> None:
        """Compare the store with this box's own journal, to know how many entries it has. Raises Torn if the two differ."""
        number = number_of(last)
        self.done = self._done(number)
        if self.done.entries < number or (last is not None and not self._is_same(last, self.done.hash)):
            raise Torn

    def _done(self, number: int) -> CopiedEntries:
        """Return the state after this many entries of this box's journal, or after fewer if it has no more."""
        done = _none_copied(self._head)
        while done.entries < number:
            entries = self._journal.entries(self.number, done.entries, min(ENTRIES_PER_WRITE, number - done.entries))
            if not entries:
                break
            done = reduce(CopiedEntries.plus, entries, done)
        return done

    def _is_there(self, number: int) -> bool:
        """Return True if the store has this entry of this box."""
        key, entry = layout.entry_key(self._head.name, number), self._journal.entry(self.number, number)
        found = self._store.read(key).get(key)
        return found is not None and entry is not None and self._is_same(found, entry.hash)

    def _is_same(self, found: Pair, hash_: str) -> bool:
        try:
            entry = self._seals.opened(SealPlace(self._head.name, "entry", number_of(found)), found.value)
            return decode_entry(entry).hash == hash_
        except (Tampered, *UNREADABLE):
            return False

    def _next(self, seen: Seen | None) -> tuple[Sequence[Entry], bool]:
        """Return the entries of the next transaction, and whether they are the last."""
        most = ENTRIES_PER_WRITE if seen is None else min(ENTRIES_PER_WRITE, seen.entries - self.done.entries)
        entries = self._journal.entries(self.number, self.done.entries, most) if most > 0 else ()
        fit = _fitting(entries)
        is_last = len(fit) < ENTRIES_PER_WRITE if seen is None else self.done.entries + len(fit) >= seen.entries
        return fit, is_last and len(fit) == len(entries)

    def _entry(self, entry: Entry) -> Put:
        place = SealPlace(self._head.name, "entry", entry.n)
        return Put(layout.entry_key(self._head.name, entry.n), self._seals.seal(place, encode_entry(entry)))

    def _last(self, guests_proof: bytes, done: CopiedEntries, at: int, owner: Owner) -> Put:
        last = Last(done.entries, bytes.fromhex(done.hash), guests_proof, at, owner.box, owner.epoch)
        return put_last(self._seals, self._head.name, last)

    def _public_changes(self, shown: Shown | None, ended: Ended | None) -> Iterator[Act]:
        """Yield the changes of what is public."""
        if shown is None and self._shown is not None:
            yield Drop(self._key("open"))
        elif shown is not None and shown != self._shown:
            view = msgspec.json.decode(shown.view, type=Open)
            yield Put(self._key("open"), layout.encode(msgspec.structs.replace(view, began=shown.began, since=shown.since)))
        if ended is not None and ended != self._ended:
            yield Put(self._key("result"), layout.encode(ended))

    def _commit(self, acts: Sequence[Act], entries: Sequence[Entry]) -> int:
        """Do all acts, or none. Return the store's revision. Raises Elsewhere if another box has the table. Raises Away if
        the first entry is there already, or if the guests are others: then the store must be read again."""
        conditions: list[Condition] = [Same(self._key("owner"), self._owner), At(self._key("guests"), self._there.revision)]
        if entries:
            conditions.append(Absent(layout.entry_key(self._head.name, entries[0].n)))
        committed = self._store.commit(conditions, acts)
        if committed.done:
            return committed.revision
        self._owner = b""
        for pair in committed.found:
            if pair.key == self._key("owner"):
                self._check_mine(pair)
        raise Away("the table has changed since it was read")

    def _view(self, seen: Seen | None, now: int, since: int) -> Shown | None:
        if seen is None:
            return None
        view = msgspec.json.encode(msgspec.structs.replace(seen.view, box=self._box, round=self._round))
        if self._shown is not None and self._shown.view == view:
            return self._shown
        return Shown(self._shown.began if self._shown else now, since, view)

    def _result(self, seen: Seen | None, done: CopiedEntries, now: int) -> Ended | None:
        result = self._journal.result(self.number) if seen is None or seen.view.over else None
        if result is None:
            return self._ended
        return Ended(
            box=self._box,
            game=self._head.game,
            seats=self._head.seats,
            score=result.score,
            accepted=result.accepted,
            agreed=result.agreed,
            fingerprint=fingerprint(done.open_hash),
            began=self._ended.began if self._ended else self._shown.began if self._shown else now,
            ended=self._ended.ended if self._ended else _time(result.ended) or now,
            table_number=self._ended.table_number if self._ended else self._decisions.organised.table_number,
            options=_short(self._head.options),
            numbers=self._ended.numbers if self._ended else self._decisions.people.numbers_of(self._head.seats),
            round=self._ended.round if self._ended else self._round,
        )


def _none_copied(head: TableHead) -> CopiedEntries:
    start = head_hash(head.fields())
    return CopiedEntries(0, start, 0, start)


def _fitting(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return as many entries as fit into one transaction, at least one."""
    room = BYTES_PER_WRITE
    for at, entry in enumerate(entries):
        room -= len(encode_entry(entry))
        if room < 0 and at:
            return entries[:at]
    return entries


def _shown(view: Open | None) -> Shown | None:
    if view is None:
        return None
    return Shown(view.began, view.since, msgspec.json.encode(msgspec.structs.replace(view, began=0, since=0)))


def _short(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a line of a spreadsheet can show. A game of one's own has its whole plan among them."""
    return {name: one for name, one in options.items() if isinstance(one, int) or (isinstance(one, str) and len(one) < 40)}


def _time(written: str | None) -> int | None:
    return None if written is None else int(datetime.fromisoformat(written).timestamp())
