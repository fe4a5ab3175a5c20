"""A box of a hall: its threads copy, and notice when another box asks for its table."""

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from shutil import disk_usage
from threading import Event, Thread
from time import monotonic, time
from typing import Final, NamedTuple

from companion import __version__
from companion.box.running import Shared
from companion.core.words import Refused, Text, text
from companion.hall import layout
from companion.hall.access import Access, access_of
from companion.hall.copier import Copier, CopierPorts, CopyProgress, Gone
from companion.hall.etcd import Away
from companion.hall.keys import Seals, box_id, box_name
from companion.hall.layout import Box, Owners
from companion.hall.seeking import Seeker, SeekerPorts
from companion.hall.seen import Look
from companion.hall.store import Backoff, Store, Watch
from companion.house import rounds, takeover
from companion.house.house import House
from companion.journals.box_journal import ReadFailed
from companion.journals.reading import JournalFollower
from companion.settings import Hall

CLOSING_SECONDS: Final = 0.05


class Hearing:
    """Calls `heard` whenever another box may have asked box `id_` for a table, on a thread until `close`."""

    def __init__(self, id_: str, stores: Sequence[str], access: Access, heard: Callable[[], None]) -> None:
        self._prefix = layout.ask_prefix(id_)
        self._stores = tuple(stores)
        self._access = access
        self._heard = heard
        self._store = Store(self._stores, access)
        self._watch: Watch | None = None
        self._at = 0
        """The index of the store that is watched."""
        self._closing = Event()
        self._thread = Thread(target=self._run, name="hall asks", daemon=True)

    def start(self) -> "Hearing":
        """Start the thread."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop the thread."""
        self._closing.set()
        while self._thread.is_alive():  # cut again: a request may have started just after the last `cut`
            self._store.cut()
            if self._watch is not None:
                self._watch.cut()
            self._thread.join(CLOSING_SECONDS)
        self._store.close()

    def _run(self) -> None:
        backoff = Backoff(len(self._stores))
        while not self._closing.is_set():
            try:
                self._hear(backoff)
            except Away:
                self._at = (self._at + 1) % len(self._stores)
                self._closing.wait(backoff.failed())

    def _hear(self, backoff: Backoff) -> None:
        since = self._store.all(self._prefix).revision
        self._heard()
        with closing(Watch(self._stores[self._at], self._prefix, since, self._access)) as watch:
            self._watch = watch
            if self._closing.is_set():
                return
            for news in watch.changes():
                backoff.went_well()
                if news.changes:
                    self._heard()


MINUTE: Final = 60
STEADY_SECONDS: Final = 40
"""The announced minutes change only when the clock differs from them by more than these seconds."""
MEGABYTE: Final = 1024 * 1024
FREE_STEP: Final = 100
"""Free megabytes are announced in such steps."""
PHONES_FIRST_SECONDS: Final = 0.008
"""The pause before an answer is copied. Phones get it first, as a copy at the same time would slow them down."""


class Copying:
    """Copies until `close`, on a thread of its own. It calls `say` when the progress changes."""

    def __init__(self, copier: Copier, store: Store, backoff: Backoff, say: Callable[[Text | None], None]) -> None:
        self.copier = copier
        self._store = store
        self._backoff = backoff
        self._say = say
        self._progress: Text | None = None
        self._changed = Event()
        self._closing = Event()
        self._thread = Thread(target=self._run, name="hall", daemon=True)

    def start(self) -> "Copying":
        """Start the thread."""
        self._thread.start()
        return self

    def ask(self) -> None:
        """Note that another box asks for the table. Call this from any thread. It does not wait."""
        self.copier.ask()
        self._changed.set()

    def note_change(self) -> None:
        """Note that the table changed. Call this from any thread. It does not wait."""
        self._changed.set()

    def close(self) -> None:
        """Stop, and cut the current request off. Everything that the store did not confirm is sent after the next start."""
        self._closing.set()
        self._changed.set()
        if self._thread.is_alive():
            self._store.cut()
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._changed.clear()  # clear first: a `close` after this line sets it again
            if self._closing.is_set():
                break
            pause = self._step()
            if self._backoff.is_calm:
                if self._changed.wait(pause):
                    self._closing.wait(PHONES_FIRST_SECONDS)
            else:
                self._closing.wait(pause)
        self._store.close()

    def _step(self) -> float:
        """Do one step. Return the seconds until the next."""
        try:
            pause = self.copier.work()
            self._backoff.went_well()
        except (Away, ReadFailed):
            pause = self._backoff.failed()
        progress = progress_words(self.copier.progress(), self._backoff.is_tried)
        if progress != self._progress:
            self._progress = progress
            self._say(progress)
        return pause


