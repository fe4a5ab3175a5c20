"""The times of games: the date on the host's phone, and how long games took on this box."""

from collections.abc import Mapping
from datetime import MAXYEAR, datetime, timedelta
from typing import Final, NamedTuple

from companion.journals.box_journal import BoxJournal

LAST: Final = 3
"""The number of games of one kind that the box remembers. Fewer are no measure."""

Lengths = Mapping[tuple[str, int], tuple[int, ...]]
"""The minutes of the last games, by game and number of players. The newest is last."""


class PhoneDate(NamedTuple):
    """The date and time on the host's phone, without a time zone, and the house's clock at that moment."""

    said: datetime
    at: float

    def now(self, clock: float) -> str:
        """Return what that phone shows now, in ISO 8601 to the minute."""
        return (self.said + timedelta(seconds=clock - self.at)).isoformat(timespec="minutes")


def phone_date(said: str, clock: float) -> PhoneDate:
    """Return the date that a phone sent in ISO 8601, without a time zone. Raises ValueError for anything else, and for a
    date to which no hours can be added."""
    date = datetime.fromisoformat(said)
    if date.tzinfo is not None or date.year == MAXYEAR:
        raise ValueError(said)
    return PhoneDate(date, clock)


def lengths(journal: BoxJournal) -> Lengths:
    """Return the lengths of the last games of this box. Games of less than a minute are none."""
    found: dict[tuple[str, int], tuple[int, ...]] = {}
    for number, result in journal.results():
        head = journal.table(number)
        if head is not None and result.minutes:
            kind = head.game, len(head.seats)
            found[kind] = (*found.get(kind, ()), result.minutes)[-LAST:]
    return found
