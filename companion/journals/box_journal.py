"""The interface between the house and the journal of its box: entries, notes, results, an owner's things."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from companion.core.journal import Entry, Journal, TableHead


class Thing(msgspec.Struct, frozen=True):
    """One revision of a thing that an owner keeps, such as a layout or a box of cards."""

    id: str
    """The phone that begins the thing makes the id up. No other thing ever has the same."""
    game: str
    kind: str
    revision: int
    """Starts at 1. Each change adds one."""
    draft: dict[str, Any]
    """JSON data, with the fields that the thing's kind names."""


class Cupboard(Protocol):
    """A store for things. When a method that keeps something returns, the thing survives a power cut. It raises Refused if
    the box cannot keep the thing now. Nothing has changed then."""

    def things(self) -> Sequence[Thing]:
        """Return every thing in its newest revision."""

    def thing(self, id_: str, revision: int) -> Thing | None:
        """Return this revision of a thing, or None if it never existed or is no longer kept."""

    def keep_thing(self, thing: Thing, least: int) -> None:
        """Keep the next revision of a thing, and delete those before revision `least`. Raises Occupied unless the newest
        kept revision is the one before."""

    def drop_thing(self, id_: str) -> None:
        """Delete a thing with all its revisions."""


class _Sealed(msgspec.Struct, frozen=True):
    """A thing as it is written, with a checksum that shows a flipped bit."""

    thing: msgspec.Raw
    sum: str


def encode_thing(thing: Thing) -> bytes:
    """Return the bytes that keep a thing, with their checksum."""
    raw = msgspec.json.encode(thing)
    return msgspec.json.encode(_Sealed(msgspec.Raw(raw), _sum(raw)))


def decode_thing(kept: bytes) -> Thing:
    """Return the thing that `encode_thing` wrote. Raises msgspec.MsgspecError for bad JSON or a wrong checksum."""
    found = msgspec.json.decode(kept, type=_Sealed)
    if found.sum != _sum(bytes(found.thing)):
        raise msgspec.ValidationError("its sum is another")
    return msgspec.json.decode(found.thing, type=Thing)


def _sum(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:16]


Shapes = Mapping[str, Callable[[str], object]]
"""A reader for each note, by the note's name. It raises ValueError, TypeError or msgspec.MsgspecError for a text that it
cannot read. A note without a reader may be any text."""

ANY: Final[Shapes] = {}
"""No note has a reader."""


class Notes(Protocol):
    """A store for short texts, each under a name."""

    trouble: str | None
    """The reason why nothing could be kept since the start, as a key of the texts, or None if all is well."""

    def note(self, name: str) -> str | None:
        """Return the text that was last kept under this name, or None if there never was one."""

    def keep_note(self, name: str, value: str) -> None:
        """Replace the text under this name. The text survives a power cut when this returns. Raises Refused if the box
        cannot keep it now."""


class MemoryCopy(NamedTuple):
    """The running game and what belongs to it, as the box has them in memory. They outlive any damage to the file."""

    notes: dict[str, str]
    table: tuple[int, TableHead, tuple[Entry, ...]] | None
    """The table that is being played: its number, its head and all its entries."""
    things: tuple[Thing, ...] = ()
    """Every kept thing in its newest revision."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end of a table's game."""

    score: dict[str, Any]
    """The score's fields (docs/records.md)."""
    accepted: str | None = None
    """The count that the table accepted, if it was asked: "companion" or "counted"."""
    ended: str | None = None
    """The time of the end in UTC and ISO 8601, to the second, or None if nothing vouched for the box's clock."""
    agreed: bool = False
    """True if people counted the same, or decided which count holds (`Game.agreed`)."""
    local: str | None = None
    """The time of the end on the host's phone in ISO 8601, to the minute and without a time zone. None: no phone said it."""
    minutes: int | None = None
    """The length of the game. None: under a minute, or the box was switched off in between."""


class FinishedTable(NamedTuple):
    """A finished game that another card kept."""

    number: int
    """Its number there."""
    head: TableHead
    entries: tuple[bytes, ...]
    """Each as `encode_entry` writes it: many games take little memory so."""
    result: Result
    mark: str
    """A hash that no other game has (`FinishedGame.mark`)."""


