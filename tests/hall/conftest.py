"""A real store on loopback, one for each process of the suite, empty for each test."""

import os
import shutil
from collections.abc import Iterator

import pytest

from companion.hall.node import Node, cluster, until_they_answer
from companion.hall.store import Store
from companion.hall.wire import Drop


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
