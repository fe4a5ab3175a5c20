"""Fixtures with a house that listens on a port, and any number of phones."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest

from companion.house.house import House
from tests.support.houses import open_house
from tests.support.phones import Phone
from web.serving.server import Server

Phones = Callable[..., Phone]

GAME = {"game": "bali", "seats": ["Ana", "Ben"], "options": {}}
"""The game that a host starts, unless a test names another."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = open_house(tmp_path)
    yield house
    house.journal.close()


@pytest.fixture(scope="session")
def closing() -> Iterator[list[Thread]]:
    """Yield the list of threads that close boxes. All are joined at the end, so that no test waits for its own box to
    close."""
    threads: list[Thread] = []
    yield threads
    for thread in threads:
        thread.join()


@pytest.fixture
def port(house: House, closing: list[Thread]) -> Iterator[int]:
    server = Server(house, None)
    yield server.port
    closing.append(Thread(target=server.close))
    closing[-1].start()


@pytest.fixture
def phone(port: int) -> Iterator[Phones]:
    """Yield a function: `phone()` returns a new phone, and `phone("Ana")` one that has sat down as Ana."""
    with ExitStack() as stack:

        def new(name: str | None = None, language: str = "en") -> Phone:
            made = stack.enter_context(Phone(port, language))
            if name is not None:
                made.join(_code(made), name)
            return made

        yield new


@pytest.fixture
def ana(phone: Phones) -> Phone:
    """Return the phone of the player who sat down first, and is host."""
    return phone("Ana")


@pytest.fixture
def ben(ana: Phone, phone: Phones) -> Phone:
    """Return the phone of the player who sat down second."""
    return phone("Ben")


@pytest.fixture
def game(ana: Phone, ben: Phone) -> tuple[Phone, Phone]:
    """Return the two phones of a game that has just begun. Ana has the first turn."""
    assert ana.post("/start", GAME).status == 204
    return ana, ben


def _code(phone: Phone) -> str:
    """Return the join code, which anybody may read on the room's screen."""
    return str(phone.get("/table").json["join"]["code"])
