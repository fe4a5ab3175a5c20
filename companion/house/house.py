"""The house: its parts and its main acts. Each act reads from top to bottom: lock, rules, disk, state, subscribers.

Front ends read `snapshots` and take no lock, because its values never change. So a slow disk holds up nobody who only looks.
"""

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

import msgspec

from companion import folders
from companion.clock import Calendar, Clock
from companion.core.journal import CHAIN, Occupied, TableHead
from companion.core.moment import Moment
from companion.core.state import Data, Seat
from companion.core.table import Table
from companion.core.words import Refused, names
from companion.house import disk_trouble, prompts, tables
from companion.house.confirmation import Confirmation
from companion.house.dice import Dice
from companion.house.disk_trouble import reporting_disk_trouble
from companion.house.doors import new_code, new_table
from companion.house.evenings import lengths, phone_date
from companion.house.guests import Guests
from companion.house.lobby import is_on_phones_only, once_more, to_begin
from companion.house.moved import encoded, read_rounds
from companion.house.owner_things import OwnerThing
from companion.house.parts import HouseParts
from companion.house.store import LEARNERS, PICKED, ROUNDS, TAKEN
from companion.journals.box_journal import BoxJournal
from companion.records.record import parse_head
from companion.records.results import finished_games
from companion.records.saved import read, save
from companion.settings import Settings
from companion.shelf import games
from companion.snapshot.phone import PhoneSnapshot

KEPT_ROUNDS: Final = 100
"""The number of a hall's tables whose rounds are noted, the last ones."""


class TakenGames(NamedTuple):
    """Two numbers of games in a file: those that this box has taken, and those that it already had."""

    new: int
    known: int


