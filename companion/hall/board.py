"""The board of a hall: follows the changes of the store, and puts back values that nobody may change there."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from companion.core.words import Refused, Text
from companion.hall import layout
from companion.hall.access import OPEN, Access
from companion.hall.etcd import Absent, At, Away, Drop, Put, Written
from companion.hall.evening import Finished, results_csv, results_json, standings_csv
from companion.hall.layout import Open, Owner
from companion.hall.log import LogLine
from companion.hall.organising import WRITTEN_SECONDS, Organiser
from companion.hall.people import People
from companion.hall.room import BoxLine, Drawn, Room, WishLine
from companion.hall.rooms import RoomNow
from companion.hall.rounds import Round
from companion.hall.store import Backoff, Changes, Compacted, Store, Watch

WRITTEN_ONCE: Final = ("entry", "head", "moved")
"""Keys that are written once and never change."""
FREE: Final = ("box", "number", "wish", *get_args(layout.OncePerHall), *get_args(layout.ManyPerHall))
"""Keys that boxes and the organiser may change and delete."""
NOT_DELETED: Final = (*WRITTEN_ONCE, "owner", "guests", "result")
"""Keys that only the board deletes, when it tidies."""
MOST_TIMES: Final = 3
"""The most times that a board puts a value back, so that two boards that disagree do not go on for ever."""


class Wrong(NamedTuple):
    """A value to put back."""

    key: str
    value: bytes
    """The value to write."""
    revision: int
    """The revision of the value that is there now, or 0 if there is none."""
    table: str


class Guarding:
    """Finds forbidden changes. It needs all changes in order. `is_tidied` says whether a table's sealed values may be
    deleted."""

    def __init__(self, is_tidied: Callable[[str], bool]) -> None:
        self._is_tidied = is_tidied
        self._owners: dict[str, Owner] = {}
        self._moved: dict[str, int] = {}
        """The revision in which each table changed boxes."""
        self._heard: set[str] = set()
        """The boxes that are on."""
        self._good: dict[str, bytes] = {}
        """Values that were put back, by key."""
        self._times: dict[str, int] = {}

    def know(self, found: Mapping[str, bytes]) -> None:
        """Start with these values of the store. They count as right."""
        self._heard.clear()
        for key, value in found.items():
            if name := layout.parse_key(key):
                self._remember(name, value)

    def wrong(self, written: Iterable[Written]) -> Iterator[Wrong]:
        """Yield the values to put back."""
        changes = tuple(written)
        put = [(one, layout.parse_key(one.key)) for one in changes if one.value is not None]
        together = {(one.revision, name.of) for one, name in put if name is not None and name.kind == "guests"}
        for one in changes:
            name = layout.parse_key(one.key)
            if name is None:
                continue
            good = self._right_value(one, name, is_left=(one.revision, name.of) in together)
            if good is None:
                self._good.pop(one.key, None)
                self._remember(name, one.value, one.revision)
            elif good == one.value:
                self._remember(name, one.value)
            elif self._times.get(one.key, 0) < MOST_TIMES:
                self._good[one.key], self._times[one.key] = good, self._times.get(one.key, 0) + 1
                yield Wrong(one.key, good, 0 if one.value is None else one.revision, name.of)

    def _remember(self, name: layout.Name, value: bytes | None, revision: int = 0) -> None:
        """Remember which boxes are on, and who owns each table. `revision` is when the table changed boxes."""
        if name.kind == "box":
            (self._heard.discard if value is None else self._heard.add)(name.of)
        owner = layout.decode(value, Owner) if name.kind == "owner" else None
        if owner is not None:
            self._owners[name.of], self._moved[name.of] = owner, revision

    def _right_value(self, one: Written, name: layout.Name, is_left: bool) -> bytes | None:
        """Return the value to put back, or None if the new one is allowed. `is_left`: the table's guests were written in the
        same revision, as a box does when people leave a table."""
        if name.kind in FREE:
            return None
        if name.kind in WRITTEN_ONCE and one.key in self._good and one.value is not None:
            return self._good[one.key]
        if one.before is None or (one.value is None and self._is_tidied(name.of)):
            return None
        if name.kind == "guests" and self._is_silent(name.of, one.revision):
            return self._good.get(one.key, one.before)
        if one.value is None:
            return one.before if name.kind in NOT_DELETED or not is_left else None
        if name.kind in WRITTEN_ONCE:
            return one.before
        if name.kind == "owner":
            return one.before if self._is_earlier(one) else None
        return one.before if name.kind == "open" and self._is_by_another_box(one, name.of) else None

    def _is_silent(self, table: str, revision: int) -> bool:
        """Return True if no box may write the guests now: the table's box is off, and the table did not change boxes in this
        revision."""
        owner = self._owners.get(table)
        return owner is not None and owner.box not in self._heard and self._moved.get(table) != revision

    def _is_earlier(self, one: Written) -> bool:
        """Return True if the owner's epoch does not grow."""
        before, now = layout.decode(one.before, Owner), layout.decode(one.value, Owner)
        return before is not None and (now is None or now.epoch <= before.epoch)

    def _is_by_another_box(self, one: Written, table: str) -> bool:
        """Return True if a box without the table replaced the screen of its owner."""
        owner, now, before = self._owners.get(table), layout.decode(one.value, Open), layout.decode(one.before, Open)
        if owner is None or before is None or before.box != owner.box:
            return False
        return now is None or now.box != owner.box


