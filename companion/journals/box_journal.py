"""The protocols of a box's journal, which the house uses: entries, notes, results, and an owner's things."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from companion.core.journal import Entry, Journal, TableHead


class Thing(msgspec.Struct, frozen=True):
    """One revision of a thing that an owner keeps, such as a layout or a box of cards."""

    id: str
    """A random id, which the phone that begins the thing makes. No two things ever have the same."""
    game: str
    kind: str
    revision: int
    """The number of the revision. It starts at 1, and each change adds one."""
    draft: dict[str, Any]
    """JSON data, with the fields that the thing's kind names."""
    by: str = ""
    """The name of the seat that began it, which everybody may know. Empty: it came from a file."""


class ThingStore(Protocol):
    """A store for an owner's things. A change survives a power cut as soon as the method that makes it has returned. The
    method raises Refused, and changes nothing, if the box cannot keep anything now."""

    def things(self) -> Sequence[Thing]:
        """Return every thing in its newest revision."""

    def thing(self, id_: str, revision: int) -> Thing | None:
        """Return this revision of a thing, or None if it never existed or is no longer kept."""

    def keep_thing(self, thing: Thing, least: int) -> None:
        """Keep the next revision of a thing, and delete those before revision `least`. Raise Occupied unless the newest
        revision on disk is the one before."""

    def drop_thing(self, id_: str) -> None:
        """Delete a thing with all its revisions."""


class _Sealed(msgspec.Struct, frozen=True):
    """A thing as it is written, with a checksum that shows a flipped bit."""

    thing: msgspec.Raw
    sum: str


def encode_thing(thing: Thing) -> bytes:
    """Return a thing as the bytes to write, with a checksum."""
    raw = msgspec.json.encode(thing)
    return msgspec.json.encode(_Sealed(msgspec.Raw(raw), _sum(raw)))


def decode_thing(raw: bytes) -> Thing:
    """Return the thing that `encode_thing` wrote as these bytes. Raise msgspec.MsgspecError for bad JSON or a wrong
    checksum."""
    found = msgspec.json.decode(raw, type=_Sealed)
    if found.sum != _sum(bytes(found.thing)):
        raise msgspec.ValidationError("its sum is another")
    return msgspec.json.decode(found.thing, type=Thing)


def _sum(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:16]


NoteReaders = Mapping[str, Callable[[str], object]]
"""A reader for each note, by the note's name. It raises ValueError, TypeError or msgspec.MsgspecError for a text that it
cannot read. A note without a reader may be any text."""

ANY_TEXT: Final[NoteReaders] = {}
"""No readers: every note may be any text."""


class Notes(Protocol):
    """A store for short texts, each under a name."""

    trouble: str | None
    """The key of the text that says why nothing could be written since the start, or None if all is well."""

    def note(self, name: str) -> str | None:
        """Return the text that was last kept under this name, or None if there never was one."""

    def keep_note(self, name: str, value: str) -> None:
        """Replace the text under this name. The new text survives a power cut as soon as this has returned. Raise
        Refused if the box cannot keep it now."""


class MemoryCopy(NamedTuple):
    """The game that is on, and the notes and things beside it, as the box has them in memory. Damage to the file does not
    touch them."""

    notes: dict[str, str]
    table: tuple[int, TableHead, tuple[Entry, ...]] | None
    """The table that is being played: its number, its head and all its entries."""
    things: tuple[Thing, ...] = ()
    """Every kept thing in its newest revision."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a table's game."""

    score: dict[str, Any]
    """The score's fields (docs/records.md)."""
    accepted: str | None = None
    """The count that the table accepted, if people were asked: "companion" for the box's, "counted" for their own."""
    ended: str | None = None
    """The time of the end in UTC and ISO 8601, to the second. None: the box did not know the time."""
    agreed: bool = False
    """True if people counted the same score, or decided which score is right (`Game.agreed`)."""
    local: str | None = None
    """The time of the end on the host's phone in ISO 8601, to the minute and without a time zone. None: no phone sent the
    time."""
    minutes: int | None = None
    """The length of the game. None: it took less than a minute, or nobody knows when it began."""


