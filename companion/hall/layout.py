"""The store's keys and values, and the owner of each table."""

import zlib
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
HALL: Final = f"{PREFIX}hall/"
"""The beginning of the keys that the organiser alone writes."""
PEOPLE: Final = f"{HALL}people"
"""The key of the list of people (companion/hall/people.py)."""
ROUNDS: Final = f"{HALL}rounds"
"""The key of the list of rounds (companion/hall/rounds.py)."""
CLOCKS: Final = f"{HALL}clocks"
"""The key of the time that is left in the open rounds."""
NEWS: Final = f"{HALL}news"
"""The key of what the organiser announces."""
LOCK: Final = f"{HALL}lock"
"""The key of the lock on tables (companion/hall/locking.py)."""
ALLOWED: Final = f"{HALL}allowed/"
"""The beginning of the keys of moves that the organiser allows."""
LOGGED: Final = f"{HALL}log/"
"""The beginning of the keys of what the organiser did."""
RULINGS: Final = f"{HALL}ruling/"
"""The beginning of the keys of results about which the organiser decided."""
PLANS: Final = f"{HALL}plan/"
"""The beginning of the keys of seating plans."""
DECIDED: Final = f"{HALL}decided"
"""The key of what all boxes read at each announcement."""

UNREADABLE: Final = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)
"""Errors from values that cannot be read, or are nested too deeply."""

PACKED: Final = b"\x78"
"""The first byte of a packed value. JSON never begins with it."""
MOST_UNPACKED: Final = 4 * 1024 * 1024
"""The most bytes of a value when it is unpacked: a store may send anything."""
OncePerTable = Literal["owner", "head", "guests", "last", "open", "result"]
"""Keys that a table has once."""
OncePerHall = Literal["people", "rounds", "clocks", "news", "lock", "decided"]
"""Keys that the organiser writes, once for the hall."""
ManyPerHall = Literal["plan", "allowed", "log", "ruling"]
"""Beginnings of keys that the organiser writes."""
KindOfKey = OncePerTable | OncePerHall | ManyPerHall | Literal["box", "number", "wish", "entry", "moved"]


class Name(NamedTuple):
    """The meaning of a key."""

    kind: KindOfKey
    of: str
    """A table's name, or a box's id."""
    number: int = 0
    """The number of an entry."""


_OF_A_TABLE: Final[dict[str, KindOfKey]] = {kind: kind for kind in get_args(OncePerTable)}
_MANY: Final[dict[str, KindOfKey]] = {kind: kind for kind in get_args(ManyPerHall)}
_OF_THE_HALL: Final[dict[str, KindOfKey]] = {kind: kind for kind in get_args(OncePerHall)}


def box_key(id_: str) -> str:
    """Return the key under which a box announces itself."""
    return BOXES + id_


def number_key(id_: str) -> str:
    """Return the key of the number of the table at which a box is (companion/hall/numbers.py)."""
    return f"{BOXES}{id_}/number"


def ask_prefix(id_: str) -> str:
    """Return the beginning of the keys under which others ask this box for its tables."""
    return f"{BOXES}{id_}/ask/"


def ask_key(id_: str, table: str) -> str:
    """Return the key under which another box asks box `id_` for a table. Its value is the Owner that the table would have
    then."""
    return ask_prefix(id_) + table


def table_key(table: str, kind: OncePerTable) -> str:
    """Return a table's key of this kind."""
    return f"{TABLES}{table}/{kind}"


def table_prefix(table: str) -> str:
    """Return the beginning of all keys of a table."""
    return f"{TABLES}{table}/"


def entries_prefix(table: str) -> str:
    """Return the beginning of the keys of a table's entries."""
    return f"{TABLES}{table}/entry/"


def entry_key(table: str, number: int) -> str:
    """Return an entry's key. Eight digits keep the keys in order."""
    return f"{entries_prefix(table)}{number:08d}"


def plan_key(mark: str, table: str) -> str:
    """Return the key of the people whom the seating plan with this mark has at a table."""
    return f"{PLANS}{mark}/{table}"


