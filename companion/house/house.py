"""The house: one table, the people who sit there, and the one lock under which anything changes.

Order of work: rules, then disk, then memory, then phones. Frames are read without the lock, from values that never
change (`looks`), so a slow disk holds up nobody who only looks.
"""

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from companion.bounds import CHANGES_AT_ONCE, SECONDS_A_CHANGE
from companion.clock import Calendar, Clock
from companion.core.journal import CHAIN, Occupied, TableHead
from companion.core.moment import Moment
from companion.core.state import Data, Seat
from companion.core.table import Coming, Table
from companion.core.words import Refused, Text, names
from companion.house.dice import Lots
from companion.house.disk_trouble import Mending
from companion.house.doors import Pace, Patience, Presence, new_code, new_table
from companion.house.guests import Guests
from companion.house.lobby import Agreed, is_on_phones_only, once_more, to_begin
from companion.house.owner_things import Kept, KeptThings
from companion.house.prompts import Guiding
from companion.house.rollback import Witnesses
from companion.house.snapshots import Looks
from companion.house.store import LEARNERS, PICKED, UNSURE, Condition, Course, Word
from companion.house.tables import NOT_OF_A_HALL, Tables, Takeover, settle
from companion.journals.box_journal import BoxJournal
from companion.records.record import parse_head
from companion.settings import Settings
from companion.shelf import games
from companion.snapshot.people import Progress
from companion.snapshot.phone import PhoneSnapshot


