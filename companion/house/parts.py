"""The objects that a house is made of. Use cases are functions on them (prompts.py, tables.py…) and methods of `House`."""

from companion.bounds import CHANGES_AT_ONCE, SECONDS_A_CHANGE
from companion.clock import Calendar, Clock
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.words import Text
from companion.house.dice import Dice
from companion.house.doors import AnswerLimit, Presence, RateLimit
from companion.house.guests import Guests
from companion.house.lobby import AgreedOptions
from companion.house.owner_things import OwnerThings
from companion.house.rollback import RollbackDetector
from companion.house.snapshots import Snapshots
from companion.house.store import HouseStore
from companion.journals.box_journal import BoxJournal
from companion.settings import Settings


class HouseParts:
    """The objects that a house consists of. `store` has everything that an act changes. The others keep the disk, the clock
    and the doors."""

    def __init__(self, settings: Settings, journal: BoxJournal, dice: Dice, clock: Clock, calendar: Calendar) -> None:
        self.settings = settings
        self.journal = journal
        self.dice = dice
        self.clock = clock
        self.calendar = calendar
        self.store = HouseStore(clock)
        self.presence = Presence(clock)
        self.guests = Guests(journal, clock, self.store, self.presence)
        self.owner_things = OwnerThings(journal)
        self.agreed = AgreedOptions(journal, self.owner_things)
        self.rollback = RollbackDetector(self.store, journal, journal.newest_table())
        self.answer_limit = AnswerLimit(clock)
        self.change_limit = RateLimit(clock, CHANGES_AT_ONCE, SECONDS_A_CHANGE)
        """A limit on changes beside the game, for each phone by the hash of its token."""

    @property
    def table(self) -> Table | None:
        """Return the table of a game that is on, or that is over and was not left yet."""
        return self.store.state.table

    @property
    def trouble(self) -> Text | None:
        """Return why the box cannot keep answers, or trouble that people must confirm. None: there is neither."""
        return self.store.state.trouble

    @property
    def snapshots(self) -> Snapshots:
        """Return everything that people can see now. This does not take the lock."""
        return Snapshots(self.settings, self.guests, self.agreed, self.presence, self.store)

    def predicted(self, moment: Moment) -> Snapshots:
        """Return everything that people will see once the table is at this moment."""
        return Snapshots(self.settings, self.guests, self.agreed, self.presence, self.store, moment)
