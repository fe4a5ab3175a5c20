"""The state of a house as one value, and the lock under which it changes."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

import msgspec

from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.table import Predictor, Table
from companion.core.view import Clock
from companion.core.words import Refused, Text
from companion.house.confirmation import Confirmation
from companion.house.evenings import Lengths, PhoneDate, read_beginning
from companion.house.moved import UNSURE, Apart, MovedTable, Taken, read_apart, read_elsewhere, read_rounds, read_taken
from companion.house.reveals import Reveal, read_reveal
from companion.house.set_up import NO_TICKS, Ticks, read_ticks
from companion.journals.box_journal import NoteReaders, Notes
from companion.snapshot.hall import Organised, OtherTables
from companion.snapshot.people import GuestBook
from companion.snapshot.table import CardNotice, Wifi

GUESTS: Final = "guests"
CODE: Final = "code"
PICKED: Final = "picked"
OPTIONS: Final = "options"
AGE: Final = "age"
WITNESS: Final = "witness"
BEGAN: Final = "began"
LEARNERS: Final = "learners"
ELSEWHERE: Final = "elsewhere"
APART: Final = "hall_apart"
TAKEN: Final = "hall_taken"
ROUNDS: Final = "hall_rounds"
REVEAL: Final = "reveal"
TICKS: Final = "ticks"
TOGETHER: Final = "together"
HIDES_POINTS: Final = "hides_points"
QUIET: Final = "quiet"
ON: Final = "on"
"""The text of a note for something that is switched on."""


def read_guest_book(note: str) -> GuestBook:
    """Return the guest book in a note. Raise msgspec.MsgspecError for anything else."""
    return msgspec.json.decode(note, type=GuestBook)


def read_options(note: str) -> dict[str, dict[str, Any]]:
    """Return the options in a note, by game and name. Raise msgspec.MsgspecError for anything else."""
    return msgspec.json.decode(note, type=dict[str, dict[str, Any]])


def read_learners(note: str) -> frozenset[Seat]:
    """Return the seats in a note that learn a game. Raise msgspec.MsgspecError for anything else."""
    return msgspec.json.decode(note, type=frozenset[Seat])


def guest_book(notes: Notes) -> GuestBook:
    """Return the kept guest book, or an empty one before anybody sat down."""
    note = notes.note(GUESTS)
    return read_guest_book(note) if note else GuestBook()


NOTE_READERS: Final[NoteReaders] = {
    GUESTS: read_guest_book,
    OPTIONS: read_options,
    AGE: int,
    BEGAN: read_beginning,
    LEARNERS: read_learners,
    ELSEWHERE: read_elsewhere,
    APART: read_apart,
    TAKEN: read_taken,
    ROUNDS: read_rounds,
    REVEAL: read_reveal,
    TICKS: read_ticks,
}
"""A reader for each note. The journal uses them to check whether its file is sound."""


MINUTE: Final = 60


class Talk(msgspec.Struct, frozen=True):
    """A talk with a timer. `ends` is a time of the house's clock, and `total` the whole length in seconds."""

    ends: float
    total: int

    def longer(self, now: float) -> "Talk":
        """Return the talk with one more minute. A talk that is over lasts one minute from now."""
        ends = max(self.ends, now) + MINUTE
        return Talk(ends, max(self.total, ceil(ends - now)))

    def left(self, now: float) -> int:
        """Return how many whole seconds are left, or 0 once the time is up."""
        return max(0, ceil(self.ends - now))


@dataclass(frozen=True, slots=True)
class SharedBox:
    """The box that seats without a phone hand round. It is not in the journal, so nobody holds the box after a restart."""

    holder: Seat | None = None
    """The seat that holds the box now."""
    last: Seat | None = None
    """The seat that held the box before."""
    asked_for: Seat | None = None
    """A seat that wants the box although the game does not wait for that seat."""
    had: Mapping[tuple[str, Seat], int] = field(default_factory=lambda: MappingProxyType({}))
    """The number of times that a seat held the box for a question under seal, by question and seat."""


