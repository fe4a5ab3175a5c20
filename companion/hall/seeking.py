"""Looks for tables of the hall that are on elsewhere, from a box that is on or at a terminal."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from companion.core.words import Refused, Text, joined, names, text
from companion.hall.access import known_by
from companion.hall.etcd import Away
from companion.hall.keys import Seals, box_id
from companion.hall.layout import Owners
from companion.hall.store import Store
from companion.hall.taking_over import Offer, heard_of, is_lost, known_until, offer_of, offered, offers, tables_on, take_over
from companion.house.house import House
from companion.journals.box_journal import Following, Unread
from companion.settings import Hall
from companion.shelf import games
from companion.snapshot.hall import Offered, OtherTables, Spare

Found = TypeVar("Found")


def listed(hall: Hall) -> Iterator[Text]:
    """A line for each table that is on. Raises Refused where no store answers."""
    found = _asked(hall, offers)
    yield from map(line, found)
    if not found:
        yield text("hall.no_tables")


def adopted(house: House, hall: Hall, table: str) -> Text:
    """The table of this name, or at the box of this name, goes on at this house. Raises Refused with the reason."""
    with closing(house.journal):
        offer, me = _asked(hall, lambda store: chosen(offers(store), table)), box_id(house)
        if offer.owner.box == me and offer.heard is not None:
            raise Refused("hall.doubled")
        _asked(hall, lambda store: take_over(house, store, Seals(hall.secret()), me, offer))
        return text("hall.adopted", table=line(offer))


def chosen(found: list[Offer], said: str) -> Offer:
    """The table that is meant. Raises Refused where it is none, or more than one."""
    meant = [offer for offer in found if said.upper() == offer.table or (offer.box and said == offer.box.name)]
    if len(meant) != 1:
        raise Refused("hall.no_such_table", tables=joined(offer.table for offer in found))
    return meant[0]


def line(offer: Offer) -> Text:
    """One table: what people must know before they take it."""
    game = text(f"{offer.open.game}.name") if offer.open.game in games() else offer.open.game
    heard = text("hall.silent") if offer.heard is None else text("hall.heard", count=offer.heard)
    box = offer.box.name if offer.box else offer.open.name or offer.owner.box
    return text("hall.offer", table=offer.table, box=box, game=game, seats=names(offer.open.seats), heard=heard)


def _asked(hall: Hall, act: Callable[[Store], Found]) -> Found:
    """What a store says, the first one that answers; an act that was begun goes on at the next. Raises Refused."""
    with closing(Store(hall.stores, known_by(hall))) as store:
        for _ in hall.stores:
            try:
                return act(store)
            except Away:
                continue
    raise Refused("hall.no_store", store=", ".join(hall.stores))


AGAIN_SECONDS: Final = 3.0
"""So often what somebody looks at is looked at anew."""
AGAIN: Final = 20
"""How often at most: then nobody looks any more."""

_IDLE: Final = ("", "looking", "found", "away", "refused")
"""The steps at which something else may be begun: a table that is being taken is taken, or refused."""


Wish = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Means:
    """What a seeker works with."""

    house: House
    id: str
    """Of the box, for ever."""
    store: Store
    """Its own: a store is for one thread."""
    stores: int
    """How many machines that has."""
    seals: Seals
    journal: Following
    """Its own, too."""
    is_alone: Callable[[], bool]
    """Whether no other box that is on has this one's name."""
    owners: Owners = field(default_factory=Owners)