def wish_key(id_: str, table: str) -> str:
    """Return the key under which a box asks the organiser for a table."""
    return f"{BOXES}{id_}/wish/{table}"


def allowed_key(table: str) -> str:
    """Return the key under which the organiser allows a table to move."""
    return ALLOWED + table


def ruling_key(table: str) -> str:
    """Return the key of the organiser's decision about a result."""
    return RULINGS + table


def moved_key(table: str, epoch: int) -> str:
    """Return the key of the note how a table moved to the owner of this epoch."""
    return f"{TABLES}{table}/moved/{epoch:08d}"


def parse_key(key: str) -> Name | None:
    """Return the meaning of a key, or None if it is not ours."""
    match key.removeprefix(PREFIX).split("/") if key.startswith(PREFIX) else []:
        case ["box", id_]:
            return Name("box", id_)
        case ["box", id_, "number"]:
            return Name("number", id_)
        case ["hall", kind, *of]:
            return _of_the_organiser(kind, "/".join(of))
        case ["box", id_, "wish", table]:
            return Name("wish", f"{id_}/{table}")
        case ["table", table, "moved", number] if number.isascii() and number.isdigit():
            return Name("moved", table, int(number))
        case ["table", table, "entry", number] if number.isascii() and number.isdigit():
            return Name("entry", table, int(number))
        case ["table", table, kind] if kind in _OF_A_TABLE:
            return Name(_OF_A_TABLE[kind], table)
    return None


def _of_the_organiser(kind: str, of: str) -> Name | None:
    known = _MANY if of else _OF_THE_HALL
    return Name(known[kind], of) if kind in known else None


class Box(msgspec.Struct, frozen=True):
    """A box that is on. The value lives as long as its lease."""

    name: str
    """The box's name for people."""
    address: str
    """The box's address for phones, as people type it."""
    version: str
    clock: int | None = None
    """The minutes by which the box's clock is ahead of the store's. None: the store has not said its time yet."""
    free: int | None = None
    """Free megabytes where the box keeps its games, in hundreds. None: nobody knows."""


class Owner(msgspec.Struct, frozen=True):
    """The box that has a table. Boxes write a table only while its owner is unchanged."""

    box: str
    """The box's id."""
    epoch: int
    """Starts at 1. Each box that takes the table over adds one."""
    proof: str = ""
    """A proof made with the hall's key (`Seals.owner`), so that a store alone cannot take a table from a box."""


