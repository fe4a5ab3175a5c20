"""Copies one box's tables to the store, and announces the box."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Final, NamedTuple

from companion.clock import Clock
from companion.core.journal import TableHead
from companion.hall import layout
from companion.hall.copy import Copy, Elsewhere, Torn
from companion.hall.decisions import Decisions
from companion.hall.etcd import Away, Pair, Put
from companion.hall.keys import Seals
from companion.hall.layout import Box, Open, Owners
from companion.hall.seen import Seen
from companion.hall.store import Store
from companion.journals.box_journal import LiveReader, ReadFailed
from companion.snapshot.hall import Organised

HEARD_SECONDS: Final = 15
"""A box that was not heard of for this long is silent."""
RENEWED_SECONDS: Final = 5.0
TIMES_SEEN: Final = 2
"""The number of times in a row that a box must find its own announcement before it counts as alone. Another box with its id
would replace the announcement."""


class Announcement:
    """Announces in the store that a box is on, for one thread. `me` returns the announcement. Methods may raise Away: call
    them again then."""

    def __init__(self, id_: str, store: Store, me: Callable[[], Box], clock: Clock) -> None:
        self._key = layout.box_key(id_)
        self._store = store
        self._me = me
        self._clock = clock
        self._lease = 0
        self._announced: Box | None = None
        self._again_at = 0.0
        self._found = 0
        """The number of times in a row that its own announcement was there."""
        self._was_doubled = False
        self.decisions = Decisions(id_, store, clock)

    @property
    def is_alone(self) -> bool:
        """Return True if no other box with this id is on, as far as the hall knows."""
        return self._found >= TIMES_SEEN

    @property
    def is_doubled(self) -> bool:
        """Return True if another box had this box's id just now."""
        return self._was_doubled and not self.is_alone

    @property
    def until(self) -> float:
        """Return the seconds until the next announcement."""
        return max(0.0, self._again_at - self._clock())

    def call(self) -> bool:
        """Announce the box if it is time or if something changed. Return True if it did."""
        me = self._me()
        if me == self._announced and self.until:
            return False
        if not (self._lease and self._store.renew(self._lease)):
            self._lease, self._announced = self._store.lease(HEARD_SECONDS), None
        found = self._store.read(self._key, *self.decisions.keys)
        self.decisions.hear(found)
        if self._announced is not None:
            self._compare(found.get(self._key))
        if me != self._announced:
            self._store.commit([], [Put(self._key, layout.encode(me), self._lease)])
            self._announced = me
        self._again_at = self._clock() + RENEWED_SECONDS
        return True

    def _compare(self, found: Pair | None) -> None:
        """Check whose announcement is there. Replace another's with ours, so that the other box learns of us, too."""
        if found is not None and found.lease == self._lease:
            self._found += 1
            return
        self._found, self._announced = 0, None
        self._was_doubled = found is not None


BEAT_SECONDS: Final = 0.5
"""Answers that no screen shows are copied on a fixed beat, so that the time of a copy reveals nothing."""
LOOKED_AT: Final = 25
"""The number of tables whose state is read together: five keys each, and etcd takes 128 acts in one transaction."""
NEVER: Final = 2**63 - 1
"""Higher than any table's number."""


class CopyProgress(NamedTuple):
    """The progress of the copy, for people."""

    to_send: int = 0
    """The number of entries that the room's screen showed and the store lacks. The number of other entries stays secret."""
    torn: bool = False
    """True if the store knows more of the table than the box."""
    known: bool = True
    """True if the store was read at least once."""
    doubled: bool = False
    """True if another box has this box's id, so that nobody knows whose the copy is."""


class Gone(NamedTuple):
    """A table that was on here and that another box has now."""

    number: int
    box: str
    """The other box's name for people, or its id if the store does not say."""
    address: str
    """The other box's address for phones. It is empty if the store does not say."""
    shown: int | None
    """The number of entries that the room's screen showed here and that the other box has. None if that is unknown, or not
    counted yet."""


class End(NamedTuple):
    """The number of entries of a table that was left, and whether it has a result."""

    entries: int
    has_result: bool


@dataclass(frozen=True, slots=True)
class CopierPorts:
    """The box and the store, as a copier sees them."""

    id: str
    """The box's id, which never changes."""
    store: Store
    seals: Seals
    journal: LiveReader
    look: Callable[[], Seen | None]
    me: Callable[[], Box]
    fenced: Callable[[Gone], None]
    """Called when another box has a table. A second call follows when more is known."""
    assured: Callable[[int], None]
    """Called when the store says that the table with this number belongs to this box."""
    closed: Callable[[int], bool]
    """Stops answers at the table with this number. Returns False if the table refuses."""
    clock: Clock
    organised: Callable[[Organised], None]
    """Called with the organiser's decisions after each announcement."""
    owners: Owners = field(default_factory=Owners)
    round_of: Callable[[str], str] = lambda table: ""
    """Returns the number of the round in which a table's game began here, by the table's name, or ""."""


