"""How many connections there may be, and how long they may take."""

import asyncio
from collections import Counter
from typing import Any, Protocol

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from companion.bounds import ASKING, ASKING_SECONDS, CONNECTIONS, CONNECTIONS_OF_ONE, HEAD_BYTES, QUESTION_BYTES


class Caller(Protocol):
    """One connection."""

    @property
    def address(self) -> str:
        """The IP address that it comes from; empty where that is not known."""

    @property
    def has_seat(self) -> bool:
        """Whether a seat's own stream is on it: that one stays."""

    def give_up(self) -> None:
        """Close it at once."""


class ConnectionLimit:
    """The open connections. Those that rest, as nothing is being answered on them, leave first. On the loop only."""

    def __init__(self, most: int = CONNECTIONS, most_of_one: int = CONNECTIONS_OF_ONE) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._resting: dict[Caller, None] = {}
        self._busy: dict[Caller, None] = {}
        self._of: Counter[str] = Counter()

    def comes(self, one: Caller) -> None:
        """A new connection. For one too many another goes, or else itself: it rests, as it has said nothing yet."""
        self._resting[one] = None
        self._of[one.address] += 1
        if self._of[one.address] > self._most_of_one:
            self._one_goes(one, [other for other in self._all() if other.address == one.address])
        elif len(self._all()) > self._most:
            self._one_goes(one, self._all())

    def works(self, one: Caller) -> None:
        """A question of theirs is being answered: they do not rest."""
        if one in self._resting:
            self._busy[one] = self._resting.pop(one)

    def rests(self, one: Caller) -> None:
        """Their question was answered: they rest again, behind all who have rested longer."""
        if one in self._busy:
            self._resting[one] = self._busy.pop(one)

    def leaves(self, one: Caller) -> None:
        """It was closed, by whomever. One that has left already leaves once."""
        if one not in self._resting and one not in self._busy:
            return
        self._resting.pop(one, None)
        self._busy.pop(one, None)
        self._of[one.address] -= 1
        if not self._of[one.address]:
            del self._of[one.address]

    def _all(self) -> list[Caller]:
        """The one that has rested longest in front; those that are being answered behind."""
        return [*self._resting, *self._busy]

    def _one_goes(self, newest: Caller, among: list[Caller]) -> None:
        """Of the address that has most the first; the new one itself where all others are seats' streams."""
        others = [one for one in among if one is not newest and not one.has_seat]
        leaving = max(others, key=lambda one: self._of[one.address], default=newest)
        self.leaves(leaving)
        leaving.give_up()


class ReadTimeouts:
    """The connections whose question is not complete, the one that began first in front. On the loop only."""

    def __init__(self, seconds: float = ASKING_SECONDS, most: int = ASKING) -> None:
        self._seconds = seconds
        self._most = most
        self._begun: dict[Connection, asyncio.TimerHandle] = {}

    def begins(self, one: "Connection") -> None:
        """The first byte of a question, or coming in: from here on its time runs. For one too many the first gives up."""
        if one in self._begun:
            return
        self._begun[one] = asyncio.get_running_loop().call_later(self._seconds, one.give_up)
        if len(self._begun) > self._most:
            next(iter(self._begun)).give_up()

    def ends(self, one: "Connection") -> None:
        """Its question is complete, or it has gone: nothing is waited for."""
        timer = self._begun.pop(one, None)
        if timer is not None:
            timer.cancel()


class _TooEarly(Exception):
    """A second question came before the first was answered."""


class Connection(HttpToolsProtocol, Caller):
    """uvicorn's, with an end to its patience: one question at a time, each of so many bytes at most, and nothing of what
    follows a body (trailers) is believed."""

    def __init__(self, *args: Any, asking: ReadTimeouts, crowd: ConnectionLimit, **named: Any) -> None:
        super().__init__(*args, **named)
        self._asking = asking
        self._crowd = crowd
        self._in_head = False
        self._head = 0
        """Bytes of the head's fields: a head that comes in one piece is counted when it is read."""
        self._said = 0
        """Bytes of the question that is not complete."""
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
        """Whoever still makes an answer for this connection need not send it."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody came: they count as asking before they have said anything."""
        super().connection_made(transport)
        self._asking.begins(self)
        self._crowd.comes(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """They went, or were given up."""
        self._asking.ends(self)
        self._crowd.leaves(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a question. With too many for its head, or for the whole of it, the connection is given up."""
        self._said += len(data)
        if self._said > (HEAD_BYTES if self._in_head else QUESTION_BYTES):
            self.give_up()
        elif not self._is_deaf:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """To what is no question. If one before it is just being answered, that is answered to the end, and then it is over:
        nobody could tell whose answer this is."""
        if not self._is_answering():
            self._forget_answer()
            super().send_400_response(msg)
        elif self.cycle.scope["path"] == "/stream":
            self.give_up()  # it has no end
        else:
            self._is_deaf = True
            self.cycle.keep_alive = False

    def _is_answering(self) -> bool:
        """Whether a whole question waits for its answer."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def on_message_begin(self) -> None:
        """The first line of a question. While the one before has no answer, raises: the parser then says that it cannot go
        on."""
        if self._is_answering():
            raise _TooEarly
        self._in_head, self._head = True, 0
        self._asking.begins(self)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A field of the head; one that comes after the body (a trailer, RFC 9112, 7.1.2) is dropped."""
        if self._in_head:
            self._head += len(name) + len(value) + len(": \r\n")
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole: uvicorn begins to answer, so that the connection rests no more."""
        self._in_head = False
        line = self.parser.get_method() + self.url + b"  HTTP/1.1\r\n\r\n"
        if self._head + len(line) > HEAD_BYTES:
            self.give_up()
            return
        super().on_headers_complete()
        self._crowd.works(self)

    def on_message_complete(self) -> None:
        """The question is whole, and the count of its bytes begins anew."""
        self._asking.ends(self)
        self._said = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is out."""
        self._crowd.rests(self)
        super().on_response_complete()
