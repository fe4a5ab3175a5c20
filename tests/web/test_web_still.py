"""A box that nobody asks does nothing."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from tests.web.test_web_patience import HandLoop, answer
from web.serving.crowd import Crowd
from web.serving.patience import Asking
from web.serving.port import configured
from web.serving.still import Still


class Watched(Still):
    """Counts how often it looks around."""

    looked = 0

    async def on_tick(self, counter: int) -> bool:
        self.looked += 1
        return await super().on_tick(counter)


@pytest.fixture
def loop() -> Iterator[HandLoop]:
    loop = HandLoop()
    yield loop
    loop.close()


@pytest.fixture
def server() -> Watched:
    return Watched(configured(answer, Asking(), Crowd()))


def begun(loop: HandLoop, server: uvicorn.Server) -> asyncio.Task[Any]:
    tasks: list[asyncio.Task[Any]] = []
    loop.does(lambda: tasks.append(loop.create_task(server.main_loop())))
    return tasks[0]


def test_while_nobody_asks_it_does_not_look_around(loop: HandLoop, server: Watched) -> None:
    task = begun(loop, server)
    for _ in range(20):
        loop.pass_(1)
    assert server.looked == 1
    loop.does(server.end)
    assert task.done()


def test_one_that_was_told_to_end_before_it_began_ends_at_once(loop: HandLoop, server: Watched) -> None:
    server.end()
    assert begun(loop, server).done()
