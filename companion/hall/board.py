"""A room kept as its store has it: read once, then told of each change by one watch; after a gap, read again.

A watch may hang without a word, with a machine that is half dead: on a beat the store is asked by another connection how
far it is, and a watch that stays behind is cut. Written is only what is tidied (all that was sealed of tables that ended a
week ago), and what somebody deleted or changed without a right to, which is put back (`guarding.py`).
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Final, Literal

import msgspec

from companion.hall import layout
from companion.hall.access import OPEN, Access
from companion.hall.evening import results_csv, standings_csv
from companion.hall.guarding import Guarding, Wrong
from companion.hall.line import Away
from companion.hall.patience import Patience
from companion.hall.room import Drawn, Room
from companion.hall.store import Store
from companion.hall.watching import Changes, Compacted, Watch
from companion.hall.wire import Absent, At, Drop, Put

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
        patience = Patience(len(self._stores))
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

    def _hear(self, patience: Patience, since: int) -> None:
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
