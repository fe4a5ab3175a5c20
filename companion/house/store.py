"""Everything that a house keeps in mind, as one value, and the lock under which it changes."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

import msgspec

from companion.core.answers import same
from companion.core.blocks import Note, Undo
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.table import Coming, Table
from companion.core.view import Now, Screen
from companion.core.words import Refused, Text, reread, text
from companion.house.first_time import Reveal, read_reveal
from companion.journals.box_journal import Notes, Shapes
from companion.snapshot.hall import OtherTables
from companion.snapshot.people import GuestBook
from companion.snapshot.table import Told, Wifi

UNSURE: Final = text("trouble.unsure")
"""What every screen says until the hall was heard."""
TAKEN_OVER: Final = "trouble.taken"


class Elsewhere(msgspec.Struct, frozen=True):
    """Where a table goes on that was on here. Nothing is told here any more."""

    table: int
    """Its number at this box."""
    box: str
    """What people call the other one."""
    address: str
    """Where phones find it; empty: nobody knows."""
    behind: int | None
    """How many of the answers that the room saw here the other box does not have; None: nobody knows."""

    @property
    def text(self) -> Text:
        """As every screen says it."""
        lost = "unknown" if self.behind is None else "some" if self.behind else "none"
        where = text("elsewhere.at" if self.address else "elsewhere.box", box=self.box, address=self.address)
        return text("trouble.elsewhere", where=where, lost=text(f"elsewhere.lost.{lost}", count=self.behind or 0))

    def refuse(self) -> None:
        """Nothing is told here. Raises Refused."""
        raise Refused("trouble.elsewhere", **self.text.values)


class Apart(msgspec.Struct, frozen=True):
    """A table that goes on without the hall, because somebody said so before the hall was heard. It stays so for good."""

    table: str
    """Its name in the hall."""
    box: str = ""
    """What people call the other box that has the table as well, as soon as the hall says so."""

    @property
    def text(self) -> Text:
        """As every screen says it."""
        return text("trouble.apart_both", box=self.box) if self.box else text("trouble.apart")


class Taken(msgspec.Struct, frozen=True):
    """A table that this box took over, and of which it may lack the last answers."""

    table: str
    """Its name in the hall."""
    box: str
    """What people call the box that had it."""
    time: str
    """When the last answer came that is here, as clocks show it; empty: nobody knows."""
    seat: Seat | None = None
    """Who gave that answer; None: the table."""
    said: Text | None = None
    """That answer as everybody may read it; None: there is none, or several gave it together."""

    @property
    def text(self) -> Text:
        """As every screen says it."""
        return text(TAKEN_OVER, box=self.box, time=self.time, last=self.last, seat=self.seat, said=self.said)

    @property
    def last(self) -> Text:
        """The last answer that is here, and its time."""
        at = text("taken.time", time=self.time) if self.time else text("taken.no_time")
        if self.said is None:
            return text("taken.together", at=at)
        return text("taken.table" if self.seat is None else "taken.said", at=at, seat=self.seat, said=self.said)


def closed(screen: Screen, now: Text) -> Screen:
    """The screen of a table that takes no answers here: it asks nobody, offers nothing, and says why in what now is."""
    blocks = tuple(block for block in screen.view.blocks if not isinstance(block, Undo))
    view = msgspec.structs.replace(screen.view, now=Now(now), blocks=blocks)
    return msgspec.structs.replace(screen, view=view, asks=())


def read_elsewhere(kept: str) -> Elsewhere | None:
    """As it was kept. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(kept, type=Elsewhere | None)


def read_apart(kept: str) -> Apart | None:
    """As it was kept. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(kept, type=Apart | None)


def read_taken(kept: str) -> Taken | None:
    """As it was kept. Raises msgspec.MsgspecError."""
    found = msgspec.json.decode(kept, type=Taken | None)
    return found and msgspec.structs.replace(found, said=reread(found.said))


def kept(value: Elsewhere | Apart | Taken | None) -> str:
    """A value as it is kept."""
    return msgspec.json.encode(value).decode()


GUESTS: Final = "guests"
CODE: Final = "code"
PICKED: Final = "picked"
OPTIONS: Final = "options"
AGE: Final = "age"
WITNESS: Final = "witness"
LEARNERS: Final = "learners"
ELSEWHERE: Final = "elsewhere"
APART: Final = "hall_apart"
TAKEN: Final = "hall_taken"
REVEAL: Final = "reveal"


def read_guest_book(kept: str) -> GuestBook:
    """Who sat here, as it was kept. Raises msgspec.MsgspecError for what is no guest book."""
    return msgspec.json.decode(kept, type=GuestBook)


def read_options(kept: str) -> dict[str, dict[str, Any]]:
    """By game and name."""
    return msgspec.json.decode(kept, type=dict[str, dict[str, Any]])


def read_learners(kept: str) -> frozenset[Seat]:
    """Who is told about everything that is new. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(kept, type=frozenset[Seat])


