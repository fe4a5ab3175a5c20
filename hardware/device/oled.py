"""The real display: luma's driver on a wire that may be unplugged. Once it is plugged in again, it shows its last frame."""

import fcntl
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from gpiozero import OutputDevice
from gpiozero.exc import GPIOZeroError
from luma.core.error import Error as LumaError
from luma.core.interface import serial
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.clock import Clock
from hardware.device.display import Display, Light
from hardware.device.wiring import MACHINE, Wiring, bus_number

FASTEST: Final = (0xD5, 0xF0)
"""The command that sets the chip's own clock to its fastest. A camera that reads the QR code then sees fewer dark bands."""
DISPLAY_OFF: Final = 0xAE
"""The command that darkens the display. luma's set-up begins with it."""


class Serial(Protocol):
    """luma's serial interface: I2C or SPI."""

    def command(self, *codes: int) -> None:
        """Send command bytes, 0 to 255 each. Raises OSError or luma's Error if no display answers."""

    def data(self, dots: Any) -> None:
        """Send bytes of the frame, 0 to 255 each. A byte is a column of 8 dots, its lowest bit the top dot. Bytes go from
        left to right, in pages from the top (SSD1306 data sheet, 8.7). Raises as `command` does."""

    def cleanup(self) -> None:
        """Release the bus. It need not be open."""


Plug = Callable[[], Serial]
"""A call that opens the bus to the display. Raises OSError or luma's Error."""


class Wire(Serial):
    """The wire between luma's driver and a bus. The driver is built before the bus is open, because the display may be
    missing at first. The driver's first command is the chip's whole set-up. The wire keeps it, and sends it in `set_up`."""

    def __init__(self, plug: Plug) -> None:
        self._plug = plug
        self._bus: Serial | None = None
        self._set_up: tuple[int, ...] = ()

    def connect(self) -> None:
        """Open the bus. If it is open, close it first. Raises as `plug` does."""
        self.cleanup()
        self._bus = self._plug()

    def set_up(self) -> None:
        """Send all settings that the chip forgets without power. The display does not go dark for it."""
        self.command(*self._set_up)
        self.command(*FASTEST)

    def command(self, *codes: int) -> None:
        """Send a command to the open bus. If no bus is open, keep the very first command as the set-up, and drop others."""
        if self._bus is not None:
            self._bus.command(*codes)
        elif not self._set_up:
            self._set_up = tuple(code for i, code in enumerate(codes) if i or code != DISPLAY_OFF)

    def data(self, dots: Any) -> None:
        """Send data to the open bus. If no bus is open, drop the data: the whole frame is sent when the display is found."""
        if self._bus is not None:
            self._bus.data(dots)

    def cleanup(self) -> None:
        """Release the bus, if it is open. It may be opened again."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.cleanup()


WRITE_MODE: Final = 0x40016B01
WRITE_SPEED: Final = 0x40046B04
"""The ioctl numbers of linux/spi/spidev.h. The mode is one byte, the speed four."""
CHUNK: Final = 4096
"""The bytes of the largest write that the kernel's driver takes."""
RESET_HOLD: Final = 0.01
"""Seconds for which the reset pin is held, and again for the pause after that. The chips need 3 microseconds."""


class SpiFile:
    """A device file with the part of the spidev package that luma uses: open, speed, write, close."""

    def __init__(self, ioctl: Callable[[int, int, bytes], Any] = fcntl.ioctl, folder: str = "/dev") -> None:
        self._ioctl, self._folder = ioctl, folder
        self._file = -1

    def open(self, port: int, device: int) -> None:
        """Open the kernel's file of this bus and chip, in SPI mode 0. Raises OSError if SPI is not switched on."""
        self._file = os.open(f"{self._folder}/spidev{port}.{device}", os.O_RDWR)
        self._ioctl(self._file, WRITE_MODE, bytes([0]))

    @property
    def max_speed_hz(self) -> int:
        """The bus's clock in hertz. luma sets it once. Nobody reads it, so it returns 0."""
        return 0

    @max_speed_hz.setter
    def max_speed_hz(self, hertz: int) -> None:
        self._ioctl(self._file, WRITE_SPEED, hertz.to_bytes(4, "little"))

    def writebytes(self, values: list[int]) -> None:
        """Send bytes, 0 to 255 each, in as many writes as the kernel needs. Raises OSError."""
        data = bytes(values)
        for start in range(0, len(data), CHUNK):
            os.write(self._file, data[start : start + CHUNK])

    def close(self) -> None:
        """Close the device file, if it is open."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class Pins:
    """The two pins that an SPI display needs beside the bus: data or command, and reset. They have the part of RPi.GPIO that
    luma uses, on gpiozero's pins."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._pins: dict[int, OutputDevice] = {}

    def setup(self, pin: int, way: str) -> None:
        """Take a pin, by its BCM number, as an output. `way` is always OUT. Raises gpiozero's errors."""
        if pin not in self._pins:
            self._pins[pin] = OutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, level: int) -> None:
        """Drive a pin that was set up. `level` is LOW or HIGH."""
        self._pins[pin].value = level

    def cleanup(self, pins: Any = None) -> None:
        """Release all pins, even those that luma does not name."""
        for pin in self._pins.values():
            pin.close()
        self._pins.clear()


