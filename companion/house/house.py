"""The house: one table, the people who sit there, and the one lock under which anything changes.

Order of work: rules, then disk, then memory, then phones. Screens are read without the lock, from values that never
change, so a slow disk holds up nobody who only looks.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec

from companion.core.answers import same
from companion.core.journal import CHAIN, Head, Occupied
from companion.core.knowledge import Data, Seat
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.words import Refused, text
from companion.house.agreed import Agreed
from companion.house.doors import new_code
from companion.house.guests import Guests
from companion.house.lobby import once_more
from companion.house.looks import Looks
from companion.house.lots import Lots
from companion.house.pace import Pace
from companion.house.presence import Presence
from companion.house.results import settle
from companion.house.second import Word
from companion.house.stories import at_rest
from companion.house.talk import TalkTimer
from companion.house.witness import Witnesses
from companion.journals.salvage import Memory
from companion.journals.sqlite import SqliteJournal
from companion.ports.arrivals import Place
from companion.ports.clock import Clock
from companion.ports.panel import Wifi
from companion.records.record import parse_head
from companion.records.retold import UNPLAYABLE, retold
from companion.settings import Settings
from companion.shelf import games

NEWS = ("trouble.damaged", "trouble.replaced", "trouble.unplayable", "trouble.back_in_time")
"""What people must have read before it goes; writing goes on beside it."""


class House(Looks):
    """Everything of one box but its front ends."""

    def __init__(self, settings: Settings, journal: SqliteJournal, lots: Lots, clock: Clock) -> None:
        guests = Guests(journal, clock, lambda: self.table.head.seats if self.table else None, self._place)
        picked = journal.note("picked")
        super().__init__(settings, guests, Agreed(journal), Presence(clock), picked if picked in games() else None)
        self.journal = journal
        key = journal.trouble or ("trouble.damaged" if journal.salvaged else None)
        self.trouble = text(key) if key else None
        self._lots = lots
        self._lock = threading.RLock()
        self._listeners: list[Callable[[], None]] = []
        self._witnesses = Witnesses(journal)
        self._pace = Pace(clock)
        self.timer = TalkTimer(clock)
        self._reopen()

    def is_alive(self, patience: float = 2.0) -> bool:
        """Whether the table can be had within `patience` seconds: nobody keeps its lock for good."""
        if got := self._lock.acquire(timeout=patience):
            self._lock.release()
        return got

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change, from the thread that made it."""
        self._listeners.append(listener)

    def reach(self, host: str, port: int) -> None:
        """Where phones find this box, for QR codes."""
        self.host, self.port = host, port
        self._changed()

    def move(self, host: str, wifi: Wifi | None) -> None:
        """The box has another address, or opened or closed its own Wi-Fi; the port stays."""
        self.host, self.wifi = host, wifi
        self._changed()

    def lose_display(self, lost: bool) -> None:
        """The box's display does not answer any more, or is there again: every screen says so, and nothing else changes."""
        with self._lock:
            self.display_lost = lost
            self._changed()

    @contextmanager
    def changing(self) -> Iterator[Guests]:
        """The guests, to change something of them under the lock; everybody's screens follow."""
        with self._lock, self._kept():
            yield self.guests
        self._changed()

    def pick(self, game: str) -> None:
        """The lobby's game."""
        if game not in games():
            raise Refused("no_such_game")
        with self.changing() as guests:
            if self.table is not None:
                raise Refused("game_on")
            guests.touch()
            self.journal.keep_note("picked", game)
            self.picked = game

    def agree(self, game: str, said: Data) -> None:
        """These options of this game have these values from now on, whoever is host. Raises Refused for what is none."""
        if game not in games():
            raise Refused("no_such_game")
        with self.changing() as guests:
            if self.table is not None and not self.table.moment.over:
                raise Refused("game_on")
            self.agreed.change(game, said)
            guests.touch()

    def start(self, said: Data) -> None:
        """Open a table from `{"game", "seats", "options"}`; options that are left out are the ones agreed on. Raises BadFile
        for what is no such game, Refused while one is on or for seats that do not sit here."""
        with self.changing() as guests:
            if self.table is not None and not self.table.moment.over:
                raise Refused("game_on")
            game = said.get("game")
            agreed = {"options": self.agreed.options(game)} if isinstance(game, str) and game in games() else {}
            head, _, _ = parse_head({**agreed, **said})
            if not set(head.seats) <= set(guests.seating.seats):
                raise Refused("no_such_seat")
            self._open(head)

    def again(self, number: int | None = None) -> None:
        """The same game with the same options, and everybody who sits here: who waited for the next one is in. `number`: the
        game that was shown as over. Raises Refused if it is not for so many."""
        with self.changing() as guests:
            table = self._on(number)
            if not table.moment.over:
                raise Refused("game_on")
            self._open(parse_head(once_more(table.head, guests.seating.seats))[0])

    def leave_game(self, unfinished: bool = False, number: int | None = None) -> None:
        """Back to the lobby: after the end, or (`unfinished`) because the table gives the game up. `number`: the game that
        was shown."""
        with self.changing() as guests:
            table = self._on(number)
            if not (table.moment.over or unfinished):
                raise Refused("game_on")
            guests.part(None if table.moment.over else table.number)
            self.journal.leave_table()
            self.left = None if table.moment.over else table.onlooker().moment
            self.table = None
            self.before = self.journal.finished_before(table.number + 1)

    def play(self, seat: Seat, due: str | None, do: Data, key: str) -> bool:
        """A seat's answer. Raises Malformed, or Refused with the reason. True: it is on disk; False: it takes two, and was
        heard, and counts once another seat or the panel says the same."""
        with self._lock:
            if self._is_first_word(seat, due, do, key):
                self._changed()
                return False
            self._tell(seat, due, key, lambda table: table.chair(seat).play(due, do, key))
            return True

    def _is_first_word(self, seat: Seat, due: str | None, do: Data, key: str) -> bool:
        word = self.word
        if word and (word.seat, word.due, word.key) == (seat, due, key) and same(word.do, do):
            return True
        if due is None or not self._on().takes_two(seat, due, do) or (word and word.is_seconded(seat, due, do)):
            return False
        self.word = Word(seat, due, dict(do), key)
        return True

    def back(self, seat: Seat, key: str) -> None:
        """A seat takes its own last answer back."""
        self._tell(seat, "", key, lambda table: table.chair(seat).back(key))

    def tell(self, due: str | None, do: Data, key: str) -> None:
        """The panel answers for the table."""
        self._tell(None, due, key, lambda table: table.onlooker().tell(due, do, key))

    def take_back(self, key: str, fingerprint: str | None = None) -> None:
        """The panel takes the last open answer back; the one that was shown, if its `fingerprint` is told."""

        def act(table: Table) -> None:
            if fingerprint not in (None, table.moment.fingerprint):
                raise Refused("other_shown")
            table.onlooker().take_back(key)

        self._write(act)

    def talk(self, minutes: int | None, seat: Seat | None = None) -> None:
        """Start the talk timer, or (None) stop it. Raises Refused where the game has no use for it now, or where it is not
        this seat's (None: the panel's) to start."""
        with self._lock:
            self._on()
            if not self.may_talk(seat):
                raise Refused("no_timer")
            self.timer.stop() if minutes is None else self.timer.start(minutes)
        self._changed()

    def talk_longer(self) -> None:
        """The panel gives the talk one minute more."""
        with self._lock:
            self.timer.lengthen()
        self._changed()

    def retry(self, shown: str | None = None) -> None:
        """Try again to keep something, after the trouble of this key. Raises Refused if the box still cannot."""
        with self.changing():
            if shown is not None and self.trouble is not None and shown != self.trouble.key:
                raise Refused("other_shown")
            self.journal.keep_note("code", self.guests.door.code)
            self._witnesses.take_note()
            self.trouble = None

    def witness(self) -> str:
        """What phones are to remember of this moment; empty: what they know already."""
        return self._witnesses.token(self.table)

    def is_doubted(self, said: str) -> bool:
        """Whether a phone remembers what this box no longer knows. Waits for nothing; a yes is to be told to `hear`."""
        return self._witnesses.contradiction(said, self.table) is not None

    def hear(self, said: str) -> None:
        """A phone with a seat says what it saw last. If this box went back in time every screen says so, until
        somebody has taken note (`retry`)."""
        with self._lock:
            against = self._witnesses.contradiction(said, self.table)
            if against is None:
                return
            self._witnesses.raise_alarm(against)
            self._calm()
        self._changed()

    def _tell(self, by: Seat | None, due: str | None, key: str, act: Callable[[Table], None]) -> None:
        """Somebody tells something. Raises Refused too if that seat tells too much."""
        with self._lock, self._pace.told(self._on(), by, due, key):
            self._write(act)

    def _write(self, act: Callable[[Table], None]) -> None:
        with self._lock:
            before = self._on().moment.screen(None).view.round
            with self._kept():
                try:
                    act(self._on())
                except Occupied:  # an answer that the disk refused was on it all the same
                    self._reopen()
                    act(self._on())
            self._changed()
            settle(self._on(), self.journal, before)

    def _on(self, number: int | None = None) -> Table:
        """The table; with `number`, if that is what was shown."""
        if self.table is None:
            raise Refused("no_game")
        if number not in (None, self.table.number):
            raise Refused("other_shown")
        return self.table

    def _place(self) -> Place:
        return Place(self.table.number, self.table.moment.entries) if self.table else Place()

    def _open(self, head: Head) -> None:
        head, code = msgspec.structs.replace(head, chain=CHAIN), new_code()
        number = self.journal.open_table(head, code)
        self.guests.door.change(code)
        self.table, self.left = self._table(number, head), None
        self.before = self.journal.finished_before(number)
        self._witnesses.opened(number)
        self._pace.begin()
        self._calm()

    def _reopen(self) -> None:
        """The table that was on when the box stopped."""
        current = self.journal.current_table()
        self.before = self.journal.finished_before(current[0] if current else self.journal.newest_table() + 1)
        try:
            self.table = self._table(*current) if current else None
            self.left = None if current else self._broken_off()
        except UNPLAYABLE as why:
            if isinstance(why, Refused) and why.key.startswith("trouble."):
                raise
            self.table = None
            self.trouble = text(self._unplayable(*current) if current else "trouble.unplayable")

    def _unplayable(self, number: int, head: Head) -> str:
        """What is said of a game that cannot be played as it is kept. If all that its chain binds can be, the rest of it is
        damaged, and it goes on. Of a file that was just salvaged a head without any answer that bears it out is damage, too.
        Else the game is of another version: it is kept, and not gone on with."""
        entries = self.journal.read(number)
        try:
            if told := retold(head, entries):
                self.journal.mend(Memory({}, (number, head, told)), is_damaged=True)
                self.table = self._table(number, head)
            elif self.journal.salvaged and not entries:
                self.journal.leave_table()
            else:
                return "trouble.unplayable"
        except Refused as why:
            return why.key if why.key.startswith("trouble.") else "trouble.unplayable"
        return "trouble.damaged"

    def _table(self, number: int, head: Head) -> Table:
        _, game, options = parse_head(head.said())
        return Table(game, head, options, self.journal, number, self._lots.bits, self._lots.pick)

    def _broken_off(self) -> Moment | None:
        """How the last game stood when the table gave it up."""
        left = self.guests.book.left
        return at_rest(self.journal, left.table) if left and left.table == self.journal.newest_table() else None

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Around what writes to the disk: when the disk will not, every screen says so, until something is kept again."""
        try:
            yield
        except Refused as why:
            if not why.key.startswith("trouble."):
                raise
            told = self._mended(why)
            self.trouble = told.text
            self._changed()
            raise told from why
        if self.trouble and self.trouble.key not in NEWS:
            self._catch_up()

    def _catch_up(self) -> None:
        """Keep what could not be kept when the box started on a disk that took nothing; then all is well again."""
        with suppress(Refused):  # what was told just now is kept; the next answer tries again
            for name, value in {"code": self.guests.door.code, **self._witnesses.notes}.items():
                self.journal.keep_note(name, value)
            self._calm()

    def _mended(self, why: Refused) -> Refused:
        """A file that is damaged in mid-evening is replaced at once by what was good of it and what is in memory."""
        table = self.table
        notes = {"code": self.guests.door.code, **self.guests.notes, **self.agreed.notes, **self._witnesses.notes}
        notes |= {"picked": self.chosen} if self.chosen else {}
        if why.key in ("trouble.damaged", "trouble.replaced"):
            try:
                self.journal.mend(Memory(notes, (table.number, table.head, table.entries) if table else None))
            except Refused as another:
                return another
        return why

    def _calm(self) -> None:
        """Nothing is wrong but what phones bear witness to."""
        self.trouble = text("trouble.back_in_time") if self._witnesses.alarmed else None

    def _changed(self) -> None:
        if self.timer.on is not None and not self.may_talk(None):
            self.timer.stop()  # the table has gone on
        for listener in self._listeners:
            listener()
