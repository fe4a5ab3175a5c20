"""Limits the number of connections, and the time that a request may take to arrive."""

import asyncio
from collections import Counter
from typing import Any, Protocol

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from companion.bounds import ASKING, ASKING_SECONDS, CONNECTIONS, CONNECTIONS_OF_ONE, HEAD_BYTES, QUESTION_BYTES


class Caller(Protocol):
    """A connection, as ConnectionLimit sees it."""

    @property
    def address(self) -> str:
        """The IP address of the caller. Empty: it is not known."""

    @property
    def has_seat(self) -> bool:
        """True if the stream of a seat is on this connection. Such a connection is never closed for another one."""

    def give_up(self) -> None:
        """Close the connection immediately."""


class ConnectionLimit:
    """The open connections, limited in number. A connection rests while no request on it is being answered. Resting
    connections are closed first. Only for the event loop."""

    def __init__(self, most: int = CONNECTIONS, most_of_one: int = CONNECTIONS_OF_ONE) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._resting: dict[Caller, None] = {}
        self._busy: dict[Caller, None] = {}
        self._of: Counter[str] = Counter()

    def comes(self, one: Caller) -> None:
        """Add a new connection, which rests. If there are too many, close another one, or the new one if all others are
        streams of seats."""
        self._resting[one] = None
        self._of[one.address] += 1
        if self._of[one.address] > self._most_of_one:
            self._one_goes(one, [other for other in self._all() if other.address == one.address])
        elif len(self._all()) > self._most:
            self._one_goes(one, self._all())

    def works(self, one: Caller) -> None:
        """Note that a request on this connection is being answered, so it does not rest."""
        if one in self._resting:
            self._busy[one] = self._resting.pop(one)

    def rests(self, one: Caller) -> None:
        """Note that the request on this connection was answered. It rests again, behind those that have rested longer."""
        if one in self._busy:
            self._resting[one] = self._busy.pop(one)

    def leaves(self, one: Caller) -> None:
        """Forget a connection that was closed. A second call does nothing."""
        if one not in self._resting and one not in self._busy:
            return
        self._resting.pop(one, None)
        self._busy.pop(one, None)
        self._of[one.address] -= 1
        if not self._of[one.address]:
            del self._of[one.address]

    def _all(self) -> list[Caller]:
        """Return all connections: first the one that has rested longest, last those with a request that is being
        answered."""
        return [*self._resting, *self._busy]

    def _one_goes(self, newest: Caller, among: list[Caller]) -> None:
        """Close the first connection in `among` of the address that has the most. If all others are streams of seats, close
        the newest."""
        others = [one for one in among if one is not newest and not one.has_seat]
        leaving = max(others, key=lambda one: self._of[one.address], default=newest)
        self.leaves(leaving)
        leaving.give_up()


class ReadTimeouts:
    """The connections with an incomplete request, the oldest request first. Each has a time limit. Only for the event
    loop."""

    def __init__(self, seconds: float = ASKING_SECONDS, most: int = ASKING, question_bytes: int = QUESTION_BYTES) -> None:
        self._seconds = seconds
        self._most = most
        self.question_bytes = question_bytes
        """The most bytes of a whole request."""
        self._begun: dict[Connection, asyncio.TimerHandle] = {}

    def begins(self, one: "Connection") -> None:
        """Start the time limit of a request, when its connection opens or its first byte comes. If too many requests are
        incomplete, close the connection of the oldest one."""
        if one in self._begun:
            return
        self._begun[one] = asyncio.get_running_loop().call_later(self._seconds, one.give_up)
        if len(self._begun) > self._most:
            next(iter(self._begun)).give_up()

    def ends(self, one: "Connection") -> None:
        """Stop the time limit, because the request is complete or its connection has gone."""
        timer = self._begun.pop(one, None)
        if timer is not None:
            timer.cancel()


class _TooEarly(Exception):
    """A request that came before the one before it was answered."""


class Connection(HttpToolsProtocol, Caller):
    """A connection of uvicorn with limits: it serves one request at a time, of limited size. Trailers, which follow a body,
    are dropped."""

    def __init__(self, *args: Any, asking: ReadTimeouts, connections: ConnectionLimit, **named: Any) -> None:
        super().__init__(*args, **named)
        self._asking = asking
        self._connections = connections
        self._in_head = False
        self._head = 0
        """The bytes of the head's fields so far."""
        self._received = 0
        """The bytes so far of the request that is not complete."""
        self._is_deaf = False

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def has_seat(self) -> bool:
        return self._is_answering() and bool(self.cycle.scope["state"].get("seat"))

    def give_up(self) -> None:
        self._asking.ends(self)
        self._forget_answer()
        self.transport.abort()

    def _forget_answer(self) -> None:
        """Cancel a reply that is still being made for this connection."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time of the first request when a connection comes."""
        super().connection_made(transport)
        self._asking.begins(self)
        self._connections.comes(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that left or was given up."""
        self._asking.ends(self)
        self._connections.leaves(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count the bytes of a request. Close the connection if the head, or the whole request, has too many."""
        self._received += len(data)
        if self._received > (HEAD_BYTES if self._in_head else self._asking.question_bytes):
            self.give_up()
        elif not self._is_deaf:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Reply to bytes that are no request. If another request is being answered, finish that reply and close: the phone
        could not tell which request a second reply belongs to."""
        if not self._is_answering():
            self._forget_answer()
            super().send_400_response(msg)
        elif self.cycle.scope["path"] == "/stream":
            self.give_up()  # a stream never ends by itself
        else:
            self._is_deaf = True
            self.cycle.keep_alive = False

    def _is_answering(self) -> bool:
        """Return whether a whole request waits for its reply."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def on_message_begin(self) -> None:
        """Begin a request. Raises if the one before has no reply yet, and the parser then reports an error."""
        if self._is_answering():
            raise _TooEarly
        self._in_head, self._head = True, 0
        self._asking.begins(self)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a field of the head. A field after the body (a trailer, RFC 9112, 7.1.2) is dropped."""
        if self._in_head:
            self._head += len(name) + len(value) + len(": \r\n")
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Note that the head is whole. uvicorn begins to answer, so the connection no longer rests."""
        self._in_head = False
        line = self.parser.get_method() + self.url + b"  HTTP/1.1\r\n\r\n"
        if self._head + len(line) > HEAD_BYTES:
            self.give_up()
            return
        super().on_headers_complete()
        self._connections.works(self)

    def on_message_complete(self) -> None:
        """Note that the request is whole, and count the bytes of the next one from 0."""
        self._asking.ends(self)
        self._received = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Note that the reply is out."""
        self._connections.rests(self)
        super().on_response_complete()