class Seeker(OtherTables):
    """Does one thing after the other until `close`; what it is at, and found, is `shown`."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._lock = Lock()
        self._shown = Spare()
        self._offers: dict[str, Offer] = {}
        """Of the tables that are shown, as they were read."""
        self._wishes: SimpleQueue[Wish | None] = SimpleQueue()
        self._again = 0
        """How often what is regarded is to be looked at yet."""
        self._is_lost_looked_for = False
        self._was_on = ""
        self._has_just_begun = True
        """Nobody has done anything here since the box was switched on."""
        self._thread = Thread(target=self._run, name="hall tables", daemon=True)

    def start(self) -> "Seeker":
        """Do what is wished from now on."""
        self._thread.start()
        return self

    @property
    def shown(self) -> Spare:
        return self._shown

    def look(self) -> None:
        if self._turn(*_IDLE, step="looking", regarded=None, why=None):
            self._wishes.put(self.do_look)

    def regard(self, table: str) -> None:
        found = [*self._shown.tables, *([self._shown.lost] if self._shown.lost else [])]
        known = next((one for one in found if one.table == table), None)
        if self._turn(*_IDLE, step="looking" if known is None else "found", regarded=known, why=None):
            self._wishes.put(lambda: self.do_regard(table))

    def take(self, shown: Offered) -> None:
        if self._turn(*_IDLE, step="taking", regarded=shown, why=None):
            self._wishes.put(lambda: self.do_take(shown))

    def take_back(self, table: str) -> None:
        if self._turn(*_IDLE, step="taking", regarded=None, why=None):
            self._wishes.put(lambda: self.do_take_back(table))

    def leave(self) -> None:
        self._turn(*_IDLE, step="", tables=(), regarded=None, why=None, lost=None)

    def hear(self) -> None:
        """Something changed in the house. Once a table is left it is looked whether the hall has more of one: that was not
        offered as long as a game was on. From any thread."""
        on, self._was_on = self._was_on, self._on()
        if on and not self._was_on:
            self._is_lost_looked_for = False
            self._wishes.put(self.do_again)

    def close(self) -> None:
        """Whatever is being asked is cut off. A table that was being taken is taken when somebody says so again."""
        self._wishes.put(None)
        if self._thread.is_alive():
            self._means.store.cut()
            self._thread.join()
        self._means.store.close()
        self._means.journal.close()

    # On its own thread

    def _run(self) -> None:
        while (wish := self._next()) is not None:
            with suppress(Unread):
                wish()

    def _next(self) -> Wish | None:
        is_calm = self._is_lost_looked_for and not (self._again and self._shown.regarded)
        if is_calm and self._wishes.empty():  # nothing is held that may not be needed for hours
            self._means.store.close()
            self._means.journal.close()
        try:
            return self._wishes.get(timeout=None if is_calm else AGAIN_SECONDS)
        except Empty:
            return self.do_again

    def do_look(self) -> None:
        """Which tables there are."""
        found = self._asked(tables_on)
        if found is None:
            self._turn("looking", step="away")
            return
        self._offers = {offer.table: offer for offer in found if self._is_elsewhere(offer)}
        shown = sorted(map(self._offered, self._offers.values()), key=lambda one: (not one.own, not one.silent, one.box))
        self._turn("looking", step="found", tables=tuple(shown))

    def do_regard(self, table: str) -> None:
        """What there is to be known of one, as exactly as can be."""
        self._again = AGAIN
        try:
            self._turn("looking", "found", step="found", regarded=self._closely(table))
        except Refused as why:
            self._turn("looking", "found", step="refused", why=why.text)

    def do_again(self) -> None:
        """What is regarded stays as exact as it was; and once the box is sure that it is alone it looks for what it lost."""
        shown = self._shown
        if self._again and shown.regarded is not None and shown.step == "found":
            again = self._again - 1
            self.do_regard(shown.regarded.table)
            self._again = again
        elif not self._is_lost_looked_for and self._means.is_alone():
            self._look_for_lost()

    def do_take(self, shown: Offered) -> None:
        """It, or why not."""
        try:
            self._take(self._as_shown(shown))
        except Refused as why:
            self._turn(step="refused", why=why.text)
            return
        self._offers.clear()
        self._turn(step="", tables=(), regarded=None, lost=None)

    def do_take_back(self, table: str) -> None:
        """Whosever it is now."""
        try:
            shown = self._closely(table)
        except Refused as why:
            self._turn(step="refused", why=why.text)
            return
        self._turn(regarded=shown)
        self.do_take(shown)

    def _as_shown(self, shown: Offered) -> Offer:
        """What was read of it. Raises Refused where another box has it by now."""
        offer = self._offers.get(shown.table)
        if offer is None:
            raise Refused("hall.gone")
        if (offer.owner.box, offer.owner.epoch) != shown.owner:
            raise Refused("hall.taken", box=self._offered(offer).box)
        return offer

    def _take(self, offer: Offer) -> None:
        """Raises Refused. Where one machine of the store goes away in the middle it goes on with the next."""
        means = self._means
        if offer.owner.box == means.id and not means.is_alone():
            raise Refused("hall.doubled")
        done = self._asked(lambda store: take_over(means.house, store, means.seals, means.id, offer, means.owners))
        if done is None:
            raise Refused("hall.away")

    def _closely(self, table: str) -> Offered:
        """Raises Refused where it is not on any more, or no store answers."""
        found = self._asked(lambda store: [self._look_at(store, one) for one in offer_of(store, table)])
        if not found:
            raise Refused("hall.away" if found is None else "hall.gone")
        self._offers[table] = found[0]
        return self._offered(found[0])

    def _look_at(self, store: Store, offer: Offer) -> Offer:
        return known_until(store, self._means.seals, heard_of(store, offer))

    def _look_for_lost(self) -> None:
        means, on = self._means, self._on()
        found = self._asked(lambda store: is_lost(store, means.seals, means.id, means.journal, on))
        if found is None:
            return
        self._is_lost_looked_for = True
        goes_on, self._has_just_begun = self._has_just_begun, False
        for offer in found:
            self._offers[offer.table] = offer
            if not (goes_on and self._goes_on(offer)):
                self._turn(lost=self._offered(offer))

    def _goes_on(self, offer: Offer) -> bool:
        """Whether it is on: a table that this box was about to take when it was switched off, as somebody had said."""
        before = self._means.owners.of(offer.table)
        if before is None or before.box == self._means.id:
            return False
        with suppress(Refused):
            self._take(offer)
            return True
        return False

    def _is_elsewhere(self, offer: Offer) -> bool:
        return not offer.open.over and offer.table != self._on()

    def _on(self) -> str:
        """The table that goes on here."""
        now = self._means.house.store.state
        return now.table.head.name if now.table is not None and now.elsewhere is None else ""

    def _offered(self, offer: Offer) -> Offered:
        return offered(offer, self._means.seals, self._means.id, self._means.store.now())

    def _asked(self, act: Callable[[Store], Found]) -> Found | None:
        """What a store says, the first one that answers; None: none does. Raises Refused."""
        for _ in range(self._means.stores):
            with suppress(Away):
                return act(self._means.store)
        return None

    def _turn(self, *only: str, **changes: Any) -> bool:
        """This is shown from now on, if the box is at one of these steps, or at any if none is named; whether it is."""
        with self._lock:
            is_so = not only or self._shown.step in only
            if is_so:
                self._shown = replace(self._shown, **changes)
        if is_so:
            self._means.house.store.notify()
        return is_so