class FinishedTable(NamedTuple):
    """A finished game that another card kept."""

    number: int
    """The number of the game on that card."""
    head: TableHead
    entries: tuple[bytes, ...]
    """The entries as `encode_entry` writes them. As bytes, many games take little memory."""
    result: Result
    mark: str
    """A hash that no other game has (`FinishedGame.mark`)."""


def encode_result(result: Result) -> str:
    """Return a result as JSON without the accepted count, which has its own column."""
    return msgspec.json.encode(msgspec.structs.replace(result, accepted=None)).decode()


def decode_result(raw: str, accepted: str | None) -> Result:
    """Return the result in JSON of `encode_result` from any version. The first version wrote only the score. Raise
    msgspec.MsgspecError."""
    data = msgspec.json.decode(raw, type=dict[str, Any])
    result = msgspec.convert(data, Result) if isinstance(data.get("score"), dict) else Result(data)
    return msgspec.structs.replace(result, accepted=accepted)


class BoxJournal(Journal, Notes, ThingStore, Protocol):
    """The journal of a box. A change survives a power cut as soon as the method that makes it has returned. The method
    raises Refused, and changes nothing, if the box cannot keep anything now."""

    salvaged: bool
    """True if the journal was found damaged, and now holds the good part of the old file."""

    def open_table(self, head: TableHead, code: str) -> int:
        """Keep a new table with its join code, and leave the table before it. Return the new number, which is higher than
        any before."""

    def add_table(self, head: TableHead, entries: Sequence[Entry], least: int, notes: Mapping[str, str]) -> int:
        """Keep a table that another box began, with all its entries and these notes, and leave the table before it. Return
        its number here, which is at least `least` and higher than any before. If anything fails, keep nothing."""

    def add_finished(self, tables: Sequence[FinishedTable]) -> None:
        """Keep all of these finished games, or none. In an empty journal they keep their numbers. In another they get the
        next free numbers, in this order. The current table stays."""

    def leave_table(self) -> None:
        """Leave the current table. Its entries stay."""

    def current_table(self) -> tuple[int, TableHead] | None:
        """Return the number and head of the table that was not left yet, or None if there is none."""

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
        """Return the number of the newest table before this one that has a result, or 0 if there is none."""

    def checkpoint(self) -> None:
        """Copy new writes into the main file while nobody answers. No answer waits for this. Raise Refused if it fails."""

    def still_has(self, table: int, entries: Sequence[Entry]) -> bool:
        """Return True if the file still has these first entries of a table, and False only if the file is damaged."""

    def mend(self, in_hand: MemoryCopy, is_damaged: bool = False) -> None:
        """Replace a damaged or lost file by a new one, with the good part of the old file and with what the box has in
        memory. `is_damaged` says that the rules found damage which the file does not show. Raise Refused if this is
        impossible now. The caller may try again later."""

    def close(self) -> None:
        """Close the file. The next use opens it again."""


class ReadFailed(Exception):
    """The journal could not be read now, because its file is damaged or is being replaced. The message is for a log."""


class LiveReader(Protocol):
    """A reader of a journal that another process or thread writes, to be used in one thread. Every method may raise
    ReadFailed."""

    def tables(self, before: int, most: int) -> Sequence[tuple[int, TableHead]]:
        """Return the newest tables with a number below `before`, the newest first, `most` of them at most."""

    def entries(self, table: int, since: int, most: int) -> Sequence[Entry]:
        """Return the first entries of a table after number `since`, `most` of them at most."""

    def entry(self, table: int, number: int) -> Entry | None:
        """Return entry `number` of a table, or None if there are not that many."""

    def last(self, table: int) -> int:
        """Return the number of a table's last entry, or 0 if it has none."""

    def result(self, table: int) -> Result | None:
        """Return the result of a table, or None if it has none."""

    def close(self) -> None:
        """Close the file. The next use opens it again."""