def progress_words(progress: CopyProgress, is_away: bool) -> Text | None:
    """Return the progress in words for the panel and the host's phone, or None if it is not known yet."""
    if progress.doubled:
        return text("hall.word.doubled")
    if progress.torn:
        return text("hall.word.torn")
    if progress.to_send:
        return text("hall.word.to_send", count=progress.to_send)
    if is_away:
        return text("hall.word.away")
    return text("hall.word.all_there") if progress.known else None


class Member(NamedTuple):
    """The running parts of a box of a hall."""

    copying: Copying
    seeker: Seeker
    hearing: Hearing

    def close(self) -> None:
        """Stop all parts."""
        self.hearing.close()
        self.seeker.close()
        self.copying.close()


def start(shared: Shared) -> Member:
    """Copy this house's tables to the hall of its settings, and look for other tables there on demand."""
    house, hall = shared.house, shared.settings.hall
    assert hall is not None
    access = access_of(hall)
    copying = start_copying(house, Store(hall.stores, access))
    ports = SeekerPorts(
        house=house,
        id=box_id(house),
        store=Store(hall.stores, access),
        stores=len(hall.stores),
        seals=Seals(hall.secret()),
        journal=_followed(house),
        is_alone=lambda: copying.copier.is_alone,
        owners=copying.copier.owners,
    )
    house.store.others = seeker = Seeker(ports)
    house.store.subscribe("hall seeker", seeker.hear)
    hearing = Hearing(ports.id, hall.stores, access, copying.ask)
    return Member(copying, seeker.start(), hearing.start())


def start_copying(house: House, store: Store) -> Copying:
    """Copy this house's tables to that store of its hall."""
    hall = house.settings.hall
    assert hall is not None
    ahead = Ahead()
    ports = CopierPorts(
        id=box_id(house),
        store=store,
        seals=Seals(hall.secret()),
        journal=_followed(house),
        look=Look(house),
        me=lambda: _me(house, hall, ahead.minutes(store.now())),
        fenced=lambda gone: _fence(house, gone),
        assured=partial(takeover.assure, house),
        closed=partial(takeover.doubt, house),
        clock=monotonic,
        organised=house.store.show_organised,
        owners=Owners(house.journal),
        round_of=partial(rounds.round_of, house),
    )
    copying = Copying(Copier(ports), store, Backoff(len(hall.stores)), house.store.show_hall_words)
    house.store.subscribe("hall copy", copying.note_change)
    return copying.start()


def _followed(house: House) -> JournalFollower:
    return JournalFollower(house.settings.state_folder() / "companion.db")


def _fence(house: House, gone: Gone) -> None:
    with suppress(Refused):  # on a full disk: after a restart the store says again who has the table
        takeover.fence(house, *gone)


def _me(house: House, hall: Hall, ahead: int | None) -> Box:
    """Return the announcement of this box. Its figures are round, so that it seldom changes. `ahead`: the minutes by which
    its clock is ahead of the store's."""
    return Box(box_name(hall), house.snapshots.join_info.address, __version__, ahead, _free(house.settings.state_folder()))


class Ahead:
    """The whole minutes by which this machine's clock is ahead of the store's. They change only when the clock is more than
    STEADY_SECONDS away from them. So a clock half-way between two minutes does not change them again and again."""

    def __init__(self, time: Callable[[], float] = time) -> None:
        self._time = time
        self._minutes: int | None = None

    def minutes(self, now: int | None) -> int | None:
        """Return the minutes when the store's clock is at `now`, or None if no store has answered yet."""
        if now is None:
            return None
        ahead = self._time() - now
        if self._minutes is None or abs(ahead - self._minutes * MINUTE) > STEADY_SECONDS:
            self._minutes = round(ahead / MINUTE)
        return self._minutes


def _free(folder: Path) -> int | None:
    try:
        return disk_usage(folder).free // MEGABYTE // FREE_STEP * FREE_STEP
    except OSError:
        return None
