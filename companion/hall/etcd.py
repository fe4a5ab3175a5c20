"""One connection to etcd: the requests and replies of its HTTP gateway (docs/decisions/etcd.md)."""

import socket
import ssl
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from itertools import chain
from threading import Timer
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError
from urllib3.response import HTTPResponse


class Pair(NamedTuple):
    """A key of the store with its value."""

    key: str
    value: bytes
    revision: int
    """The store's revision when the value was put."""
    lease: int = 0


def value_of(found: Mapping[str, Pair], key: str) -> bytes | None:
    """Return the value of a key that was read, or None if it does not exist."""
    return found[key].value if key in found else None


class Same(NamedTuple):
    """The condition that a key has this value."""

    key: str
    value: bytes

    def as_json(self) -> dict[str, Any]:
        """Return this as a transaction's condition in etcd's JSON."""
        return {"key": self.key.encode(), "target": "VALUE", "result": "EQUAL", "value": self.value}


class Absent(NamedTuple):
    """The condition that a key does not exist."""

    key: str

    def as_json(self) -> dict[str, Any]:
        """Return this as a transaction's condition in etcd's JSON."""
        return {"key": self.key.encode(), "target": "VERSION", "result": "EQUAL", "version": "0"}


class At(NamedTuple):
    """The condition that a key was last written at this revision of the store. With 0 the key must not exist."""

    key: str
    revision: int

    def as_json(self) -> dict[str, Any]:
        """Return this as a transaction's condition in etcd's JSON."""
        return {"key": self.key.encode(), "target": "MOD", "result": "EQUAL", "mod_revision": str(self.revision)}


Condition = Same | Absent | At


class Put(NamedTuple):
    """Puts a value. If it has a lease, the store deletes the value when the lease ends."""

    key: str
    value: bytes
    lease: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return this as a transaction's act in etcd's JSON."""
        return {"request_put": {"key": self.key.encode(), "value": self.value, "lease": str(self.lease)}}


class Drop(NamedTuple):
    """Deletes a key, or with `all` every key that begins with it."""

    key: str
    all: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return this as a transaction's act in etcd's JSON."""
        return {"request_delete_range": ranged(self.key) if self.all else {"key": self.key.encode()}}


Act = Put | Drop


def ranged(prefix: str, after: str = "") -> dict[str, Any]:
    """Return the range of all keys that begin with `prefix`, or of those that come after `after`."""
    first, end = prefix.encode(), prefix.encode()
    return {"key": after.encode() + b"\0" if after else first, "range_end": end[:-1] + bytes([end[-1] + 1])}


class _Header(msgspec.Struct):
    revision: int


class _AnyHeader(msgspec.Struct):
    revision: int = 0


class _Kv(msgspec.Struct):
    key: bytes
    value: bytes = b""
    mod_revision: int = 0
    lease: int = 0

    def pair(self) -> Pair:
        return Pair(self.key.decode("utf-8", "replace"), self.value, self.mod_revision, self.lease)


class RangeReply(msgspec.Struct):
    """The keys of a range with their values. `more` is True if the range has further keys."""

    header: _Header
    kvs: Sequence[_Kv] = ()
    more: bool = False

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Return the pairs in the order of the reply: sorted by key, unless the request says otherwise."""
        return tuple(kv.pair() for kv in self.kvs)


class _Response(msgspec.Struct):
    response_range: RangeReply | None = None


class TransactionReply(msgspec.Struct):
    """The reply to a transaction: if its conditions did not hold, it has what was read instead."""

    header: _Header
    succeeded: bool = False
    responses: Sequence[_Response] = ()

    @property
    def read(self) -> tuple[Pair, ...]:
        """Return what was read because a condition did not hold."""
        return tuple(pair for one in self.responses if one.response_range for pair in one.response_range.pairs)


class LeaseReply(msgspec.Struct, rename={"id": "ID", "ttl": "TTL"}):
    """The reply to a request about a lease."""

    header: _Header
    id: int = 0
    ttl: int = 0
    """The lease's seconds, or 0 or less if there is no such lease."""


class RenewalReply(msgspec.Struct):
    """The reply to a renewal, which the gateway makes a stream."""

    result: LeaseReply


class RevokeReply(msgspec.Struct):
    """The reply to the end of a lease."""

    header: _Header


class UsersReply(msgspec.Struct):
    """The reply to a request about users and roles."""

    header: _Header
    users: Sequence[str] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the reply as plain data."""
        return {"users": list(self.users)}


class StatusReply(msgspec.Struct, rename={"size": "dbSizeInUse", "quota": "dbSizeQuota"}):
    """The state of one machine of the store."""

    header: _AnyHeader
    size: int = 0
    """The bytes of its file that are in use. The file grows in large steps."""
    quota: int = 0
    """The most bytes that its file may have. 0: it does not say."""
    errors: Sequence[str] = ()

    @property
    def is_full(self) -> bool:
        """Return True if the store takes nothing more, because its file has the largest size that it may have."""
        return any("NOSPACE" in error for error in self.errors)


class Change(NamedTuple):
    """A change of one key."""

    key: str
    value: bytes | None
    """None if the key was deleted."""
    before: bytes | None
    """None if the key did not exist, or if nobody asked for it."""
    revision: int
    """The store's revision of the change."""


class _Event(msgspec.Struct):
    kv: _Kv
    type: str = "PUT"
    prev_kv: _Kv | None = None

    def written(self) -> Change:
        value = None if self.type == "DELETE" else self.kv.value
        before = None if self.prev_kv is None else self.prev_kv.value
        return Change(self.kv.pair().key, value, before, self.kv.mod_revision)


