"""A house that listens, and as many phones as a test wants."""

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
    """Boxes that are just being closed: nobody has to wait for each."""
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
    """`phone()` is a new phone; `phone("Ana")` has sat down as Ana."""
    with ExitStack() as stack:

        def new(name: str | None = None, language: str = "en") -> Phone:
            made = stack.enter_context(Phone(port, language))
            if name is not None:
                made.join(_code(made), name)
            return made

        yield new


@pytest.fixture
def ana(phone: Phones) -> Phone:
    """Return the player who sat down first, and is host."""
    return phone("Ana")


@pytest.fixture
def ben(ana: Phone, phone: Phones) -> Phone:
    """Return the player who sat down next."""
    return phone("Ben")


@pytest.fixture
def game(ana: Phone, ben: Phone) -> tuple[Phone, Phone]:
    """Return a game that has just begun; Ana begins."""
    assert ana.post("/start", GAME).status == 204
    return ana, ben


def _code(phone: Phone) -> str:
    """Return the join code as anybody may read it on the table screen."""
    return str(phone.get("/table").json["join"]["code"])
