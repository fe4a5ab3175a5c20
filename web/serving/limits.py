"""Limit how many connections there are, and how long a request may take to arrive."""

import asyncio
from collections import Counter
from typing import Any, Protocol

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from companion.bounds import ASKING, ASKING_SECONDS, CONNECTIONS, CONNECTIONS_OF_ONE, HEAD_BYTES, QUESTION_BYTES


class Caller(Protocol):
    """One connection."""

    @property
    def address(self) -> str:
        """Return the IP address of the other side. It is empty if it is not known."""

    @property
    def has_seat(self) -> bool:
        """Return whether a seat's own stream is on it. Such a connection stays."""

    def give_up(self) -> None:
        """Close it immediately."""


class ConnectionLimit:
    """The open connections. A connection rests while nothing is being answered on it, and resting ones leave first. On the
    loop only."""

    def __init__(self, most: int = CONNECTIONS, most_of_one: int = CONNECTIONS_OF_ONE) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._resting: dict[Caller, None] = {}
        self._busy: dict[Caller, None] = {}
        self._of: Counter[str] = Counter()

    def comes(self, one: Caller) -> None:
        """Note a new connection. If it is one too many, another one leaves, or else the new one. It rests, as it has sent
        nothing."""
        self._resting[one] = None
        self._of[one.address] += 1
        if self._of[one.address] > self._most_of_one:
            self._one_goes(one, [other for other in self._all() if other.address == one.address])
        elif len(self._all()) > self._most:
            self._one_goes(one, self._all())

    def works(self, one: Caller) -> None:
        """Note that a request on it is being answered: it does not rest."""
        if one in self._resting:
            self._busy[one] = self._resting.pop(one)

    def rests(self, one: Caller) -> None:
        """Note that its request was answered: it rests again, behind those that have rested longer."""
        if one in self._busy:
            self._resting[one] = self._busy.pop(one)

    def leaves(self, one: Caller) -> None:
        """Note that it was closed. A second call does nothing."""
        if one not in self._resting and one not in self._busy:
            return
        self._resting.pop(one, None)
        self._busy.pop(one, None)
        self._of[one.address] -= 1
        if not self._of[one.address]:
            del self._of[one.address]

    def _all(self) -> list[Caller]:
        """Return all: first the one that has rested longest, last those that are being answered."""
        return [*self._resting, *self._busy]

    def _one_goes(self, newest: Caller, among: list[Caller]) -> None:
        """Close the first one of the address that has most. If all others are seats' streams, close the new one."""
        others = [one for one in among if one is not newest and not one.has_seat]
        leaving = max(others, key=lambda one: self._of[one.address], default=newest)
        self.leaves(leaving)
        leaving.give_up()


class ReadTimeouts:
    """The connections whose request is not complete, the oldest request first. On the loop only."""

    def __init__(self, seconds: float = ASKING_SECONDS, most: int = ASKING) -> None:
        self._seconds = seconds
        self._most = most
        self._begun: dict[Connection, asyncio.TimerHandle] = {}

    def begins(self, one: "Connection") -> None:
        """Start the time of a request, at its first byte or when the connection comes. If it is one too many, the first one
        gives up."""
        if one in self._begun:
            return
        self._begun[one] = asyncio.get_running_loop().call_later(self._seconds, one.give_up)
        if len(self._begun) > self._most:
            next(iter(self._begun)).give_up()

    def ends(self, one: "Connection") -> None:
        """Stop the time: the request is complete, or the connection has gone."""
        timer = self._begun.pop(one, None)
        if timer is not None:
            timer.cancel()


class _TooEarly(Exception):
    """A second request came before the first one was answered."""


class Connection(HttpToolsProtocol, Caller):
    """A connection of uvicorn with limits: one request at a time, each of a limited size. Trailers, which follow a body,
    are dropped."""

    def __init__(self, *args: Any, asking: ReadTimeouts, crowd: ConnectionLimit, **named: Any) -> None:
        super().__init__(*args, **named)
        self._asking = asking
        self._crowd = crowd
        self._in_head = False
        self._head = 0
        """Bytes of the head's fields. A head in one piece is counted when it is read."""
        self._said = 0
        """Bytes of the request that is not complete."""
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
        """Cancel an answer that is still being made for this connection."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time of the first request when a connection comes."""
        super().connection_made(transport)
        self._asking.begins(self)
        self._crowd.comes(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that left or was given up."""
        self._asking.ends(self)
        self._crowd.leaves(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count the bytes of a request. Too many for its head, or for all of it, end the connection."""
        self._said += len(data)
        if self._said > (HEAD_BYTES if self._in_head else QUESTION_BYTES):
            self.give_up()
        elif not self._is_deaf:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Reply to bytes that are no request. If another request is being answered, finish that reply and close: nobody
        could tell which reply this is."""
        if not self._is_answering():
            self._forget_answer()
            super().send_400_response(msg)
        elif self.cycle.scope["path"] == "/stream":
            self.give_up()  # it has no end
        else:
            self._is_deaf = True
            self.cycle.keep_alive = False

    def _is_answering(self) -> bool:
        """Return whether a whole request waits for its reply."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def on_message_begin(self) -> None:
        """Begin a request. Raises while the one before has no reply. The parser then reports an error."""
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
        self._crowd.works(self)

    def on_message_complete(self) -> None:
        """Note that the request is whole, and count the bytes of the next one from 0."""
        self._asking.ends(self)
        self._said = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Note that the reply is out."""
        self._crowd.rests(self)
        super().on_response_complete()
