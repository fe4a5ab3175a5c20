"""If more is asked than the box can answer, the addresses take turns, and a caller who has gone is not served."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from companion.bounds import ANSWER_BYTES
from companion.house.house import House
from tests.support.houses import HandClock
from tests.web.test_web_timeouts import HandLoop
from web.drawing.pictures import Pictures
from web.entrance.gate import Gate
from web.entrance.watchers import Watchers
from web.serving.answers import AnswerApp
from web.serving.asgi import Left, Turns
from web.serving.streams import Streams


class Asker:
    """A request whose course the test decides."""

    def __init__(self, queue: "Queue", address: str) -> None:
        self.gone, self.done = asyncio.Event(), asyncio.Event()
        self.has_place = self.has_left = False
        self._queue, self._address = queue, address

    async def asks(self) -> None:
        try:
            async with self._queue.turns.place_for(self._address, self.receive):
                self.has_place = True
                self._queue.served.append(self)
                await self.done.wait()
        except Left:
            self.has_left = True

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


class Queue:
    """Requests that wait for one of `places` places. `served` has those that got one, in order."""

    def __init__(self, loop: HandLoop, places: int) -> None:
        self.loop, self.clock = loop, HandClock()
        self.turns = Turns(places, self.clock)
        self.served: list[Asker] = []
        self._tasks: list[asyncio.Task[None]] = []

    def comes(self, *addresses: str) -> list[Asker]:
        askers = [Asker(self, address) for address in addresses]
        for one in askers:
            self.does(lambda one=one: self._tasks.append(self.loop.create_task(one.asks())))  # type: ignore[misc]
        return askers

    def does(self, act: Callable[[], object]) -> None:
        for _ in range(3):
            self.loop.does(act)
            act = bool

    def cancel(self, n: int) -> None:
        self.does(lambda: self._tasks[n].cancel())

    def end(self) -> None:
        for task in self._tasks:
            self.does(task.cancel)


@pytest.fixture
def new_queue() -> Iterator[Callable[[int], Queue]]:
    loop, made = HandLoop(), []

    def new(places: int) -> Queue:
        made.append(Queue(loop, places))
        return made[-1]

    yield new
    for one in made:
        one.end()
    loop.close()


NewQueue = Callable[[int], Queue]


def test_no_more_requests_are_served_together_than_there_are_places(new_queue: NewQueue) -> None:
    queue = new_queue(2)
    askers = queue.comes("a", "b", "c")
    assert [one.has_place for one in askers] == [True, True, False]
    queue.does(askers[0].done.set)
    assert askers[2].has_place


def test_an_address_with_many_requests_takes_turns_with_the_others(new_queue: NewQueue) -> None:
    queue = new_queue(1)
    many = queue.comes(*"a" * 50)
    (other,) = queue.comes("b")
    queue.does(many[0].done.set)
    queue.does(many[1].done.set)
    assert queue.served == [many[0], many[1], other]


def test_requests_of_one_address_are_served_in_their_order(new_queue: NewQueue) -> None:
    queue = new_queue(1)
    askers = queue.comes("a", "a", "b", "a", "b", "c")
    for n in range(len(askers)):
        queue.does(queue.served[n].done.set)
    assert queue.served == [askers[n] for n in (0, 1, 2, 5, 3, 4)]


def test_a_waiting_request_that_ends_is_not_served_and_holds_nobody_up(new_queue: NewQueue) -> None:
    queue = new_queue(1)
    first, gone, last = queue.comes("a", "b", "b")
    queue.does(gone.gone.set)
    assert gone.has_left
    queue.does(first.done.set)
    assert (gone.has_place, last.has_place) == (False, True)
    queue.does(last.done.set)
    (late,) = queue.comes("c")
    assert late.has_place


def test_a_request_that_gets_its_place_while_ending_gives_it_back(new_queue: NewQueue) -> None:
    queue = new_queue(1)
    first, _, third = queue.comes("a", "b", "c")

    def both() -> None:
        first.done.set()
        queue.loop.call_soon(queue._tasks[1].cancel)

    queue.does(both)
    assert third.has_place


def test_requests_that_wait_are_dropped_when_the_box_ends(new_queue: NewQueue) -> None:
    queue = new_queue(1)
    first, waiting = queue.comes("a", "b")
    queue.cancel(1)
    queue.does(first.done.set)
    assert not waiting.has_place
    assert queue.comes("c")[0].has_place


def test_places_are_stuck_if_none_was_given_back_for_a_time_and_one_is_taken(new_queue: NewQueue) -> None:
    queue = new_queue(1)
    queue.clock.pass_(1000)
    assert not queue.turns.is_stuck(10)
    first, second = queue.comes("a", "b")
    queue.clock.pass_(9)
    assert not queue.turns.is_stuck(10)
    queue.clock.pass_(1)
    assert queue.turns.is_stuck(10)
    queue.does(first.done.set)
    assert not queue.turns.is_stuck(10), "the next has just begun"
    queue.does(second.done.set)
    queue.clock.pass_(1000)
    assert not queue.turns.is_stuck(10)


# Refusals of the loop itself


class Refused:
    """A caller without a seat, from one address, whom the loop refuses. Its turn is noted in `answered`."""

    def __init__(self, path: str, address: str, answered: list[str]) -> None:
        self._address, self._answered, self._is_read = address, answered, False
        method, host = ("GET" if path == "/stream" else "POST"), [(b"host", b"127.0.0.1")]
        self.scope = {"path": path, "method": method, "headers": host, "client": (address, 4711), "query_string": b""}

    async def receive(self) -> dict[str, Any]:
        if self._is_read:
            await asyncio.Event().wait()
        self._is_read = True
        return {"type": "http.request", "body": b"[", "more_body": False}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 403
            self._answered.append(self._address)


@pytest.mark.parametrize("path", ["/play", "/back", "/stream"])
def test_the_loop_refuses_one_request_a_round_and_the_addresses_take_turns(house: House, path: str) -> None:
    loop, entrance, answered, seen = HandLoop(), Gate(house), list[str](), [0]
    way = AnswerApp(house, entrance, ANSWER_BYTES)
    streams = Streams(house, Pictures(house, None), entrance, Watchers())
    app = streams.serve if path == "/stream" else way

    def all_ask() -> None:
        for address in (*"a" * 30, "b"):
            one = Refused(path, address, answered)
            asking.append(loop.create_task(app(one.scope, one.receive, one.send)))
        a_round()

    def a_round() -> None:
        seen.append(len(answered))
        if len(answered) < len(asking):
            loop.call_soon(a_round)

    asking: list[asyncio.Task[None]] = []
    loop.does(all_ask)
    for _ in range(50):
        loop.does(bool)
    way.close()
    loop.close()
    assert seen[-1] == len(asking)
    assert max(after - before for before, after in pairwise(seen)) == 1
    assert answered.index("b") == 2
