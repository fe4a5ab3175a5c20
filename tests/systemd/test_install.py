"""The installer makes a box of a bare machine. A folder plays the machine."""

import os
from pathlib import Path

import pytest

from companion.settings import read
from tests.support.debians import LGPIO, OPT, Machine
from tests.support.stubs import ROOT

UNITS = ("etc/systemd/system/companion.service", "etc/systemd/system/companion-hotspot.service")


# Once


@pytest.mark.parametrize("codename", ["bookworm", "trixie"])
def test_a_new_box_has_everything_and_runs(tmp_path: Path, codename: str) -> None:
    machine = Machine(tmp_path, codename)
    machine.installs()
    assert machine.runs == "versions/1"
    there = machine.files()
    for file in (*UNITS, "etc/sysusers.d/table-companion.conf", "etc/udev/rules.d/60-table-companion.rules",
                 "etc/modules-load.d/table-companion.conf", "etc/avahi/services/table-companion.service",
                 "etc/NetworkManager/dnsmasq-shared.d/table-companion.conf", "etc/table-companion/wifi"):  # fmt: skip
        assert file in there, file
    assert there["usr/local/bin/companion"] == "-> /opt/table-companion/current/bin/companion"
    assert machine.stubs.of("systemctl")[-4:] == [
        "enable -q companion.service", "restart companion.service",
        "enable -q companion-hotspot.service", "restart companion-hotspot.service",
    ]  # fmt: skip


def test_the_units_name_a_program_and_scripts_that_are_installed(installed: Machine) -> None:
    for unit in UNITS:
        words = (installed.root / unit).read_text()
        (program,) = [line.split("=")[1].split()[0] for line in words.splitlines() if line.startswith("ExecStart=")]
        assert os.access(installed.root / program.removeprefix("/"), os.X_OK), program


def test_the_settings_of_a_new_box_are_settings(machine: Machine) -> None:
    machine.installs("--language", "fr", "--name", "salon")
    settings = read(machine.root / "etc/table-companion/settings.toml", panel="none")
    assert (settings.listen, settings.language, settings.names) == ("0.0.0.0:80", "fr", ("salon.local",))
    assert "host-name=salon" in (machine.root / "etc/avahi/avahi-daemon.conf").read_text().splitlines()


def test_exactly_the_locked_packages_are_installed_and_then_the_program(installed: Machine) -> None:
    locked, program = installed.stubs.of("pip")
    assert f"--require-hashes -r {ROOT}/lock/pi.txt" in locked
    assert program.endswith("--no-deps --no-build-isolation " + f"{installed.root}/{OPT}/versions/1/source")


def test_a_box_without_a_panel_is_spared_what_its_pins_would_need(machine: Machine) -> None:
    machine.installs("--panel", "none")
    assert f"{ROOT}/lock/run.txt" in machine.stubs.of("pip")[0]


@pytest.mark.parametrize("how", ["asked", "settings"])
def test_a_box_of_a_hall_gets_what_that_needs_and_keeps_it_with_every_update(installed: Machine, how: str) -> None:
    assert "hall.txt" not in installed.stubs.of("pip")[0]
    if how == "settings":
        installed.write("etc/table-companion/settings.toml", 'listen = "0.0.0.0:80"\n[hall]\nkey = "x"\n')
    installed.stubs.forget()
    installed.installs(*(["--hall"] if how == "asked" else []))
    assert f"--require-hashes -r {ROOT}/lock/hall.txt" in installed.stubs.of("pip")[0]
    assert installed.runs == "versions/2"


def test_a_box_of_a_hall_whose_pins_need_no_wheel_is_spared_that_alone(tmp_path: Path) -> None:
    """The lock of such a box is the hall's without lgpio, line by line."""
    machine = Machine(tmp_path, "trixie")
    machine.installs("--hall")
    lock = machine.root / OPT / "versions/1/lock.txt"
    assert f"--require-hashes -r {lock}" in machine.stubs.of("pip")[0]
    whole = (ROOT / "lock/hall.txt").read_text().splitlines()
    left = lock.read_text().splitlines()
    begins = whole.index(next(line for line in whole if line.startswith("lgpio==")))
    ends = next(n for n in range(begins, len(whole)) if not whole[n].endswith("\\")) + 1
    assert left == whole[:begins] + whole[ends:]
    assert any(line.startswith("cryptography==") for line in left)


def test_only_wheels_are_taken_and_without_internet_only_those_of_the_folder(installed: Machine, tmp_path: Path) -> None:
    assert all("--only-binary=:all:" in asked for asked in installed.stubs.of("pip"))
    installed.stubs.forget()
    (tmp_path / "wheels").mkdir()
    installed.installs("--wheels", tmp_path / "wheels")
    _, program = installed.stubs.of("pip")
    assert all(f"--no-index --find-links {tmp_path / 'wheels'}" in asked for asked in installed.stubs.of("pip"))
    assert program.endswith(" table-companion")