class House(HouseParts):
    """Everything of one box but its front ends. Every act may raise Refused with the reason. Then nothing has changed."""

    def __init__(
        self, settings: Settings, journal: BoxJournal, dice: Dice, clock: Clock, calendar: Calendar = lambda: None
    ) -> None:
        super().__init__(settings, journal, dice, clock, calendar)
        if folders.elsewhere():
            self.store.on_prediction(tables.show_once)
        self.store.state = tables.at_start(self)
        self._keep_broken_off(self.store.state.left)
        prompts.resume_reveal(self)

    def _keep_broken_off(self, left: Moment | None) -> None:
        """Keep a game that cannot go on as broken off, so that its players see their last cards in the lobby. No screen
        shows the cards until that is on disk."""
        known = self.guests.book.left
        if left is not None and (known is None or known.table != left.number):
            with suppress(Refused):
                self.guests.back_in_lobby(left.number, tuple(seat for seat in left.seqs if seat))

    # For front ends

    def snapshot(self, seat: Seat | None) -> PhoneSnapshot:
        """Return everything that one phone shows now. `seat` None: the room's screen."""
        return self.snapshots.phone(seat).snapshot

    def is_alive(self, seconds: float = 2.0) -> bool:
        """Return whether this thread gets the lock within `seconds`. If so, no act keeps the lock for ever."""
        return self.store.is_alive(seconds)

    def game_for_paper(self) -> Moment | None:
        """Return the game that is on, or else the one that was broken off. People can go on with either without the box."""
        return self.store.state.moment or self.store.state.left

    def game_before(self) -> Moment | None:
        """Return the end of the game that was finished before this one. None: there was none."""
        number = self.store.state.before
        return tables.at_rest(self, number) if number else None

    def game_finished(self, number: int) -> Moment | None:
        """Return the end of game `number`. None: the game was not finished, its end was taken back, or this version cannot
        read it."""
        moment = tables.at_rest(self, number) if self.journal.result(number) else None
        return moment if moment is not None and moment.over else None

    def proofread(self) -> None:
        """Check that the disk still has every answer of this table. If one is missing, write all of them again from memory.
        Then every screen says so, and this raises Refused."""
        table = self.table
        if table is not None and not self.journal.still_has(table.number, table.entries):
            with self.changing():
                raise Refused("trouble.damaged")

    # Answers

    def play(self, seat: Seat, due: str | None, do: Data, key: str) -> bool:
        """Post a seat's answer. Return True if it is on disk, and False if it waits until another seat or the panel gives
        the same answer. Raise Malformed, or Refused with the reason."""
        with self.store.lock:
            table, confirmation = self._table_of(seat), self.store.state.confirmation
            if confirmation and confirmation.is_repeated(seat, due, do, key):
                self.store.publish()
                return False
            if confirmation and confirmation.is_denied(due, do):
                self.store.publish(confirmation=replace(confirmation, denied=seat))
                return False
            is_second = confirmation is not None and confirmation.is_seconded(seat, due, do)
            if due is not None and table.needs_confirmation(seat, due, do) and not is_second:
                self.store.publish(confirmation=Confirmation(seat, due, dict(do), key))
                return False
            with self.answer_limit.counted(table, seat, due, key):
                self._post(lambda table: table.answer(seat, due, do, key))
            return True

    def start_early(self, number: int) -> None:
        """Start game `number` although steps of its set-up are not ticked. For these steps the box draws what it can."""
        with self.store.lock:
            set_up, moment = self.snapshots.set_up, self.store.state.table_shown(number).moment
            prompts.skip(self, number)
            kinds = set_up.skipped if set_up is not None else ()
            for due in moment.history.dues:
                if due.kind in kinds:
                    self.play_at_panel(moment.full_id(due.id), {"type": due.kind}, self.dice.bits())

    def back(self, seat: Seat, key: str) -> None:
        """Take a seat's own last answer back. Raise Refused with the reason."""
        with self.store.lock, self.answer_limit.counted(self._table_of(seat), seat, "", key):
            self._post(lambda table: table.take_back(seat, key))

    def play_at_panel(self, due: str | None, do: Data, key: str) -> None:
        """Post the panel's answer for the table. Raise as `play` does."""
        with self.store.lock, self.answer_limit.counted(self.store.state.table_to_answer(), None, due, key):
            self._post(lambda table: table.answer(None, due, do, key))

    def take_back(self, key: str, fingerprint: str | None = None) -> None:
        """Take the last open answer back, at the panel. `fingerprint` is the one that the panel showed. Raise Refused if the
        table has another one now."""

        def act(table: Table) -> None:
            if fingerprint not in (None, table.moment.fingerprint):
                raise Refused("other_shown")
            table.take_back_last(key)

        with self.store.lock:
            self._post(act)

    def _post(self, act: Callable[[Table], None]) -> None:
        """Let `act` append entries to the table. Then publish them, and keep the result of a game that ended."""
        table = self.store.state.table_to_answer()  # a refusal of this line is no trouble with the disk
        with reporting_disk_trouble(self):
            try:
                act(table)
            except Occupied:  # the disk refused an answer and kept it nevertheless
                self.store.state = tables.resumed(self, self.store.state)
                act(self.store.state.table_shown())
            except Exception as why:  # a game from elsewhere may fail in any way. Our own errors go on.
                raise tables.refused(table.head.game, why) from why.__cause__
        prompts.follow_reveal(self)
        self.store.publish()
        if (table := self.store.state.table_shown()).moment.over:
            tables.keep_result(self, table)

    def _table_of(self, seat: Seat) -> Table:
        """Return the table that this seat plays at. Raise Refused for a guest who waits for the next game."""
        table = self.store.state.table_to_answer()
        if seat not in table.head.seats:
            raise Refused("not_playing")
        return table

    # Everything else

    @contextmanager
    def changing(self) -> Iterator[Guests]:
        """Hold the lock around a change of the guests, or of anything else that is kept. Then publish the change."""
        with self.store.lock:
            with reporting_disk_trouble(self):
                yield self.guests
            self.store.publish()

    def pick(self, game: str) -> None:
        """Pick the lobby's game. Raise Refused for a game that is not on the shelf, or while a game is on."""
        if game not in games():
            raise Refused("no_such_game")
        with self.changing() as guests:
            if self.table is not None:
                raise Refused("game_on")
            if game != self.store.state.picked:
                guests.touch()
                self.journal.keep_note(PICKED, game)
                self.store.set(picked=game)

    def agree(self, game: str, options: Data) -> None:
        """Set these options of a game to these values, for all later games, too. Raise Refused for a value that the option
        does not have, or while a game is on."""
        if game not in games():
            raise Refused("no_such_game")
        with self.changing() as guests:
            if self.table is not None and not self.table.moment.over:
                raise Refused("game_on")
            if self.agreed.change(game, options):
                guests.touch()

    def keep_thing(self, game: str, kind: str, id_: str, revision: int, draft: Any, by: str = "") -> OwnerThing:
        """Keep one of the owner's things. Once it is complete for the first time, the next game uses it, unless another one
        was chosen. Raise as `OwnerThings.write` does."""
        with self.changing():
            was_complete = self.owner_things.is_complete(game, kind, id_)
            thing = self.owner_things.write(game, kind, id_, revision, draft, by)
            if thing.complete and not was_complete:
                self.agreed.take_up(game, kind, id_)
            return thing

    def start(self, wanted: Data) -> None:
        """Open a table from `{"game", "seats", "options"}`. Options that are left out have the values agreed on. Raise
        BadFile for a game that does not exist, and Refused while a game is on or for seats that do not sit here."""
        with self.changing() as guests:
            if self.table is not None and not self.table.moment.over:
                raise Refused("game_on")
            head, _, _ = parse_head(to_begin(wanted, self.agreed, self.snapshots.pieces))
            if not set(head.seats) <= set(guests.seating.seats):
                raise Refused("no_such_seat")
            self._open(head)

    def again(self, number: int | None = None) -> None:
        """Open the same game with the same options for everybody who sits here, including guests who waited. `number` is the
        game that was shown as over. Raise Refused if it is not for this many players."""
        with self.changing():
            table = self.store.state.table_shown(number)
            if not table.moment.over:
                raise Refused("game_on")
            self._open(parse_head(once_more(table.head, self.snapshots.pieces))[0])

    def _open(self, head: TableHead) -> None:
        """Open a table with this head. Raise Refused if a player has no phone for a game on phones only, except in a demo,
        where that player is a bot."""
        lacking = [seat for seat in head.seats if not (self.guests.has_phone(seat) or self.store.state.has_bots)]
        if lacking and is_on_phones_only(head):
            raise Refused("phones_only", seats=names(lacking))
        name = new_table() if self.settings.hall else ""
        head, code = msgspec.structs.replace(head, chain=CHAIN, name=name, places=self.dice.key()), new_code()
        self._note_round(head)  # first, so that neither a copy nor a power cut finds the table without its round
        number = self.journal.open_table(head, code)
        self.guests.door.change(code)
        tables.begin(self, number, head)

    def _note_round(self, head: TableHead) -> None:
        """Note in which of the organiser's rounds this game begins. A game that the round does not have is in none."""
        here = self.store.organised.round
        if here is not None and head.name and here.game in ("", head.game):
            kept = read_rounds(self.journal.note(ROUNDS) or "{}") | {head.name: here.number}
            with suppress(Refused):  # the next answer finds out what is wrong with the disk
                self.journal.keep_note(ROUNDS, json.dumps(dict([*kept.items()][-KEPT_ROUNDS:])))

    def leave_game(self, unfinished: bool = False, number: int | None = None) -> None:
        """Go back to the lobby after the end, or (`unfinished`) because the table gives the game up. `number` is the game
        that was shown. Raise Refused if another game is on, or this one is not over."""
        with self.changing() as guests:
            table = self.store.state.table_shown(number)
            if not (table.moment.over or unfinished):
                raise Refused("game_on")
            guests.back_in_lobby(None if table.moment.over else table.number)
            self.journal.leave_table()
            left = None if table.moment.over else table.moment
            self.store.set(table=None, left=left, elsewhere=None, is_unsure=False, apart=None, taken=None)
            self.store.set(before=self.journal.finished_before(table.number + 1), lengths=lengths(self.journal))

    def saved_games(self) -> bytes:
        """Return all finished games as one file. Raise Refused while a game is on, because the work would hold up the
        table."""
        self._check_between_games()
        return save(self.journal)

    def add_games(self, raw: bytes) -> TakenGames:
        """Keep the games of a file that `saved_games` made on another card, without those that are already here. Raise
        BadFile for another file, and Refused while a game is on. Then nothing is kept."""
        self._check_between_games()
        found = {table.mark: table for table in read(raw)}
        with self.changing():
            self._check_between_games()
            here = {game.mark for game in finished_games(self.journal)}
            fresh = [table for mark, table in found.items() if mark not in here]
            if fresh:
                self.journal.add_finished(fresh)
            number = self.table.number if self.table else self.journal.newest_table() + 1
            self.store.set(before=self.journal.finished_before(number), lengths=lengths(self.journal))
        return TakenGames(len(fresh), len(found) - len(fresh))

    def _check_between_games(self) -> None:
        if self.table is not None and not self.table.moment.over:
            raise Refused("game_on")

    def note_date(self, sent: str) -> None:
        """Note the date and time on the host's phone. A game that ended without a date gets this one. Raise ValueError for a
        text that is no date."""
        date = phone_date(sent, self.clock())
        with self.store.lock:
            is_first = self.store.state.dated is None
            self.store.set(dated=date)
            if is_first:
                tables.keep_beginning(self)
            if self.table is not None:
                tables.keep_result(self, self.table)

    def learn(self, seats: Collection[Seat], wants: bool) -> None:
        """Let these seats learn the game: they get a sentence about everything that is new to them. Without `wants` they get
        none any more."""
        with self.changing():
            before = self.store.state.learners
            learners = before | set(seats) if wants else before - set(seats)
            if learners != before:
                self.journal.keep_note(LEARNERS, json.dumps(sorted(learners)))
                self.store.set(learners=learners)

    def retry(self, shown: str | None = None) -> None:
        """Try again to keep what the disk refused, after the trouble with the key `shown`. If another box has the table, go
        to the lobby instead. Raise Refused if the box still cannot."""
        elsewhere = self.store.state.elsewhere
        if elsewhere is not None and shown == elsewhere.text.key:
            self.leave_game(unfinished=True, number=elsewhere.table)
            return
        with self.changing():
            if shown is not None and self.trouble is not None and shown != self.trouble.key:
                raise Refused("other_shown")
            if self.trouble is None and self.store.state.taken is not None:
                self.journal.keep_note(TAKEN, encoded(None))
                self.store.set(taken=None)
            else:
                disk_trouble.retry(self)
