"""One connection to one store, over which one thing is asked at a time (docs/decisions/etcd.md)."""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from itertools import chain
from threading import Timer
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError
from urllib3.response import HTTPResponse

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
