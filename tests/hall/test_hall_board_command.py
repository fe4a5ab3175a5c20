"""`companion hall`: one command, and the room is there."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

from companion.hall.node import Node, free_places
from companion.hall.own import own_store
from companion.hall.store import Store
from companion.hall.wire import Put

SECONDS = 60


@contextmanager
def running(folder: Path, *said: str) -> Iterator[str]:
    """`companion hall` with these options; where it says that the room is."""
    words = [sys.executable, "-m", "companion", "hall", "--listen", "127.0.0.1:0", "--state", str(folder), *said]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(SECONDS) == 0


def asked(url: str, path: str, host: str = "") -> tuple[int, str]:
    place = url.split("/")[2]
    with closing(HTTPConnection(place, timeout=SECONDS)) as asking:
        asking.request("GET", path, headers={"Host": host or place})
        reply = asking.getresponse()
        return reply.status, reply.read().decode()


def test_the_room_of_a_store_is_shown_and_ends_well(node: Node, store: Store, tmp_path: Path) -> None:
    with running(tmp_path, "--store", node.address) as url:
        status, page = asked(url, "/")
        assert (status, 'data-draws="board"' in page) == (200, True)
        assert asked(url, "/table/a%22%3E")[0] == 200
        assert asked(url, "/standings.csv") == (200, "\ufeffplace,name,won,games,ahead\r\n")
        assert asked(url, "/screen")[0] == 404
        for path in ("/", "/stream", "/results.csv"):
            assert asked(url, path, host="evil.example")[0] == 403
    assert list(tmp_path.iterdir()) == []


def test_a_store_of_its_own_is_found_again_with_all_that_it_keeps(node: Node, tmp_path: Path) -> None:
    client, peers = (int(place.split(":")[1]) for place in free_places(2))
    first = own_store(tmp_path, "127.0.0.1", client, peers)
    with closing(Store([first.address])) as store:
        store.commit([], [Put("/kept", b"1")])
        second = own_store(tmp_path, "127.0.0.1", client, peers)
        assert (second.address, second.node) == (first.address, None)
        second.close()
        assert "/kept" in store.read("/kept")
    first.close()
    with closing(own_store(tmp_path, "127.0.0.1", client, peers)) as third, closing(Store([third.address])) as store:
        assert third.node is not None
        assert store.read("/kept")["/kept"].value == b"1"


def test_a_machine_without_etcd_is_told_what_to_install(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "companion", "hall", "--listen", "127.0.0.1:0", "--state", str(tmp_path)]
    said = subprocess.run(words, capture_output=True, text=True, env={"PATH": "/nowhere"}, timeout=SECONDS, check=False)
    assert said.returncode == 3
    assert "apt-get install etcd-server" in said.stderr
