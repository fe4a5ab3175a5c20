"""Fixtures with a real store on loopback, one for each process of the tests, and empty for each test."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.hall.access import OPEN
from companion.hall.etcd import Drop
from companion.hall.organising import Organiser
from companion.hall.own_store import Node, cluster, until_they_answer
from companion.hall.seeking import Seeker, SeekerPorts
from companion.hall.store import Store
from companion.journals.reading import JournalFollower
from tests.support.halls import ANAS, BALI, Member, Members, Seekers, Unlucky, begun, give, hears
from tests.support.houses import sit_down


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    if shutil.which("etcd") is None and not os.environ.get("CI"):
        pytest.skip("needs etcd: apt-get install etcd-server")
    (alone,) = cluster(tmp_path_factory.mktemp("etcd"), 1)
    alone.start()
    until_they_answer([alone])
    yield alone
    alone.close()


@pytest.fixture
def store(node: Node) -> Iterator[Store]:
    found = Store([node.address])
    found.commit([], [Drop("/", all=True)])
    yield found
    found.close()


@pytest.fixture
def unlucky(node: Node, store: Store) -> Iterator[Unlucky]:
    with closing(Unlucky(node.address)) as found:
        yield found


@pytest.fixture
def member(tmp_path: Path, store: Store) -> Iterator[Members]:
    """Yield a function: `member("box1")` returns a box of the hall. `at` is another store for it."""
    with ExitStack() as stack:

        def new(name: str = "box1", at: Store = store) -> Member:
            made = Member(tmp_path / name, at, name)
            stack.callback(made.close)
            return made

        yield new


@pytest.fixture
def old(member: Members) -> Member:
    """Return a box in the middle of a game that is completely copied. From now on the box is cut off from the store."""
    return begun(member("old"))


@pytest.fixture
def seekers() -> Iterator[Seekers]:
    with ExitStack() as stack:

        def seeker(box: Member, is_alone: bool = True) -> Seeker:
            journal = JournalFollower(Path(box.house.settings.state) / "companion.db")
            stack.callback(journal.close)
            ports = SeekerPorts(
                box.house, box.parts.id, box.store, 1, box.seals, journal, lambda: is_alone, box.parts.owners
            )
            return Seeker(ports)

        yield seeker


@pytest.fixture
def organiser(node: Node, store: Store) -> Organiser:
    """Return an organiser whose list has two people, and whose round 2 is ready."""
    found = Organiser((node.address,), OPEN)
    found.keep_people(ANAS)
    found.keep_round(BALI)
    return found


@pytest.fixture
def box(organiser: Organiser, store: Store, member: Members) -> Member:
    """Return a box at table 12, at which two people of the list sit."""
    made = member()
    give(store, box1="12")
    hears(made)
    sit_down(made.house, "Ana 17", "Ana 42")
    return made
