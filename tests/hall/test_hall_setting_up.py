"""Setting a large hall up: a stick gives many boxes their lines, and each machine of the store starts by itself."""

import os
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.commands.hall import closed_rights
from companion.hall import certificates, units
from companion.settings import read

STORES = ("10.0.0.2", "10.0.0.3", "fd00::4")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["hall", *map(str, words)])


def lines(name: str) -> str:
    key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    return f'# for {name}\n[hall]\nkey = "{key}"\nstores = ["http://10.0.0.2:2379"]\nname = "{name}"\n'


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """Return a stick with the lines of three boxes."""
    folder = tmp_path / "stick"
    folder.mkdir()
    for name in ("10", "2", "Window"):
        (folder / f"{name}.hall.txt").write_text(lines(name), "utf-8")
    return folder


def test_each_box_takes_the_next_lines_from_one_stick_and_no_two_take_the_same(stick: Path, tmp_path: Path) -> None:
    files = [tmp_path / f"box{n}.toml" for n in range(3)]
    files[0].write_text('listen = "0.0.0.0:8080"\n', "utf-8")
    assert [run("join", stick, "--settings", file).exit_code for file in files] == [0, 0, 0]
    halls = [read(file).hall for file in files]
    assert [hall.name for hall in halls if hall is not None] == ["2", "10", "Window"]
    assert read(files[0]).listen == "0.0.0.0:8080"
    assert list(stick.iterdir()) == []
    assert files[1].stat().st_mode & 0o077 == 0
    assert "No lines" in run("join", stick, "--settings", tmp_path / "fourth.toml").output


def test_a_box_of_a_hall_takes_no_second_lines(stick: Path, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    assert run("join", stick, "--box", "Window", "--settings", file).exit_code == 0
    again = run("join", stick, "--settings", file)
    assert (again.exit_code, "already" in again.output) == (3, True)
    assert len(list(stick.iterdir())) == 2


def test_settings_that_get_lines_stay_readable_for_the_box(stick: Path, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('language = "fr"\n', "utf-8")
    file.chmod(0o640)
    before = file.stat()
    assert run("join", stick, "--settings", file).exit_code == 0
    after = file.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)


ANNA, ROOT, STAFF, BOX = 1000, 0, 50, 990


@pytest.mark.parametrize(
    ("owner", "mode", "service", "expected"),
    [
        (ROOT, 0o644, BOX, (BOX, 0o640)),
        (ROOT, 0o644, None, (STAFF, 0o644)),
        (ROOT, 0o640, BOX, (STAFF, 0o640)),
        (ANNA, 0o644, BOX, (STAFF, 0o640)),
        (ANNA, 0o600, None, (STAFF, 0o600)),
    ],
)
def test_settings_with_a_key_are_closed_to_all_but_the_box(
    owner: int, mode: int, service: int | None, expected: tuple[int, int]
) -> None:
    assert closed_rights(owner, STAFF, mode, service) == expected


def test_settings_that_all_could_read_hide_the_key(stick: Path, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('language = "fr"\n', "utf-8")
    file.chmod(0o644)
    if os.geteuid() == ROOT:
        os.chown(file, ANNA, STAFF)  # settings of root stay open where no group of the box's service is known
    assert run("join", stick, "--settings", file).exit_code == 0
    assert file.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("known", ["[hall] # ours\nkey = 'x'\n", "[ hall ]\n", "language = fr\n"])
def test_settings_that_would_not_be_read_get_no_lines(known: str, stick: Path, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(known, "utf-8")
    assert run("join", stick, "--settings", file).exit_code in (2, 3)
    assert file.read_text("utf-8") == known
    assert [len([*folder.iterdir()]) for folder in (stick, tmp_path)] == [3, 2]


def test_a_name_with_brackets_takes_its_own_lines(stick: Path, tmp_path: Path) -> None:
    (stick / "A[1].hall.txt").write_text(lines("A[1]"), "utf-8")
    file = tmp_path / "companion.txt"
    file.write_text("language = fr\n", "utf-8")
    assert run("join", stick, "--box", "A[1]", "--settings", file).exit_code == 0
    assert 'name = "A[1]"' in file.read_text("utf-8")


def test_each_machine_of_the_store_gets_its_unit_its_certificates_and_a_quota(tmp_path: Path) -> None:
    certificates.make(tmp_path / "made", STORES)
    done = run("units", tmp_path / "out", "--certificates", tmp_path / "made", *(w for s in STORES for w in ("--store", s)))
    assert done.exit_code == 0, done.output
    for host in STORES:
        folder = tmp_path / "out" / host.replace(":", "_")
        names = {file.name for file in folder.iterdir()}
        own = {file.name for file in certificates.files(Path(), host)}
        assert names == {"authority.pem", "revoked.pem", *own, units.UNIT, "install.sh"}
        (start,) = [
            line for line in (folder / units.UNIT).read_text().replace("\\\n", "").splitlines() if "ExecStart" in line
        ]
        words = shlex.split(start.partition("=")[2])
        assert words == ["/usr/bin/etcd", *units.options(host, STORES, units.HOME, "/var/lib/table-companion/store")]
        assert words[words.index("--quota-backend-bytes") + 1] == str(4 * 1024**3)
        assert "authority.key" not in names, "whoever has it makes certificates"


def test_a_missing_certificate_is_named(tmp_path: Path) -> None:
    failed = run("units", tmp_path / "out", "--certificates", tmp_path, "--store", "10.0.0.2")
    assert (failed.exit_code, "authority.pem" in failed.output) == (2, True)
