"""Turns: where more is asked than threads can answer, each address comes in turn. Nobody waits behind all that another
asks."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from web.serving.asgi import Receive


class Left(Exception):
    """The asker has gone while it waited."""


class Turns:
    """So many places, and those who wait for one. On the loop only."""

    def __init__(self, places: int, clock: Callable[[], float]) -> None:
        self._places = self._free = places
        self._clock = clock
        self._waiting: dict[str, dict[asyncio.Future[None], None]] = {}
        """By address, the address that was served longest ago in front; of one address those who came first."""
        self._moved = clock()
        """When a place was taken last while all were free, or given back."""

    @asynccontextmanager
    async def of(self, address: str, receive: Receive) -> AsyncIterator[None]:
        """Around what is done in a place. Raises Left if the asker goes before it has one."""
        if self._free:
            self._take()
        else:
            await self._wait(address, receive)
        try:
            yield
        finally:
            self._give_back()

    def is_stuck(self, seconds: float) -> bool:
        """Whether somebody has a place and nobody has given one back for so long. From any thread."""
        return self._free < self._places and self._clock() - self._moved >= seconds

    def _take(self) -> None:
        if self._free == self._places:
            self._moved = self._clock()
        self._free -= 1

    async def _wait(self, address: str, receive: Receive) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, {})[turn] = None
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((turn, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not turn.done():
                raise Left
        except BaseException:
            self._leave(address, turn)
            raise
        finally:
            leaving.cancel()

    def _leave(self, address: str, turn: asyncio.Future[None]) -> None:
        if turn.done():  # it got its place at the same moment
            self._give_back()
            return
        del self._waiting[address][turn]
        if not self._waiting[address]:
            del self._waiting[address]

    def _give_back(self) -> None:
        self._moved = self._clock()
        if not self._waiting:
            self._free += 1
            return
        address = next(iter(self._waiting))
        waiting = self._waiting.pop(address)
        turn = next(iter(waiting))
        del waiting[turn]
        if waiting:
            self._waiting[address] = waiting  # behind all other addresses
        turn.set_result(None)


async def _left(receive: Receive) -> None:
    """Return once the asker has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
