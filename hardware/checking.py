"""The findings of `companion check` about the panel: its pins, its display's bus, its fonts. No pin is claimed."""

import os
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion import letters as fonts
from companion.core.words import text
from companion.findings import Finding, Level
from companion.settings import Settings
from companion.speech.say import own_names
from hardware.device.wiring import MACHINE, SwitchedOff, Wiring, bus_number, read

DEVICES: Final = Path("/dev")
ADDRESSES: Final = (0x3C, 0x3D)
"""The I2C addresses that an SSD1306 or SH1106 may have."""
CHIPS: Final[Mapping[int, str]] = {0x3: "ssd1306", 0x6: "ssd1306", 0x8: "sh1106"}
"""The chip by the lower four bits of the byte that it answers to a read."""

Asks = Callable[[int, int], int | None]
"""Takes an I2C bus and an address, and returns the byte that the device there answers. None: no device answers."""


def check(settings: Settings, devices: Path = DEVICES, machine: Path = MACHINE) -> Iterator[Finding]:
    """Yield the findings on buttons, display and fonts. Raises BadSettings for an impossible wiring, as `companion run`
    does."""
    if settings.panel == "gpio":
        wired = read(Path(settings.wiring) if settings.wiring else None)
        yield buttons(devices)
        yield display(wired, devices, machine=machine)
    else:
        level, key = (Level.OK, "none") if settings.panel == "none" else (Level.SIMULATED, "simulated")
        yield Finding("buttons", level, text(f"check.buttons.{key}"))
        yield Finding("display", level, text(f"check.display.{key}"))
    yield letters(settings)


def buttons(devices: Path, has_library: bool | None = None) -> Finding:
    """Return the finding on the pins: there are some, this user may use them, and lgpio is installed."""
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        return Finding("buttons", Level.BAD, text("check.buttons.no_pins", folder=str(devices)))
    names = tuple(map(str, chips))
    if not any(_may_use(chip) for chip in chips):
        return Finding("buttons", Level.BAD, text("check.buttons.not_allowed", chips=names))
    if not (_has_lgpio() if has_library is None else has_library):
        return Finding("buttons", Level.BAD, text("check.buttons.no_library"))
    return Finding("buttons", Level.OK, text("check.buttons.ok", chips=names))


def display(wired: Wiring, devices: Path, asks: Asks | None = None, machine: Path = MACHINE) -> Finding:
    """Return the finding on the display: the wiring's bus is there, and the wiring's chip answers on it."""
    wires = wired.i2c if wired.bus == "i2c" else wired.spi
    try:
        port = bus_number(wired.bus, wires["port"], machine)
    except SwitchedOff:
        return Finding("display", Level.BAD, text("check.display.off", kind=wired.bus))
    bus = devices / (f"i2c-{port}" if wired.bus == "i2c" else f"spidev{port}.{wires['device']}")
    blanks = {"bus": str(bus), "kind": wired.bus}
    if not bus.exists():
        return Finding("display", Level.BAD, text("check.display.no_bus", **blanks))
    if not _may_use(bus):
        return Finding("display", Level.BAD, text("check.display.not_allowed", **blanks))
    if wired.bus == "spi":  # a display on it never answers
        return Finding("display", Level.OK, text("check.display.spi", **blanks))
    return _on_i2c(wired, port, str(bus), asks or _says)


def _on_i2c(wired: Wiring, port: int, bus: str, asks: Asks) -> Finding:
    address = wired.i2c["address"]
    status, blanks = asks(port, address), {"bus": bus, "address": _hex(address)}
    if status is None:
        others = [_hex(other) for other in ADDRESSES if other != address and asks(port, other) is not None]
        if others:
            return Finding("display", Level.BAD, text("check.display.elsewhere", found=others[0], **blanks))
        return Finding("display", Level.BAD, text("check.display.silent", **blanks))
    chip = CHIPS.get(status & 0xF, wired.chip)
    if chip != wired.chip:  # boards show this, but no data sheet promises it
        return Finding("display", Level.NOTE, text("check.display.other_chip", found=chip, wired=wired.chip, **blanks))
    return Finding("display", Level.OK, text("check.display.ok", **blanks))


def letters(settings: Settings, folders: tuple[Path, ...] = fonts.FOLDERS) -> Finding:
    """Return the finding on the fonts. Without them the display shows nothing in a language with letters of its own."""
    if fonts.load(folders).complete:
        return Finding("fonts", Level.OK, text("check.fonts.ok"))
    level = Level.BAD if fonts.is_lost(own_names()[settings.language]) and settings.panel != "none" else Level.NOTE
    return Finding("fonts", level, text("check.fonts.plain", package=fonts.PACKAGE))


def _has_lgpio() -> bool:
    """Return whether lgpio is installed. The check does not import lgpio, because an import writes a file into the current
    folder. Version 0.0.0.2 of lgpio is an empty file and does not count."""
    spec = find_spec("lgpio")
    return spec is not None and spec.origin is not None and Path(spec.origin).stat().st_size > 0


def _may_use(node: Path) -> bool:
    return os.access(node, os.R_OK | os.W_OK)


def _says(port: int, address: int) -> int | None:
    from smbus2 import SMBus  # comes with luma

    try:
        with SMBus(port) as bus:
            return int(bus.read_byte(address))
    except OSError:
        return None


def _hex(address: int) -> str:
    return f"0x{address:02X}"