def encode_result(result: Result) -> str:
    """Return a result as JSON without the accepted count, which has its own column."""
    return msgspec.json.encode(msgspec.structs.replace(result, accepted=None)).decode()


def decode_result(kept: str, accepted: str | None) -> Result:
    """Return the result that `encode_result` wrote, in any version: the first one wrote the score alone. Raises
    msgspec.MsgspecError."""
    said = msgspec.json.decode(kept, type=dict[str, Any])
    result = msgspec.convert(said, Result) if isinstance(said.get("score"), dict) else Result(said)
    return msgspec.structs.replace(result, accepted=accepted)


class BoxJournal(Journal, Notes, Cupboard, Protocol):
    """The journal of a box. When a method that keeps something returns, it survives a power cut. It raises Refused if the
    box cannot keep it now. Nothing has changed then."""

    salvaged: bool
    """True if the journal was found damaged, and now holds its good part."""

    def open_table(self, head: TableHead, code: str) -> int:
        """Keep a new table with its join code. Return its number, which is higher than any before. Leave the table before
        it."""

    def take_table(self, head: TableHead, entries: Sequence[Entry], least: int, notes: Mapping[str, str]) -> int:
        """Keep a table that another box began, with all its entries and these notes, or keep nothing. Return its number
        here: at least `least`, and higher than any before. The table before it is left."""

    def take_finished(self, tables: Sequence[FinishedTable]) -> None:
        """Keep these finished games, or none of them. An empty journal keeps their numbers. Elsewhere they get the next free
        ones, in this order. The table that is on stays on."""

    def leave_table(self) -> None:
        """Leave the current table. Its entries stay."""

    def current_table(self) -> tuple[int, TableHead] | None:
        """Return the number and head of the table that was never left, or None if there is none."""

    def newest_table(self) -> int:
        """Return the highest number that a table ever had, or 0 before the first."""

    def table(self, number: int) -> TableHead | None:
        """Return the head of table `number`, or None if there is none."""

    def keep_result(self, table: int, result: Result) -> None:
        """Keep the result of a table in place of an earlier one."""

    def result(self, table: int) -> Result | None:
        """Return the result of a table, or None if it has none."""

    def results(self) -> Sequence[tuple[int, Result]]:
        """Return every result with its table's number, the oldest first."""

    def finished_before(self, table: int) -> int:
        """Return the newest table before this one that has a result, or 0 if there is none."""

    def checkpoint(self) -> None:
        """Tidy up while nobody answers. An answer does not wait for this. Raises Refused."""

    def still_says(self, table: int, entries: Sequence[Entry]) -> bool:
        """Read a table again and compare it with its first entries here. False only if the file is damaged."""

    def mend(self, in_hand: MemoryCopy, is_damaged: bool = False) -> None:
        """Replace a damaged or lost file: start another with its good part and with what the box has in memory. `is_damaged`
        says that the rules found damage which the file does not show. Raises Refused if this is impossible now; try again
        then."""

    def close(self) -> None:
        """Close the file. The next use opens it again."""


class Unread(Exception):
    """The journal could not be read just now: its file is damaged, or is being replaced. The message is for a log."""


class Following(Protocol):
    """A reader beside the writer of a journal, for one thread. Every method may raise Unread."""

    def tables(self, before: int, most: int) -> Sequence[tuple[int, TableHead]]:
        """Return the newest tables with a number below `before`, the newest first, `most` of them at most."""

    def entries(self, table: int, since: int, most: int) -> Sequence[Entry]:
        """Return the first entries of a table after number `since`, `most` of them at most."""

    def entry(self, table: int, number: int) -> Entry | None:
        """Return entry `number` of a table, or None if there are fewer."""

    def last(self, table: int) -> int:
        """Return the number of a table's last entry, or 0 if it has none."""

    def result(self, table: int) -> Result | None:
        """Return the result of a table, or None if it has none."""

    def close(self) -> None:
        """Close the file. The next use opens it again."""
