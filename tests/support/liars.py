"""Plays stores that behave badly: they hang, send byte by byte, lie, or send nonsense."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from select import select
from threading import Event, Thread
from typing import Any

from companion.hall.store import Store

Manner = Callable[[socket.socket, Event], None]
"""A handler of a connection. The event is set at the end of the test."""


class Liar:
    """A listener on a free port of loopback, which treats all callers in the same manner."""

    def __init__(self, manner: Manner) -> None:
        self._manner = manner
        self._over = Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.calls = 0
        self._called: list[socket.socket] = []
        self._threads = [Thread(target=self._listen, daemon=True)]
        self._threads[0].start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                called, _ = self._listening.accept()
                self.calls += 1
                self._called.append(called)
                self._threads.append(Thread(target=self._meet, args=(called,), daemon=True))
                self._threads[-1].start()

    def _meet(self, called: socket.socket) -> None:
        with called, suppress(OSError):
            self._manner(called, self._over)

    def close(self) -> None:
        self._over.set()
        for one in (self._listening, *self._called):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for thread in self._threads:
            thread.join()


@contextmanager
def lying(manner: Manner) -> Iterator[Liar]:
    liar = Liar(manner)
    try:
        yield liar
    finally:
        liar.close()


class Passing:
    """Passes on everything between callers and the store at `address`, until `is_silent` is set: then the first watch gets
    nothing more, and does not notice. `first` runs before the store gets that watch."""

    def __init__(self, address: str, first: Callable[[], None] = lambda: None) -> None:
        host, _, port = address.removeprefix("http://").partition(":")
        self._place = host, int(port)
        self._first = first
        self.is_silent = Event()
        self.watches = 0

    def __call__(self, called: socket.socket, over: Event) -> None:
        is_first = False
        with socket.create_connection(self._place) as store:
            while not over.is_set():
                for one in select([called, store], [], [], 0.05)[0]:
                    received = one.recv(1 << 16)
                    if not received:
                        return
                    if one is called and b"POST /v3/watch" in received:
                        self.watches += 1
                        is_first = self.watches == 1
                        if is_first:
                            self._first()
                    if one is called or not (is_first and self.is_silent.is_set()):
                        (store if one is called else called).sendall(received)


def hangs(called: socket.socket, over: Event) -> None:
    """Accept the call and never answer."""
    over.wait()


def hangs_up(called: socket.socket, over: Event) -> None:
    """Read a byte and hang up."""
    called.recv(1)


def dribbles(begins: bytes, again: bytes = b"x") -> Manner:
    """Return a handler that sends `begins`, and then `again` now and then for ever: often enough for any time limit on a
    single byte."""

    def manner(called: socket.socket, over: Event) -> None:
        called.sendall(begins)
        while not over.wait(0.02):
            called.sendall(again)

    return manner


def says(body: bytes, status: str = "200 OK", length: int | None = None) -> Manner:
    """Return a handler that gives the same answer to every request."""

    def manner(called: socket.socket, over: Event) -> None:
        while read_question(called):
            head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body) if length is None else length}\r\n\r\n"
            called.sendall(head.encode() + body)
            if length is not None:
                return

    return manner


def talks_without_end(called: socket.socket, over: Event) -> None:
    """Send an answer that never ends."""
    called.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
    while not over.is_set():
        called.sendall(bytes(1 << 16))


def bare(words: bytes) -> Manner:
    """Return a handler whose reply is not even HTTP."""

    def manner(called: socket.socket, over: Event) -> None:
        called.recv(1)
        called.sendall(words)

    return manner


def read_question(called: socket.socket) -> bool:
    """Read one whole request. Return False if none comes."""
    head = b""
    while b"\r\n\r\n" not in head:
        more = called.recv(65536)
        if not more:
            return False
        head += more
    head, _, body = head.partition(b"\r\n\r\n")
    (length,) = (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
    while len(body) < length:
        body += called.recv(65536)
    return True


MANNERS: dict[str, Manner] = {
    "hangs": hangs,
    "hangs up": hangs_up,
    "dribbles its head": dribbles(b"HTTP/1.1 200 OK\r\nX: "),
    "dribbles heads": dribbles(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"),
    "dribbles its body": dribbles(b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n"),
    "dribbles chunks": dribbles(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "says that it goes on": dribbles(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "talks without end": talks_without_end,
    "says less than it says": says(b"{}", length=99),
    "says nothing": says(b""),
    "says no JSON": says(b"<html>"),
    "says half a JSON": says(b'{"header":{"revision":"1"'),
    "says a number": says(b"7"),
    "says null": says(b"null"),
    "says an empty object": says(b"{}"),
    "says bottomless JSON": says(b"[" * 100_000),
    "says a revision that is none": says(b'{"header":{"revision":"many"}}'),
    "says other keys": says(b'{"header":{"revision":"1"},"kvs":[{"key":"L290aGVy","value":"eA=="}],"responses":7}'),
    "says keys that are none": says(b'{"header":{"revision":"1"},"kvs":[{"key":"///////"}],"result":[]}'),
    "says that there is more for ever": says(b'{"header":{"revision":"1"},"more":true,"responses":{}}'),
    "is broken": says(b'{"code":2,"message":"broken"}', "500 Internal Server Error"),
    "has no leader": says(b'{"code":14,"message":"etcdserver: no leader"}', "503 Service Unavailable"),
    "has no room": says(b'{"code":8,"message":"etcdserver: mvcc: database space exceeded"}', "429 Too Many Requests"),
    "sends elsewhere": says(b"", "307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/"),
    "speaks no HTTP": bare(b"SSH-2.0-OpenSSH_9.2\r\n"),
    "says noughts": bare(bytes(4096)),
}

CALLS: dict[str, Callable[[Store], Any]] = {
    "read": lambda store: store.read("/a"),
    "all": lambda store: store.all("/a"),
    "names": lambda store: store.names("/a"),
    "last": lambda store: store.last("/a"),
    "commit": lambda store: store.commit([], []),
    "lease": lambda store: store.lease(15),
    "renew": lambda store: store.renew(7),
    "left": lambda store: store.left(7),
    "end": lambda store: store.end(7),
}
