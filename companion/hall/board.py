"""A room kept as its store has it, and guarded."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Final, Literal, NamedTuple

import msgspec

from companion.hall import layout
from companion.hall.access import OPEN, Access
from companion.hall.etcd import Absent, At, Away, Drop, Put, Written
from companion.hall.evening import results_csv, standings_csv
from companion.hall.layout import Open, Owner
from companion.hall.room import Drawn, Room
from companion.hall.store import Backoff, Changes, Compacted, Store, Watch

ONCE: Final = ("entry", "head")
"""What is written once and never changes."""
STAYS: Final = (*ONCE, "owner", "guests", "result")
"""What nobody deletes but who tidies."""
MOST_TIMES: Final = 3
"""A value is put back so often at most: two boards that disagree must not do it for ever."""


class Wrong(NamedTuple):
    """A value that is to be put back."""

    key: str
    value: bytes
    """As it was."""
    revision: int
    """Of what stands there now; 0: nothing does."""
    table: str


class Guarding:
    """Hears what changes, in order. `is_tidied`: whether what is sealed of a table may go."""

    def __init__(self, is_tidied: Callable[[str], bool]) -> None:
        self._is_tidied = is_tidied
        self._owners: dict[str, Owner] = {}
        self._moved: dict[str, int] = {}
        """The revision in which each table changed boxes."""
        self._heard: set[str] = set()
        """The boxes that are on."""
        self._good: dict[str, bytes] = {}
        """Values that were put back."""
        self._times: dict[str, int] = {}

    def know(self, found: Mapping[str, bytes]) -> None:
        """Begin with these values of the store, which are right as far as anybody knows."""
        self._heard.clear()
        for key, value in found.items():
            if name := layout.named(key):
                self._see(name, value)

    def wrong(self, written: Iterable[Written]) -> Iterator[Wrong]:
        """Yield the values to put back."""
        changes = tuple(written)
        put = [(one, layout.named(one.key)) for one in changes if one.value is not None]
        together = {(one.revision, name.of) for one, name in put if name is not None and name.kept == "guests"}
        for one in changes:
            name = layout.named(one.key)
            if name is None:
                continue
            good = self._was(one, name, is_left=(one.revision, name.of) in together)
            if good is None:
                self._good.pop(one.key, None)
                self._see(name, one.value, one.revision)
            elif good == one.value:
                self._see(name, one.value)
            elif self._times.get(one.key, 0) < MOST_TIMES:
                self._good[one.key], self._times[one.key] = good, self._times.get(one.key, 0) + 1
                yield Wrong(one.key, good, 0 if one.value is None else one.revision, name.of)

    def _see(self, name: layout.Name, value: bytes | None, revision: int = 0) -> None:
        """Remember which boxes are on and whose each table is. `revision`: when the table changed boxes."""
        if name.kept == "box":
            (self._heard.discard if value is None else self._heard.add)(name.of)
        owner = layout.read(value, Owner) if name.kept == "owner" else None
        if owner is not None:
            self._owners[name.of], self._moved[name.of] = owner, revision

    def _was(self, one: Written, name: layout.Name, is_left: bool) -> bytes | None:
        """Return the value that belongs there; None: the new one does."""
        if name.kept == "box":
            return None
        if name.kept in ONCE and one.key in self._good and one.value is not None:
            return self._good[one.key]
        if one.before is None or (one.value is None and self._is_tidied(name.of)):
            return None
        if name.kept == "guests" and self._is_silent(name.of, one.revision):
            return self._good.get(one.key, one.before)
        if one.value is None:
            return one.before if name.kept in STAYS or not is_left else None
        if name.kept in ONCE:
            return one.before
        if name.kept == "owner":
            return one.before if self._is_earlier(one) else None
        return one.before if name.kept == "open" and self._is_another_s(one, name.of) else None

    def _is_silent(self, table: str, revision: int) -> bool:
        """Whether nobody writes the guests by right: the table's box is off, and the table did not change boxes just now."""
        owner = self._owners.get(table)
        return owner is not None and owner.box not in self._heard and self._moved.get(table) != revision

    def _is_earlier(self, one: Written) -> bool:
        """Each owner is one epoch further than the one before."""
        before, now = layout.read(one.before, Owner), layout.read(one.value, Owner)
        return before is not None and (now is None or now.epoch <= before.epoch)

    def _is_another_s(self, one: Written, table: str) -> bool:
        """Whether a screen was written by a box that does not have the table, in place of one that does."""
        owner, now, before = self._owners.get(table), layout.read(one.value, Open), layout.read(one.before, Open)
        if owner is None or before is None or before.box != owner.box:
            return False
        return now is None or now.box != owner.box


BEAT_SECONDS: Final = 5.0
AT_ONCE: Final = 40
"""Tables that are read at once: etcd takes 128 acts in one."""
CLOSING_SECONDS: Final = 0.05
LIES_OPEN: Final[tuple[layout.Once, ...]] = ("owner", "open", "result")
"""What a board reads of a table; the rest is sealed."""
SEALED: Final[tuple[layout.Once, ...]] = ("head", "guests")
"""What else is there once of it: nothing but entries can be opened with them, and they go together. The owner stays, lest
its box should copy it anew."""
KEPT_SECONDS: Final = 7 * 24 * 3600
"""What is sealed is kept for so long after the end."""
TIDY_BEATS: Final = 720
"""It is tidied once an hour."""


