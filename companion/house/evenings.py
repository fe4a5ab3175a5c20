"""Times of games: the date on the host's phone, and how long games took on this box."""

from collections.abc import Mapping
from datetime import MAXYEAR, MINYEAR, datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from companion.journals.box_journal import BoxJournal

LAST: Final = 3
"""The number of games of one kind whose lengths the box keeps. With fewer it shows no average."""

DAY: Final = 24 * 60
"""A day in minutes."""

Lengths = Mapping[tuple[str, int], tuple[int, ...]]
"""The lengths of the last games in minutes, by game and number of players. The newest is last."""


class PhoneDate(NamedTuple):
    """The date and time on the host's phone, without a time zone, and the house's clock at that moment."""

    sent: datetime
    at: float

    def now(self, clock: float) -> str:
        """Return what the phone shows when the house's clock is at `clock`, in ISO 8601 to the minute."""
        return (self.sent + timedelta(seconds=clock - self.at)).isoformat(timespec="minutes")


def phone_date(sent: str, clock: float) -> PhoneDate:
    """Return the date that a phone sent in ISO 8601, without a time zone. Raise ValueError for anything else. Raise it also
    for the first and the last possible year, because the time that has passed is added to the date."""
    date = datetime.fromisoformat(sent)
    if date.tzinfo is not None or date.year in (MINYEAR, MAXYEAR):
        raise ValueError(sent)
    return PhoneDate(date, clock)


def read_beginning(note: str) -> tuple[int, str]:
    """Return the number of a table, and when it began on the host's phone. Raise msgspec.MsgspecError or ValueError for
    anything else."""
    number, begun = msgspec.json.decode(note, type=tuple[int, str])
    datetime.fromisoformat(begun)
    return number, begun


def since(began: str, now: str) -> int | None:
    """Return the minutes between two times on the host's phone. None: less than one minute or more than a day, as when
    somebody changed the phone's date."""
    minutes = (datetime.fromisoformat(now) - datetime.fromisoformat(began)) // timedelta(minutes=1)
    return minutes if 0 < minutes < DAY else None


def lengths(journal: BoxJournal) -> Lengths:
    """Return the lengths of the last games of this box. Games of less than a minute are left out."""
    found: dict[tuple[str, int], tuple[int, ...]] = {}
    for number, result in journal.results():
        head = journal.table(number)
        if head is not None and result.minutes:
            kind = head.game, len(head.seats)
            found[kind] = (*found.get(kind, ()), result.minutes)[-LAST:]
    return found
