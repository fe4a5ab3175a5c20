"""Boxes and store recognise each other by the hall's own certificates. A caller without one, or with another hall's, gets
nothing."""

import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.core.words import Refused
from companion.hall.access import access_of
from companion.hall.certificates import REVOKED, make
from companion.hall.etcd import Away, Put
from companion.hall.own_store import Guarded, Node, free_places, until_they_answer
from companion.hall.store import Store, Watch
from companion.settings import BadSettings, Hall

HOST = "127.0.0.1"


def hall(folder: Path, store: str, certificate: str = "board") -> Hall:
    files = {"certificate": folder / f"{certificate}.pem", "private": folder / f"{certificate}.key"} if certificate else {}
    paths = {name: str(file) for name, file in files.items()}
    return Hall(stores=(store,), authority=str(folder / "authority.pem"), **paths)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("certificates")
    make(made, [HOST])
    return made


@pytest.fixture(scope="module")
def guarded(folder: Path, node: Node, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    files = Guarded(folder / "authority.pem", folder / f"{HOST}.pem", folder / f"{HOST}.key", folder / REVOKED)
    client, peer = free_places(2)
    found = Node("alone", tmp_path_factory.mktemp("guarded"), client, {"alone": peer}, files)
    found.start()
    until_they_answer([found], access_of(hall(folder, found.address)))
    yield found
    found.close()


def test_a_box_with_its_certificate_speaks_to_the_store_and_watches_it(guarded: Node, folder: Path) -> None:
    tls = access_of(hall(folder, guarded.address))
    with closing(Store([guarded.address], tls)) as store, closing(Watch(guarded.address, "/a", 0, tls)) as watch:
        changes = watch.changes()
        next(changes)
        store.commit([], [Put("/a", b"1")])
        assert store.read("/a")["/a"].value == b"1"
        assert next(changes).changes == (("/a", b"1"),)


def test_a_caller_without_a_certificate_of_the_hall_gets_no_answer(guarded: Node, folder: Path, tmp_path: Path) -> None:
    make(tmp_path, [HOST])
    (tmp_path / "authority.pem").write_bytes((folder / "authority.pem").read_bytes())
    for settings in (hall(folder, guarded.address, ""), hall(tmp_path, guarded.address)):
        with closing(Store([guarded.address], access_of(settings))) as store, pytest.raises(Away):
            store.read("/a")


def test_a_store_of_another_hall_is_not_believed(guarded: Node, tmp_path: Path) -> None:
    make(tmp_path, [HOST])
    with closing(Store([guarded.address], access_of(hall(tmp_path, guarded.address)))) as store, pytest.raises(Away):
        store.read("/a")


def test_a_box_s_certificate_is_none_of_a_store_s(folder: Path, tmp_path: Path, node: Node) -> None:
    """Without this, somebody with a stolen box could pretend to be the store."""
    files = Guarded(folder / "authority.pem", folder / "board.pem", folder / "board.key", folder / REVOKED)
    client, peer = free_places(2)
    false = Node("alone", tmp_path, client, {"alone": peer}, files).start()
    try:
        tls = access_of(hall(folder, false.address))
        with pytest.raises(Refused, match=r"hall\.no_store"):
            until_they_answer([false], tls, seconds=2)
    finally:
        false.close()


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["hall", "certificates", *words])


def test_existing_files_stay_and_a_machine_may_be_added(tmp_path: Path) -> None:
    run(str(tmp_path), "--store", "10.0.0.2")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    made = run(str(tmp_path), "--store", "10.0.0.2", "--store", "hall.local", "--store", "fd00::1").stdout.split()
    assert {Path(file).name for file in made} == {"hall.local.pem", "hall.local.key", "fd00__1.pem", "fd00__1.key"}
    assert before.items() <= {file.name: file.read_bytes() for file in tmp_path.iterdir()}.items()


def test_nobody_else_reads_a_key(tmp_path: Path) -> None:
    make(tmp_path, [HOST])
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("*.key")} == {0o600}


@pytest.mark.parametrize("host", ["a b", "", "10.0.0.2:2379", "https://a", "../a", "ä"])
def test_a_name_that_is_no_machine_is_refused(tmp_path: Path, host: str) -> None:
    assert run(str(tmp_path), "--store", host).exit_code == 3
    assert [*tmp_path.iterdir()] == []


def test_a_missing_folder_or_one_with_rubbish_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    make(tmp_path / "rubbish", [])
    (tmp_path / "rubbish" / "authority.key").write_text("x")
    for folder in ("file", "rubbish"):
        result = run(str(tmp_path / folder), "--store", HOST)
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


def test_certificates_that_cannot_be_read_are_a_fault_of_the_settings(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="certificates"):
        access_of(hall(tmp_path, "https://10.0.0.2:2379"))
    assert access_of(Hall(stores=("http://10.0.0.2:2379",))).tls is None
