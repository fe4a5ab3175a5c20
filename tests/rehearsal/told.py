"""What the processes of a rehearsal tell each other."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple


class Cast(NamedTuple):
    """How a box of a rehearsal is made."""

    name: str
    """What people call it."""
    folder: str
    """Where its journal lies; one that was there before goes on."""
    stores: tuple[str, ...]
    game: str | None
    """What its bots play; None: it is a spare, without a table."""
    seed: int
    is_hunted: bool = False
    """Whether it notes everything in a ledger, and people at it take tables over."""


class Told(NamedTuple):
    """A table as it lies in a box's journal."""

    box: str
    """The box's id."""
    table: str
    entries: int
    hash: str
    """Of the last one; of the head, where there is none yet."""
    screen: bytes | None
    """The mark of its public screen (`marked`); None: it is not on there."""
    is_played: bool
    """Whether the box takes answers for it."""


class Copied(NamedTuple):
    """A transaction that the store has acknowledged to a box."""

    revision: int
    entries: tuple[tuple[str, bytes], ...]
    """The keys of its entries, with the marks of their values."""
    seconds: float
    """When; as this machine's processes have it in common."""
    told: float | None
    """When the last answer in it that the room sees was on the box's disk; None: there is none in it."""
    is_shown: bool
    """Whether the public screen is in it."""


class Answered(NamedTuple):
    """What the boxes of one process did since they were asked last."""

    answers: int
    latencies: tuple[float, ...]
    """How many seconds each answer took at the box."""
    copied: tuple[Copied, ...]
    busy: float
    """The seconds of a core that their copying took."""


def mark(value: bytes) -> bytes:
    """What two different values do not have in common."""
    return blake2b(value, digest_size=12).digest()


def marked(parts: Mapping[str, bytes]) -> bytes:
    """Of a public screen, by its parts as JSON."""
    return mark(b"\0".join(name.encode() + b"\0" + parts[name] for name in sorted(parts)))
