"""One connection to etcd: what its HTTP gateway is asked, and what it answers (docs/decisions/etcd.md)."""

import socket
import ssl
import time
from collections.abc import Iterator, Sequence
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


CALL_SECONDS: Final = 5.0
"""From asking to the answer's last byte."""
CONNECT_SECONDS: Final = 2.0
"""Until somebody takes the call, and once more until both know each other by TLS."""
REPLY_BYTES: Final = 8 * 1024 * 1024
"""Of one answer, and of one line of a stream: the longest good one is a tenth of it."""
CHUNK_BYTES: Final = 64 * 1024

_SIGNS_OF_LIFE: Final = {"TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}
"""By which a stream learns within ten seconds that nobody is there any more, though nothing was to be said."""


class Away(Exception):
    """No answer: nobody there, it took too long, or what came is nothing that a store says. The words are for a log."""


class Reply(NamedTuple):
    """What a store answered."""

    status: int
    """As HTTP has it."""
    date: str | None
    """The store's clock, as HTTP writes it."""
    body: bytes


class Line:
    """A connection to the store at `address`, opened when it is needed. By https it is known by `tls`. Every method raises
    Away, and the next call begins anew."""

    def __init__(self, address: str, tls: ssl.SSLContext | None = None) -> None:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or 0
        self.address: Final = address
        self._connection: HTTPConnection = (
            HTTPSConnection(host, port, ssl_context=tls, timeout=CONNECT_SECONDS, socket_options=_options())
            if parts.scheme == "https"
            else HTTPConnection(host, port, timeout=CONNECT_SECONDS, socket_options=_options())
        )

    def ask(self, path: str, body: bytes, seconds: float = CALL_SECONDS, token: str = "") -> Reply:
        """The whole answer, within so many seconds."""
        with self._guarded(), self._within(seconds):
            response = self._posted(path, body, seconds, token)
            said = b"".join(_bounded(response))
            return Reply(response.status, response.headers.get("date"), said)

    def listen(self, path: str, body: bytes, seconds: float = CALL_SECONDS, token: str = "") -> Iterator[Reply]:
        """A stream that goes on until the store ends it or somebody calls `cut`, line by line; the first one within so many
        seconds."""
        with self._guarded():
            with self._within(seconds):
                response = self._posted(path, body, seconds, token)
                lines = _lines(response)
                first = next(lines)
            if self._connection.sock is not None:
                self._connection.sock.settimeout(None)  # nothing may happen for long; the system looks for signs of life
            for line in chain((first,), lines):
                yield Reply(response.status, response.headers.get("date"), line)

    def cut(self) -> None:
        """Whatever is being asked ends at once. From any thread."""
        sock = self._connection.sock
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up. The next call opens it anew."""
        self._connection.close()

    def _posted(self, path: str, body: bytes, seconds: float, token: str) -> HTTPResponse:
        """The answer's head. The connection is opened first where there is none, and that counts."""
        began = time.monotonic()
        if self._connection.sock is None:
            self._connection.timeout = min(CONNECT_SECONDS, seconds)
            self._connection.connect()
        self._connection.timeout = max(0.1, seconds - (time.monotonic() - began))
        headers = {"Content-Type": "application/json", **({"Authorization": token} if token else {})}
        self._connection.request("POST", path, body, headers, preload_content=False)
        return self._connection.getresponse()

    @contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        """A socket's own limit begins anew with every byte: a store that dribbles would be waited for for ever."""
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
