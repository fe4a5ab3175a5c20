"""One table on its way to the store: what of it the store has, and the next transaction (docs/hall.md)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Final, NamedTuple, NoReturn

import msgspec

from companion.core.journal import Entry, TableHead, Visibility, decode_entry, encode_entry, fingerprint, head_hash
from companion.hall import layout
from companion.hall.etcd import Absent, Act, Away, Condition, Drop, Pair, Put, Same
from companion.hall.keys import Place, Seals, Tampered
from companion.hall.layout import Ended, Open, Owner, Owners
from companion.hall.seen import Guests, Seen
from companion.hall.store import Store
from companion.journals.box_journal import Following
from companion.snapshot.people import GuestBook

UNREADABLE: Final = layout.UNREADABLE

AT_ONCE: Final = 64
"""Entries of a transaction: etcd takes 128 acts in one."""
BYTES_AT_ONCE: Final = 512 * 1024
"""Of these entries: etcd takes 1.5 MiB in one."""


class Elsewhere(Exception):
    """Another box has the table now."""

    def __init__(self, owner: Owner) -> None:
        super().__init__(owner.box)
        self.owner = owner


class Torn(Exception):
    """The store has entries of this box that the box itself does not have, or has otherwise: it went back in time."""


class Done(NamedTuple):
    """What the store has of a table's entries."""

    entries: int
    hash: str
    """Of the last of them."""
    shown: int
    """How many of them the room's screen showed."""
    open_hash: str
    """Of the last open one."""

    def plus(self, entry: Entry) -> "Done":
        """With one more."""
        news = entry.news or Visibility()
        open_hash = entry.hash if news.open else self.open_hash
        return Done(entry.n, entry.hash, self.shown + (news.open or None in news.moved), open_hash)


class Shown(NamedTuple):
    """The public screen as the store has it."""

    began: int
    since: int
    view: bytes
    """Without its times."""


