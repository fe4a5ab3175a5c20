"""The network between boxes and a store. It can be cut in either direction, and mended."""

import asyncio
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal
from urllib.parse import urlsplit

Way = Literal["there", "back"]
"""The direction: "there" is from boxes to the store, "back" from the store to boxes."""
CHUNK: Final = 64 * 1024


class Cables:
    """A cable to each of these stores. A cut cable keeps all bytes, and delivers them when it is mended, however late.

    So a request may arrive after its box has given it up. That is the worst that a network does.
    """

    def __init__(self, stores: Sequence[str]) -> None:
        self._loop = asyncio.new_event_loop()
        self._open: dict[Way, asyncio.Event] = {"there": asyncio.Event(), "back": asyncio.Event()}
        self._pumping: set[asyncio.Task[None]] = set()
        self._servers: list[asyncio.Server] = []
        self._thread = threading.Thread(target=self._loop.run_forever, name="cables", daemon=True)
        self._thread.start()
        self.mend()
        self.addresses: Final = tuple(self._begin(store) for store in stores)
        """The addresses of the stores through these cables."""

    def cut(self, way: Way) -> None:
        """Stop all bytes in that direction."""
        self._loop.call_soon_threadsafe(self._open[way].clear)

    def mend(self) -> None:
        """Let everything through again, the kept bytes first."""
        for gate in self._open.values():
            self._loop.call_soon_threadsafe(gate.set)

    def close(self) -> None:
        """Remove the cables."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _begin(self, store: str) -> str:
        parts = urlsplit(store)

        async def meet(box: asyncio.StreamReader, to_box: asyncio.StreamWriter) -> None:
            try:
                store, to_store = await asyncio.open_connection(parts.hostname, parts.port)
            except OSError:
                to_box.close()
                return
            self._pump(box, to_store, "there")
            self._pump(store, to_box, "back")

        listening = asyncio.start_server(meet, "127.0.0.1", 0)
        server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        self._servers.append(server)
        return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    def _pump(self, from_: asyncio.StreamReader, to: asyncio.StreamWriter, way: Way) -> None:
        async def pump() -> None:
            with suppress(OSError, asyncio.CancelledError):
                while chunk := await from_.read(CHUNK):
                    await self._open[way].wait()
                    to.write(chunk)
                    await to.drain()
                await self._open[way].wait()
            to.close()
            with suppress(OSError):
                await to.wait_closed()

        task = self._loop.create_task(pump())
        self._pumping.add(task)
        task.add_done_callback(self._pumping.discard)

    async def _end(self) -> None:
        for server in self._servers:
            server.close()
        for task in list(self._pumping):
            task.cancel()
        await asyncio.gather(*self._pumping, return_exceptions=True)
