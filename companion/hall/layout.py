"""Keys and values of the store, and the owner of each table."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

import msgspec

from companion.core.state import Seat
from companion.core.words import Refused
from companion.journals.box_journal import Notes

PREFIX: Final = "/companion/1/"
BOXES: Final = f"{PREFIX}box/"
TABLES: Final = f"{PREFIX}table/"

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError, TypeError)

Once = Literal["owner", "head", "guests", "open", "result"]
"""What there is once of each table."""
KindOfKey = Once | Literal["box", "entry"]


class Name(NamedTuple):
    """What a key says."""

    kept: KindOfKey
    of: str
    """A table's name, or the id of a box."""
    number: int = 0
    """Of an entry."""


_OF_A_TABLE: Final[dict[str, KindOfKey]] = {kept: kept for kept in get_args(Once)}


def box(id_: str) -> str:
    """The key under which a box says that it is there."""
    return BOXES + id_


def asks(id_: str) -> str:
    """What the keys begin with under which others ask this box for its tables."""
    return f"{BOXES}{id_}/ask/"


def ask(id_: str, table: str) -> str:
    """The key under which this box is asked to let a table go. Its value is the Owner that the table is to have."""
    return asks(id_) + table


def of(table: str, kept: Once) -> str:
    """A table's key for what there is once of it."""
    return f"{TABLES}{table}/{kept}"


def table(table: str) -> str:
    """What the keys of all that there is of a table begin with, and no others'."""
    return f"{TABLES}{table}/"


def entries(table: str) -> str:
    """What the keys of all entries of a table begin with, and no others'."""
    return f"{TABLES}{table}/entry/"


def entry(table: str, number: int) -> str:
    """Eight digits: keys are sorted as words are."""
    return f"{entries(table)}{number:08d}"


def named(key: str) -> Name | None:
    """What a key of the store says; None: it is none of ours."""
    match key.removeprefix(PREFIX).split("/") if key.startswith(PREFIX) else []:
        case ["box", id_]:
            return Name("box", id_)
        case ["table", table, "entry", number] if number.isascii() and number.isdigit():
            return Name("entry", table, int(number))
        case ["table", table, kept] if kept in _OF_A_TABLE:
            return Name(_OF_A_TABLE[kept], table)
    return None


class Box(msgspec.Struct, frozen=True):
    """A box that is there: the value lives as long as its lease."""

    name: str
    """What people call it."""
    address: str
    """Where phones find it, as people type it."""
    version: str


class Owner(msgspec.Struct, frozen=True):
    """Which box has a table. Nothing of the table is written but while this stands as it was read."""

    box: str
    """Its id."""
    epoch: int
    """1 for the first box; one more with each that takes the table over."""
    proof: str = ""
    """That somebody who has the hall's key says so (`Seals.owner`): no store can take a table from a box."""


class Open(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody in the room may see of a table: no secret, and nothing that a secret moves."""

    box: str
    """Its id."""
    game: str
    seats: tuple[Seat, ...]
    """Clockwise."""
    pieces: dict[Seat, int]
    """The wooden piece of each, 1 to 10."""
    began: int
    since: int
    """Since when it looks so, in seconds since 1970 by the store's clock."""
    over: bool = False
    fingerprint: str = ""
    """The check code, as its screens show it."""
    awaited: tuple[Seat, ...] = ()
    """For whom the table waits, where all may know."""
    name: str = ""
    """What people call that box: who is silent cannot say it any more."""
    parts: dict[str, Any] = {}
    """The public screen as a page draws it: keys and values, no words (docs/http.md)."""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How a table's game ended."""

    box: str
    game: str
    seats: tuple[Seat, ...]
    score: dict[str, Any]
    """As docs/records.md has it."""
    accepted: str | None = None
    """Which count the table accepted, where it was asked ("companion", "counted")."""
    agreed: bool = False
    """Whether people counted the same, or said what holds, or there is nothing to count: such results stand."""
    fingerprint: str
    """The check code."""
    began: int
    ended: int
    """Seconds since 1970 by the store's clock."""


def written(value: Box | Owner | Open | Ended) -> bytes:
    """A value as the store keeps it. An Owner is always the same bytes: it is compared."""
    return msgspec.json.encode(value)


Value = TypeVar("Value", bound=msgspec.Struct)


def read(raw: bytes | None, of: type[Value]) -> Value | None:
    """A value of the store; None where there is none, or none that can be read."""
    try:
        return None if raw is None else msgspec.json.decode(raw, type=of)
    except UNREADABLE:
        return None


NOTE: Final = "hall_owners"
MOST: Final = 100
"""Tables that this is remembered of, those that were heard of last: an evening has ten."""

OwnersByTable = dict[str, tuple[str, int]]


class Owners:
    """By a table's name the box and its epoch. From any thread. Without `notes` it is known as long as the process lives."""

    def __init__(self, notes: Notes | None = None) -> None:
        self._notes = notes
        self._lock = Lock()
        self._known = _read(notes.note(NOTE) if notes is not None else None)

    def of(self, table: str) -> Owner | None:
        """Without its proof; None: this box never heard of it."""
        known = self._known.get(table)
        return None if known is None else Owner(*known)

    def hear(self, table: str, owner: Owner, *, is_to_take: bool = False) -> None:
        """This is so by now. Where the disk takes nothing it is known until a restart. A first one is not kept, as no store
        can have an earlier one; but of a table that this box is about to take from that owner."""
        with self._lock:
            if self.of(table) == Owner(owner.box, owner.epoch) and not is_to_take:
                return
            self._known = known = self._with(table, owner)
            if self._notes is not None and (owner.epoch > 1 or is_to_take):
                with suppress(Refused):
                    self._notes.keep_note(NOTE, _written(known))

    @contextmanager
    def moving(self, table: str, owner: Owner) -> Iterator[dict[str, str]]:
        """Around what makes the table this owner's: the notes that are to be kept with it, at once or not at all."""
        with self._lock:
            known = self._with(table, owner)
            yield {NOTE: _written(known)}
            self._known = known

    def _with(self, table: str, owner: Owner) -> OwnersByTable:
        others = {name: known for name, known in self._known.items() if name != table}
        return dict(list({**others, table: (owner.box, owner.epoch)}.items())[-MOST:])


def _written(known: OwnersByTable) -> str:
    return msgspec.json.encode(known).decode()


def _read(kept: str | None) -> OwnersByTable:
    try:
        return msgspec.json.decode(kept or "{}", type=OwnersByTable)
    except msgspec.MsgspecError:
        return {}