def test_on_trixie_lgpio_is_debian_s_as_it_has_no_wheel_there(tmp_path: Path) -> None:
    """PyPI has no wheel of lgpio for Python 3.13, and an empty one under an older number."""
    machine = Machine(tmp_path, "trixie")
    machine.set("bare")
    machine.installs()
    assert "python3-lgpio" in machine.stubs.of("apt-get")[1]
    locked, program = machine.stubs.of("pip")
    assert locked.endswith("/lock/run.txt")
    assert program.endswith("/source")
    inside = machine.root / OPT / "current/lib/python3.13/site-packages"
    assert {file.name for file in inside.iterdir()} == set(LGPIO)
    assert all(file.read_text() == "lgpio" for file in inside.iterdir())


def test_a_plain_debian_without_lgpio_gets_the_command_before_anything_is_made(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "trixie")
    machine.set("bare")
    machine.set("plain")
    printed = machine.fails()
    assert "--wheels" in printed
    assert "--panel none" in printed
    assert machine.stubs.of("pip") == []


def test_on_trixie_a_wheel_of_lgpio_that_was_brought_along_is_taken(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "trixie")
    machine.set("bare")
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "lgpio-0.2.2.0-cp313-cp313-linux_aarch64.whl").touch()
    machine.installs("--wheels", tmp_path / "wheels")
    assert "python3-lgpio" not in machine.stubs.of("apt-get")[1]
    locked, program = machine.stubs.of("pip")
    assert locked.endswith("/lock/run.txt"), "whose hashes are those of other files"
    assert program.endswith(" lgpio table-companion")


def test_a_lgpio_that_is_not_where_debian_has_it_ends_the_run_before_anything_is_switched(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "trixie")
    (machine.root / "usr/lib/python3/dist-packages/lgpio.py").unlink()
    assert "lgpio.py" in machine.fails()
    assert machine.versions == []


def test_packages_are_installed_only_where_they_are_missing(installed: Machine) -> None:
    assert installed.stubs.of("apt-get") == [], "an update needs no internet"
    installed.set("bare")
    installed.installs()
    assert installed.stubs.of("apt-get")[1].split()[4:] == [
        "python3-venv", "xfonts-efont-unicode", "avahi-daemon", "network-manager", "dnsmasq-base", "iw",
    ]  # fmt: skip


def test_the_password_of_the_box_s_wifi_is_for_root_alone(installed: Machine) -> None:
    assert (installed.root / "etc/table-companion/wifi").stat().st_mode & 0o777 == 0o600


def test_a_box_may_have_no_panel_and_no_wifi_of_its_own(machine: Machine) -> None:
    machine.installs("--panel", "none", "--no-hotspot")
    assert machine.stubs.of("raspi-config") == []
    assert not [file for file in machine.files() if "hotspot" in file and OPT not in file]
    assert not [asked for asked in machine.stubs.of("systemctl") if "hotspot" in asked]
    assert not (machine.root / "etc/table-companion/wifi").exists()


def test_the_installer_sets_the_country_of_the_wifi_if_it_is_given(machine: Machine) -> None:
    machine.installs("--country", "FR")
    assert "nonint do_wifi_country FR" in machine.stubs.of("raspi-config")


def test_a_system_that_is_not_running_is_not_checked(machine: Machine) -> None:
    """The builder of a card installs into such a system. Its buttons and its display would count as missing."""
    machine.installs()
    assert any(" check " in asked for asked in machine.stubs.asked)
    machine.stubs.forget()
    (machine.root / "run/systemd/system").rmdir()
    assert "not checked" in machine.installs()
    assert not any(" check " in asked for asked in machine.stubs.asked)


def test_the_installer_prints_each_command_that_changes_the_system(machine: Machine) -> None:
    words = machine.installs()
    for asked in machine.stubs.asked:
        if asked.split()[0] in ("systemctl", "udevadm", "systemd-sysusers", "modprobe"):
            assert f"+ {asked}\n" in words


# Looking first


def test_a_dry_run_changes_nothing_and_asks_nobody_to(machine: Machine) -> None:
    before = machine.files()
    words = machine.installs("--dry-run")
    assert machine.files() == before
    assert {asked.split()[0] for asked in machine.stubs.asked} <= {"dpkg", "dpkg-query", "python3"}
    assert "-m venv" not in "".join(machine.stubs.of("python3"))
    assert "would: systemctl restart companion.service" in words
    machine.installs()
    before = machine.files()
    machine.installs("--uninstall", "--purge", "--dry-run")
    assert machine.files() == before


def test_a_dry_run_says_what_the_real_run_then_does(machine: Machine) -> None:
    would = [line.split("would: ")[1] for line in machine.installs("--dry-run").splitlines() if "would: " in line]
    did = [line.split("+ ")[1] for line in machine.installs().splitlines() if "   + " in line]
    source = f"{machine.root}/{OPT}/versions/1/systemd"
    assert [line.replace(source, f"{ROOT}/systemd") for line in did if "cp -r" not in line] == [
        line for line in would if "cp -r" not in line
    ]
