"""What stands where in the store, and what its values are (docs/hall.md). Whoever reads one of another version gets what it
knows of it."""

from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

import msgspec

from companion.core.knowledge import Seat

PREFIX: Final = "/companion/1/"
BOXES: Final = f"{PREFIX}box/"
TABLES: Final = f"{PREFIX}table/"

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError, TypeError)

Once = Literal["owner", "head", "guests", "open", "result"]
"""What there is once of each table."""
Kept = Once | Literal["box", "entry"]


class Name(NamedTuple):
    """What a key says."""

    kept: Kept
    of: str
    """A table's name, or the id of a box."""
    number: int = 0
    """Of an entry."""


_OF_A_TABLE: Final[dict[str, Kept]] = {kept: kept for kept in get_args(Once)}


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
