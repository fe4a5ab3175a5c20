"""What a house needs of the place where its box keeps everything: entries, notes, results, an owner's things."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from companion.core.journal import Entry, Head, Journal


class Thing(msgspec.Struct, frozen=True):
    """A thing as it stood after one change."""

    id: str
    """Made up by the phone that began it; no other thing ever has it."""
    game: str
    kind: str
    revision: int
    """From 1, one more with each change."""
    draft: dict[str, Any]
    """As JSON, of the fields that its kind says."""


class Cupboard(Protocol):
    """Where things are kept. What a method that keeps something acknowledged is never lost; it raises Refused if the box
    cannot keep it now, and then nothing has changed."""

    def things(self) -> Sequence[Thing]:
        """All of them as they stand, each in its newest revision."""

    def thing(self, id_: str, revision: int) -> Thing | None:
        """How a thing stood then; None: it never was, or is forgotten."""

    def keep_thing(self, thing: Thing, least: int) -> None:
        """Keep its next revision, and forget those before revision `least`. Raises Occupied if its newest revision is not
        the one before."""

    def drop_thing(self, id_: str) -> None:
        """Keep it no longer."""


class _Sealed(msgspec.Struct, frozen=True):
    """A thing as it is written: a flipped bit in it shows."""

    thing: msgspec.Raw
    sum: str


def sealed(thing: Thing) -> bytes:
    """A thing as it is written."""
    raw = msgspec.json.encode(thing)
    return msgspec.json.encode(_Sealed(msgspec.Raw(raw), _sum(raw)))


def unsealed(kept: bytes) -> Thing:
    """What was written. Raises msgspec.MsgspecError for what is no thing, or is not as it was written."""
    found = msgspec.json.decode(kept, type=_Sealed)
    if found.sum != _sum(bytes(found.thing)):
        raise msgspec.ValidationError("its sum is another")
    return msgspec.json.decode(found.thing, type=Thing)


def _sum(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:16]


Shapes = Mapping[str, Callable[[str], object]]
"""By a note's name what its text must read as: a reader that raises ValueError, TypeError or msgspec.MsgspecError for what
it cannot read. A note that is not named may be any text."""


ANY: Final[Shapes] = {}
"""All notes may be any text."""


class Notes(Protocol):
    """Where notes are kept."""

    trouble: str | None
    """Why nothing can be kept since the start, as a key of the texts; None: all is well."""

    def note(self, name: str) -> str | None:
        """What was kept last under this name; None: nothing ever was."""

    def keep_note(self, name: str, value: str) -> None:
        """Keep it instead of what was kept before; durable when it returns. Raises Refused if the box cannot now."""


class InHand(NamedTuple):
    """What a box in mid-evening still knows by itself, so that no damage to its file can lose it."""

    notes: dict[str, str]
    table: tuple[int, Head, tuple[Entry, ...]] | None
    """The table that is on: its number, its head and all its entries."""
    things: tuple[Thing, ...] = ()
    """All kept things as they stand."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table ended, for whoever asks later."""

    score: dict[str, Any]
    """As docs/records.md has it."""
    accepted: str | None = None
    """Which count the table accepted, where it was asked ("companion", "counted")."""
    ended: str | None = None
    """When, in UTC and ISO 8601, to the second; None: nobody vouched for the box's clock."""
    agreed: bool = False
    """Whether people counted the same, or said what holds (`Game.agreed`)."""


def result_written(result: Result) -> str:
    """A result as it is kept, but for which count was accepted: that stands beside it."""
    return msgspec.json.encode(msgspec.structs.replace(result, accepted=None)).decode()


def result_read(kept: str, accepted: str | None) -> Result:
    """What `result_written` wrote, in whatever version: at first a score stood there alone. Raises msgspec.MsgspecError."""
    said = msgspec.json.decode(kept, type=dict[str, Any])
    result = msgspec.convert(said, Result) if isinstance(said.get("score"), dict) else Result(said)
    return msgspec.structs.replace(result, accepted=accepted)


class BoxJournal(Journal, Notes, Cupboard, Protocol):
    """The journal of a box. What a method that keeps something acknowledged is never lost; it raises Refused if the box
    cannot keep it now, and then nothing has changed."""

    salvaged: bool
    """Whether it was found damaged, and holds what was good of it."""

    def open_table(self, head: Head, code: str) -> int:
        """A new table's number, higher than any before, kept with the join code that comes with it; the one before is
        left."""

    def take_table(self, head: Head, entries: Sequence[Entry], least: int, notes: Mapping[str, str]) -> int:
        """A table that was another box's, whole, with these notes, all at once or not at all: its number here, `least` or
        higher, and higher than any before. The one before is left."""

    def leave_table(self) -> None:
        """No table is on any more."""

    def current_table(self) -> tuple[int, Head] | None:
        """The table that was never left, if there is one."""

    def newest_table(self) -> int:
        """The highest number that a table ever had; 0 before the first."""

    def table(self, number: int) -> Head | None:
        """The head of table `number`; None if it never was."""

    def keep_result(self, table: int, result: Result) -> None:
        """How a table ended, in place of what was kept of it before."""

    def result(self, table: int) -> Result | None:
        """What was kept last as that; None: the table has no result."""

    def results(self) -> Sequence[tuple[int, Result]]:
        """Of every table that has one, by its number, the oldest first."""

    def finished_before(self, table: int) -> int:
        """The newest table before this one that has a result; 0: none."""

    def checkpoint(self) -> None:
        """Nobody answers just now: a good moment to tidy up. Whoever keeps something meanwhile does not wait for it. Raises
        Refused."""

    def still_says(self, table: int, entries: Sequence[Entry]) -> bool:
        """Whether what is kept of a table, read afresh, still begins with these entries. False only for what is damaged."""

    def mend(self, in_hand: InHand, is_damaged: bool = False) -> None:
        """It was found damaged or replaced: go on with what was good of it and what the box has in hand. `is_damaged`: in a
        way that only the rules find out. Raises Refused if that cannot be now; it may be tried again."""

    def close(self) -> None:
        """Let go of it; whoever uses it again has it again."""


class Unread(Exception):
    """What a follower could not read just now: the file is being replaced, or damaged. The words are for a log."""


class Following(Protocol):
    """What a journal holds by now, for one thread that reads behind who writes it. Every method may raise Unread."""

    def tables(self, before: int, most: int) -> Sequence[tuple[int, Head]]:
        """The newest tables with a lower number than `before`, the newest first."""

    def entries(self, table: int, since: int, most: int) -> Sequence[Entry]:
        """The first entries of a table after number `since`, in order."""

    def entry(self, table: int, number: int) -> Entry | None:
        """Entry `number` of a table; None: it has not so many."""

    def last(self, table: int) -> int:
        """The number of a table's last entry; 0: it has none."""

    def result(self, table: int) -> Result | None:
        """How a table ended; None: it has no result."""

    def close(self) -> None:
        """Let the file go; whoever asks again has it again."""
