"""Looks for tables of other boxes in the hall, from a running box or from a terminal."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from companion.core.words import Refused, Text, joined, names, text
from companion.hall.access import access_of
from companion.hall.etcd import Away
from companion.hall.keys import Seals, box_id
from companion.hall.layout import Owners
from companion.hall.offers import TableOffer, heard_of, known_until, lost_tables, offer_of, offered, offers, tables_on
from companion.hall.store import Store
from companion.hall.taking_over import take_over
from companion.house.house import House
from companion.journals.box_journal import LiveReader, ReadFailed
from companion.settings import Hall
from companion.shelf import games
from companion.snapshot.hall import OfferedTable, OtherTables, TakeOverProgress

Found = TypeVar("Found")


def offer_lines(hall: Hall) -> Iterator[Text]:
    """Yield a line for each running table, or one that says that there is none. Raises Refused if no store answers."""
    found = _from_any_store(hall, offers)
    yield from map(line, found)
    if not found:
        yield text("hall.no_tables")


def adopt_table(house: House, hall: Hall, table: str, number: str = "") -> Text:
    """Continue a table at this house. `table` is its name, its number or its box's name. `number` is the organiser's, if
    the tables are locked. Raises Refused with the reason."""
    with closing(house.journal):
        offer, me = _from_any_store(hall, lambda store: chosen_offer(offers(store), table)), box_id(house)
        if offer.owner.box == me and offer.heard is not None:
            raise Refused("hall.doubled")
        _from_any_store(hall, lambda store: take_over(house, store, Seals(hall.secret()), me, offer, number=number))
        return text("hall.adopted", table=line(offer))


def chosen_offer(found: list[TableOffer], typed: str) -> TableOffer:
    """Return the table that is meant. Raises Refused unless there is exactly one."""
    meant = [offer for offer in found if typed.upper() == offer.table or typed in _names(offer)]
    if len(meant) != 1:
        raise Refused("hall.no_such_table", tables=joined(offer.table for offer in found))
    return meant[0]


def _names(offer: TableOffer) -> set[str]:
    return {offer.table_number, offer.box.name if offer.box else ""} - {""}


def line(offer: TableOffer) -> Text:
    """Return a line about one table: what people must know before they take it."""
    game = text(f"{offer.open.game}.name") if offer.open.game in games() else offer.open.game
    heard = text("hall.silent") if offer.heard is None else text("hall.heard", count=offer.heard)
    box = offer.box.name if offer.box else offer.open.name or offer.owner.box
    title = text("hall.table", number=offer.table_number) if offer.table_number else box
    return text("hall.offer", table=offer.table, box=title, game=game, seats=names(offer.open.seats), heard=heard)


def _from_any_store(hall: Hall, act: Callable[[Store], Found]) -> Found:
    """Ask the stores in turn until one answers, and return what `act` does. If a store fails in the middle, the next one
    continues. Raises Refused if none answers."""
    with closing(Store(hall.stores, access_of(hall))) as store:
        for _ in hall.stores:
            try:
                return act(store)
            except Away:
                continue
    raise Refused("hall.no_store", store=", ".join(hall.stores))


AGAIN_SECONDS: Final = 3.0
"""A table that somebody looks at is read again after this time."""
AGAIN: Final = 20
"""A table is read again this many times. After that, nobody looks at it any more."""

_IDLE: Final = ("", "looking", "found", "away", "refused")
"""The steps at which a new wish may begin. While a table is being taken, none begins."""

Job = Callable[[], None]


@dataclass(frozen=True, slots=True)
class SeekerPorts:
    """The box and the store, as a seeker sees them."""

    house: House
    id: str
    """The box's id, which never changes."""
    store: Store
    """A store of its own: a store is for one thread."""
    stores: int
    """The number of machines of that store."""
    seals: Seals
    journal: LiveReader
    """A reader of its own: a reader is for one thread, too."""
    is_alone: Callable[[], bool]
    """True if no other box with this id is on."""
    owners: Owners = field(default_factory=Owners)


