"""What the house needs of where it keeps an owner's things between games (`companion/core/kept.py` says what they are)."""

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec


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