class Open(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of a table: no secret, and nothing that depends on one."""

    box: str
    """The box's id."""
    game: str
    seats: tuple[Seat, ...]
    """In clockwise order."""
    pieces: dict[Seat, int]
    """The wooden piece of each seat, 1 to 10."""
    began: int
    since: int
    """When the screen last changed. `began` and this are seconds since 1970 by the store's clock."""
    over: bool = False
    fingerprint: str = ""
    """The check code, as the table's screens show it."""
    awaited: tuple[Seat, ...] = ()
    """The seats that the table waits for, if everybody may know."""
    name: str = ""
    """The box's name for people, for when the box is silent and its announcement is gone."""
    round: str = ""
    """The number of the organiser's round in which the game began, or ""."""
    parts: dict[str, Any] = {}
    """The public screen as a page draws it: keys and values, no words (docs/http.md)."""


class Decided(msgspec.Struct, frozen=True):
    """The decisions of the organiser. This value is small, because all boxes read it at each announcement."""

    people: str = ""
    """A mark of the list of people. It changes with the list."""
    rounds: str = ""
    """A mark of the list of rounds."""
    news: str = ""
    """A mark of what is announced."""
    takes: str = "anybody"
    """The people who may take tables over (companion/hall/locking.py)."""


class News(msgspec.Struct, frozen=True):
    """An announcement of the organiser to everybody in the room. It is empty once the organiser has removed it."""

    number: int = 0
    """Grows with each announcement."""
    words: dict[str, str] = {}
    """The words by the codes of languages. Readers of a missing language get the first ones."""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a table's game."""

    box: str
    game: str
    seats: tuple[Seat, ...]
    score: dict[str, Any]
    """The score's fields (docs/records.md)."""
    accepted: str | None = None
    """The count that the table accepted, if it was asked: "companion" or "counted"."""
    agreed: bool = False
    """True if people counted the same, decided which count holds, or had nothing to count. Standings use such results
    alone."""
    fingerprint: str
    """The check code."""
    began: int
    ended: int
    """Seconds since 1970 by the store's clock."""
    table_number: str = ""
    """The number of the table in the room. It is empty if the organiser gave none."""
    options: dict[str, Any] = {}
    """The options of the game that are numbers or short words. All of them are public."""
    numbers: dict[Seat, str] = {}
    """The numbers of the people on the organiser's list, by seat."""
    round: str = ""
    """The number of the organiser's round in which the game began, or ""."""


def encode(value: msgspec.Struct) -> bytes:
    """Return a value as the store keeps it. The same Owner always has the same bytes, because they are compared. A screen is
    packed, because it is most of what thousands of tables write."""
    raw = msgspec.json.encode(value)
    return packed(raw) if isinstance(value, Open) else raw


def packed(raw: bytes) -> bytes:
    """Return JSON in fewer bytes."""
    return zlib.compress(raw)


def unpacked(raw: bytes) -> bytes:
    """Return the JSON in a value, packed or not. Raises ValueError for a value that is neither, or too large."""
    if raw[:1] != PACKED:
        return raw
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(raw, MOST_UNPACKED)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacking.eof:
        raise ValueError("too large, or cut off")
    return found


Value = TypeVar("Value", bound=msgspec.Struct)


def decode(raw: bytes | None, of: type[Value]) -> Value | None:
    """Return a value of the store, or None if there is none or it cannot be read."""
    try:
        return None if raw is None else msgspec.json.decode(unpacked(raw), type=of)
    except UNREADABLE:
        return None


NOTE: Final = "hall_owners"
MOST: Final = 100
"""The number of tables whose owners are remembered, the last ones. An evening has about ten."""

OwnersByTable = dict[str, tuple[str, int]]


class Owners:
    """The last known box and epoch of each table, by the table's name. Any thread may use it. Without `notes` a restart
    forgets them."""

    def __init__(self, notes: Notes | None = None) -> None:
        self._notes = notes
        self._lock = Lock()
        self._known = _read(notes.note(NOTE) if notes is not None else None)

    def last_known(self, table: str) -> Owner | None:
        """Return the owner without its proof, or None if this box never heard of the table."""
        known = self._known.get(table)
        return None if known is None else Owner(*known)

    def hear(self, table: str, owner: Owner, *, is_to_take: bool = False) -> None:
        """Remember the table's owner, also after a restart if the disk takes it. An owner of epoch 1 is not written to the
        disk, because no store can have an earlier one. `is_to_take` writes it anyway: this box is about to take the
        table."""
        with self._lock:
            if self.last_known(table) == Owner(owner.box, owner.epoch) and not is_to_take:
                return
            self._known = known = self._with(table, owner)
            if self._notes is not None and (owner.epoch > 1 or is_to_take):
                with suppress(Refused):
                    self._notes.keep_note(NOTE, _written(known))

    @contextmanager
    def moving(self, table: str, owner: Owner) -> Iterator[dict[str, str]]:
        """Yield the notes that the caller must write together with a table that becomes this owner's. Remember the owner
        after that."""
        with self._lock:
            known = self._with(table, owner)
            yield {NOTE: _written(known)}
            self._known = known

    def _with(self, table: str, owner: Owner) -> OwnersByTable:
        others = {name: known for name, known in self._known.items() if name != table}
        return dict(list({**others, table: (owner.box, owner.epoch)}.items())[-MOST:])


def _written(known: OwnersByTable) -> str:
    return msgspec.json.encode(known).decode()


def _read(written: str | None) -> OwnersByTable:
    try:
        return msgspec.json.decode(written or "{}", type=OwnersByTable)
    except msgspec.MsgspecError:
        return {}
