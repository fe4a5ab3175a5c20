"""What a house has in mind besides its guests: one value. Every change is a new one, so whoever reads needs no lock."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.table import Coming, Table
from companion.core.words import Text
from companion.house.elsewhere import Apart, Elsewhere, Taken
from companion.house.handing import Round
from companion.house.second import Word
from companion.house.staging import Reveal
from companion.ports.addresses import Wifi
from companion.ports.hall import OtherTables
from companion.ports.panel import Told


@dataclass(frozen=True, slots=True)
class Mind:
    """What is so at one instant."""

    table: Table | None = None
    """While a game is on, or over and not yet left."""
    before: int = 0
    """The number of the game that was finished before this one; 0: none."""
    left: Moment | None = None
    """How a game stood when it was broken off, until the next one begins."""
    laid: int | None = None
    """How many steps of laying the table are done; None: nobody is led through them."""
    learners: frozenset[Seat] = frozenset()
    """Who has asked for a sentence with everything that is new."""
    reveal: Reveal | None = None
    """How far the room's screen is with what was turned up."""
    word: Word | None = None
    """What one seat said and another one has to say, too."""
    round: Round = field(default_factory=Round)
    """Whom the box was given to, where some have no phone."""
    chosen: str | None = None
    """The lobby's game, once somebody picked one."""
    trouble: Text | None = None
    """Why the box cannot keep answers, or what people must have read."""
    elsewhere: Elsewhere | None = None
    """Where the table goes on that was on here; None: it goes on here."""
    is_unsure: bool = False
    """Whether another box may have the table, as the hall was not heard yet: nobody may answer here."""
    apart: Apart | None = None
    """Set while the table goes on without the hall."""
    taken: Taken | None = None
    """What people must know of a table that was taken over, until somebody confirms it."""
    told: tuple[Told, ...] = ()
    """What the owner of the card is to know, and nobody has read yet."""
    takes_updates: bool = False
    """Whether the host's phone may send one: the box runs from a card that takes them."""
    display_lost: bool = False
    host: str = "127.0.0.1"
    """Where phones find the box."""
    port: int = 80
    wifi: Wifi | None = None
    """While the box's own Wi-Fi is the way in."""


class Course:
    """The `now` that is, the one lock under which anything in a house changes, and who hears of it."""

    def __init__(self) -> None:
        self.now = Mind()
        self.lock = threading.RLock()
        self.hall: Text | None = None
        """How far the copy to the hall is. One thread writes it, without the lock: the hall never holds up a table."""
        self.others: OtherTables | None = None
        """The hall's other tables; None: the box is alone."""
        self._listeners: list[Callable[[], None]] = []
        self._foreseers: list[Coming] = []

    @property
    def hall_said(self) -> Text | None:
        """What the host's phone says of the hall: how far a table is that comes back, else how far the copy is."""
        return (self.others.shown.words if self.others is not None else None) or self.hall

    def is_alive(self, patience: float) -> bool:
        """Whether the lock can be had within `patience` seconds: nobody keeps it for good."""
        if got := self.lock.acquire(timeout=patience):
            self.lock.release()
        return got

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change, from the thread that made it."""
        self._listeners.append(listener)

    def foresee(self, listener: Coming) -> None:
        """Call `listener` with the moment that follows if the disk takes an answer, from the thread that is about to ask the
        disk. Nobody may be shown it before `watch` tells of a change; if the disk refuses it is heard of no more."""
        self._foreseers.append(listener)

    def coming(self, moment: Moment) -> None:
        """This may follow; nobody is to be shown it yet."""
        for listener in self._foreseers:
            listener(moment)

    def keep(self, **changes: Any) -> None:
        """This is so from now on; more is to change before anybody hears of it."""
        with self.lock:
            self.now = replace(self.now, **changes)

    def turn(self, **changes: Any) -> None:
        """This is so from now on."""
        with self.lock:
            self.keep(**changes)
            self.changed()

    def changed(self) -> None:
        """Something did, here or with the guests."""
        for listener in self._listeners:
            listener()
