"""What etcd's HTTP/JSON gateway is asked and answers, as far as a hall needs it (etcd 3.4 and newer: `/v3/...`).

It writes bytes as base64 and 64-bit numbers as strings, and leaves out what is zero or empty.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec


class Pair(NamedTuple):
    """A key of the store with its value."""

    key: str
    value: bytes
    revision: int
    """Of the store when the value was put."""
    lease: int = 0


class Same(NamedTuple):
    """That a key has this value."""

    key: str
    value: bytes

    def said(self) -> dict[str, Any]:
        """As a transaction's condition."""
        return {"key": self.key.encode(), "target": "VALUE", "result": "EQUAL", "value": self.value}


class Absent(NamedTuple):
    """That there is no such key."""

    key: str

    def said(self) -> dict[str, Any]:
        """As a transaction's condition."""
        return {"key": self.key.encode(), "target": "VERSION", "result": "EQUAL", "version": "0"}


class At(NamedTuple):
    """That a key was written last at this revision of the store; 0: that there is no such key."""

    key: str
    revision: int

    def said(self) -> dict[str, Any]:
        """As a transaction's condition."""
        return {"key": self.key.encode(), "target": "MOD", "result": "EQUAL", "mod_revision": str(self.revision)}


Condition = Same | Absent | At


class Put(NamedTuple):
    """A value for a key, gone with its lease if it has one."""

    key: str
    value: bytes
    lease: int = 0

    def said(self) -> dict[str, Any]:
        """As a transaction's act."""
        return {"request_put": {"key": self.key.encode(), "value": self.value, "lease": str(self.lease)}}


class Drop(NamedTuple):
    """No such key any more; with `all` none that begins so."""

    key: str
    all: bool = False

    def said(self) -> dict[str, Any]:
        """As a transaction's act."""
        return {"request_delete_range": ranged(self.key) if self.all else {"key": self.key.encode()}}


Act = Put | Drop


def ranged(prefix: str, after: str = "") -> dict[str, Any]:
    """All keys that begin so; those that come after one of them."""
    first, end = prefix.encode(), prefix.encode()
    return {"key": after.encode() + b"\0" if after else first, "range_end": end[:-1] + bytes([end[-1] + 1])}


class _Header(msgspec.Struct):
    revision: int


class _Kv(msgspec.Struct):
    key: bytes
    value: bytes = b""
    mod_revision: int = 0
    lease: int = 0

    def pair(self) -> Pair:
        return Pair(self.key.decode("utf-8", "replace"), self.value, self.mod_revision, self.lease)


class Ranged(msgspec.Struct):
    """The answer to a range."""

    header: _Header
    kvs: Sequence[_Kv] = ()
    more: bool = False

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """In the order of their keys, unless another was asked for."""
        return tuple(kv.pair() for kv in self.kvs)


class _Answer(msgspec.Struct):
    response_range: Ranged | None = None


class Done(msgspec.Struct):
    """The answer to a transaction."""

    header: _Header
    succeeded: bool = False
    responses: Sequence[_Answer] = ()

    @property
    def read(self) -> tuple[Pair, ...]:
        """What was read where the conditions did not hold."""
        return tuple(pair for one in self.responses if one.response_range for pair in one.response_range.pairs)


class Leased(msgspec.Struct, rename={"id": "ID", "ttl": "TTL"}):
    """The answer to what concerns a lease."""

    header: _Header
    id: int = 0
    ttl: int = 0
    """Seconds; 0 or less: there is no such lease."""


class Renewed(msgspec.Struct):
    """The answer to a renewal, which the gateway makes of a stream."""

    result: Leased


class Revoked(msgspec.Struct):
    """The answer where a lease was ended."""

    header: _Header


class Managed(msgspec.Struct):
    """The answer to what concerns users and roles."""

    header: _Header
    users: Sequence[str] = ()

    def said(self) -> dict[str, Any]:
        """What it tells."""
        return {"users": list(self.users)}


class Written(NamedTuple):
    """A change of one key."""

    key: str
    value: bytes | None
    """None: it is gone."""
    before: bytes | None
    """None: there was no such key, or nobody asked for that."""
    revision: int
    """Of the store, when it changed."""


class _Event(msgspec.Struct):
    kv: _Kv
    type: str = "PUT"
    prev_kv: _Kv | None = None

    def written(self) -> Written:
        value = None if self.type == "DELETE" else self.kv.value
        before = None if self.prev_kv is None else self.prev_kv.value
        return Written(self.kv.pair().key, value, before, self.kv.mod_revision)


class _AnyHeader(msgspec.Struct):
    revision: int = 0


class _News(msgspec.Struct):
    header: _AnyHeader
    created: bool = False
    canceled: bool = False
    compact_revision: int = 0
    events: Sequence[_Event] = ()


class Watched(msgspec.Struct):
    """A line of a watch."""

    result: _News

    @property
    def changes(self) -> tuple[tuple[str, bytes | None], ...]:
        """Keys with their new values; None: they are gone."""
        return tuple((one.key, one.value) for one in self.written)

    @property
    def written(self) -> tuple[Written, ...]:
        """The same, with what stood there before."""
        return tuple(event.written() for event in self.result.events)


class Fault(msgspec.Struct):
    """What is said of a call that was not done."""

    code: int = 0
    """Of gRPC."""
    message: str = ""


Answered = TypeVar("Answered", bound=msgspec.Struct)

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError)


def asked(**said: Any) -> bytes:
    """A question as it is posted."""
    return msgspec.json.encode(said)


def read(body: bytes, of: type[Answered]) -> Answered:
    """An answer. Raises one of UNREADABLE for what is none."""
    return msgspec.json.decode(body, type=of, strict=False)
