"""Rehearses the installer: on a bare Debian, again in mid-game, with a version that does not start, and its removal."""

import time

from tests.appliance.acts import UNIT, Figures
from tests.appliance.box import Box
from tests.appliance.waiting import until

INSTALL = "/mnt/source/systemd/install.sh"
FROM_WHEELS = f"{INSTALL} --wheels /mnt/wheels"
CURRENT = "readlink -f /opt/table-companion/current"
STATE, SETTINGS = "/var/lib/table-companion", "/etc/table-companion"
EXPOSURE = 20
"""The highest exposure that systemd-analyze may report, in tenths of a point."""
PATIENCE = 2400
"""The most seconds that the installer may take."""
DROP_INS = f"/run/systemd/system/{UNIT}.d"


def installs_from_the_working_tree(box: Box, figures: Figures) -> None:
    """The installer makes a box of a bare Debian, from this tree and its wheels without internet. Its services
    then run, and `companion check` finds no fault."""
    began = time.monotonic()
    box.machine.run(f"{INSTALL} --dry-run --wheels /mnt/wheels")
    assert box.machine.ask("test -e /opt/table-companion")["status"] != 0
    box.machine.run(FROM_WHEELS, PATIENCE)
    figures["install"] = time.monotonic() - began
    box.machine.run(f"systemctl is-active {UNIT} companion-hotspot.service")
    box.machine.run(f"systemd-analyze security --no-pager --threshold={EXPOSURE} {UNIT}")
    print(box.machine.run(f"companion check --settings {SETTINGS}/settings.toml --state {STATE}"))


def is_updated_in_mid_game(box: Box, figures: Figures) -> None:
    """The installer runs again in mid-game. Then another version runs, and the game goes on with the same screens."""
    before, ran = box.screens(), box.machine.run(CURRENT)
    began = time.monotonic()
    box.machine.run(FROM_WHEELS, PATIENCE)
    figures["update by the installer"] = time.monotonic() - began
    assert box.machine.run(CURRENT) != ran
    until("the box is open", box.is_open)
    assert until("all screens are there", box.screens) == before


def goes_back_from_a_version_that_does_not_start(box: Box, figures: Figures) -> None:
    """The new version does not start. The installer fails and switches back, and the game goes on."""
    before, ran = box.screens(), box.machine.run(CURRENT).strip()
    box.machine.run(f"echo 'test $(readlink -f /opt/table-companion/current) = {ran}' >/run/only; mkdir -p {DROP_INS}")
    box.machine.run(f"printf '[Service]\\nExecStartPre=/bin/sh /run/only\\n' >{DROP_INS}/only.conf; systemctl daemon-reload")
    assert box.machine.ask(FROM_WHEELS, PATIENCE)["status"] != 0
    assert box.machine.run(CURRENT).strip() == ran
    until("the box is open", box.is_open)
    assert until("all screens are there", box.screens) == before
    box.machine.run(f"rm {DROP_INS}/only.conf; systemctl daemon-reload")


def is_taken_off(box: Box, figures: Figures) -> None:
    """After `--uninstall` nothing of the companion runs, and games and settings stay. `--purge` removes these, too."""
    box.machine.run(f"{INSTALL} --uninstall")
    assert not box.is_open()
    assert box.machine.ask(f"systemctl cat {UNIT}")["status"] != 0
    assert box.machine.ask("ls -d /opt/table-companion /usr/local/bin/companion")["out"] == ""
    box.machine.run(f"test -s {STATE}/companion.db && test -s {SETTINGS}/settings.toml")
    box.machine.run(f"{INSTALL} --uninstall --purge")
    assert box.machine.ask(f"ls -d {STATE} {SETTINGS}")["out"] == ""
    assert box.machine.ask("getent passwd companion")["status"] != 0