class Board:
    """The room of the store at `stores`. `start` reads and watches on threads of its own, until `close`."""

    def __init__(self, stores: Sequence[str], access: Access = OPEN, beat_seconds: float = BEAT_SECONDS) -> None:
        self._stores = tuple(stores)
        self._access = access
        self._beat_seconds = beat_seconds
        self._lock = threading.Lock()
        """Whoever looks at the room, or changes it."""
        self._room = Room()
        self._at = 0
        """Which store is watched."""
        self._revision = 0
        """How far the room is."""
        self._away: int | None = None
        """The second since which no store answers."""
        self._now = 0
        """The store's clock as it was read last."""
        self._guarding = Guarding(self._is_tidied)
        self._wrong: list[Wrong] = []
        """What is to be put back."""
        self._mended: dict[str, int] = {}
        """How many values of which tables were put back."""
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
        """Read, and follow from there."""
        for thread in self._threads:
            thread.start()
        return self

    def watch(self, changed: Callable[[], None]) -> None:
        """Call this, on a thread of the board's, whenever it may show something else."""
        self._watchers.append(changed)

    def now(self) -> int:
        """The second, by the store's clock; 0: no store has answered yet."""
        return self._beating.now() or self._now

    @property
    def revision(self) -> int:
        """Of the store, up to which it shows everything; 0: it has not read yet."""
        return self._revision

    def parts(self) -> Drawn:
        """All tables, results and standings (companion/hall/room.py), and whether the store is `away`."""
        with self._lock:
            mended = msgspec.json.encode({"count": sum(self._mended.values()), "tables": sorted(self._mended)})
            return {**self._room.parts(self.now()), "away": str(self._away or 0).encode(), "mended": mended}

    def screen(self, table: str) -> Drawn:
        """The parts of one table's public screen."""
        with self._lock:
            return {**self._room.screen(table), "away": str(self._away or 0).encode()}

    def csv(self, kind: Literal["results", "standings"]) -> str:
        """The evening's, for a spreadsheet."""
        with self._lock:
            self._room.parts(self.now())
            return results_csv(self._room.evening) if kind == "results" else standings_csv(self._room.standings)

    def close(self) -> None:
        """Follow no more."""
        self._stop.set()
        for thread in self._threads:
            while thread.is_alive():  # what was just about to be asked is not cut yet
                for asking in (self._reading, self._beating, self._watch):
                    if asking is not None:
                        asking.cut()
                thread.join(CLOSING_SECONDS)
        self._reading.close()
        self._beating.close()

    def _follow(self) -> None:
        patience = Backoff(len(self._stores))
        while not self._stop.is_set():
            try:
                since = self._revision
                self._read()
                self._hear(patience, min(since or self._revision, self._revision))
            except Compacted:  # what happened meanwhile nobody knows any more; what stands there was just read
                self._revision = 0
            except Away:
                self._at = (self._at + 1) % len(self._stores)
                if patience.is_tried:  # a watch alone may end, or be cut: then it is read anew, and nothing was lost
                    self._lose()
                self._stop.wait(patience.failed())

    def _read(self) -> None:
        """All there is. What changes meanwhile is told once more by the watch, which begins at the first look."""
        boxes = self._reading.all(layout.BOXES)
        names = [name for name in map(layout.named, self._reading.names(layout.TABLES)) if name is not None]
        tables = sorted({name.of for name in names if name.kept in LIES_OPEN})
        found = {pair.key: pair.value for pair in boxes.pairs}
        for at in range(0, len(tables), AT_ONCE):
            keys = [layout.of(table, kept) for table in tables[at : at + AT_ONCE] for kept in LIES_OPEN]
            found |= {key: pair.value for key, pair in self._reading.read(*keys).items()}
        with self._lock:
            self._now = self._reading.now() or 0
            self._room.read_anew(found, (name.of for name in names if name.kept == "entry"), self._now)
            if not self._revision:  # else the watch begins at that revision, and says what has changed since
                self._guarding.know(found)
            self._revision = boxes.revision
        self._tell()

    def _hear(self, patience: Backoff, since: int) -> None:
        """What changes, and first what changed since it was heard last: of that, too, some may have to be put back."""
        where = self._stores[self._at]
        with closing(Watch(where, layout.PREFIX, since, self._access, with_before=True)) as watch:
            self._watch = watch
            if self._stop.is_set():
                return
            for news in watch.changes():
                patience.went_well()
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
        """Each value by itself, if nobody has done so yet. Raises Away: then it is done when a store answers again."""
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
        """No store answers: the room is shown as it stood."""
        if self._away is None:
            self._away = max(1, self.now())  # it may never have been there
            self._tell()

    def _beat(self) -> None:
        before, beats = 0, 0
        while not self._stop.wait(self._beat_seconds):
            try:
                revision = self._beating.all(layout.BOXES).revision
                if beats % TIDY_BEATS == 0:
                    self._tidy()
            except Away:
                continue
            if self._revision < before and self._watch is not None:
                self._watch.cut()
            before, beats = revision, beats + 1
            self._tell()  # an evening has an end, too

    def _tidy(self) -> None:
        """What a table has that is on again stays."""
        with self._lock:
            old = self._room.ended_before(self.now() - KEPT_SECONDS)
        for table in old:
            drops = [Drop(layout.of(table, kept)) for kept in SEALED]
            self._beating.commit([Absent(layout.of(table, "open"))], [Drop(layout.entries(table), all=True), *drops])

    def _tell(self) -> None:
        for changed in self._watchers:
            changed()
