"""Two sealed values of a table besides its head and its entries: the people at it, and the end of what was copied. They
prove to each other, and to the entries, that none of them is older than the rest."""

from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from companion.hall import layout
from companion.hall.etcd import Pair, Put
from companion.hall.keys import SealPlace, Seals, Tampered
from companion.hall.layout import UNREADABLE, packed, unpacked
from companion.snapshot.people import GuestBook

PROOF_BYTES: Final = 16


def number_of(entry: Pair | None) -> int:
    """Return the number of an entry of the store, or 0 for none."""
    named = layout.parse_key(entry.key) if entry is not None else None
    return named.number if named is not None else 0


class TableGuests(msgspec.Struct, frozen=True):
    """The people at a table. A box writes them only if they change."""

    book: GuestBook
    """Seats, phones by their tokens' hashes, and languages."""
    witness: dict[str, str]
    """The box's notes on what phones remember and on what nobody has confirmed yet, by the notes' names in the journal."""
    number: int
    """The table's number at that box."""


class Last(msgspec.Struct, frozen=True, array_like=True):
    """The end of what was copied. A box writes it in every transaction, so nobody can remove the last entries or restore
    older guests unnoticed. Nothing in it has a length that a secret could change."""

    entries: int
    """The number of entries."""
    hash: bytes
    """The hash of the last entry. A table without entries has the hash of its head here."""
    guests: bytes
    """The proof of the guests that go with it (`proof`)."""
    at: int = 0
    """The second, by the store's clock, up to which the store has every answer of that box, or 0 if unknown."""
    box: str = ""
    """The id of the box that had the table at that time."""
    epoch: int = 0
    """The epoch of `box`. An owner with an earlier epoch is an old one that somebody put back into the store."""


class GuestsThere(NamedTuple):
    """The guests of a table as the store has them."""

    guests: TableGuests | None = None
    """None: the store has no guests, or somebody changed them."""
    revision: int = 0
    """The store's revision of the sealed guests, or 0 if there are none."""
    proof: bytes = b""
    """The proof of the sealed guests."""


def proof(guests: bytes) -> bytes:
    """Return the proof of these sealed guests."""
    return sha256(guests).digest()[:PROOF_BYTES]


def put_guests(seals: Seals, table: str, guests: TableGuests) -> Put:
    """Return the act that seals a table's guests and writes them to the store."""
    sealed = seals.seal(SealPlace(table, "guests", 0), packed(msgspec.json.encode(guests)))
    return Put(layout.table_key(table, "guests"), sealed)


def put_last(seals: Seals, table: str, last: Last) -> Put:
    """Return the act that seals a table's end and writes it to the store."""
    sealed = seals.seal(SealPlace(table, "last", last.entries), msgspec.msgpack.encode(last))
    return Put(layout.table_key(table, "last"), sealed)


def last_of(seals: Seals, table: str, entries: int, found: Pair | None) -> Last | None:
    """Return a table's end, which was sealed after this many entries. Return None for a missing end, or for one that cannot
    be opened."""
    try:
        raw = seals.opened(SealPlace(table, "last", entries), found.value if found is not None else b"")
        return msgspec.msgpack.decode(raw, type=Last)
    except (Tampered, *UNREADABLE):
        return None


def guests_of(seals: Seals, table: str, last: Last | None, found: Pair | None) -> TableGuests | None:
    """Return the guests that go with this end of the table, or None for other guests, or for a value that cannot be
    opened."""
    if last is None or found is None or proof(found.value) != last.guests:
        return None
    try:
        raw = seals.opened(SealPlace(table, "guests", 0), found.value)
        return msgspec.json.decode(unpacked(raw), type=TableGuests)
    except (Tampered, *UNREADABLE):
        return None


def guests_there(seals: Seals, table: str, last: Last | None, found: Pair | None) -> GuestsThere:
    """Return the guests that the store has, if they are those of `last`, the end of the table."""
    if found is None:
        return GuestsThere()
    return GuestsThere(guests_of(seals, table, last, found), found.revision, proof(found.value))