class Copy:
    """Table `number` of the box `box`. Every method may raise Away and Unread, and may then be called again."""

    def __init__(
        self, box: str, number: int, head: TableHead, store: Store, seals: Seals, journal: Following, owners: Owners
    ) -> None:
        self.number: Final = number
        self.done = _nothing(head)
        self._box = box
        self._head = head
        self._store = store
        self._seals = seals
        self._journal = journal
        self._owners = owners
        self.is_known = False
        """Whether it was ever looked what the store has."""
        self._owner = b""
        """As it stands in the store; empty: not looked yet, or to be looked anew."""
        self._epoch = 0
        """Of this box as the owner, by the last look."""
        self._shown: Shown | None = None
        self._ended: Ended | None = None
        self._sitting: Sitting = GuestBook(), {}
        self._at = 0
        """Up to when the store has all (`Guests.at`)."""

    @property
    def has_begun(self) -> bool:
        """Whether it is known what the store has."""
        return bool(self._owner)

    @property
    def has_ended(self) -> bool:
        """Whether the store knows how it ended."""
        return self._ended is not None

    def begin(self, seen: Seen | None) -> None:
        """Find out what the store has; a table that it does not know is put there. Raises Elsewhere, Torn."""
        kept = self._store.read(self._key("owner"), self._key("guests"), self._key("open"), self._key("result"))
        owner = kept.get(self._key("owner"))
        if owner is None:
            self._claim(seen)
            return
        self._check_mine(owner)
        last = self._store.last(layout.entries(self._head.name))
        self._check_latest(owner, kept.get(self._key("guests")), last)
        self._walk(last)
        self._shown = _shown(layout.read(_raw(kept, self._key("open")), Open))
        self._ended = layout.read(_raw(kept, self._key("result")), Ended)
        self._sitting, self._at = self._sat(kept.get(self._key("guests")))
        self._owner, self.is_known = owner.value, True

    def check(self) -> None:
        """Look whether the table is still this box's, though there may be nothing to send. Raises Elsewhere."""
        self._see(self._store.read(self._key("owner")).get(self._key("owner")))

    def asked(self) -> Owner | None:
        """Who asks this box to let the table go: the owner that it is to have; None: nobody. Raises Elsewhere."""
        key = layout.ask(self._box, self._head.name)
        found = self._store.read(self._key("owner"), key)
        self._see(found.get(self._key("owner")))
        mine, wanted = layout.read(self._owner, Owner), layout.read(_raw(found, key), Owner)
        if mine is None or wanted is None or wanted.epoch != mine.epoch + 1:
            return None
        return wanted if self._seals.is_true(self._head.name, wanted) else None

    def hand_over(self, to: Owner) -> None:
        """All has been sent: the table is that owner's from now on. Raises Elsewhere, when it is so."""
        ask = layout.ask(self._box, self._head.name)
        guests = self._guests(self._sitting, self.done, self._at, to)
        self._commit([Put(self._key("owner"), layout.written(to)), guests, Drop(ask)], ())
        self._owners.hear(self._head.name, to)
        raise Elsewhere(to)

    def known_there(self) -> int | None:
        """How many of the answers that the room saw here the store has by now, whoever has the table; None: it was tidied
        away. The chain says it: where one entry is the same, so are all before."""
        if self._key("head") not in self._store.read(self._key("head")):
            return None
        least, most = 0, self._journal.last(self.number)
        while least < most:
            middle = (least + most + 1) // 2
            least, most = (middle, most) if self._is_there(middle) else (least, middle - 1)
        return self._done(least).shown

    def send(self, seen: Seen | None, now: int, since: int, is_beat: bool = False) -> bool:
        """One transaction, if anything is to be sent; False: nothing more is. `seen`: the table as it is; None: it was left.
        `since`: when it began to look so. On a beat it says that all is there, though nothing is new. Raises Elsewhere."""
        entries, is_last = self._next(seen)
        done = reduce(Done.plus, entries, self.done)
        sitting = (seen.book, seen.witness) if seen is not None else self._sitting
        shown = self._view(seen, now, since) if is_last else self._shown
        ended = self._result(seen, done, now) if is_last else self._ended
        acts: list[Act] = [self._entry(entry) for entry in entries]
        at = now if is_last and seen is not None else self._at
        is_left = shown is None and self._shown is not None
        if entries or sitting != self._sitting or is_beat or is_left:  # the board knows by this that its box left it
            acts.append(self._guests(sitting, done, at, Owner(self._box, self._epoch)))
        acts.extend(self._told(shown, ended))
        if acts:
            self._commit(acts, entries)
        self.done, self._sitting, self._shown, self._ended, self._at = done, sitting, shown, ended, at
        return not is_last

    def _see(self, owner: Pair | None) -> None:
        """The owner as it was read. Raises Elsewhere."""
        if owner is None or owner.value != self._owner:
            self._owner = b""
        if owner is not None:
            self._check_mine(owner)

    def _key(self, kept: layout.Once) -> str:
        return layout.of(self._head.name, kept)

    def _claim(self, seen: Seen | None) -> None:
        self.done, self._shown, self._ended, self._at = _nothing(self._head), None, None, 0
        self._sitting = (seen.book, seen.witness) if seen is not None else (GuestBook(), {})
        known = self._owners.of(self._head.name)
        if known is not None and known.box != self._box:
            raise Elsewhere(known)
        mine = self._seals.owner(self._head.name, self._box, 1 if known is None else known.epoch)
        owner = layout.written(mine)
        head = self._seals.seal(Place(self._head.name, "head", 0), msgspec.json.encode(self._head))
        guests = self._guests(self._sitting, self.done, 0, mine)
        acts = [Put(self._key("owner"), owner), Put(self._key("head"), head), guests]
        if not self._store.commit([Absent(self._key("owner"))], acts).done:
            raise Away("the table is there by now")
        self._owners.hear(self._head.name, mine)
        self._owner, self._epoch, self.is_known = owner, mine.epoch, True

    def _check_mine(self, owner: Pair) -> None:
        said, known = layout.read(owner.value, Owner), self._owners.of(self._head.name)
        if said is None or not self._seals.is_true(self._head.name, said):
            raise Away("an owner that nobody of the hall is")
        if known is not None and said.epoch < known.epoch:
            self._put_back(owner, known)
        if known is not None and said.epoch == known.epoch and said.box != known.box:
            raise Away("an owner of an earlier time")
        if said.box == self._box and known is not None and known.box != self._box:
            raise Elsewhere(known)  # what became this box's again is another table here, or is not here yet
        self._owners.hear(self._head.name, said)
        if said.box != self._box:
            raise Elsewhere(said)
        self._epoch = said.epoch

    def _put_back(self, earlier: Pair, known: Owner) -> NoReturn:
        """Replace an earlier owner in the store if the table is this box's. Raises Away then, else Elsewhere."""
        if known.box != self._box:
            raise Elsewhere(known)
        mine = self._seals.owner(self._head.name, self._box, known.epoch)
        self._store.commit([Same(earlier.key, earlier.value)], [Put(earlier.key, layout.written(mine))])
        raise Away("an owner of an earlier time")

    def _check_latest(self, owner: Pair, guests: Pair | None, last: Pair | None) -> None:
        """Compare the owner with the guests, which name the box that sealed them. Raises as `_check_mine` does."""
        named = layout.named(last.key) if last is not None else None
        found = guests_of(self._seals, self._head.name, named.number if named is not None else 0, guests)
        if found is not None and found.epoch > self._epoch:
            self._owners.hear(self._head.name, Owner(found.box, found.epoch))
            self._check_mine(owner)

    def _walk(self, last: Pair | None) -> None:
        """What the store has, as this box's own journal says it. Raises Torn where that says otherwise."""
        named = layout.named(last.key) if last is not None else None
        number = named.number if named is not None else 0
        self.done = self._done(number)
        if self.done.entries < number or (last is not None and not self._is_same(last, self.done.hash)):
            raise Torn

    def _done(self, number: int) -> Done:
        """How it was after so many entries of this box's own journal; after fewer, if it has no more."""
        done = _nothing(self._head)
        while done.entries < number:
            entries = self._journal.entries(self.number, done.entries, min(AT_ONCE, number - done.entries))
            if not entries:
                break
            done = reduce(Done.plus, entries, done)
        return done

    def _is_there(self, number: int) -> bool:
        """Whether the store has this entry of this box's own."""
        key, entry = layout.entry(self._head.name, number), self._journal.entry(self.number, number)
        found = self._store.read(key).get(key)
        return found is not None and entry is not None and self._is_same(found, entry.hash)

    def _is_same(self, found: Pair, hash_: str) -> bool:
        named = layout.named(found.key)
        try:
            said = self._seals.opened(Place(self._head.name, "entry", named.number if named else 0), found.value)
            return decode_entry(said).hash == hash_
        except (Tampered, *UNREADABLE):
            return False

    def _sat(self, guests: Pair | None) -> "tuple[Sitting, int]":
        """Who sat there when the store heard of it last, and up to when it has all."""
        found = guests_of(self._seals, self._head.name, self.done.entries, guests)
        return ((found.book, found.witness), found.at) if found is not None else ((GuestBook(), {}), 0)

    def _next(self, seen: Seen | None) -> tuple[Sequence[Entry], bool]:
        """The entries of the next transaction, and whether they are the last."""
        most = AT_ONCE if seen is None else min(AT_ONCE, seen.entries - self.done.entries)
        entries = self._journal.entries(self.number, self.done.entries, most) if most > 0 else ()
        fit = _fitting(entries)
        is_last = len(fit) < AT_ONCE if seen is None else self.done.entries + len(fit) >= seen.entries
        return fit, is_last and len(fit) == len(entries)

    def _entry(self, entry: Entry) -> Put:
        place = Place(self._head.name, "entry", entry.n)
        return Put(layout.entry(self._head.name, entry.n), self._seals.seal(place, encode_entry(entry)))

    def _guests(self, sitting: "Sitting", done: Done, at: int, owner: Owner) -> Put:
        said = msgspec.json.encode(Guests(*sitting, self.number, done.entries, done.hash, at, owner.box, owner.epoch))
        return Put(self._key("guests"), self._seals.seal(Place(self._head.name, "guests", done.entries), said))

    def _told(self, shown: Shown | None, ended: Ended | None) -> Iterator[Act]:
        """What is open of it, where that has changed."""
        if shown is None and self._shown is not None:
            yield Drop(self._key("open"))
        elif shown is not None and shown != self._shown:
            view = msgspec.json.decode(shown.view, type=Open)
            yield Put(self._key("open"), layout.written(msgspec.structs.replace(view, began=shown.began, since=shown.since)))
        if ended is not None and ended != self._ended:
            yield Put(self._key("result"), layout.written(ended))

    def _commit(self, acts: Sequence[Act], entries: Sequence[Entry]) -> None:
        """All of them, or none. Raises Elsewhere where another box has the table. Where the first entry is there already an
        answer of the store was lost: it is looked again what there is."""
        conditions: list[Condition] = [Same(self._key("owner"), self._owner)]
        if entries:
            conditions.append(Absent(layout.entry(self._head.name, entries[0].n)))
        committed = self._store.commit(conditions, acts)
        if committed.done:
            return
        self._owner = b""
        for pair in committed.found:
            if pair.key == self._key("owner"):
                self._check_mine(pair)
        raise Away("it is otherwise than thought")

    def _view(self, seen: Seen | None, now: int, since: int) -> Shown | None:
        if seen is None:
            return None
        view = layout.written(msgspec.structs.replace(seen.view, box=self._box))
        if self._shown is not None and self._shown.view == view:
            return self._shown
        return Shown(self._shown.began if self._shown else now, since, view)

    def _result(self, seen: Seen | None, done: Done, now: int) -> Ended | None:
        if seen is not None and not seen.view.over:
            return self._ended
        result = self._journal.result(self.number)
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
        )


