"""uvicorn without its ten ticks a second, in each of which it asked whether it should end: it is told."""

import asyncio

import uvicorn


class Still(uvicorn.Server):
    """Does nothing as long as nobody asks. uvicorn sets the headers of every answer and looks at its limits once a tick;
    these never change, and there are no limits."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._serving: asyncio.AbstractEventLoop | None = None
        self._ended = asyncio.Event()

    def end(self) -> None:
        """Serve no more. From any thread."""
        # Before looking whether there is a loop to be told, as `main_loop` does it the other way round.
        self.should_exit = True
        if self._serving is not None and not self._serving.is_closed():
            self._serving.call_soon_threadsafe(self._ended.set)

    async def main_loop(self) -> None:
        """Until it is told to end."""
        self._serving = asyncio.get_running_loop()
        if not await self.on_tick(0):
            await self._ended.wait()
