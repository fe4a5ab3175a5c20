"""Finds the buses of a Raspberry Pi's header by their place in the device tree.

The kernel numbers buses in the order in which it finds them. On a Pi 4 with Debian's tree the two HDMI buses come first, and
the header's I2C is i2c-3. The driver and `companion check` ask here.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion import regular

MACHINE: Final = Path("/")
PI: Final = b"raspberrypi,"
"""The maker of every Raspberry Pi, as its tree names it."""
WIRED: Final[Mapping[str, int]] = {"i2c": 1, "spi": 0}
"""The numbers by which the wiring file and the Pi's own pages know the header's buses (GPIO2 and 3; GPIO9 to 11)."""
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "i2c": ("i2c@7e804000", "i2c@74000", "i2c@40074000"),
    "spi": ("spi@7e204000", "spi@50000", "spi@40050000"),
}
"""The nodes of these buses: of the Pi 3, 4, 400 and Zero 2 W, then of the Pi 5 in Raspberry Pi OS and in other kernels."""
FOLDERS: Final[Mapping[str, str]] = {"i2c": "sys/bus/i2c/devices", "spi": "sys/class/spi_master"}


class SwitchedOff(OSError):
    """The header of this Pi has no such bus. Other buses may have its number."""


def number(kind: str, wired: int, machine: Path = MACHINE) -> int:
    """Return the kernel's number of the bus that the wiring file calls `wired`. `kind` is "i2c" or "spi". Raises SwitchedOff
    if it is the header's bus, and this Pi has it switched off."""
    if wired != WIRED[kind] or not _is_pi(machine):
        return wired
    for bus in sorted((machine / FOLDERS[kind]).glob(f"{kind}*")):
        found = re.fullmatch(rf"{kind}-?([0-9]+)", bus.name)
        if found and (bus / "of_node").resolve().name in PLACES[kind]:
            return int(found[1])
    raise SwitchedOff(f"the header's {kind} bus is switched off")


def _is_pi(machine: Path) -> bool:
    try:
        return regular.raw(machine / "proc/device-tree/compatible").startswith(PI)
    except OSError:
        return False
