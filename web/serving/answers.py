"""Answers `POST /play` and `/back` on the event loop."""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, Protocol

from companion.bounds import KEY_LETTERS
from companion.core.state import Seat
from companion.core.words import Malformed, Refused
from companion.house.house import House
from web.drawing.refusals import Reply, of_the_system, refusal
from web.entrance import gate, requests
from web.entrance.gate import Gate, RequestHead
from web.serving.asgi import OURS, AsgiMessage, Left, Receive, Send, Turns, head_of, reply, whole_body

DONE: Final = Reply(204)
HEARD: Final = Reply(202, "application/json", b'{"heard":true}')

Act = Callable[[House, Seat], Reply]
"""An act of a seat on a house. Returns the reply. Raises Refused."""


class BodyReader(Protocol):
    """A function that reads the body of a request to a route in MOVES. Raises Malformed."""

    mark: str
    """The route's mark, which says who may use it (web/entrance/gate.py)."""

    def __call__(self, body: bytes, /) -> Act:
        """Return the act that this body asks for."""


@gate.seat
def play(body: bytes) -> Act:
    """Return the act that plays an answer. It replies 204 once the answer is on disk, and 202 if the answer waits for
    another seat or the panel to say the same. An answer with the same key counts once."""
    sent = requests.read(body, {"due": (str, type(None)), "key": str, "do": dict})
    do: dict[str, Any] = sent["do"]
    if not isinstance(do.get("type"), str) or not 1 <= len(sent["key"]) <= KEY_LETTERS:
        raise Malformed
    return lambda house, seat: DONE if house.play(seat, sent["due"], do, sent["key"]) else HEARD


@gate.seat
def back(body: bytes) -> Act:
    """Return the act that takes the seat's own last answer back. An optional `key` makes a double tap count once."""
    key: str = requests.read(body, {}, {"key": str}).get("key", "") if body else ""
    if len(key) > KEY_LETTERS:
        raise Malformed

    def act(house: House, seat: Seat) -> Reply:
        house.back(seat, key)
        return DONE

    return act


MOVES: Final[dict[str, BodyReader]] = {"/play": play, "/back": back}  # type: ignore[dict-item]
"""The functions by the path of their route. All these routes are POSTs."""

_log: Final = logging.getLogger(__name__)


class AnswerApp:
    """The ASGI application of the routes in MOVES. A body has at most `most` bytes."""

    def __init__(self, house: House, entrance: Gate, most: int) -> None:
        self._house = house
        self._entrance = entrance
        self._most = most
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="answers")
        self._rounds, self._turns = Turns(1, time.monotonic), Turns(1, time.monotonic)

    def close(self) -> None:
        """Answer no more requests. Call this after the loop has ended, and with it all waiting requests. This does not wait
        for an answer that is being written."""
        self._writer.shutdown(wait=False)

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Answer one request. If the phone leaves before its request is whole, do nothing."""
        try:
            body = await whole_body(receive, self._most)
            if body is None:
                return
            answer = await self._reply(scope, body, receive)
        except Left:
            return
        except asyncio.CancelledError:  # the box is switched off, so the reply does not say that the answer was kept
            await reply(send, 503, OURS, b"")
            return
        lines = [*OURS, (b"content-type", answer.kind.encode())] if answer.kind else [*OURS]
        if len(body) > self._most:
            lines.append((b"connection", b"close"))  # nobody reads the rest
        if answer.status != 204:
            lines.append((b"content-length", b"%d" % len(answer.body)))
        await reply(send, answer.status, lines, answer.body)

    async def _reply(self, scope: AsgiMessage, body: bytes, receive: Receive) -> Reply:
        asked = head_of(scope)
        seat: Seat | None = None
        try:
            async with self._rounds.place_for(asked.address, receive):
                await asyncio.sleep(0)  # let the loop serve others first
                seat = self._entrance.meet(asked)
                act = self._act(scope["path"], asked, seat, body)
            async with self._turns.place_for(asked.address, receive):
                return await asyncio.get_running_loop().run_in_executor(self._writer, act)
        except Left:
            raise
        except Refused as why:
            return self._refused(why, asked, seat)
        except Exception as error:
            return self._refused(_fault(error, scope["path"]), asked, seat)

    def _act(self, path: str, asked: RequestHead, seat: Seat | None, body: bytes) -> Callable[[], Reply]:
        if asked.method != "POST":
            raise Refused("wrong_way")
        move = MOVES[path]
        self._entrance.check(move.mark, seat, asked.address)
        assert seat is not None, "every route here is a seat's"
        if len(body) > self._most:
            raise Refused("too_large")
        return partial(move(body), self._house, seat)

    def _refused(self, why: Refused, asked: RequestHead, seat: Seat | None) -> Reply:
        return refusal(why, asked, asked.language(self._house, seat))


def _fault(error: Exception, path: str) -> Refused:
    """Return the refusal for an error: the system has no files or memory left, or we made a mistake, which is logged."""
    if isinstance(error, OSError) and (why := of_the_system(error)) is not None:
        return why
    _log.error("Exception on %s", path, exc_info=error)
    return Refused("box_broke")
