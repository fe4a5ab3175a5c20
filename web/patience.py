"""How long the box waits for who has begun to ask and does not come to an end (a phone at the edge of the network, or
somebody who dribbles on purpose): not for ever, not for many at a time, and not for a head without an end.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SECONDS: Final = 20.0
"""From the first byte of a question, or from coming in, to the question's last byte."""
MOST: Final = 256
"""So many may be asking at a time; for one more, the one that has taken longest goes. Who asks as phones do is done in
no time, so it is never that one."""
MOST_HEAD: Final = 64 * 1024
"""Bytes of a question's head."""


class Asking:
    """The connections whose question is not complete, the one that began first in front. On the loop only."""

    def __init__(self, seconds: float = SECONDS, most: int = MOST) -> None:
        self._seconds = seconds
        self._most = most
        self._begun: dict[Connection, asyncio.TimerHandle] = {}

    def begins(self, one: "Connection") -> None:
        if one in self._begun:
            return
        self._begun[one] = asyncio.get_running_loop().call_later(self._seconds, one.give_up)
        if len(self._begun) > self._most:
            next(iter(self._begun)).give_up()

    def ends(self, one: "Connection") -> None:
        timer = self._begun.pop(one, None)
        if timer is not None:
            timer.cancel()


class Connection(HttpToolsProtocol):
    """uvicorn's, with an end to its patience."""

    def __init__(self, *args: Any, asking: Asking, **named: Any) -> None:
        super().__init__(*args, **named)
        self._asking = asking
        self._in_head = False
        self._head = 0

    def give_up(self) -> None:
        self._asking.ends(self)
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._asking.begins(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._asking.ends(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._head += len(data)
            if self._head > MOST_HEAD:
                self.give_up()

    def on_message_begin(self) -> None:
        self._in_head, self._head = True, 0
        self._asking.begins(self)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._asking.ends(self)
        super().on_message_complete()
