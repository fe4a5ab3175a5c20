"""A box of a hall: its threads copy and hear when another asks for its table; `companion check` looks at its store."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from threading import Event, Thread
from time import monotonic
from typing import Final, NamedTuple

from companion import __version__
from companion.box.running import Shared
from companion.core.words import Refused, Text, listed, text
from companion.findings import Finding, Level
from companion.hall import layout
from companion.hall.access import Access, known_by
from companion.hall.copier import Copier, CopyProgress, Gone, Parts
from companion.hall.etcd import Away
from companion.hall.keys import Seals, box_id, called
from companion.hall.layout import Box, Owners
from companion.hall.seeking import Means, Seeker
from companion.hall.seen import Look
from companion.hall.store import Backoff, Store, Watch
from companion.house import takeover
from companion.house.house import House
from companion.journals.box_journal import Unread
from companion.journals.reading import JournalFollower
from companion.settings import Hall, Settings


def check(settings: Settings) -> Iterator[Finding]:
    """The hall, where there is one. Raises BadSettings for certificates that are none."""
    hall = settings.hall
    if hall is None:
        return
    access = known_by(hall)
    silent = [store for store in hall.stores if not _answers([store], access)]
    count = len(hall.stores) - len(silent)
    if not silent:
        yield Finding("hall", Level.OK, text("check.hall.all", count=count))
    elif count:
        yield Finding("hall", Level.NOTE, text("check.hall.some", stores=listed(silent)))
    else:
        yield Finding("hall", Level.NOTE, text("check.hall.none", stores=listed(silent)))


def _answers(stores: Sequence[str], access: Access) -> bool:
    with closing(Store(stores, access)) as store:
        try:
            store.read(layout.box("check"))
        except Away:
            return False
    return True


CLOSING_SECONDS: Final = 0.05


class Hearing:
    """Calls `heard` whenever box `id_` may have been asked, on a thread of its own, until `close`."""

    def __init__(self, id_: str, stores: Sequence[str], access: Access, heard: Callable[[], None]) -> None:
        self._prefix = layout.asks(id_)
        self._stores = tuple(stores)
        self._access = access
        self._heard = heard
        self._store = Store(self._stores, access)
        self._watch: Watch | None = None
        self._at = 0
        """Which store is watched."""
        self._closing = Event()
        self._thread = Thread(target=self._run, name="hall asks", daemon=True)

    def start(self) -> "Hearing":
        """Hear from now on."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Hear no more."""
        self._closing.set()
        while self._thread.is_alive():  # what was just about to be asked is not cut yet
            self._store.cut()
            if self._watch is not None:
                self._watch.cut()
            self._thread.join(CLOSING_SECONDS)
        self._store.close()

    def _run(self) -> None:
        patience = Backoff(len(self._stores))
        while not self._closing.is_set():
            try:
                self._hear(patience)
            except Away:
                self._at = (self._at + 1) % len(self._stores)
                self._closing.wait(patience.failed())

    def _hear(self, patience: Backoff) -> None:
        since = self._store.all(self._prefix).revision
        self._heard()
        with closing(Watch(self._stores[self._at], self._prefix, since, self._access)) as watch:
            self._watch = watch
            if self._closing.is_set():
                return
            for news in watch.changes():
                patience.went_well()
                if news.changes:
                    self._heard()


LULL_SECONDS: Final = 0.008
"""After an answer phones come first: as long as they take to have it, its copy would only be in their way."""


