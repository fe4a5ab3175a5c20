"""`companion hall`: this one command starts the board of a room."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.hall import layout
from companion.hall.access import access_of
from companion.hall.etcd import Away, Put
from companion.hall.own_store import Node, free_places, own_store
from companion.hall.store import Store
from companion.settings import read

SECONDS = 60
LACKING = """
import sys
sys.modules.update({"cryptography": None, "urllib3": None})
from companion.__main__ import main
main()
"""
HERE = "127.0.0.1"


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[str]:
    """Run `companion hall` with these options. Yield the address that it prints for the room."""
    words = [sys.executable, "-m", "companion", "hall", "--listen", "127.0.0.1:0", "--state", str(folder), *arguments]
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
        assert asked(url, "/standings.csv") == (200, "\ufeffplace,number,name,club,won,games,ahead\r\n")
        assert asked(url, "/screen")[0] == 404
        for path in ("/", "/stream", "/results.csv"):
            assert asked(url, path, host="evil.example")[0] == 403
    assert list(tmp_path.iterdir()) == []


HEAD_KEY = layout.table_key("T", "head")


def test_a_store_of_its_own_is_found_again_with_all_that_it_keeps(node: Node, tmp_path: Path) -> None:
    port = int(free_places(1)[0].split(":")[1])
    first = own_store(tmp_path, HERE, port)
    with closing(Store(first.hall.stores, access_of(first.hall))) as store:
        store.commit([], [Put(HEAD_KEY, b"1")])
        second = own_store(tmp_path, HERE, port)
        assert (second.hall, second.node) == (first.hall, None)
        second.close()
        assert HEAD_KEY in store.read(HEAD_KEY)
    first.close()
    with (
        closing(own_store(tmp_path, HERE, port)) as third,
        closing(Store(third.hall.stores, access_of(third.hall))) as store,
    ):
        assert third.node is not None
        assert store.read(HEAD_KEY)[HEAD_KEY].value == b"1"


def test_the_board_s_own_store_has_no_login_for_uninvited_boxes(node: Node, tmp_path: Path) -> None:
    """The store is on a network that anybody may join."""
    own = own_store(tmp_path / "store", HERE, int(free_places(1)[0].split(":")[1]))
    with closing(own):
        lines = CliRunner().invoke(
            main, ["hall", "invite", "--store", *own.hall.stores, "--certificates", str(own.certificates), "--box", "1"]
        )
        (tmp_path / "box.toml").write_text(lines.stdout, "utf-8")
        invited = read(tmp_path / "box.toml").hall
        assert invited is not None
        with closing(Store(invited.stores, access_of(invited))) as store:
            store.commit([], [Put(HEAD_KEY, b"1")])
        (address,) = own.hall.stores
        bare, nobody = replace(invited, certificate="", private=""), replace(invited, login="")
        for access in (access_of(bare), access_of(nobody)):
            with closing(Store([address], access)) as strange, pytest.raises(Away):
                strange.read(HEAD_KEY)
        with closing(Store([address.replace("https", "http")])) as strange, pytest.raises(Away):
            strange.read(HEAD_KEY)


@pytest.mark.parametrize("what", ["hall", "hall certificates x", "hall invite --store https://a:1 --certificates x"])
def test_a_machine_without_the_libraries_of_a_hall_gets_one_line(tmp_path: Path, what: str) -> None:
    words = [sys.executable, "-c", LACKING, *what.split()]
    result = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=SECONDS, check=False)
    assert result.returncode == 2
    assert "table-companion[hall]" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_board_without_etcd_says_what_to_install(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "companion", "hall", "--listen", "127.0.0.1:0", "--state", str(tmp_path)]
    result = subprocess.run(words, capture_output=True, text=True, env={"PATH": "/nowhere"}, timeout=SECONDS, check=False)
    assert result.returncode == 3
    assert "apt-get install etcd-server" in result.stderr