Sitting = tuple[GuestBook, dict[str, str]]
"""Who sits there, and by what this box knows what their phones remember."""


def guests_of(seals: Seals, table: str, entries: int, found: Pair | None) -> Guests | None:
    """Open a table's guests after so many entries; None where there are none that open."""
    try:
        said = seals.opened(Place(table, "guests", entries), found.value if found is not None else b"")
        return msgspec.json.decode(said, type=Guests)
    except (Tampered, *UNREADABLE):
        return None


def _nothing(head: TableHead) -> Done:
    start = head_hash(head.said())
    return Done(0, start, 0, start)


def _fitting(entries: Sequence[Entry]) -> Sequence[Entry]:
    """As many as go into one transaction, but one at least."""
    room = BYTES_AT_ONCE
    for at, entry in enumerate(entries):
        room -= len(encode_entry(entry))
        if room < 0 and at:
            return entries[:at]
    return entries


def _shown(view: Open | None) -> Shown | None:
    if view is None:
        return None
    return Shown(view.began, view.since, layout.written(msgspec.structs.replace(view, began=0, since=0)))


def _time(said: str | None) -> int | None:
    return None if said is None else int(datetime.fromisoformat(said).timestamp())


def _raw(kept: Mapping[str, Pair], key: str) -> bytes | None:
    return kept[key].value if key in kept else None
