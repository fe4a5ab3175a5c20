"""The other tables of a hall, for a box's panel and its host's phone."""

import unicodedata
from collections.abc import Mapping
from typing import Any, Final, Literal, Protocol

import msgspec

from companion.core.state import Seat
from companion.core.words import Refused, Text, text

LAST_MINUTES: Final = 5
"""The number of minutes before the end of a round at which the display says so by itself."""


class RoundHere(msgspec.Struct, frozen=True):
    """The organiser's round that is open at this box's table."""

    number: str
    game: str
    options: dict[str, Any] = {}
    """The options that differ from the usual game."""
    minutes: int = 0
    """The minutes that are left, or that the round will have."""
    runs: bool = False
    """True if the time passes."""
    people: tuple[str, ...] = ()
    """The names of the seats that the organiser's plan has at this table. Empty: there is no plan."""
    turn: int = 0
    """A number that changes each time the organiser sets, starts or stops the clock."""

    @property
    def line(self) -> Text:
        """Return the round and the time that is left, in words."""
        name = text("hall.round.name", number=self.number)
        if not self.minutes:
            return text("hall.round.up", round=name)
        return text("hall.round.left" if self.runs else "hall.round.stands", round=name, count=self.minutes)


class HallNote(msgspec.Struct, frozen=True):
    """A note of the organiser or of a round's clock, for the box's display. It stays until somebody has read it."""

    key: str
    """Differs from the key of every other note of the evening."""
    title: Text
    words: Text


class Announced(msgspec.Struct, frozen=True):
    """An announcement of the organiser to everybody in the room."""

    number: int
    words: Text


class Organised(msgspec.Struct, frozen=True):
    """The decisions of a hall's organiser for one box."""

    table_number: str = ""
    """The table's number in the room, or "" for a table without one."""
    people: Mapping[str, str] = {}
    """The name of each listed person's seat, by the person's number."""
    round: RoundHere | None = None
    news: Announced | None = None
    takes: str = "anybody"
    """The people who may take tables over: "anybody", "word" (those who know the organiser's number) or "organiser"."""

    @property
    def notes(self) -> tuple[HallNote, ...]:
        """Return what the box's display shows by itself: the announcement, the last minutes, and the end of the time."""
        notes = []
        if self.news is not None:
            notes.append(HallNote(f"news {self.news.number}", text("display.hall.news"), self.news.words))
        if (here := self.round) is not None and here.runs and here.minutes <= LAST_MINUTES:
            title = text("display.hall.round", number=here.number)
            up = "up" if not here.minutes else "few"
            words = text(f"display.hall.{up}", count=here.minutes)
            notes.append(HallNote(f"round {here.number} {here.turn} {up}", title, words))
        return tuple(notes)

    def seat_name(self, entered: str) -> str:
        """Return the name of the seat for a name or number that somebody entered. Raise Refused for a bare number that is
        not on the list."""
        number = unicodedata.normalize("NFKC", entered).strip().upper()
        if self.people and number.isdecimal() and number not in self.people:
            raise Refused("no_such_number", number=number)
        return self.people.get(number, entered)


class OfferedTable(msgspec.Struct, frozen=True):
    """A table that this box may take over. All of it is public, as the hall's store has it."""

    table: str
    """The table's name in the hall."""
    owner: tuple[str, int]
    """The box that owns the table, and its epoch. The offer holds only while both are the same."""
    box: str
    """The name of the box that owns the table."""
    where: Text
    """The game and its progress, in words."""
    seats: tuple[Seat, ...]
    silent: bool
    """True if the table's box counts as silent."""
    heard: int | None = None
    """The seconds between the last sign of the table's box and the last look. None: nobody looked, or the box is silent."""
    age: int = 0
    """The copy in the hall has every answer that is older than this many seconds. Newer ones may be missing."""
    own: bool = False
    """True if it is this box's own table, of which the box has lost all or a part."""
    table_number: str = ""
    """The table's number in the room, or "" for a table without one."""

    @property
    def title(self) -> str | Text:
        """Return the table's number in words. A table without a number has the name of its box."""
        return text("hall.table", number=self.table_number) if self.table_number else self.box


class TakeOverProgress(msgspec.Struct, frozen=True):
    """The progress of taking over a table."""

    step: Literal["", "looking", "found", "away", "taking", "refused"] = ""
    """The step. "away": no store answers. "refused": `why` says the reason, and nothing has changed."""
    tables: tuple[OfferedTable, ...] = ()
    """The tables on offer, the silent ones first."""
    regarded: OfferedTable | None = None
    """The table that somebody looks at closely, or that this box is taking over."""
    why: Text | None = None
    lost: OfferedTable | None = None
    """A table of this box that was lost. The box offers to take it back."""

    @property
    def words(self) -> Text | None:
        """Return the sentence for the host's phone. None: there is nothing to say."""
        if self.step in ("looking", "taking"):
            return text("hall.taking")
        return text("hall.away") if self.step == "away" else self.why


class HallOnPanel(msgspec.Struct, frozen=True):
    """The facts of the hall that the panel shows."""

    words: Text | None = None
    """Words on the copy to the hall. Their key is one of `hall.word.*` in the texts. None: the box has no hall."""
    take_over: TakeOverProgress | None = None
    """The progress of taking over a table. None: the box has no hall."""
    round: RoundHere | None = None
    """The organiser's round at this table, or None."""
    offer: RoundHere | None = None
    """The round whose game and options the lobby does not have yet, or None."""
    takes: str = "anybody"
    """The people who may take tables over, as in `Organised`."""
    notes: tuple[HallNote, ...] = ()
    """The notes that nobody has read yet."""


class OtherTables(Protocol):
    """The acts of a box of a hall on other tables. No call waits for a result, which appears in `shown` later."""

    @property
    def shown(self) -> TakeOverProgress:
        """Return the state to show now."""

    def look(self) -> None:
        """Find out which tables are on at other boxes."""

    def regard(self, table: str) -> None:
        """Look closely at the table of this name, and look again every few seconds for a while."""

    def take_over(self, shown: OfferedTable, number: str = "") -> None:
        """Take this table over, if the box that was shown still has it. `number` is what somebody entered for the
        organiser's lock."""

    def bring_back(self, table: str) -> None:
        """Bring back a table that this box had before, no matter which box has it now."""

    def leave(self) -> None:
        """Stop showing a lost table, or a refusal."""