class Seeker(OtherTables):
    """Finds tables of other boxes, and takes them, on a thread until `close`. It grants one wish after another. `shown` is
    its state with what it found."""

    def __init__(self, ports: SeekerPorts) -> None:
        self._ports = ports
        self._lock = Lock()
        self._shown = TakeOverProgress()
        self._offers: dict[str, TableOffer] = {}
        """The tables that are shown, as they were read."""
        self._wishes: SimpleQueue[Job | None] = SimpleQueue()
        self._again = 0
        """The number of times that the chosen table is still to be read again."""
        self._is_lost_looked_for = False
        self._table_before = ""
        self._has_just_begun = True
        """True until the first look for lost tables after the start."""
        self._thread = Thread(target=self._run, name="hall tables", daemon=True)

    def start(self) -> "Seeker":
        """Start the thread."""
        self._thread.start()
        return self

    @property
    def shown(self) -> TakeOverProgress:
        return self._shown

    def look(self) -> None:
        if self._show(*_IDLE, step="looking", regarded=None, why=None):
            self._wishes.put(self.do_look)

    def regard(self, table: str) -> None:
        found = [*self._shown.tables, *([self._shown.lost] if self._shown.lost else [])]
        known = next((one for one in found if one.table == table), None)
        if self._show(*_IDLE, step="looking" if known is None else "found", regarded=known, why=None):
            self._wishes.put(lambda: self.do_regard(table))

    def take_over(self, shown: OfferedTable, number: str = "") -> None:
        if self._show(*_IDLE, step="taking", regarded=shown, why=None):
            self._wishes.put(lambda: self.do_take_over(shown, number))

    def bring_back(self, table: str) -> None:
        if self._show(*_IDLE, step="taking", regarded=None, why=None):
            self._wishes.put(lambda: self.do_bring_back(table))

    def leave(self) -> None:
        self._show(*_IDLE, step="", tables=(), regarded=None, why=None, lost=None)

    def hear(self) -> None:
        """Note that something changed in the house. After people have left a table, look for a table that this box lost:
        none is offered during a game. Any thread may call this."""
        before, self._table_before = self._table_before, self._table_here()
        if before and not self._table_before:
            self._is_lost_looked_for = False
            self._wishes.put(self.do_again)

    def close(self) -> None:
        """Stop, and cut the current request off. If a table was being taken, the next start continues, or the next
        request."""
        self._wishes.put(None)
        if self._thread.is_alive():
            self._ports.store.cut()
            self._thread.join()
        self._ports.store.close()
        self._ports.journal.close()

    # On its own thread

    def _run(self) -> None:
        while (wish := self._next()) is not None:
            with suppress(ReadFailed):
                wish()

    def _next(self) -> Job | None:
        is_calm = self._is_lost_looked_for and not (self._again and self._shown.regarded)
        if is_calm and self._wishes.empty():  # hold nothing that may not be needed for hours
            self._ports.store.close()
            self._ports.journal.close()
        try:
            return self._wishes.get(timeout=None if is_calm else AGAIN_SECONDS)
        except Empty:
            return self.do_again

    def do_look(self) -> None:
        """Find which tables there are."""
        found = self._from_any_store(tables_on)
        if found is None:
            self._show("looking", step="away")
            return
        self._offers = {offer.table: offer for offer in found if self._is_elsewhere(offer)}
        shown = sorted(map(self._offered, self._offers.values()), key=lambda one: (not one.own, not one.silent, one.box))
        self._show("looking", step="found", tables=tuple(shown))

    def do_regard(self, table: str) -> None:
        """Read as much as possible about one table."""
        self._again = AGAIN
        try:
            self._show("looking", "found", step="found", regarded=self._read_closely(table))
        except Refused as why:
            self._show("looking", "found", step="refused", why=why.text)

    def do_again(self) -> None:
        """Read the chosen table again. Once no other box can have this box's id, look for tables that this box lost."""
        shown = self._shown
        if self._again and shown.regarded is not None and shown.step == "found":
            again = self._again - 1
            self.do_regard(shown.regarded.table)
            self._again = again
        elif not self._is_lost_looked_for and self._ports.is_alone():
            self._look_for_lost()

    def do_take_over(self, shown: OfferedTable, number: str = "") -> None:
        """Take the table, or say why not. `number` is what somebody entered for the organiser's lock."""
        try:
            self._take_over(self._as_shown(shown), number)
        except Refused as why:
            self._show(step="refused", why=why.text)
            return
        self._offers.clear()
        self._show(step="", tables=(), regarded=None, lost=None)

    def do_bring_back(self, table: str) -> None:
        """Take the table from the box that has it now."""
        try:
            shown = self._read_closely(table)
        except Refused as why:
            self._show(step="refused", why=why.text)
            return
        self._show(regarded=shown)
        self.do_take_over(shown)

    def _as_shown(self, shown: OfferedTable) -> TableOffer:
        """Return the offer that people saw. Raises Refused if the table is gone, or another box has it now."""
        offer = self._offers.get(shown.table)
        if offer is None:
            raise Refused("hall.gone")
        if (offer.owner.box, offer.owner.epoch) != shown.owner:
            raise Refused("hall.taken", box=self._offered(offer).box)
        return offer

    def _take_over(self, offer: TableOffer, number: str = "") -> None:
        """Take the table. If one machine of the store fails, continue with the next. Raises Refused."""
        ports = self._ports
        if offer.owner.box == ports.id and not ports.is_alone():
            raise Refused("hall.doubled")
        done = self._from_any_store(
            lambda store: take_over(ports.house, store, ports.seals, ports.id, offer, ports.owners, number=number)
        )
        if done is None:
            raise Refused("hall.away")

    def _read_closely(self, table: str) -> OfferedTable:
        """Read one table closely. Raises Refused if it is not on any more, or if no store answers."""
        found = self._from_any_store(lambda store: [self._look_at(store, one) for one in offer_of(store, table)])
        if not found:
            raise Refused("hall.away" if found is None else "hall.gone")
        self._offers[table] = found[0]
        return self._offered(found[0])

    def _look_at(self, store: Store, offer: TableOffer) -> TableOffer:
        return known_until(store, self._ports.seals, heard_of(store, offer))

    def _look_for_lost(self) -> None:
        ports, on = self._ports, self._table_here()
        found = self._from_any_store(lambda store: lost_tables(store, ports.seals, ports.id, ports.journal, on))
        if found is None:
            return
        self._is_lost_looked_for = True
        goes_on, self._has_just_begun = self._has_just_begun, False
        for offer in found:
            self._offers[offer.table] = offer
            if not (goes_on and self._continue_taking(offer)):
                self._show(lost=self._offered(offer))

    def _continue_taking(self, offer: TableOffer) -> bool:
        """Continue a table that this box was about to take when it was switched off, because somebody had asked. Return True
        if the table is on here now."""
        before = self._ports.owners.last_known(offer.table)
        if before is None or before.box == self._ports.id:
            return False
        with suppress(Refused):
            self._take_over(offer)
            return True
        return False

    def _is_elsewhere(self, offer: TableOffer) -> bool:
        return not offer.open.over and offer.table != self._table_here()

    def _table_here(self) -> str:
        """Return the name of the table that is on here."""
        now = self._ports.house.store.state
        return now.table.head.name if now.table is not None and now.elsewhere is None else ""

    def _offered(self, offer: TableOffer) -> OfferedTable:
        return offered(offer, self._ports.seals, self._ports.id, self._ports.store.now())

    def _from_any_store(self, act: Callable[[Store], Found]) -> Found | None:
        """Ask the stores in turn until one answers. Return what `act` does, or None if none answers. Raises Refused."""
        for _ in range(self._ports.stores):
            with suppress(Away):
                return act(self._ports.store)
        return None

    def _show(self, *only: str, **changes: Any) -> bool:
        """Show these changes if the present step is one of `only`, or if `only` is empty. Return True if they are shown."""
        with self._lock:
            is_shown = not only or self._shown.step in only
            if is_shown:
                self._shown = replace(self._shown, **changes)
        if is_shown:
            self._ports.house.store.notify()
        return is_shown