@dataclass(frozen=True, slots=True)
class HouseState:
    """Everything of a house that an act can change, as it is at one instant."""

    table: Table | None = None
    """The table of a game that is on, or that is over and was not left yet."""
    before: int = 0
    """The number of the game that was finished before this one. 0: none."""
    left: Moment | None = None
    """The last moment of a game that was broken off, until the next one begins."""
    ticks: Ticks = NO_TICKS
    """The steps of the set-up that people ticked."""
    minute: int | None = None
    """The page of the first minute that the host reads now, or None. After a restart nobody reads."""
    learners: frozenset[Seat] = frozenset()
    """The seats that learn the game."""
    reveal: Reveal | None = None
    """The reveal that is on, or the last one."""
    together: bool = False
    """True if no phone may see a reveal before the room's screen has shown it."""
    hides_points: bool = False
    """True if no phone shows the points so far."""
    quiet: bool = False
    """True if the host has silenced the room's screen. The screen's own switches for sound and voice then have no effect."""
    confirmation: Confirmation | None = None
    """The answer of one seat that waits for a second yes."""
    shared_box: SharedBox = field(default_factory=SharedBox)
    """The box that seats without a phone hand round."""
    picked: str | None = None
    """The lobby's game, or None before somebody has picked one."""
    trouble: Text | None = None
    """The reason why the box cannot keep answers, or other trouble that people must confirm."""
    elsewhere: MovedTable | None = None
    """The other box that has the table. None: the table is on this box."""
    is_unsure: bool = False
    """True if another box may have the table, because the hall has not answered yet. Nobody may answer here then."""
    apart: Apart | None = None
    """The note that the table goes on without the hall, or None."""
    read_notes: frozenset[str] = frozenset()
    """The keys of a hall's notes that somebody has read on the display since the start."""
    taken: Taken | None = None
    """The warning that a table was taken over, until somebody confirms it."""
    card_notices: tuple[CardNotice, ...] = ()
    """The notices for the owner of the card that nobody has read yet."""
    has_card: bool = False
    """True if the box runs from our card image. A service of its system can then put the games on the card."""
    takes_updates: bool = False
    """True if the box runs from a card that takes updates from the host's phone."""
    display_lost: bool = False
    host: str = "127.0.0.1"
    """The address at which phones find the box."""
    port: int = 80
    wifi: Wifi | None = None
    """The box's own Wi-Fi, while phones come in through it."""
    book: GuestBook = field(default_factory=GuestBook)
    """The people at the table."""
    has_bots: bool = False
    """True if bots play for the seats without a phone, as in a demo."""
    clock: Clock | None = None
    """The clock of the present step. It has begun."""
    talk: Talk | None = None
    """The talk timer, until somebody stops it."""
    dated: PhoneDate | None = None
    """The date on the host's phone, once the phone has sent it."""
    began: float | None = None
    """The time of the house's clock when the game began. None: it began before the box started."""
    lengths: Lengths = field(default_factory=lambda: MappingProxyType({}))
    """The lengths of the last games, in minutes."""

    @property
    def moment(self) -> Moment | None:
        """Return the moment of the table that is on."""
        return self.table.moment if self.table else None

    def table_shown(self, number: int | None = None) -> Table:
        """Return the table that is on. `number` is the game that a screen showed. Raise Refused if another game is on, or
        none."""
        if self.table is None:
            raise Refused("no_game")
        if number not in (None, self.table.number):
            raise Refused("other_shown")
        return self.table

    def table_to_answer(self) -> Table:
        """Return the table that is on. Raise Refused as `table_shown` does, and also if another box has the table or may
        have it."""
        table = self.table_shown()
        if self.elsewhere is not None:
            self.elsewhere.refuse()
        if self.is_unsure:
            raise Refused(UNSURE.key)
        return table

    @property
    def at_box(self) -> tuple[Seat, ...]:
        """Return the players without a phone, clockwise. It is empty where bots play for them."""
        if (moment := self.moment) is None or self.has_bots:
            return ()
        return tuple([seat for seat in moment.seqs if seat is not None and seat not in self.book.tokens])

    @property
    def holder(self) -> Seat | None:
        """Return the seat that holds the shared box. A seat that has a phone now, or has left the game, does not hold it."""
        return self.shared_box.holder if self.shared_box.holder in self.at_box else None


