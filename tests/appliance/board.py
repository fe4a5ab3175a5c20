"""The card in an emulator's Raspberry Pi 3 (`-M raspi3b`, QEMU from 10 on): slow, but with the pins and buses of a Pi.

The emulator has no Pi firmware. It starts the kernel itself, with the board's own device tree from the card. The rehearsal
writes the board's revision into that tree, as the firmware would do.
"""

import re
import subprocess
from pathlib import Path
from typing import Final

from tests.appliance.flashed import Flashed
from tests.appliance.newer import emulator

TREE: Final = "bcm2837-rpi-3-b.dtb"
REVISION: Final = "a02082"
"""The revision of a Raspberry Pi 3 B, which gpiozero reads."""
CONSOLE: Final = "console=ttyAMA0,115200 systemd.watchdog_sec=0"
"""The kernel's further arguments. The watchdog is off, because the emulated machine is too slow for it."""
PINS: Final = {"GPIO17", "GPIO27", "GPIO22"}


class Board(Flashed):
    """A card in an emulated board, whose network is on USB."""

    def wishes(self, words: str) -> None:
        self.says(words)  # this board has pins

    def start(self) -> None:
        tree = self.read(TREE, self.disk.with_name("tree"))
        subprocess.run(["fdtput", "-p", "-t", "x", tree, "/system", "linux,revision", REVISION], check=True)
        self._change(tree)
        super().start()

    def _change(self, tree: Path) -> None:
        """Make further changes to the board's tree. An ordinary board has none."""

    def _emulator(self) -> list[str]:
        return emulator(self.disk.parent)

    def _machine(self) -> list[str]:
        return [
            "-M", "raspi3b", "-dtb", f"{self.disk.with_name('tree')}",
            "-drive", f"file={self.disk},format=raw,if=sd,cache=writethrough", "-device", "usb-net,netdev=net",
        ]  # fmt: skip

    def _line(self) -> str:
        line = re.sub(r" console=\S+", "", super()._line())
        return f"{line} {CONSOLE}"


class Renumbered(Board):
    """A board on which another bus has the number 1, and the header's bus has NUMBER."""

    NUMBER = 3

    def _change(self, tree: Path) -> None:
        for number, bus in ((1, "/soc/i2c@7e805000"), (self.NUMBER, "/soc/i2c@7e804000")):
            subprocess.run(["fdtput", "-p", "-t", "s", tree, "/aliases", f"i2c{number}", bus], check=True)


def claimed(pins: str) -> set[str]:
    """Return the names of the pins that lgpio holds. `pins` is the text of /sys/kernel/debug/gpio."""
    return set(re.findall(r"\((\S+) *\|lg *\)", pins))
