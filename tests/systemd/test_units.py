"""Systemd understands the units. They allow as little as possible, and all that gpiozero and lgpio need."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.box.running import OFF
from companion.settings import Settings
from tests.support.stubs import ROOT

SYSTEMD = ROOT / "systemd"
UNITS = ("companion.service", "companion-hotspot.service")
SCRIPTS = [
    file for file in sorted(SYSTEMD.rglob("*")) if file.is_file() and re.match(rb"#!/bin/(ba)?sh", file.read_bytes()[:20])
]
ANALYZE = shutil.which("systemd-analyze") or ""

asks_systemd = pytest.mark.skipif(not ANALYZE and not os.environ.get("CI"), reason="needs Debian's systemd")


def words(unit: str) -> list[str]:
    return (SYSTEMD / unit).read_text("utf-8").splitlines()


def values(unit: str, key: str) -> list[str]:
    return [line.partition("=")[2] for line in words(unit) if line.startswith(f"{key}=")]


def here(unit: str, folder: Path) -> Path:
    """Return a copy of the unit that can be checked on a machine without the companion."""
    file = folder / unit
    file.write_text(re.sub(r"(?m)^(ExecStart=)/opt/\S+", r"\1/bin/true", (SYSTEMD / unit).read_text("utf-8")), "utf-8")
    return file


def analyze(*asked: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ANALYZE, *asked], capture_output=True, text=True, timeout=60, check=False)


@asks_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_understands_every_line(unit: str, tmp_path: Path) -> None:
    done = analyze("verify", "--recursive-errors=yes", "--man=no", here(unit, tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@asks_systemd
def test_a_misspelt_line_would_be_found(tmp_path: Path) -> None:
    file = here(UNITS[0], tmp_path)
    file.write_text(file.read_text().replace("ProtectClock=yes", "ProtectClok=yes"))
    assert analyze("verify", "--recursive-errors=yes", "--man=no", file).returncode == 1


@asks_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_a_service_is_exposed_at_most_2(unit: str, tmp_path: Path) -> None:
    file = here(unit, tmp_path)
    done = analyze("security", "--offline=true", "--threshold=20", "--no-pager", file)
    exposure = float(re.findall(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)[0])
    assert done.returncode == 0, done.stdout
    assert exposure <= 2.0


@asks_systemd
def test_the_measure_of_exposure_can_fail(tmp_path: Path) -> None:
    bare = tmp_path / "bare.service"
    bare.write_text("[Service]\nExecStart=/bin/true\n")
    assert analyze("security", "--offline=true", "--threshold=20", bare).returncode == 1


# Promises that no tool checks


def test_the_companion_waits_for_no_network() -> None:
    """A box on a table in the garden has no network."""
    for key in ("After", "Wants", "Requires", "BindsTo", "Requisite"):
        assert "network" not in " ".join(values("companion.service", key)).lower()


def test_the_service_knows_where_lgpio_may_write_and_has_that_folder_alone() -> None:
    """Without this, gpiozero says only that it cannot load any pin factory."""
    (folder,) = values("companion.service", "RuntimeDirectory")
    assert f"LG_WD=/run/{folder}" in values("companion.service", "Environment")


def test_the_pins_and_what_names_the_board_are_in_reach() -> None:
    unit = "companion.service"
    assert values(unit, "ProcSubset") == []
    assert values(unit, "PrivateDevices") == []
    assert values(unit, "PrivateUsers") == []
    assert values(unit, "DevicePolicy") == ["closed"]
    assert set(values(unit, "DeviceAllow")) == {"char-gpiochip rw", "char-i2c rw", "char-spi rw"}
    assert values(unit, "SupplementaryGroups") == ["gpio i2c spi"]


def test_the_service_reports_to_systemd_and_is_started_again_for_ever() -> None:
    unit = "companion.service"
    assert "AF_UNIX" in values(unit, "RestrictAddressFamilies")[0]
    assert values(unit, "Type") == ["notify"]
    assert int(values(unit, "WatchdogSec")[0]) >= 20, "a slow card is not a dead one"
    assert values(unit, "Restart") == ["on-failure"]
    assert values(unit, "StartLimitIntervalSec") == ["0"]


def test_a_flood_of_idle_connections_leaves_files_for_the_journal() -> None:
    assert int(values("companion.service", "LimitNOFILE")[0]) >= 4096


def test_a_full_memory_ends_the_box_and_not_the_machine() -> None:
    """The smallest supported Pi has 512 MB."""
    (most,) = values("companion.service", "MemoryMax")
    assert 150 <= int(most.removesuffix("M")) <= 350


def test_no_other_user_can_read_its_files() -> None:
    unit = "companion.service"
    assert values(unit, "StateDirectoryMode") == ["0700"]
    assert values(unit, "RuntimeDirectoryMode") == ["0700"]
    assert values(unit, "UMask") == ["0077"]


def test_port_80_is_the_one_thing_that_it_may_do_beyond_a_user() -> None:
    assert values("companion.service", "AmbientCapabilities") == ["CAP_NET_BIND_SERVICE"]
    assert values("companion.service", "CapabilityBoundingSet") == ["CAP_NET_BIND_SERVICE"]
    assert values("companion-hotspot.service", "CapabilityBoundingSet") == [""]


def test_the_games_are_in_the_folder_that_systemd_makes_for_this_user() -> None:
    assert values("companion.service", "StateDirectory") == ["table-companion"]
    assert values("companion.service", "User") == ["companion"]
    assert "u companion " in (SYSTEMD / "companion.sysusers").read_text()
    for group in values("companion.service", "SupplementaryGroups")[0].split():
        assert f"g {group} " in (SYSTEMD / "companion.sysusers").read_text()
        assert f'GROUP="{group}"' in (SYSTEMD / "companion.udev").read_text()


def off(folder: Path, tmp_path: Path) -> list[str]:
    """Return the unit's commands to the machine after the companion has ended. `folder` is the runtime folder."""
    (line,) = values("companion.service", "ExecStopPost")
    script = re.fullmatch(r"\+/bin/sh -c '(.*)'", line)
    assert script
    asked = tmp_path / "asked"
    asked.touch()
    stub = tmp_path / "systemctl"
    stub.write_text(f'#!/bin/sh\necho "$*" >>{asked}\n')
    stub.chmod(0o755)
    (runtime,) = values("companion.service", "RuntimeDirectory")
    there = script.group(1).replace(f"/run/{runtime}", str(folder))
    path = f"{tmp_path}:{os.environ['PATH']}"
    subprocess.run(["/bin/sh", "-c", there], env={"PATH": path}, check=True, timeout=20)
    return asked.read_text().splitlines()