class _News(msgspec.Struct):
    header: _AnyHeader
    created: bool = False
    canceled: bool = False
    compact_revision: int = 0
    events: Sequence[_Event] = ()


class WatchReply(msgspec.Struct):
    """A line of a watch."""

    result: _News

    @property
    def changes(self) -> tuple[tuple[str, bytes | None], ...]:
        """Return keys with their new values, or None for deleted ones."""
        return tuple((one.key, one.value) for one in self.written)

    @property
    def written(self) -> tuple[Change, ...]:
        """Return the same changes, each with the value before it."""
        return tuple(event.written() for event in self.result.events)


class FailedReply(msgspec.Struct):
    """The reply to a call that failed."""

    code: int = 0
    """The code of gRPC."""
    message: str = ""


ReplyBody = TypeVar("ReplyBody", bound=msgspec.Struct)

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError)


def request(**fields: Any) -> bytes:
    """Return a request's body."""
    return msgspec.json.encode(fields)


def read(body: bytes, of: type[ReplyBody]) -> ReplyBody:
    """Return a reply. Raises one of UNREADABLE if it cannot be read."""
    return msgspec.json.decode(body, type=of, strict=False)


CALL_SECONDS: Final = 5.0
"""The time for a whole request, up to the reply's last byte."""
CONNECT_SECONDS: Final = 2.0
"""The most seconds to connect. TLS may take as long again."""
REPLY_BYTES: Final = 8 * 1024 * 1024
"""The most bytes of a reply, or of a line of a stream. The longest good one has a tenth of this."""
CHUNK_BYTES: Final = 64 * 1024

_SIGNS_OF_LIFE: Final = {"TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}
"""Options of a socket by which a silent stream notices within ten seconds that the other side is gone."""


class Away(Exception):
    """The store did not answer, was too slow, or sent something that no store sends. The message is for a log."""


class Reply(NamedTuple):
    """A store's reply."""

    status: int
    """The status of HTTP."""
    date: str | None
    """The store's clock, as HTTP writes it."""
    body: bytes


class Connection:
    """A connection to the store at `address`, opened on first use. `tls` is for https. Every method raises Away; the next
    call connects again."""

    def __init__(self, address: str, tls: ssl.SSLContext | None = None) -> None:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or 0
        self.address: Final = address
        self._connection: HTTPConnection = (
            HTTPSConnection(host, port, ssl_context=tls, timeout=CONNECT_SECONDS, socket_options=_options())
            if parts.scheme == "https"
            else HTTPConnection(host, port, timeout=CONNECT_SECONDS, socket_options=_options())
        )

    def ask(self, path: str, body: bytes | None, seconds: float = CALL_SECONDS, token: str = "") -> Reply:
        """Return the whole reply, within this many seconds. Without a body this only gets a page."""
        with self._guarded(), self._within(seconds):
            response = self._sent(path, body, seconds, token)
            read = b"".join(_bounded(response))
            return Reply(response.status, response.headers.get("date"), read)

    def listen(self, path: str, body: bytes, seconds: float = CALL_SECONDS, token: str = "") -> Iterator[Reply]:
        """Yield the lines of a stream until the store ends it or `cut` is called. The first must come within this many
        seconds."""
        with self._guarded():
            with self._within(seconds):
                response = self._sent(path, body, seconds, token)
                lines = _lines(response)
                first = next(lines)
            if self._connection.sock is not None:
                self._connection.sock.settimeout(None)  # lines may be far apart; TCP keepalive notices a dead peer
            for line in chain((first,), lines):
                yield Reply(response.status, response.headers.get("date"), line)

    def cut(self) -> None:
        """End the current request immediately. From any thread."""
        sock = self._connection.sock
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection. The next call opens it again."""
        self._connection.close()

    def _sent(self, path: str, body: bytes | None, seconds: float, token: str) -> HTTPResponse:
        """Send a request and return the reply's head. Connecting counts as part of the time."""
        began = time.monotonic()
        if self._connection.sock is None:
            self._connection.timeout = min(CONNECT_SECONDS, seconds)
            self._connection.connect()
        self._connection.timeout = max(0.1, seconds - (time.monotonic() - began))
        headers = {"Content-Type": "application/json", **({"Authorization": token} if token else {})}
        self._connection.request("GET" if body is None else "POST", path, body, headers, preload_content=False)
        return self._connection.getresponse()

    @contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        """Limit the whole time. A socket's own limit starts again with each byte, so a store that dribbles would never be
        too slow."""
        timer = Timer(seconds, self.cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        is_done = False
        try:
            yield
            is_done = True
        except (OSError, HTTPError, HTTPException, ValueError) as error:
            raise Away(f"{self.address}: {error!r}") from error
        finally:
            if not is_done:
                self._connection.close()


def _options() -> list[tuple[int, int, int | bytes]]:
    signs: list[tuple[int, int, int | bytes]] = [
        (socket.IPPROTO_TCP, getattr(socket, name), n) for name, n in _SIGNS_OF_LIFE.items() if hasattr(socket, name)
    ]
    return [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1), (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1), *signs]


def _bounded(response: HTTPResponse) -> Iterator[bytes]:
    left = REPLY_BYTES
    while chunk := response.read1(CHUNK_BYTES, decode_content=False):
        left -= len(chunk)
        if left < 0:
            raise ValueError("it says too much")
        yield chunk


def _lines(response: HTTPResponse) -> Iterator[bytes]:
    begun = b""
    while chunk := response.read1(CHUNK_BYTES, decode_content=False):
        *whole, begun = (begun + chunk).split(b"\n")
        if len(begun) > REPLY_BYTES:
            raise ValueError("it says too much")
        yield from (line for line in whole if line.strip())
    raise ValueError("it has ended")