BEAT_SECONDS: Final = 5.0
KEYS_PER_READ: Final = 120
"""The number of keys that are read together: etcd takes 128 acts in one transaction."""
CLOSING_SECONDS: Final = 0.05
PUBLIC: Final[tuple[layout.OncePerTable, ...]] = ("owner", "open", "result")
"""The public keys of a table that a board reads. The rest is sealed."""
SEALED: Final[tuple[layout.OncePerTable, ...]] = ("head", "guests")
"""Sealed keys that are deleted together with the entries. The owner stays, so that its box does not copy the table again."""
KEPT_SECONDS: Final = 7 * 24 * 3600
"""Sealed values are kept for this long after the end."""
TIDY_BEATS: Final = 720
"""The number of beats between two tidyings, an hour in all."""


class RoundLine(NamedTuple):
    """A round, for the organiser."""

    round: Round
    line: Text
    """Its name, and the minutes that are left."""
    runs: bool
    """True if its time passes."""
    plan: dict[str, tuple[str, ...]]
    """The numbers of the people at each table. Empty: it has no seating plan."""


class Board:
    """Keeps a Room as the store at `stores` describes it. `start` begins to read and watch the store on threads, until
    `close`."""

    def __init__(
        self,
        stores: Sequence[str],
        access: Access = OPEN,
        beat_seconds: float = BEAT_SECONDS,
        organiser: Organiser | None = None,
    ) -> None:
        """Prepare a board. With the login of the `organiser` it writes how much time is left in the open rounds."""
        self._organiser = organiser
        self._stores = tuple(stores)
        self._access = access
        self._beat_seconds = beat_seconds
        self._lock = threading.Lock()
        """Held by any thread that reads or changes the room."""
        self._room = Room()
        self._at = 0
        """The index of the store that is watched."""
        self._revision = 0
        """The store's revision that the room shows."""
        self._away: int | None = None
        """The second since which no store answers, or None while one does."""
        self._now = 0
        """The store's clock at the last reading."""
        self._guarding = Guarding(self._is_tidied)
        self._wrong: list[Wrong] = []
        """Values to put back."""
        self._mended: dict[str, int] = {}
        """The number of values that were put back, for each table."""
        self._watchers: list[Callable[[], None]] = []
        self._watch: Watch | None = None
        self._reading = Store(self._stores, access)
        self._beating = Store(self._stores, access)
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._follow, name="board"),
            threading.Thread(target=self._beat, name="board's beat"),
        ]

    def start(self) -> "Board":
        """Read the store and follow its changes."""
        for thread in self._threads:
            thread.start()
        return self

    def watch(self, changed: Callable[[], None]) -> None:
        """Call `changed` on a thread of the board whenever the room may look different."""
        self._watchers.append(changed)

    def now(self) -> int:
        """Return the time by the store's clock in seconds, or 0 if no store has answered yet."""
        return self._beating.now() or self._now

    @property
    def revision(self) -> int:
        """Return the store's revision that is shown completely, or 0 before the first reading."""
        return self._revision

    def parts(self) -> Drawn:
        """Return all tables, results and standings (companion/hall/room.py), and whether the store is `away`."""
        with self._lock:
            mended = msgspec.json.encode({"count": sum(self._mended.values()), "tables": sorted(self._mended)})
            return {**self._room.parts(self.now()), "away": str(self._away or 0).encode(), "mended": mended}

    def screen(self, table: str) -> Drawn:
        """Return the parts of one table's public screen."""
        with self._lock:
            return {**self._room.screen(table), "away": str(self._away or 0).encode()}

    def json(self) -> bytes:
        """Return the evening's results for other programs."""
        with self._lock:
            self._room.parts(self.now())
            return results_json(self._room.evening, self._room.people)

    def csv(self, kind: Literal["results", "standings"]) -> str:
        """Return the evening's results or standings for a spreadsheet."""
        with self._lock:
            self._room.parts(self.now())
            if kind == "standings":
                return standings_csv(self._room.standings)
            return results_csv(self._room.evening, self._room.people)

    def boxes(self) -> list[BoxLine]:
        """Return all known boxes, in the order of their tables."""
        with self._lock:
            return self._room.boxes()

    def rounds(self) -> list[RoundLine]:
        """Return the organiser's rounds, in their order."""
        with self._lock:
            known = self._room.programme
            return [RoundLine(one, known.line(one), known.runs(one), known.plan(one)) for one in known.rounds]

    def left(self, number: str) -> int:
        """Return the seconds that are left in a round, or 0."""
        with self._lock:
            clock = self._room.programme.countdowns.by_round.get(number)
            return clock.left if clock is not None else 0

    def log(self) -> list[LogLine]:
        """Return the log of what moved and what the organiser did, the newest line first."""
        with self._lock:
            return self._room.programme.log.lines(self._room.name)

    def wishes(self) -> list[WishLine]:
        """Return the tables that boxes ask the organiser for."""
        with self._lock:
            return self._room.wishes()

    @property
    def takes(self) -> str:
        """Return who may take tables over, as the organiser decided it."""
        return self._room.programme.decided.takes

    def results(self) -> list[Finished]:
        """Return the evening's results, the newest first."""
        with self._lock:
            self._room.parts(self.now())
            return list(self._room.evening)

    def room(self) -> RoomNow:
        """Return the room in a few figures, for a board of boards."""
        with self._lock:
            parts = self._room.parts(self.now())
            known = self._room.programme
            opened = tuple(known.line(one) for one in known.rounds if one.step == "open")
            tables = [name for name in parts if name.startswith("table ")]
            return RoomNow(len(tables), self._room.silent(), len(self._room.evening), opened, bool(self._away))

    def announced(self) -> Text | None:
        """Return the words of the announcement, or None."""
        with self._lock:
            return self._room.programme.news.words if self._room.programme.news is not None else None

    def people(self) -> People:
        """Return the people on the organiser's list."""
        with self._lock:
            return self._room.people

    def close(self) -> None:
        """Stop following."""
        self._stop.set()
        for thread in self._threads:
            while thread.is_alive():  # a request may start just after `cut`
                for asking in (self._reading, self._beating, self._watch):
                    if asking is not None:
                        asking.cut()
                thread.join(CLOSING_SECONDS)
        self._reading.close()
        self._beating.close()

    def _follow(self) -> None:
        backoff = Backoff(len(self._stores))
        while not self._stop.is_set():
            try:
                since = self._revision
                self._read()
                self._hear(backoff, min(since or self._revision, self._revision))
            except Compacted:  # those changes are lost, so start again from the whole state
                self._revision = 0
            except Away:
                self._at = (self._at + 1) % len(self._stores)
                if backoff.is_tried:  # a watch alone may end: it starts again, and nothing is lost
                    self._lose()
                self._stop.wait(backoff.failed())

    def _read(self) -> None:
        """Read all public values. The watch begins at the revision of the first reading, so it repeats changes that came
        during the others."""
        boxes = self._reading.all(layout.BOXES)
        names = [name for name in map(layout.parse_key, self._reading.names(layout.TABLES)) if name is not None]
        tables = sorted({name.of for name in names if name.kind in PUBLIC})
        found = {pair.key: pair.value for pair in (*boxes.pairs, *self._reading.all(layout.HALL).pairs)}
        keys = [layout.table_key(table, kind) for table in tables for kind in PUBLIC]
        keys += [layout.moved_key(name.of, name.number) for name in names if name.kind == "moved"]
        for at in range(0, len(keys), KEYS_PER_READ):
            found |= {key: pair.value for key, pair in self._reading.read(*keys[at : at + KEYS_PER_READ]).items()}
        with self._lock:
            self._now = self._reading.now() or 0
            self._room.replace_all(found, (name.of for name in names if name.kind == "entry"), self._now)
            if not self._revision:  # otherwise the watch repeats what changed since
                self._guarding.know(found)
            self._revision = boxes.revision
        self._tell()

    def _hear(self, backoff: Backoff, since: int) -> None:
        """Follow the changes after revision `since`. It is the last one that was heard: values that changed after it may
        have to be put back, too."""
        where = self._stores[self._at]
        with closing(Watch(where, layout.PREFIX, since, self._access, with_before=True)) as watch:
            self._watch = watch
            if self._stop.is_set():
                return
            for news in watch.changes():
                backoff.went_well()
                self._take(news)

    def _take(self, news: Changes) -> None:
        now = self.now()
        with self._lock:
            self._away = None
            for key, value in news.changes:
                self._room.take(key, value, now)
            self._revision = max(self._revision, news.revision)
            self._wrong.extend(self._guarding.wrong(news.written))
        self._tell()
        self._put_back()

    def _put_back(self) -> None:
        """Put back each value separately, unless another board did. Raises Away. The rest is put back when a store answers
        again."""
        while self._wrong:
            wrong = self._wrong[0]
            if self._reading.commit([At(wrong.key, wrong.revision)], [Put(wrong.key, wrong.value)]).done:
                with self._lock:
                    self._mended[wrong.table] = self._mended.get(wrong.table, 0) + 1
            del self._wrong[0]
            self._tell()

    def _is_tidied(self, table: str) -> bool:
        return self._room.is_tidied(table, self.now() - KEPT_SECONDS)

    def _lose(self) -> None:
        """Show the room as it was, because no store answers."""
        if self._away is None:
            self._away = max(1, self.now())  # the store may never have answered
            self._tell()

    def _beat(self) -> None:
        before, beats = 0, 0
        while not self._stop.wait(self._beat_seconds):
            try:
                revision = self._beating.all(layout.BOXES).revision
                if beats % TIDY_BEATS == 0:
                    self._tidy()
                self._tick()
            except (Away, Refused):
                continue
            if self._revision < before and self._watch is not None:
                self._watch.cut()
            before, beats = revision, beats + 1
            self._tell()  # results leave the evening without a change of the store

    def _tick(self) -> None:
        """Write how much time is left, so that a box that is switched on counts on from there. Raises Refused."""
        with self._lock:
            now = self._beating.now() or 0
            late = [
                one.written(now) for one in self._room.programme.countdowns.by_round.values() if one.is_late(WRITTEN_SECONDS)
            ]
        clocks = [clock for clock in late if clock is not None]
        if self._organiser is not None and clocks:
            self._organiser.write_clocks(clocks)

    def _tidy(self) -> None:
        """Delete sealed values of old tables. A table that is on again keeps them."""
        with self._lock:
            old = self._room.ended_before(self.now() - KEPT_SECONDS)
        for table in old:
            drops = [Drop(layout.table_key(table, kind)) for kind in SEALED]
            self._beating.commit(
                [Absent(layout.table_key(table, "open"))], [Drop(layout.entries_prefix(table), all=True), *drops]
            )

    def _tell(self) -> None:
        for changed in self._watchers:
            changed()