def test_the_machine_goes_off_when_that_was_asked_at_the_panel_and_only_then(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    assert off(folder, tmp_path) == []
    (folder / OFF).touch()
    assert off(folder, tmp_path) == ["--no-block poweroff"]


def test_the_hotspot_informs_the_companion_in_the_file_where_it_looks() -> None:
    (folder,) = values("companion-hotspot.service", "RuntimeDirectory")
    assert Settings().wifi_file == f"/run/{folder}/wifi.json"
    assert values("companion-hotspot.service", "Group") == values("companion.service", "Group"), "who may read it"
    assert values("companion-hotspot.service", "User") == []


def test_every_name_is_the_box_on_its_own_wifi() -> None:
    script = (SYSTEMD / "hotspot.sh").read_text()
    (address,) = re.findall(r"ADDRESS=([\d.]+)", script)
    assert f"address=/#/{address}" in (SYSTEMD / "companion-hotspot.dns").read_text().splitlines()


# The scripts


def shellcheck() -> str:
    beside = Path(shutil.which("shellcheck") or Path(sys.executable).parent / "shellcheck")
    return str(beside) if beside.exists() else ""


@pytest.mark.skipif(not shellcheck() and not os.environ.get("CI"), reason="needs shellcheck")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_scripts_are_clean(script: Path) -> None:
    done = subprocess.run(
        [shellcheck(), "-x", "-f", "json", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert json.loads(done.stdout) == []


def test_the_installer_installs_every_file_of_the_folder() -> None:
    script = (SYSTEMD / "install.sh").read_text()
    for file in SYSTEMD.iterdir():
        if file.is_file() and file.suffix != ".sh":
            assert f"{file.name}:/etc/" in script, file.name


def test_the_locks_that_the_installer_names_are_there() -> None:
    named = re.findall(r"\blocked=(\w+)", (SYSTEMD / "install.sh").read_text())
    assert sorted(named) == ["pi", "run"]
    assert all((ROOT / "lock" / f"{name}.txt").is_file() for name in named)
