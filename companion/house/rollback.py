"""Marks that phones remember, which prove that the box went back in time."""

import hmac
import re
import secrets
from functools import lru_cache
from typing import Final, NamedTuple

from companion.core.caching import LATELY
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.words import text
from companion.house.store import AGE, WITNESS, HouseStore
from companion.journals.box_journal import Notes

MARK_FORM: Final = re.compile(r"(\d{1,6})\.(\d{1,9})(?:-(\w{1,16}))?\.(\d{1,9})\.([A-Z2-7]{12})\.([0-9a-f]{32})", re.ASCII)

BACK_IN_TIME: Final = text("trouble.back_in_time")
"""The sentence on every screen once a mark has proved that the box went back in time."""


class SeenMark(NamedTuple):
    """The last moment that a phone saw, for a box that may have lost it."""

    age: int
    """The number of alarms that people had confirmed by then."""
    table: int
    """The table's number at the box that made the mark."""
    open_entries: int
    """The number of open entries of that table at the moment."""
    fingerprint: str
    """The table's fingerprint after these open entries."""
    name: str = ""
    """The table's name in a hall. Another box that takes the table over gives it another number, and knows it by this name.
    Empty: the table is of no hall."""

    def __str__(self) -> str:
        table = f"{self.table}-{self.name}" if self.name else f"{self.table}"
        return f"{self.age}.{table}.{self.open_entries}.{self.fingerprint}"

    def is_of(self, table: Table) -> bool:
        """Return whether the mark is of this table."""
        return self.name == table.head.name and (self.name != "" or self.table == table.number)


def read_mark(token: str, secret: str) -> SeenMark | None:
    """Return the mark in a text from a phone, or None if the box with this secret did not make the text."""
    found = MARK_FORM.fullmatch(token)
    if found is None:
        return None
    mark = SeenMark(int(found[1]), int(found[2]), int(found[4]), found[5], found[3] or "")
    return mark if hmac.compare_digest(signed(mark, secret), token) else None


@lru_cache(LATELY)
def signed(mark: SeenMark, secret: str) -> str:
    """Return the text that a phone remembers: the mark, and a signature of 128 bits that only the box can make."""
    return f"{mark}.{hmac.digest(secret.encode(), str(mark).encode(), 'sha256').hex()[:32]}"


class RollbackDetector:
    """The check of marks that phones remember, and the alarm if one proves that this box went back in time."""

    def __init__(self, store: HouseStore, notes: Notes, newest: int) -> None:
        self._store = store
        self._notes = notes
        self._age = int(notes.note(AGE) or 0)
        self._secret = _kept_secret(notes)
        self._newest = newest
        self._against: SeenMark | None = None

    @property
    def alarmed(self) -> bool:
        """Return whether a phone has proved that this box went back in time, and nobody has confirmed the alarm yet."""
        return self._against is not None

    @property
    def notes(self) -> dict[str, str]:
        """Return the notes to keep, by the journal's names. A box that has these notes recognises the marks on phones, also
        when it takes another box's place."""
        return {AGE: str(self._age), WITNESS: self._secret}

    def inherited(self) -> None:
        """Read the notes again, after another box wrote them. The phones that come then show marks of that box."""
        self._age = int(self._notes.note(AGE) or 0)
        self._secret = _kept_secret(self._notes)

    def opened(self, number: int) -> None:
        """Note that table `number` is on."""
        self._newest = number

    def token(self, moment: Moment | None = None) -> str:
        """Return the mark of this moment, or of the table's present one, for phones to remember. It is empty without a
        table, and during an alarm, because the older marks of phones are better."""
        table = self._store.state.table
        moment = moment or (table.moment if table else None)
        if moment is None or self.alarmed:
            return ""
        mark = SeenMark(self._age, moment.number, moment.open_entries, moment.fingerprint, moment.name)
        return signed(mark, self._secret)

    def is_doubted(self, token: str) -> bool:
        """Return whether a phone remembers more than this box knows. This waits for nothing. If True, call `hear`."""
        return self._contradiction(token) is not None

    def hear(self, token: str) -> None:
        """Show every screen that this box went back in time, if this phone's mark proves that. Screens show it until
        somebody has confirmed it."""
        with self._store.lock:
            if (against := self._contradiction(token)) is not None:
                self._against = against
                self._store.publish(trouble=BACK_IN_TIME)

    def _contradiction(self, token: str) -> SeenMark | None:
        """Return the mark in a text from a phone, if it contradicts what this box knows now. None: it does not."""
        mark = read_mark(token, self._secret)
        return mark if mark and self._contradicts(mark, self._store.state.table) else None

    def _contradicts(self, mark: SeenMark, table: Table | None) -> bool:
        if mark.age != self._age:
            return mark.age > self._age  # people have confirmed an alarm since an older mark was made
        if table is None or not mark.is_of(table):
            return mark.table > self._newest
        return not table.had(mark.open_entries, mark.fingerprint)

    def confirm(self) -> None:
        """Confirm the alarm: from now on older marks do not count. Raise Refused if the disk refuses the note."""
        if self._against is not None:
            age = max(self._age, self._against.age) + 1
            self._notes.keep_note(AGE, str(age))
            self._age, self._against = age, None


def _kept_secret(notes: Notes) -> str:
    """Return 128 random bits in hex that the box made once. They never leave it."""
    secret = notes.note(WITNESS)
    if secret is None:
        secret = secrets.token_hex(16)
        if notes.trouble is None:  # during trouble with the disk it is written later
            notes.keep_note(WITNESS, secret)
    return secret
