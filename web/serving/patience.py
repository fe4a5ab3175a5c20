"""How long the box waits for who has begun to ask and does not come to an end (a phone at the edge of the network, or
somebody who dribbles on purpose): not for ever, not for many at a time, and not for a question without an end.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from companion.bounds import ASKING, ASKING_SECONDS, HEAD_BYTES, QUESTION_BYTES
from web.serving.crowd import Caller, Crowd


class Asking:
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

    def __init__(self, *args: Any, asking: Asking, crowd: Crowd, **named: Any) -> None:
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