class Copying:
    """Copies until `close`, on a thread of its own. `say` hears how far it is whenever that has changed."""

    def __init__(self, copier: Copier, store: Store, patience: Backoff, say: Callable[[Text | None], None]) -> None:
        self.copier = copier
        self._store = store
        self._patience = patience
        self._say = say
        self._said: Text | None = None
        self._stirred = Event()
        self._closing = Event()
        self._thread = Thread(target=self._run, name="hall", daemon=True)

    def start(self) -> "Copying":
        """Copy from now on."""
        self._thread.start()
        return self

    def ask(self) -> None:
        """Another box asks for the table. From any thread; nobody is waited for."""
        self.copier.ask()
        self._stirred.set()

    def stir(self) -> None:
        """Something changed at the table. From any thread; nobody is waited for."""
        self._stirred.set()

    def close(self) -> None:
        """Whatever is being asked is cut off: what the store did not acknowledge is sent when the box is on again."""
        self._closing.set()
        self._stirred.set()
        if self._thread.is_alive():
            self._store.cut()
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._stirred.clear()  # before the look at `closing`: else its own stir could be forgotten, and waited for
            if self._closing.is_set():
                break
            pause = self._step()
            if self._patience.is_calm:
                if self._stirred.wait(pause):
                    self._closing.wait(LULL_SECONDS)
            else:
                self._closing.wait(pause)
        self._store.close()

    def _step(self) -> float:
        """The seconds until the next one."""
        try:
            pause = self.copier.work()
            self._patience.went_well()
        except (Away, Unread):
            pause = self._patience.failed()
        said = words(self.copier.standing(), self._patience.is_tried)
        if said != self._said:
            self._said = said
            self._say(said)
        return pause


def words(standing: CopyProgress, is_away: bool) -> Text | None:
    """How far the copy is, as the panel and the host's phone say it; None: nobody knows yet."""
    if standing.doubled:
        return text("hall.word.doubled")
    if standing.torn:
        return text("hall.word.torn")
    if standing.to_send:
        return text("hall.word.to_send", count=standing.to_send)
    if is_away:
        return text("hall.word.away")
    return text("hall.word.all_there") if standing.known else None


class Member(NamedTuple):
    """What a box of a hall has running besides."""

    copying: Copying
    seeker: Seeker
    hearing: Hearing

    def close(self) -> None:
        """All of it ends."""
        self.hearing.close()
        self.seeker.close()
        self.copying.close()


def start(shared: Shared) -> Member:
    """Copy what this box's house keeps to the hall of its settings, and look there for other tables on demand."""
    house, hall = shared.house, shared.settings.hall
    assert hall is not None
    access = known_by(hall)
    copying = copied(house, Store(hall.stores, access))
    means = Means(
        house=house,
        id=box_id(house),
        store=Store(hall.stores, access),
        stores=len(hall.stores),
        seals=Seals(hall.secret()),
        journal=_followed(house),
        is_alone=lambda: copying.copier.is_alone,
        owners=copying.copier.owners,
    )
    house.store.others = seeker = Seeker(means)
    house.store.subscribe("hall seeker", seeker.hear)
    hearing = Hearing(means.id, hall.stores, access, copying.ask)
    return Member(copying, seeker.start(), hearing.start())


def copied(house: House, store: Store) -> Copying:
    """Copy what this house keeps to that store, which is its hall's."""
    hall = house.settings.hall
    assert hall is not None
    parts = Parts(
        id=box_id(house),
        store=store,
        seals=Seals(hall.secret()),
        journal=_followed(house),
        look=Look(house),
        me=lambda: _me(house, hall),
        fenced=lambda gone: _fence(house, gone),
        assured=partial(takeover.assure, house),
        closed=partial(takeover.doubt, house),
        clock=monotonic,
        owners=Owners(house.journal),
    )
    copying = Copying(Copier(parts), store, Backoff(len(hall.stores)), house.store.say_of_hall)
    house.store.subscribe("hall copy", copying.stir)
    return copying.start()


def _followed(house: House) -> JournalFollower:
    return JournalFollower(house.settings.state_folder() / "companion.db")


def _fence(house: House, gone: Gone) -> None:
    with suppress(Refused):  # a full disk: it is so until a restart, and then the store says it again
        takeover.fence(house, *gone)


def _me(house: House, hall: Hall) -> Box:
    return Box(called(hall), house.looks.join_info.address, __version__)