class Copier:
    """Copies tables, for one thread. Each call of `work` asks the store a few things at most. It may raise Away or
    ReadFailed: call it again later, and it continues."""

    def __init__(self, ports: CopierPorts) -> None:
        self._ports = ports
        self._announcement = Announcement(ports.id, ports.store, ports.me, ports.clock)
        self._is_to_check = True
        """True if the running table may belong to another box by now. This is checked with each announcement."""
        self._number = -1
        """The table that was on when older tables were last looked through."""
        self._incomplete: list[tuple[int, TableHead]] = []
        """Tables that were left before the store had everything, the oldest first."""
        self._copy: Copy | None = None
        self._gone: set[int] = set()
        """Tables that another box has."""
        self._torn: set[int] = set()
        """Tables of which the store knows more."""
        self._assured = -1
        """The number of the running table, once the store has said that this box owns it."""
        self._is_asked = True
        """True if another box may have asked for the running table."""
        self._uncounted: tuple[Copy, Elsewhere] | None = None
        """A table that another box has, until `_count` knows how many entries that box has."""
        self._beat_at: float | None = None
        self._beats_at = 0.0
        """When a beat is due next, unless something else is written."""
        self._view: tuple[Open, float] | None = None
        """The last public screen, and the clock's time when it was first seen."""

    def work(self) -> float:
        """Do the next thing. Return the seconds until the one after that, or 0 if it is due now."""
        self._ports.organised(self._announcement.decisions.organised)  # a round's minutes pass without the store, too
        if self._announcement.call():
            self._is_to_check = True
            self._ports.organised(self._announcement.decisions.organised)
        seen = self._ports.look()
        if self._uncounted is not None:
            self._count(*self._uncounted)
        if seen is not None and seen.number not in {self._assured} | self._gone | self._torn:
            return self._follow(seen)  # nobody may answer before this is checked, so other tables wait
        number = 0 if seen is None else seen.number
        if number != self._number:
            self._incomplete, self._number = self._incomplete_tables(number), number
        if self._incomplete:
            return self._catch_up(*self._incomplete[0])
        if seen is not None and seen.number not in self._gone | self._torn:
            return min(self._follow(seen), self._announcement.until)
        return self._announcement.until

    @property
    def owners(self) -> Owners:
        """Return the last known owner of each table."""
        return self._ports.owners

    @property
    def is_alone(self) -> bool:
        """Return True if no other box with this id is on, as far as the hall knows."""
        return self._announcement.is_alone

    def progress(self) -> CopyProgress:
        """Return the progress, without asking the store."""
        return self._progress()._replace(doubled=self._announcement.is_doubled)

    def _progress(self) -> CopyProgress:
        seen = self._ports.look()
        if seen is None:
            return CopyProgress(len(self._incomplete))
        if seen.number in self._torn:
            return CopyProgress(torn=True)
        copy = self._copy
        if seen.number in self._gone or copy is None or copy.number != seen.number or not copy.is_known:
            return CopyProgress(0 if seen.number in self._gone else seen.shown, known=False)
        return CopyProgress(seen.shown - copy.done.shown + len(self._incomplete))

    def ask(self) -> None:
        """Note that another box asked for a table of this one. From any thread."""
        self._is_asked = True

    def _until(self, when: float) -> float:
        return max(0.0, when - self._ports.clock())

    def _incomplete_tables(self, on: int) -> list[tuple[int, TableHead]]:
        """Return the tables that people left and of which the store lacks something, the oldest first. `on` is the running
        table, which does not count. Older tables are sent first, so the search ends at the first group of which the store
        has everything."""
        found: list[tuple[int, TableHead]] = []
        before, known = NEVER, {""}
        while tables := self._ports.journal.tables(before, LOOKED_AT):
            # A table that was elsewhere for a while is here twice. It continues under its newest number.
            newest = {head.name: number for number, head in reversed(tables) if head.name not in known}
            named = [(number, head) for number, head in tables if newest.get(head.name) == number and number != on]
            known |= newest.keys()
            ends = {number: self._end(number) for number, _ in named}
            keys = [key for number, head in named for key in _keys_to_check(head.name, ends[number])]
            there = self._ports.store.read(*keys) if keys else {}
            late = [(number, head) for number, head in named if _is_incomplete(head.name, ends[number], there)]
            found.extend(late)
            before = tables[-1][0]
            if named and not late:
                break
        return found[::-1]

    def _end(self, number: int) -> End:
        journal = self._ports.journal
        return End(journal.last(number), journal.result(number) is not None)

    def _catch_up(self, number: int, head: TableHead) -> float:
        """Send the rest of a table that was left."""
        copy = self._copy_of(number, head)
        try:
            if not copy.has_begun:
                copy.begin(None)
                return 0.0
            if copy.send(None, self._now(), self._now()):
                return 0.0
        except Elsewhere:
            self._gone.add(number)
        except Torn:
            self._torn.add(number)
        self._incomplete = self._incomplete[1:]
        return 0.0

    def _follow(self, seen: Seen) -> float:
        """Copy the running table. Return the seconds until the next step."""
        copy = self._copy_of(seen.number, seen.head)
        try:
            if not copy.has_begun:
                copy.begin(seen)
                return 0.0
            if self._is_asked and self._hands_over(seen, copy):
                return 0.0
            self._assure(seen.number)
            return self._send(seen, copy)
        except Elsewhere as why:
            self._gone.add(seen.number)
            self._fence(copy, why)
        except Torn:
            self._torn.add(seen.number)
            self._assure(seen.number)  # the store has said that this box owns the table
        return RENEWED_SECONDS

    def _send(self, seen: Seen, copy: Copy) -> float:
        is_beat = self._is_to_check and not self._until(self._beats_at)
        if is_beat and seen.view.over and copy.has_ended:
            copy.check()
            is_beat = self._is_to_check = False
        if not is_beat and self._is_too_early(seen, copy):
            return self._until(self._beat_at or 0.0)
        self._beat_at, writes = None, copy.writes
        has_more = copy.send(seen, self._now(), self._since(seen), is_beat)
        if copy.writes > writes:  # every write also brings the time, as a beat does
            self._beats_at = self._ports.clock() + RENEWED_SECONDS
        if has_more:
            return 0.0
        self._is_asked |= is_beat  # look for a request of another box, which `Hearing` may have missed
        self._is_to_check &= not is_beat
        if self._is_asked:
            return 0.0
        if seen.view.over and not copy.has_ended:
            return BEAT_SECONDS
        return self._until(self._beats_at) if self._is_to_check else RENEWED_SECONDS

    def _assure(self, number: int) -> None:
        if self._assured != number:
            self._assured = number
            self._ports.assured(number)

    def _hands_over(self, seen: Seen, copy: Copy) -> bool:
        """If another box asked for the table, stop answers, send the rest and hand it over. Return True if the table must be
        read again. Raises Elsewhere once the other box has it."""
        to = copy.wanted_owner()
        if to is None or not copy.has_begun or not self._ports.closed(seen.number):
            self._is_asked = False
            return not copy.has_begun
        self._assured = -1
        last = self._ports.look()
        if last is not None and last.number == seen.number:
            while copy.send(last, self._now(), self._since(last), is_beat=True):
                pass
            copy.hand_over(to)
        return True

    def _fence(self, copy: Copy, why: Elsewhere) -> None:
        """Fence the table immediately, even if the store does not answer any more."""
        self._uncounted = copy, why
        try:
            self._count(copy, why)
        except (Away, ReadFailed):
            self._ports.fenced(Gone(copy.number, why.owner.box, "", None))

    def _count(self, copy: Copy, why: Elsewhere) -> None:
        key = layout.box_key(why.owner.box)
        found = self._ports.store.read(key).get(key)
        box = layout.decode(found.value if found is not None else None, Box) or Box(why.owner.box, "", "")
        self._ports.fenced(Gone(copy.number, box.name, box.address, copy.known_there()))
        self._uncounted = None

    def _copy_of(self, number: int, head: TableHead) -> Copy:
        if self._copy is None or self._copy.number != number:
            ports = self._ports
            known = ports.owners, self._announcement.decisions, ports.round_of
            self._copy = Copy(ports.id, number, head, ports.store, ports.seals, ports.journal, *known)
        return self._copy

    def _is_too_early(self, seen: Seen, copy: Copy) -> bool:
        """Return True if the room does not see the new entries: they wait for the next visible one, or for the beat."""
        if seen.entries <= copy.done.entries or seen.shown > copy.done.shown:
            return False
        if self._beat_at is None:
            self._beat_at = (floor(self._ports.clock() / BEAT_SECONDS) + 1) * BEAT_SECONDS
        return self._until(self._beat_at) > 0

    def _now(self) -> int:
        return self._ports.store.now() or 0

    def _since(self, seen: Seen) -> int:
        if self._view is None or self._view[0] is not seen.view:
            self._view = seen.view, self._ports.clock()
        return self._now() - round(self._ports.clock() - self._view[1])


def _keys_to_check(table: str, end: End) -> list[str]:
    """Return the keys that show whether the store has all of a left table."""
    names: tuple[layout.OncePerTable, ...] = ("owner", "open", "head", "result")
    return [*(layout.table_key(table, kind) for kind in names), layout.entry_key(table, end.entries)]


def _is_incomplete(table: str, end: End, there: Mapping[str, Pair]) -> bool:
    """Return True if the store does not know this left table, still has its screen, or lacks a part of it. The box may have
    been switched off, or have begun another game. A table without a head was tidied away, and is not copied again."""
    if layout.table_key(table, "owner") not in there or layout.table_key(table, "open") in there:
        return True
    if layout.table_key(table, "head") not in there:
        return False
    is_whole = not end.entries or layout.entry_key(table, end.entries) in there
    return not is_whole or (end.has_result and layout.table_key(table, "result") not in there)
