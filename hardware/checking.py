"""What `companion check` asks of the panel: its pins, its display's bus, its fonts. No pin is claimed."""

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.checking import Finding, Level
from companion.core.words import text
from companion.settings import Settings
from hardware import fonts

DEVICES: Final = Path("/dev")
PORT: Final = 1
"""The I2C bus of a Pi's header."""
ADDRESSES: Final = (0x3C, 0x3D)
"""Where displays of these kinds answer."""

Asks = Callable[[int, int], bool]
"""Whether something answers on this bus at this address."""


def check(settings: Settings, devices: Path = DEVICES) -> Iterator[Finding]:
    """Buttons, display and fonts."""
    if settings.panel == "gpio":
        yield buttons(devices)
        yield display(devices)
    else:
        level, key = (Level.OK, "none") if settings.panel == "none" else (Level.SIMULATED, "simulated")
        yield Finding("buttons", level, text(f"check.buttons.{key}"))
        yield Finding("display", level, text(f"check.display.{key}"))
    yield letters(settings)


def buttons(devices: Path, has_library: bool | None = None) -> Finding:
    """Whether there are pins, and this user may use them."""
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        return Finding("buttons", Level.BAD, text("check.buttons.no_pins", folder=str(devices)))
    names = ", ".join(map(str, chips))
    if not any(_may_use(chip) for chip in chips):
        return Finding("buttons", Level.BAD, text("check.buttons.not_allowed", chips=names))
    if not (_has_lgpio() if has_library is None else has_library):
        return Finding("buttons", Level.BAD, text("check.buttons.no_library"))
    return Finding("buttons", Level.OK, text("check.buttons.ok", chips=names))


def display(devices: Path, asks: Asks | None = None) -> Finding:
    """Whether something answers where a display would."""
    bus = devices / f"i2c-{PORT}"
    if not bus.exists():
        return Finding("display", Level.BAD, text("check.display.no_bus", bus=str(bus)))
    if not _may_use(bus):
        return Finding("display", Level.BAD, text("check.display.not_allowed", bus=str(bus)))
    found = [address for address in ADDRESSES if (asks or _answers)(PORT, address)]
    if not found:
        at = ", ".join(map(_hex, ADDRESSES))
        return Finding("display", Level.BAD, text("check.display.silent", address=at, bus=str(bus)))
    return Finding("display", Level.OK, text("check.display.ok", address=_hex(found[0]), bus=str(bus)))


def letters(settings: Settings, folders: tuple[Path, ...] = fonts.FOLDERS) -> Finding:
    """Without the package a Japanese box could say nothing."""
    if fonts.load(folders).complete:
        return Finding("fonts", Level.OK, text("check.fonts.ok"))
    level = Level.BAD if settings.language == "ja" and settings.panel != "none" else Level.NOTE
    return Finding("fonts", level, text("check.fonts.plain", package=fonts.PACKAGE))


def _has_lgpio() -> bool:
    """Looked for, not imported: lgpio writes a file wherever it is imported. Its version 0.0.0.2 is an empty file."""
    spec = find_spec("lgpio")
    return spec is not None and spec.origin is not None and Path(spec.origin).stat().st_size > 0


def _may_use(node: Path) -> bool:
    return os.access(node, os.R_OK | os.W_OK)


def _answers(port: int, address: int) -> bool:
    from smbus2 import SMBus  # comes with luma

    try:
        with SMBus(port) as bus:
            bus.read_byte(address)
    except OSError:
        return False
    return True


def _hex(address: int) -> str:
    return f"0x{address:02X}"
