"""The board of a hall: follows the changes of the store, and puts back values that nobody may change there."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from typing import Final, Literal, NamedTuple

import msgspec

from companion.core.words import Refused, Text
from companion.hall import layout
from companion.hall.access import OPEN, Access
from companion.hall.etcd import Absent, At, Away, Drop, Put
from companion.hall.evening import Finished, results_csv, results_json, standings_csv
from companion.hall.guarding import Guarding, Wrong
from companion.hall.log import LogLine
from companion.hall.organising import WRITTEN_SECONDS, Organiser
from companion.hall.people import People
from companion.hall.room import BoxLine, EncodedParts, Room, WishLine
from companion.hall.rooms import RoomNow
from companion.hall.rounds import Round, RoundClock
from companion.hall.store import Backoff, Changes, Compacted, Store, Watch

BEAT_SECONDS: Final = 5.0
"""Seconds between two looks at the boxes and the clock. Nothing waits for them: changes come by the watch."""
KEYS_PER_READ: Final = 120
"""The number of keys that are read together: etcd takes 128 acts in one transaction."""
CLOSING_SECONDS: Final = 0.05
PUBLIC: Final[tuple[layout.OncePerTable, ...]] = ("owner", "open", "result")
"""The public keys of a table that a board reads. The rest is sealed."""
SEALED: Final[tuple[layout.OncePerTable, ...]] = ("head", "guests", "last")
"""Sealed keys that are deleted together with the entries. The owner stays, so that its box does not copy the table again."""
KEPT_SECONDS: Final = 7 * 24 * 3600
"""Sealed values are kept for this long after the end."""
TIDY_SECONDS: Final = 3600
"""The time from one tidying to the next."""


class RoundLine(NamedTuple):
    """A round, for the organiser."""

    round: Round
    line: Text
    """Its name, and the minutes that are left."""
    runs: bool
    """True if its time passes."""
    is_unsure: bool
    """True if its minutes may be too many, because no board ran for a long time."""
    plan: dict[str, tuple[str, ...]]
    """The numbers of the people at each table. Empty: it has no seating plan."""


class Board:
    """Keeps a Room up to date with the store at `stores`. `start` starts threads that read and watch the store until
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

    def parts(self) -> EncodedParts:
        """Return all tables, results and standings (companion/hall/room.py), and whether the store is `away`."""
        with self._lock:
            mended = msgspec.json.encode({"count": sum(self._mended.values()), "tables": sorted(self._mended)})
            return {**self._room.parts(self.now()), "away": str(self._away or 0).encode(), "mended": mended}

    def screen(self, table: str) -> EncodedParts:
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
            return [
                RoundLine(one, known.line(one), known.runs(one), known.is_unsure(one), known.plan(one))
                for one in known.rounds
            ]

    def left(self, written: RoundClock) -> int:
        """Return the seconds that are left of a round's clock in the store."""
        with self._lock:
            return self._room.programme.countdowns.seconds(written)

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
            while thread.is_alive():  # cut again: a request may have started just after the last `cut`
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
                if backoff.is_tried:  # if only the watch ended, it starts again, and nothing is lost
                    self._lose()
                self._stop.wait(backoff.failed())

    def _read(self) -> None:
        """Read all public values. The watch then begins at the revision of the first read. So it repeats the changes that
        came during the later reads."""
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
            if not self._revision:  # later readings know nothing new: the watch repeats all changes since the first
                self._guarding.know(found)
            self._revision = boxes.revision
        self._tell()

    def _hear(self, backoff: Backoff, since: int) -> None:
        """Follow the changes after revision `since`, the last one that was heard. Values that changed while nobody watched
        may have to be put back, too."""
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
                self._room.note(key, value, now)
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
        beats = self._beats()
        while not self._stop.wait(self._beat_seconds):
            next(beats)

    def _beats(self) -> Iterator[None]:
        """Do one beat at each step, for ever."""
        before, beats = 0, 0
        while True:
            with suppress(Away):
                revision = self._beating.all(layout.BOXES).revision
                if self._revision < before and self._watch is not None:
                    self._watch.cut()
                before = revision
                if beats % (TIDY_SECONDS // self._beat_seconds) == 0:
                    self._tidy()
                beats += 1
            self._tell()  # minutes pass, and results leave the evening, without a change of the store
            with suppress(Away, Refused):
                self._tick()
            yield

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
