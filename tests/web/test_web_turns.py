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

    def __init__(self, table: "Table", address: str) -> None:
        self.gone, self.done = asyncio.Event(), asyncio.Event()
        self.has_place = self.has_left = False
        self._table, self._address = table, address

    async def asks(self) -> None:
        try:
            async with self._table.turns.of(self._address, self.receive):
                self.has_place = True
                self._table.served.append(self)
                await self.done.wait()
        except Left:
            self.has_left = True

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


class Table:
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
def table() -> Iterator[Callable[[int], Table]]:
    loop, made = HandLoop(), []

    def of(places: int) -> Table:
        made.append(Table(loop, places))
        return made[-1]

    yield of
    for one in made:
        one.end()
    loop.close()


Of = Callable[[int], Table]


def test_as_many_as_there_are_places_are_served_and_no_more(table: Of) -> None:
    of = table(2)
    askers = of.comes("a", "b", "c")
    assert [one.has_place for one in askers] == [True, True, False]
    of.does(askers[0].done.set)
    assert askers[2].has_place


def test_one_address_that_asks_without_end_is_no_further_behind_than_any_other(table: Of) -> None:
    of = table(1)
    many = of.comes(*"a" * 50)
    (other,) = of.comes("b")
    of.does(many[0].done.set)
    of.does(many[1].done.set)
    assert of.served == [many[0], many[1], other]


def test_requests_of_one_address_are_served_in_their_order(table: Of) -> None:
    of = table(1)
    askers = of.comes("a", "a", "b", "a", "b", "c")
    for n in range(len(askers)):
        of.does(of.served[n].done.set)
    assert of.served == [askers[n] for n in (0, 1, 2, 5, 3, 4)]


def test_a_waiting_request_that_ends_is_not_served_and_holds_nobody_up(table: Of) -> None:
    of = table(1)
    first, gone, last = of.comes("a", "b", "b")
    of.does(gone.gone.set)
    assert gone.has_left
    of.does(first.done.set)
    assert (gone.has_place, last.has_place) == (False, True)
    of.does(last.done.set)
    (late,) = of.comes("c")
    assert late.has_place


def test_a_request_that_gets_its_place_while_ending_gives_it_back(table: Of) -> None:
    of = table(1)
    first, _, third = of.comes("a", "b", "c")

    def both() -> None:
        first.done.set()
        of.loop.call_soon(of._tasks[1].cancel)

    of.does(both)
    assert third.has_place


def test_when_the_box_ends_waiting_requests_are_let_go(table: Of) -> None:
    of = table(1)
    first, waiting = of.comes("a", "b")
    of.cancel(1)
    of.does(first.done.set)
    assert not waiting.has_place
    assert of.comes("c")[0].has_place


def test_places_are_stuck_if_none_was_given_back_for_a_time_and_one_is_taken(table: Of) -> None:
    of = table(1)
    of.clock.pass_(1000)
    assert not of.turns.is_stuck(10)
    first, second = of.comes("a", "b")
    of.clock.pass_(9)
    assert not of.turns.is_stuck(10)
    of.clock.pass_(1)
    assert of.turns.is_stuck(10)
    of.does(first.done.set)
    assert not of.turns.is_stuck(10), "the next has just begun"
    of.does(second.done.set)
    of.clock.pass_(1000)
    assert not of.turns.is_stuck(10)


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