class House:
    """Everything of one box but its front ends. What a front end shows is in `frame` and `looks`."""

    def __init__(
        self, settings: Settings, journal: BoxJournal, lots: Lots, clock: Clock, calendar: Calendar = lambda: None
    ) -> None:
        self.settings = settings
        self.journal = journal
        self.course = Course()
        self.presence = Presence(clock)
        self.guests = Guests(journal, clock, self._seated, self._progress, self.presence.is_looking, self._prove_phones)
        self.kept = KeptThings(journal)
        self.agreed = Agreed(journal, self.kept)
        self.changes = Patience(clock, CHANGES_AT_ONCE, SECONDS_A_CHANGE)
        """How often each phone, by the hash of its token, may change something beside the game."""
        self.guiding = Guiding(self.course, clock, self._on, lambda: self.looks, self.guests, self.presence, journal)
        self.condition = Condition(self.course)
        self.witnesses = Witnesses(self.course, journal, journal.newest_table())
        self.takeover = Takeover(self.course, journal, self.witnesses, self.changing, self._begin)
        self._lock = self.course.lock
        self._pace = Pace(clock)
        self._calendar = calendar
        self._lots = lots
        self._tables = Tables(journal, lots, self.course.coming)
        self._mending = Mending(self.course, journal, self.guests, self.agreed, self.kept, self.witnesses)
        self.course.now = self._tables.at_start(self.guests.book.left)
        self._part_from(self.course.now.left)
        self.guiding.begin()

    def _part_from(self, left: Moment | None) -> None:
        """Everybody keeps what they had in a game that cannot go on. Until the disk takes it, nobody is shown a hand."""
        known = self.guests.book.left
        if left is not None and (known is None or known.table != left.number):
            with suppress(Refused):
                self.guests.part(left.number, tuple(seat for seat in left.seqs if seat))

    @property
    def table(self) -> Table | None:
        """While a game is on, or over and not yet left."""
        return self.course.now.table

    @property
    def trouble(self) -> Text | None:
        """Why the box cannot keep answers, or what people must have read."""
        return self.course.now.trouble

    @property
    def looks(self) -> Looks:
        """What there is to be seen at this instant. Waits for nobody."""
        return Looks(self.settings, self.guests, self.agreed, self.presence, self.course.now, hall=self.course.hall_said)

    def foreseen(self, moment: Moment) -> Looks:
        """What there will be to be seen once the table stands so."""
        return Looks(self.settings, self.guests, self.agreed, self.presence, self.course.now, moment, self.course.hall_said)

    def is_as(self, foreseen: Looks) -> bool:
        """Whether it looks so by now. What no lock protects (who is there) may have changed since: ask but once."""
        return foreseen.came(self.course.now, self.guests.book)

    def frame(self, seat: Seat | None) -> PhoneSnapshot:
        """All that one phone shows now; `seat` None: the table screen."""
        return self.looks.frame(seat)

    def is_alive(self, patience: float = 2.0) -> bool:
        """Whether the table can be had within `patience` seconds: nobody keeps its lock for good."""
        return self.course.is_alive(patience)

    def to_lay_out(self) -> Moment | None:
        """The game that is on, or else the one that was broken off: people can go on with it without the box."""
        now = self.course.now
        return now.table.moment if now.table else now.left

    def game_before(self) -> Moment | None:
        """How the game stood at its end that was finished before this one; None: there was none."""
        number = self.course.now.before
        return self._tables.at_rest(number) if number else None

    def game_finished(self, number: int) -> Moment | None:
        """Return how game `number` stood at its end; None: it was not finished, its end was taken back, or this version
        cannot read it."""
        moment = self._tables.at_rest(number) if self.journal.result(number) else None
        return moment if moment is not None and moment.over else None

    def proofread(self) -> None:
        """Look whether the disk still says what was told at this table. What it does not say any more is written anew from
        memory, as after any damage. Raises Refused then, once every screen says so."""
        table = self.table
        if table is not None and not self.journal.still_says(table.number, table.entries):
            with self.changing():
                raise Refused("trouble.damaged")

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change, from the thread that made it."""
        self.course.watch(listener)

    def foresee(self, listener: Coming) -> None:
        """Call `listener` with what follows if the disk takes an answer, from the thread that is about to ask the disk."""
        self.course.foresee(listener)

    @contextmanager
    def changing(self) -> Iterator[Guests]:
        """The guests, to change something of them under the lock; everybody's screens follow."""
        with self._lock, self._mending.kept():
            yield self.guests
        self.course.changed()

    def pick(self, game: str) -> None:
        """The lobby's game."""
        if game not in games():
            raise Refused("no_such_game")
        with self.changing() as guests:
            if self.table is not None:
                raise Refused("game_on")
            if game != self.course.now.chosen:
                guests.touch()
                self.journal.keep_note(PICKED, game)
                self.course.keep(chosen=game)

    def agree(self, game: str, said: Data) -> None:
        """These options of this game have these values from now on, whoever is host. Raises Refused for what is none."""
        if game not in games():
            raise Refused("no_such_game")
        with self.changing() as guests:
            if self.table is not None and not self.table.moment.over:
                raise Refused("game_on")
            if self.agreed.change(game, said):
                guests.touch()

    def keep_thing(self, game: str, kind: str, id_: str, revision: int, said: Any) -> Kept:
        """Keep a thing of the owner's as it is said now. The first time that it is complete the next game is played with it,
        where nothing else was chosen. Raises as `KeptThings.write` does."""
        with self.changing():
            was_complete = self.kept.is_complete(game, kind, id_)
            kept = self.kept.write(game, kind, id_, revision, said)
            if kept.complete and not was_complete:
                self.agreed.take_up(game, kind, id_)
            return kept

    def start(self, said: Data) -> None:
        """Open a table from `{"game", "seats", "options"}`; options that are left out are the ones agreed on. Raises BadFile
        for what is no such game, Refused while one is on or for seats that do not sit here."""
        with self.changing() as guests:
            if self.table is not None and not self.table.moment.over:
                raise Refused("game_on")
            head, _, _ = parse_head(to_begin(said, self.agreed, self.looks.pieces))
            if not set(head.seats) <= set(guests.seating.seats):
                raise Refused("no_such_seat")
            self._open(head)

    def again(self, number: int | None = None) -> None:
        """The same game with the same options, and everybody who sits here: who waited for the next one is in. `number`: the
        game that was shown as over. Raises Refused if it is not for so many."""
        with self.changing():
            table = self._on(number)
            if not table.moment.over:
                raise Refused("game_on")
            self._open(parse_head(once_more(table.head, self.looks.pieces))[0])

    def leave_game(self, unfinished: bool = False, number: int | None = None) -> None:
        """Back to the lobby: after the end, or (`unfinished`) because the table gives the game up. `number`: the game that
        was shown."""
        with self.changing() as guests:
            table = self._on(number)
            if not (table.moment.over or unfinished):
                raise Refused("game_on")
            guests.part(None if table.moment.over else table.number)
            self.journal.leave_table()
            left = None if table.moment.over else table.moment
            self.course.keep(table=None, left=left, **NOT_OF_A_HALL)
            self.course.keep(before=self.journal.finished_before(table.number + 1))

    def play(self, seat: Seat, due: str | None, do: Data, key: str) -> bool:
        """A seat's answer. Raises Malformed, or Refused with the reason. True: it is on disk; False: it takes two, and was
        heard, and counts once another seat or the panel says the same."""
        with self._lock:
            self._check_plays(seat)
            word = self.course.now.word
            if word and word.is_repeated(seat, due, do, key):
                self.course.changed()
                return False
            seconded = word is not None and word.is_seconded(seat, due, do)
            if due is not None and self._on().takes_two(seat, due, do) and not seconded:
                self.course.turn(word=Word(seat, due, dict(do), key))
                return False
            self._tell(seat, due, key, lambda table: table.chair(seat).play(due, do, key))
            return True

    def back(self, seat: Seat, key: str) -> None:
        """A seat takes its own last answer back. Raises Refused with the reason."""
        with self._lock:
            self._check_plays(seat)
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

    def learn(self, seats: Collection[Seat], wants: bool) -> None:
        """These seats are told about everything that is new to them, or not any more."""
        with self.changing():
            learners = self.course.now.learners | set(seats) if wants else self.course.now.learners - set(seats)
            if learners != self.course.now.learners:
                self.journal.keep_note(LEARNERS, json.dumps(sorted(learners)))
                self.course.keep(learners=learners)

    def retry(self, shown: str | None = None) -> None:
        """Try again to keep something, after the trouble of this key; to the lobby, if another box has the table. Raises
        Refused if the box still cannot."""
        elsewhere = self.course.now.elsewhere
        if elsewhere is not None and shown == elsewhere.text.key:
            self.leave_game(unfinished=True, number=elsewhere.table)
            return
        with self.changing():
            if shown is not None and self.trouble is not None and shown != self.trouble.key:
                raise Refused("other_shown")
            if self.trouble is None and self.course.now.taken is not None:
                self.takeover.confirm()
            else:
                self._mending.retry()

    def _check_plays(self, seat: Seat) -> None:
        """Raises Refused for a guest who waits for the next game: they have no chair in this one."""
        if seat not in self._playing().head.seats:
            raise Refused("not_playing")

    def _tell(self, by: Seat | None, due: str | None, key: str, act: Callable[[Table], None]) -> None:
        """Somebody tells something. Raises Refused too if that seat tells too much."""
        with self._lock, self._pace.told(self._playing(), by, due, key):
            self._write(act)

    def _write(self, act: Callable[[Table], None]) -> None:
        with self._lock:
            table = self._playing()  # what it refuses is no trouble with the disk
            with self._mending.kept():
                try:
                    act(table)
                except Occupied:  # an answer that the disk refused was on it all the same
                    self.course.now = self._tables.resumed(self.course.now, self.guests.book.left)
                    act(self._on())
            self.guiding.turned_up()
            self.course.changed()
            settle(self._on(), self.journal, self._calendar)

    def _on(self, number: int | None = None) -> Table:
        """The table; with `number`, if that is what was shown."""
        if self.table is None:
            raise Refused("no_game")
        if number not in (None, self.table.number):
            raise Refused("other_shown")
        return self.table

    def _playing(self) -> Table:
        """The table, to tell it something. Raises Refused where another box has it, or may have it."""
        table, elsewhere = self._on(), self.course.now.elsewhere
        if elsewhere is not None:
            elsewhere.refuse()
        if self.course.now.is_unsure:
            raise Refused(UNSURE.key)
        return table

    def _seated(self) -> tuple[Seat, ...] | None:
        return self.table.head.seats if self.table else None

    def _progress(self) -> Progress:
        return Progress(self.table.number, self.table.moment.entries) if self.table else Progress()

    def _prove_phones(self) -> None:
        """Bind a change of phones into the chain of a hall's table: guests from before it open nowhere any more
        (docs/hall.md). The guest book is kept by now; if the disk takes no entry, the next answer binds it."""
        table = self.table
        if table is not None and table.head.name and self.course.now.elsewhere is None:
            with suppress(Refused, Occupied):
                table.append_blank()

    def _open(self, head: TableHead) -> None:
        """Raises Refused where it is played on phones only, and somebody has none; in a demo those are bots."""
        lacking = [seat for seat in head.seats if not (self.guests.has_phone(seat) or self.guests.open_seats)]
        if lacking and is_on_phones_only(head):
            raise Refused("phones_only", seats=names(lacking))
        name = new_table() if self.settings.hall else ""
        head, code = msgspec.structs.replace(head, chain=CHAIN, name=name, places=self._lots.key()), new_code()
        number = self.journal.open_table(head, code)
        self.guests.door.change(code)
        self._begin(number, head)

    def _begin(self, number: int, head: TableHead) -> None:
        """With a table that the journal has just opened."""
        self.course.now = self._tables.begun(self.course.now, number, head)
        self.witnesses.opened(number)
        self._pace.begin()
        self._mending.calm()
