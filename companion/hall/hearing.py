"""Hears when another box asks this one for its table: by one watch, so that nobody need ask on a beat."""

from collections.abc import Callable, Sequence
from contextlib import closing
from threading import Event, Thread
from typing import Final

from companion.hall import layout
from companion.hall.access import Access
from companion.hall.line import Away
from companion.hall.patience import Patience
from companion.hall.store import Store
from companion.hall.watching import Watch

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
        patience = Patience(len(self._stores))
        while not self._closing.is_set():
            try:
                self._hear(patience)
            except Away:
                self._at = (self._at + 1) % len(self._stores)
                self._closing.wait(patience.failed())

    def _hear(self, patience: Patience) -> None:
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
