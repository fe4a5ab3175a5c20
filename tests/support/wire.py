"""Phones for the bench: bare sockets, small reads, and as little work as possible, so that the bench measures the server."""

import re
import selectors
import socket
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.state import Seat
from web.drawing.pictures import GZIP

READ = 4096
SEQ = re.compile(rb'"seq":(\d+)')
HEAD_END = b"\r\n\r\n"
END = b"\n\n\r\n"
"""The end of a push: the empty line of a comment or an event, and the end of its chunk."""
BEGINNING = 300
"""Bytes. So many of each event are unpacked. The number of a screen is among them."""


def request(method: str, path: str, body: bytes = b"", cookie: str = "", more: Sequence[str] = ()) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Accept: application/json",
        f"Content-Length: {len(body)}",
        *more,
    ]
    lines += [f"Cookie: seat={cookie}"] if cookie else []
    return "\r\n".join([*lines, "", ""]).encode() + body


class Poster:
    """One connection, kept open, for posting answers."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Send a request. Return status, head and body."""
        self.socket.sendall(request)
        return self.answer()

    def answer(self) -> tuple[int, bytes, bytes]:
        head, _, body = self._until(b"\r\n\r\n").partition(b"\r\n\r\n")
        length = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
        while len(body) < length:
            body += self.socket.recv(READ)
        return int(head[9:12]), head, body

    def _until(self, end: bytes) -> bytes:
        raw = b""
        while end not in raw:
            part = self.socket.recv(READ)
            assert part, "the server has closed"
            raw += part
        return raw


class Listeners:
    """Open streams, which read what comes."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self.tails: dict[socket.socket, bytearray] = {}
        self.got: dict[socket.socket, int] = {}
        """The number of the newest whole screen of each stream. 0: none came yet."""
        self.bytes = 0
        self._whose: dict[socket.socket, Seat | None] = {}

    def open(self, port: int, seat: Seat | None, cookie: str = "") -> None:
        """Open the stream of a seat, or of the table's screen if `seat` is None."""
        one = socket.create_connection(("127.0.0.1", port))
        path = "/stream?table" if seat is None else "/stream"
        one.sendall(request("GET", path, cookie=cookie, more=("Accept-Encoding: gzip",)))
        one.setblocking(False)
        self.tails[one], self.got[one], self._whose[one] = bytearray(), 0, seat
        self._selector.register(one, selectors.EVENT_READ)

    def drain(self, seconds: float = 0.0) -> None:
        """Read what has come. Wait at most `seconds` for the first of it."""
        for key, _ in self._selector.select(seconds):
            one: Any = key.fileobj
            part = one.recv(READ)
            assert part, "the server has ended a stream"
            self.bytes += len(part)
            self._count(one, part)

    def _count(self, one: socket.socket, part: bytes) -> None:
        """Note the number of a screen at the end of its last chunk. Heartbeats have none."""
        tail = self.tails[one]
        tail += part
        if tail.endswith(END):
            for chunk in _chunks(tail):
                if found := SEQ.search(_beginning(chunk)):
                    self.got[one] = int(found[1])
            tail.clear()

    def wait(self, seqs: Mapping[Seat | None, int]) -> None:
        """Wait until every stream has the screen of this number, or a later one."""
        deadline = time.monotonic() + 20
        while any(self.got[one] < seqs[seat] for one, seat in self._whose.items()):
            self.drain(1.0)
            assert time.monotonic() < deadline, "a phone got no screen"

    def settle(self) -> None:
        """Read until every stream has a screen and nothing more comes."""
        before = -1
        while before != self.bytes or not all(self.got.values()):
            before = self.bytes
            self.drain(0.1)

    def close(self) -> None:
        for one in self.tails:
            self._selector.unregister(one)
            one.close()
        self.tails, self.got, self._whose = {}, {}, {}


def _chunks(raw: bytes | bytearray) -> Iterator[bytes]:
    """Yield the chunks of a stream, from its head or from the beginning of a chunk."""
    at = raw.find(HEAD_END) + len(HEAD_END) if raw.startswith(b"HTTP") else 0
    while at < len(raw):
        begins = raw.index(b"\r\n", at) + 2
        ends = begins + int(raw[at : begins - 2], 16)
        yield bytes(raw[begins:ends])
        at = ends + 2


def _beginning(chunk: bytes) -> bytes:
    """Return the first bytes of the event in a packed chunk. The head of the packed stream has none."""
    return b"" if chunk == GZIP.head else zlib.decompressobj(-zlib.MAX_WBITS).decompress(chunk, BEGINNING)
