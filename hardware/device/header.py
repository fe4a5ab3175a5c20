"""Finds the buses and pins of a Raspberry Pi's header by their place in the device tree.

The kernel numbers buses and chips of pins in the order in which it finds them. On a Pi 4 with Debian's device tree the two
HDMI buses come first, and the header's I2C is i2c-3. The driver and `companion check` use the same `number`.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion import regular

MACHINE: Final = Path("/")
PI: Final = b"raspberrypi,"
"""The beginning of the `compatible` property in the device tree of every Raspberry Pi."""
WIRED: Final[Mapping[str, int]] = {"i2c": 1, "spi": 0}
"""The numbers of the header's buses in the wiring file and in the Pi's documentation (I2C on GPIO2 and 3, SPI on GPIO9 to
11)."""
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "i2c": ("i2c@7e804000", "i2c@74000", "i2c@40074000"),
    "spi": ("spi@7e204000", "spi@50000", "spi@40050000"),
    "gpiochip": ("gpio@7e200000", "gpio@d0000", "pinctrl@400d0000"),
}
"""The device tree nodes of the header's buses and pins: on the Pi 3, 4, 400 and Zero 2 W, then on the Pi 5 with Raspberry Pi
OS, then on the Pi 5 with other kernels."""
FOLDERS: Final[Mapping[str, str]] = {
    "i2c": "sys/bus/i2c/devices",
    "spi": "sys/class/spi_master",
    "gpiochip": "sys/bus/gpio/devices",
}


class SwitchedOff(OSError):
    """The header's bus is switched off on this Pi. Another bus may have its number."""


def number(kind: str, wired: int, machine: Path = MACHINE) -> int:
    """Return the kernel's number of the bus that the wiring file calls `wired`. `kind` is "i2c" or "spi". Raises SwitchedOff
    if the bus is the header's and is switched off on this Pi."""
    if wired != WIRED[kind] or not _is_pi(machine):
        return wired
    found = _found(kind, machine)
    if found is None:
        raise SwitchedOff(f"the header's {kind} bus is switched off")
    return found


def chip(machine: Path = MACHINE) -> int | None:
    """Return the kernel's number of the chip with the header's pins. None: the kernel does not tell, so gpiozero chooses."""
    return _found("gpiochip", machine) if _is_pi(machine) else None


def _found(kind: str, machine: Path) -> int | None:
    for one in sorted((machine / FOLDERS[kind]).glob(f"{kind}*")):
        name = re.fullmatch(rf"{kind}-?([0-9]+)", one.name)
        if name and (one / "of_node").resolve().name in PLACES[kind]:
            return int(name[1])
    return None


def _is_pi(machine: Path) -> bool:
    try:
        return regular.raw(machine / "proc/device-tree/compatible").startswith(PI)
    except OSError:
        return False
