"""The installer runs a second time, is interrupted, goes back to the old version, and uninstalls the box."""

import subprocess
from pathlib import Path

import pytest

from tests.support.debians import OPT, Machine

UNITS = ("etc/systemd/system/companion.service", "etc/systemd/system/companion-hotspot.service")


# Twice


def test_a_second_run_updates_and_keeps_what_people_set(installed: Machine) -> None:
    installed.write("etc/table-companion/settings.toml", 'listen = "0.0.0.0:81"\n')
    kept = {name: what for name, what in installed.files().items() if OPT not in name}
    installed.installs("--language", "ja")
    assert installed.runs == "versions/2"
    assert {name: what for name, what in installed.files().items() if OPT not in name} == kept


def test_this_version_and_the_one_before_are_kept(machine: Machine) -> None:
    for _ in range(4):
        machine.installs()
    assert machine.versions == ["3", "4"]
    assert machine.runs == "versions/4"


# When it goes wrong


def test_an_update_that_cannot_be_fetched_touches_nothing_that_runs(installed: Machine) -> None:
    before, asked = installed.files(), len(installed.stubs.of("systemctl"))
    installed.set("no-wheels")
    assert "no matching distribution" in installed.fails()
    assert installed.files() == before
    assert len(installed.stubs.of("systemctl")) == asked


def test_an_update_that_does_not_start_leaves_the_old_version_running(installed: Machine) -> None:
    installed.write("etc/systemd/system/companion.service", "as it was\n")
    (installed.root / OPT / "versions/1/systemd/companion.service").write_text("as it was\n")
    before = installed.files()
    installed.bad_version(2)
    installed.fails()
    assert installed.runs == "versions/1"
    assert installed.files() == before, "its units too"
    assert (installed.folder / "started").read_text().split()[-1] == "versions/1"
    installed.bad_version(9)
    installed.installs()
    assert installed.runs == "versions/2"


@pytest.mark.parametrize("at", ["pip", "restart"])
def test_ctrl_c_leaves_the_old_version_running(installed: Machine, at: str) -> None:
    before = installed.files()
    installed.set(f"interrupted-at-{at}")
    assert installed.install().returncode == 130
    assert installed.runs == "versions/1"
    assert installed.files() == before


@pytest.mark.parametrize("at", ["pip", "restart"])
def test_a_power_cut_leaves_a_version_that_runs_and_the_next_run_tidies_up(installed: Machine, at: str) -> None:
    installed.set(f"killed-at-{at}")
    assert installed.install().returncode == -9
    assert installed.runs == {"pip": "versions/1", "restart": "versions/2"}[at]
    installed.mend(f"killed-at-{at}")
    installed.installs()
    assert len(installed.versions) == 2
    assert all((installed.root / OPT / "versions" / version / "complete").exists() for version in installed.versions)


def test_a_first_run_that_fails_can_be_run_again(machine: Machine) -> None:
    machine.set("no-wheels")
    machine.fails()
    assert machine.versions == []
    machine.mend("no-wheels")
    machine.bad_version(1)
    machine.fails()
    machine.installs()
    assert machine.runs == "versions/2"


def test_a_second_installer_at_the_same_time_is_refused(installed: Machine) -> None:
    lock = installed.root / OPT / ".lock"
    with subprocess.Popen(["flock", lock, "sh", "-c", "echo got it; read x"], stdin=-1, stdout=-1) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"got it\n"
        assert "another" in installed.fails()
        other.communicate(b"\n")
    installed.installs()


# Not here


@pytest.mark.parametrize(("codename", "architecture", "why"), [
    ("bullseye", "arm64", "bookworm and trixie"), ("noble", "arm64", "bookworm and trixie"), ("trixie", "armhf", "64-bit"),
])  # fmt: skip
def test_another_system_is_refused_before_anything_is_changed(
    tmp_path: Path, codename: str, architecture: str, why: str
) -> None:
    machine = Machine(tmp_path, codename, architecture)
    before = machine.files()
    assert why in machine.fails()
    assert machine.files() == before


def test_another_system_may_be_tried(tmp_path: Path) -> None:
    Machine(tmp_path, "sid").installs("--anyway")


@pytest.mark.parametrize("words", [
    ["--panel"], ["--panel", "big"], ["--name", "a b"], ["--name", "-"], ["--country", "France"], ["--language", "de"],
    ["--wheels", "/none"], ["--purge"], ["--uninstal"], ["--name", "$(touch x)"],
])  # fmt: skip
def test_a_wrong_word_is_one_line_and_nothing_is_done(machine: Machine, words: list[str]) -> None:
    before = machine.files()
    assert machine.fails(*words).count("\n") == 1
    assert machine.files() == before


# Off again


def test_uninstalling_leaves_the_games_and_the_settings_and_nothing_else(machine: Machine) -> None:
    before = machine.files()
    machine.installs()
    machine.write("var/lib/table-companion/companion.db", "games")
    machine.installs("--uninstall")
    left = {name for name, what in machine.files().items() if before.get(name) != what}
    assert left == {
        "var/lib/table-companion/companion.db", "etc/table-companion/settings.toml", "etc/table-companion/wifi",
    }  # fmt: skip
    assert machine.stubs.of("userdel") == [], "whose files they are"
    assert "disable -q --now companion.service" in machine.stubs.of("systemctl")


def test_purging_leaves_nothing(machine: Machine) -> None:
    before = machine.files()
    machine.installs()
    machine.write("var/lib/table-companion/companion.db", "games")
    machine.installs("--uninstall", "--purge")
    assert machine.files() == before
    assert machine.stubs.of("userdel") == ["companion"]


def test_uninstalling_twice_is_no_error(machine: Machine) -> None:
    machine.installs("--uninstall")
    machine.installs()
    machine.installs("--uninstall")
    machine.installs("--uninstall")
    machine.installs("--uninstall", "--purge")


def test_a_box_that_was_taken_off_and_comes_back_has_its_games_and_its_wifi(installed: Machine) -> None:
    installed.write("var/lib/table-companion/companion.db", "games")
    wifi = (installed.root / "etc/table-companion/wifi").read_text()
    installed.installs("--uninstall")
    installed.installs()
    assert (installed.root / "var/lib/table-companion/companion.db").read_text() == "games"
    assert (installed.root / "etc/table-companion/wifi").read_text() == wifi