Subscriber = Literal["streams", "panel", "reveal clock", "hall copy", "hall seeker", "maintenance"]
SUBSCRIBERS: Final[tuple[Subscriber, ...]] = get_args(Subscriber)
"""The listeners of a store, in the order in which they hear of a change."""


class HouseStore:
    """The state of a house, the one lock under which it changes, and subscribers that are called after each change."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.state = HouseState()
        self._clock = clock
        self.lock = threading.RLock()
        self.hall: Text | None = None
        """Words on the copy to the hall. One thread writes them without the lock, because the hall never holds up a
        table."""
        self.organised = Organised()
        """The decisions of a hall's organiser. The same thread writes them."""
        self.others: OtherTables | None = None
        """The hall's other tables. None: the box is alone."""
        self._subscribers: dict[Subscriber, list[Callable[[], None]]] = {name: [] for name in SUBSCRIBERS}
        self._predictors: list[Predictor] = []

    @property
    def hall_words(self) -> Text | None:
        """Return the hall's words for the host's phone: about a table that is coming back, or else about the copy to the
        hall."""
        return (self.others.shown.words if self.others is not None else None) or self.hall

    def is_alive(self, seconds: float) -> bool:
        """Return whether this thread gets the lock within `seconds`. If so, no act keeps the lock for ever."""
        if got := self.lock.acquire(timeout=seconds):
            self.lock.release()
        return got

    def subscribe(self, name: Subscriber, listener: Callable[[], None]) -> None:
        """Call `listener` after every change, in the thread that made the change. The listener must not wait for
        anything."""
        self._subscribers[name].append(listener)

    def on_prediction(self, listener: Predictor) -> None:
        """Call `listener` while the disk takes an answer, with the moment that will follow. Nobody may see that moment
        before subscribers are called. If the disk refuses the answer, they are not called."""
        self._predictors.append(listener)

    def predict(self, moment: Moment) -> None:
        """Call the listeners for predictions with this moment."""
        for listener in self._predictors:
            listener(moment)

    def set(self, **changes: Any) -> None:
        """Change the state. The caller must publish it later."""
        with self.lock:
            self.state = replace(self.state, **changes)

    def publish(self, **changes: Any) -> None:
        """Change the state, apply the rules that follow every change, and call all subscribers."""
        with self.lock:
            if changes:
                self.state = replace(self.state, **changes)
            self.state = _with_rules(self.state, self._clock())
            self.notify()

    def notify(self) -> None:
        """Call all subscribers, for a change of something that is not in the state."""
        for name in SUBSCRIBERS:
            for listener in self._subscribers[name]:
                listener()

    def show_organised(self, now: Organised) -> None:
        """Show these decisions of the organiser. This does not take the lock."""
        if now != self.organised:
            self.organised = now
            self.notify()

    def show_hall_words(self, words: Text | None) -> None:
        """Show these words on the copy to the hall. None: there is no copy. This does not take the lock."""
        self.hall = words
        self.notify()


def _with_rules(state: HouseState, now: float) -> HouseState:
    """Return the state after three rules. A seat that has a phone, or no game, no longer holds the shared box. A talk ends
    when the game has no use for a timer. The clock of a step begins with the step."""
    if state.shared_box.holder is not None and state.holder is None:
        state = replace(state, shared_box=replace(state.shared_box, holder=None))
    view = state.moment.screen(None).view if state.moment is not None else None
    if state.talk is not None and not (view and view.timer):
        state = replace(state, talk=None)
    clock = view.clock if view is not None else None
    if clock is not None and clock != state.clock:
        state = replace(state, talk=Talk(now + clock.seconds, clock.seconds))
    return state if clock == state.clock else replace(state, clock=clock)