class SpiBus(Serial):
    """luma's SPI. It also releases its two pins, because luma releases only pins that it opened itself."""

    def __init__(self, wires: Mapping[str, int], factory: Any, file: Any) -> None:
        self._pins = Pins(factory)
        try:
            self._serial = serial.spi(
                spi=file,
                gpio=self._pins,
                port=wires["port"],
                device=wires["device"],
                gpio_DC=wires["dc"],
                gpio_RST=wires["reset"],
                reset_hold_time=RESET_HOLD,
                reset_release_time=RESET_HOLD,
            )
        except BaseException:
            self._pins.cleanup()
            file.close()
            raise

    def command(self, *codes: int) -> None:
        self._serial.command(*codes)

    def data(self, dots: Any) -> None:
        self._serial.data(dots)

    def cleanup(self) -> None:
        self._serial.cleanup()
        self._pins.cleanup()


def connect(wires: Mapping[str, int], factory: Any) -> SpiBus:
    """Return the display's open SPI bus, with its pins taken. Raises OSError, also for a pin that cannot be used, or luma's
    Error."""
    try:
        return SpiBus(wires, factory, SpiFile())
    except GPIOZeroError as error:
        raise OSError(str(error)) from None


NO_OPERATION: Final = 0xE3
"""A command of both chips that does nothing. On I2C, sending it fails if the display is missing."""

LOOKS: Final = 1.0
"""Seconds without a new frame after which the box checks that the display is still there."""
FIRST_RETRY: Final = 0.5
LAST_RETRY: Final = 8.0
"""Seconds from one try to reach a lost display to the next. Each wait is twice the one before."""

FAULTS: Final = (OSError, LumaError)
"""The errors when the display or its bus is missing."""


class WiredDisplay(Display):
    """A display that may be unplugged. It shows its last frame as soon as it is plugged in again. The drawing thread calls
    `lost` once with True when the display is gone, and once with False when it is back."""

    def __init__(self, wiring: Wiring, plug: Plug, lost: Callable[[bool], None], clock: Clock) -> None:
        self._wire = Wire(plug)
        super().__init__(_driver(wiring, self._wire), wiring.brightness)
        self._tells = wiring.bus == "i2c"
        """True if the bus notices a missing display. I2C does, SPI never does."""
        self._lost, self._clock = lost, clock
        self._there: bool | None = None
        """True if the display was there at the last try. None: nothing was sent yet."""
        self._wait, self._next_try = FIRST_RETRY, float("-inf")
        self._spoke = float("-inf")
        self._seen: tuple[Image.Image, Light] | None = None
        self.fault = ""
        """The bus's own message of why the display is lost. Empty: it is there."""

    def show(self, frame: Image.Image, light: Light) -> bool:
        """Send the frame and the light, and return whether one of them is new. A missing display raises nothing."""
        is_new = self._seen is None or self._seen[1] != light or self._seen[0].tobytes() != frame.tobytes()
        self._seen = (frame.copy(), light)
        if not self._there and self._clock() < self._next_try:
            return is_new
        try:
            self._reach()
            if super().show(frame, light) or not self._tells:
                self._spoke = self._clock()
            self._ask()
        except FAULTS as error:
            self._lose(error)
        else:
            self._found()
        return is_new

    def picture(self) -> bytes:
        """Return the frame that the display shows, or would show if it were there, as a PNG of 128 x 64."""
        return self._as_png(*self._seen) if self._seen else super().picture()

    def close(self, keep: bool) -> None:
        try:
            super().close(keep)
        except FAULTS:
            self._wire.cleanup()

    def _send(self, frame: Image.Image) -> None:
        """Send the set-up before each new frame, so that a display whose power failed for an instant is right again with the
        next page."""
        self._wire.set_up()
        super()._send(frame)
        self._relight()

    def _reach(self) -> None:
        if not self._there:
            self._forget()
            self._wire.connect()
            self._wire.command(NO_OPERATION)

    def _ask(self) -> None:
        """Send a command that does nothing, if nothing was sent for LOOKS seconds. A missing display raises one of
        FAULTS."""
        if self._clock() >= self._spoke + LOOKS:
            self._wire.command(NO_OPERATION)
            self._spoke = self._clock()

    def _found(self) -> None:
        was, self._there, self._wait = self._there, True, FIRST_RETRY
        if was is False:
            self.fault = ""
            self._lost(False)

    def _lose(self, error: Exception) -> None:
        self._next_try = self._clock() + self._wait
        self._wait = min(2 * self._wait, LAST_RETRY)
        self.fault = " ".join(str(error).split()) or type(error).__name__
        was, self._there = self._there, False
        if was is not False:
            self._lost(True)


def _driver(wiring: Wiring, wire: Wire) -> Any:
    """Return luma's driver. No bus is open while it is built, so its commands reach no chip."""
    turned = wiring.rotate // 90
    if wiring.chip == "sh1106":
        return sh1106(wire, rotate=turned, page_address_offset=wiring.column_offset)
    return ssd1306(wire, rotate=turned)


def plug(wiring: Wiring, factory: Any, machine: Path = MACHINE) -> Plug:
    """Return the call that opens the wiring's bus. `factory` makes the two pins that an SPI display needs beside the bus."""
    if wiring.bus == "i2c":
        return lambda: serial.i2c(port=bus_number("i2c", wiring.i2c["port"], machine), address=wiring.i2c["address"])
    return lambda: connect({**wiring.spi, "port": bus_number("spi", wiring.spi["port"], machine)}, factory)
