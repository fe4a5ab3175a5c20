"""The messages between the processes of a rehearsal."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple


class Cast(NamedTuple):
    """The part of one box in a rehearsal, from which it is made."""

    name: str
    """The name of the box for people."""
    folder: str
    """The folder of its journal. An old journal there is continued."""
    stores: tuple[str, ...]
    game: str | None
    """The game of its bots, or None if the box is a spare without a table."""
    seed: int
    is_hunted: bool = False
    """True if the box notes everything in a ledger, and its people take tables over."""


class TableReport(NamedTuple):
    """A table in a box's journal."""

    box: str
    """The box's id."""
    table: str
    entries: int
    hash: str
    """The hash of the last entry, or of the head if there is no entry yet."""
    screen: bytes | None
    """The mark of its public screen (`marked`), or None if the table is not on there."""
    is_played: bool
    """True if the box takes answers for it."""


class Copied(NamedTuple):
    """A transaction that the store has acknowledged to a box."""

    revision: int
    entries: tuple[tuple[str, bytes], ...]
    """The keys of its entries, with the marks of their values."""
    seconds: float
    """The time of the acknowledgement, on the clock that all processes of a machine share."""
    entered: float | None
    """The time when the last public answer in it was on the box's disk, or None if it has no public answer."""
    is_shown: bool
    """True if the public screen is in it."""


class Answered(NamedTuple):
    """The deeds of the boxes of one process since the last report."""

    answers: int
    latencies: tuple[float, ...]
    """The seconds that each answer took at its box."""
    copied: tuple[Copied, ...]
    busy: float
    """The core seconds that their copying took."""


def mark(value: bytes) -> bytes:
    """Return the mark of a value. Different values have different marks."""
    return blake2b(value, digest_size=12).digest()


def marked(parts: Mapping[str, bytes]) -> bytes:
    """Return the mark of a public screen. `parts` are its parts as JSON."""
    return mark(b"\0".join(name.encode() + b"\0" + parts[name] for name in sorted(parts)))