def guest_book(notes: Notes) -> GuestBook:
    """The one that is kept; an empty one before anybody sat down."""
    kept = notes.note(GUESTS)
    return read_guest_book(kept) if kept else GuestBook()


SHAPES: Final[Shapes] = {
    GUESTS: read_guest_book,
    OPTIONS: read_options,
    AGE: int,
    LEARNERS: read_learners,
    ELSEWHERE: read_elsewhere,
    APART: read_apart,
    TAKEN: read_taken,
    REVEAL: read_reveal,
}
"""What whoever keeps them holds them to when it looks whether its file is sound."""


@dataclass(frozen=True, slots=True)
class Word:
    """What one seat said: to which due, what, and under which key it was posted."""

    seat: Seat
    due: str
    do: dict[str, Any]
    key: str

    def is_repeated(self, seat: Seat, due: str | None, do: Any, key: str) -> bool:
        """Whether this is the very same, posted once more."""
        return (self.seat, self.due, self.key) == (seat, due, key) and same(self.do, do)

    def is_seconded(self, seat: Seat, due: str | None, do: Any) -> bool:
        """Whether this is the same from somebody else."""
        return seat != self.seat and due == self.due and same(self.do, do)

    def stands(self, moment: Moment) -> bool:
        """Whether its question is still open."""
        local = moment.local_id(self.due)
        return any(due.id == local for due in moment.history.dues)

    def said(self, moment: Moment) -> Text:
        """The same in words."""
        game = moment.history.game
        return game.tell(moment.history.state.public, None, game.actions.heard(self.do))


def noted(screen: Screen, word: Word, words: Text) -> Screen:
    """A screen that says what somebody said, and what there is to do about it."""
    yours = screen.seat == word.seat
    more = text("second.wait") if yours else text("second.say_so")
    note = Note(text("second.yours" if yours else "second.said", seat=word.seat, words=words), alert=True, more=(more,))
    view = msgspec.structs.replace(screen.view, blocks=(note, *screen.view.blocks))
    return msgspec.structs.replace(screen, view=view)


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


class Condition:
    """Whoever looks after the box tells it here, from any thread; everybody's screens follow."""

    def __init__(self, course: Course) -> None:
        self._course = course

    def reach(self, host: str, port: int) -> None:
        """Where phones find this box, for QR codes."""
        self._course.turn(host=host, port=port)

    def move(self, host: str, wifi: Wifi | None) -> None:
        """The box has another address, or opened or closed its own Wi-Fi; the port stays."""
        self._course.turn(host=host, wifi=wifi)

    def lose_display(self, lost: bool) -> None:
        """The box's display does not answer any more, or is there again: every screen says so, and nothing else changes."""
        self._course.turn(display_lost=lost)

    def be_told(self, told: tuple[Told, ...]) -> None:
        """What the owner of the card is to know, and nothing else of that kind any more."""
        self._course.turn(told=told)

    def have_read(self, shown: Told) -> None:
        """Somebody has read it at the box."""
        with self._course.lock:
            self._course.turn(told=tuple(one for one in self._course.now.told if one != shown))

    def say_of_hall(self, words: Text | None) -> None:
        """How far the copy to the hall is; None: there is none. Waits for nobody."""
        self._course.hall = words
        self._course.changed()


@dataclass(frozen=True, slots=True)
class Round:
    """Who has had the box in this game. No journal knows it: a box that was switched off begins covered."""

    holder: Seat | None = None
    """Who has it in hand now."""
    last: Seat | None = None
    """Who had it before."""
    asked_for: Seat | None = None
    """Who wants it though nothing waits for it to be given."""
    had: Mapping[tuple[str, Seat], int] = field(default_factory=lambda: MappingProxyType({}))
    """For which question under seal a seat had it, and how often."""


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
