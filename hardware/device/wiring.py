"""The wiring, read from one TOML file, and the buses and pins of a Raspberry Pi's header. An impossible wiring raises
BadSettings with a message of one line."""

import difflib
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from companion import regular, toml
from companion.settings import BadSettings
from companion.snapshot.panel import Button

USUAL: Final = files("hardware") / "wiring.toml"

PINS: Final = range(2, 28)
"""The BCM numbers of the header that may be used. Pins 0 and 1 read the memory of add-on boards (HATs)."""

CHIPS: Final = ("sh1106", "ssd1306")
BUSES: Final = ("i2c", "spi")
ROTATIONS: Final = (0, 180)
SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "buttons": ("back", "next", "ok"),
    "display": ("chip", "bus", "rotate", "brightness", "column_offset"),
    "i2c": ("port", "address"),
    "spi": ("port", "device", "dc", "reset"),
}
BOUNDS: Final[Mapping[str, range]] = {
    "display.brightness": range(1, 256),
    "display.column_offset": range(5),
    "i2c.port": range(8),
    "i2c.address": range(0x08, 0x78),
    "spi.port": range(1),
    "spi.device": range(2),
}
"""The bounds of all numbers but pins."""
BUS_PINS: Final[Mapping[str, Mapping[str, int]]] = {
    "i2c": {"SDA": 2, "SCL": 3},
    "spi": {"MOSI": 10, "MISO": 9, "SCLK": 11},
}
"""The pins of the Pi's buses: I2C port 1, SPI port 0."""


class Wiring(msgspec.Struct, frozen=True):
    """A wiring that was checked. Pins are BCM numbers."""

    buttons: Mapping[Button, int]
    chip: str
    """The display's chip: one of CHIPS."""
    bus: str
    """The display's bus: one of BUSES."""
    rotate: int
    """Degrees: 0 or 180."""
    brightness: int
    """The contrast of the usual light, 1 to 255."""
    column_offset: int
    """The number of columns in the chip's memory before the first one that shows. An SH1106 has 132 columns and shows
    128."""
    i2c: Mapping[str, int]
    """`port` and `address`, used if `bus` is "i2c"."""
    spi: Mapping[str, int]
    """`port`, `device`, and the pins `dc` (data or command) and `reset`, used if `bus` is "spi"."""

    def pins(self) -> list[tuple[str, int]]:
        """Return each function and its pin. Buttons come first."""
        buttons = [(button.value, pin) for button, pin in self.buttons.items()]
        return [*buttons, *self.display_pins().items()]

    def display_pins(self) -> dict[str, int]:
        """Return the display's functions and their pins: those of its bus, and on SPI also chip enable, DC and RESET. The
        result is empty for an I2C bus other than port 1, whose pins are not known."""
        if self.bus == "i2c":
            return dict(BUS_PINS["i2c"]) if self.i2c["port"] == 1 else {}
        chip_enable = {f"CE{self.spi['device']}": 8 - self.spi["device"]}
        return {**BUS_PINS["spi"], **chip_enable, "DC": self.spi["dc"], "RESET": self.spi["reset"]}


def read(file: Path | None) -> Wiring:
    """Return the wiring of a file. Keys that the file leaves out have their usual values. None: all have. Raises
    BadSettings."""
    usual = toml.read(USUAL.read_text("utf-8"))
    return _checked(str(file or "wiring.toml"), _merged(file, usual) if file else usual)


def _merged(file: Path, usual: dict[str, Any]) -> dict[str, Any]:
    try:
        sections = toml.read(regular.words(file))
    except (OSError, UnicodeDecodeError, toml.NotToml) as error:
        raise BadSettings(f"{file}: {error}") from None
    _known(file, sections, SECTIONS, "")
    for name, section in sections.items():
        if not isinstance(section, dict):
            raise BadSettings(f"{file}: {name} should be a section: [{name}]")
        _known(file, section, SECTIONS[name], f"{name}.")
    return {name: {**usual[name], **sections.get(name, {})} for name in SECTIONS}


def _known(file: Path, keys: Mapping[str, Any], known: Mapping[str, Any] | tuple[str, ...], section: str) -> None:
    for key in keys:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.0)
            raise BadSettings(f"{file}: unknown key {section + key!r}; did you mean {section + near[0]!r}?")


def _checked(file: str, sections: dict[str, Any]) -> Wiring:
    display = sections["display"]
    _one_of(file, "display.chip", display["chip"], CHIPS)
    _one_of(file, "display.bus", display["bus"], BUSES)
    _one_of(file, "display.rotate", display["rotate"], ROTATIONS)
    for key, bounds in BOUNDS.items():
        section, _, name = key.partition(".")
        _within(file, key, sections[section][name], bounds)
    for name, pin in [*((f"buttons.{b}", p) for b, p in sections["buttons"].items()),
                      *((f"spi.{name}", sections["spi"][name]) for name in ("dc", "reset"))]:  # fmt: skip
        _within(file, name, pin, PINS)
    buttons = {button: sections["buttons"][button.value] for button in Button}
    wiring = Wiring(buttons, i2c=sections["i2c"], spi=sections["spi"], **display)
    _no_two_on_one(file, wiring)
    return wiring


def _one_of(file: str, key: str, value: Any, allowed: tuple[Any, ...]) -> None:
    if not any(value == one and type(value) is type(one) for one in allowed):
        raise BadSettings(f"{file}: {key} = {value!r}: use one of {', '.join(map(str, allowed))}")


def _within(file: str, key: str, value: Any, bounds: range) -> None:
    if type(value) is not int or value not in bounds:
        what = "no pin for this; use a BCM number from" if bounds is PINS else "out of bounds; use a whole number from"
        raise BadSettings(f"{file}: {key} = {value!r} is {what} {bounds[0]} to {bounds[-1]}")


def _no_two_on_one(file: str, wiring: Wiring) -> None:
    """Raise BadSettings if two functions share a pin. A bus that is not in use takes no pin."""
    taken: dict[int, str] = {}
    for name, pin in wiring.pins():
        if pin in taken:
            raise BadSettings(f"{file}: GPIO{pin} cannot be both {taken[pin]} and {name}")
        taken[pin] = name


# The header: its buses and pins, found by their place in the device tree
#
# The kernel numbers buses and chips of pins in the order in which it finds them. On a Pi 4 with Debian's device tree the two
# HDMI buses come first, and the header's I2C is i2c-3. The driver and `companion check` use the same `bus_number`.


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


def bus_number(kind: str, wired: int, machine: Path = MACHINE) -> int:
    """Return the kernel's number of the bus that the wiring file calls `wired`. `kind` is "i2c" or "spi". Raises SwitchedOff
    if the bus is the header's and is switched off on this Pi."""
    if wired != WIRED[kind] or not _is_pi(machine):
        return wired
    found = _found(kind, machine)
    if found is None:
        raise SwitchedOff(f"the header's {kind} bus is switched off")
    return found


def pins_chip(machine: Path = MACHINE) -> int | None:
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
