"""The real display: luma's driver on a wire that may be unplugged. The display comes back by itself."""

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
from hardware.device.header import MACHINE, number
from hardware.device.wiring import Wiring

FASTEST: Final = (0xD5, 0xF0)
"""The chip's own clock at its fastest, so that a camera sees fewer dark bands when it reads the code."""
DISPLAY_OFF: Final = 0xAE
"""The first command of every set-up by luma."""


class Serial(Protocol):
    """luma's serial interface: I2C or SPI."""

    def command(self, *said: int) -> None:
        """Send command bytes, 0 to 255 each. Raises OSError or luma's Error if no display answers."""

    def data(self, said: Any) -> None:
        """Send bytes of the frame, 0 to 255 each: a column of 8 dots, the top one lowest, page after page from the top left
        (SSD1306 data sheet, 8.7). Raises as `command` does."""

    def cleanup(self) -> None:
        """Let the bus go. It need not be open."""


Plug = Callable[[], Serial]
"""A call that opens the bus to the display. Raises OSError or luma's Error."""


class Wire(Serial):
    """The wire of luma's driver. The driver is built while no bus is open, because a display may be missing at first. Its
    first command is the chip's whole set-up, which the wire keeps and sends when it is needed."""

    def __init__(self, plug: Plug) -> None:
        self._plug = plug
        self._bus: Serial | None = None
        self._set_up: tuple[int, ...] = ()

    def connect(self) -> None:
        """Open the bus, also if it was open before. Raises as `plug` does."""
        self.cleanup()
        self._bus = self._plug()

    def set_up(self) -> None:
        """Send everything that the chip forgets without power, but do not put it out for that."""
        self.command(*self._set_up)
        self.command(*FASTEST)

    def command(self, *said: int) -> None:
        """Send a command to the open bus. Before it was ever open, keep the first command as the set-up."""
        if self._bus is not None:
            self._bus.command(*said)
        elif not self._set_up:
            self._set_up = tuple(code for i, code in enumerate(said) if i or code != DISPLAY_OFF)

    def data(self, said: Any) -> None:
        """Send data to the open bus. Without one the data is lost: the whole frame is sent when the display is found."""
        if self._bus is not None:
            self._bus.data(said)

    def cleanup(self) -> None:
        """Let the bus go, if it is open. It may be opened again."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.cleanup()


WRITE_MODE: Final = 0x40016B01
WRITE_SPEED: Final = 0x40046B04
"""The ioctl numbers of linux/spi/spidev.h: one byte, and four."""
CHUNK: Final = 4096
"""The largest write that the kernel's driver takes."""
RESET_HOLD: Final = 0.01
"""Seconds. The chips need 3 microseconds."""


class SpiFile:
    """The part of the spidev package that luma uses: open, a speed, write."""

    def __init__(self, ioctl: Callable[[int, int, bytes], Any] = fcntl.ioctl, folder: str = "/dev") -> None:
        self._ioctl, self._folder = ioctl, folder
        self._file = -1

    def open(self, port: int, device: int) -> None:
        """Open the kernel's file of this bus and chip, in SPI mode 0. Raises OSError if SPI is not switched on."""
        self._file = os.open(f"{self._folder}/spidev{port}.{device}", os.O_RDWR)
        self._ioctl(self._file, WRITE_MODE, bytes([0]))

    @property
    def max_speed_hz(self) -> int:
        """The bus's clock in hertz. luma sets it once for the kernel, and nobody reads it back."""
        return 0

    @max_speed_hz.setter
    def max_speed_hz(self, hertz: int) -> None:
        self._ioctl(self._file, WRITE_SPEED, hertz.to_bytes(4, "little"))

    def writebytes(self, said: list[int]) -> None:
        """Send bytes, 0 to 255 each, in as many writes as the kernel needs. Raises OSError."""
        data = bytes(said)
        for start in range(0, len(data), CHUNK):
            os.write(self._file, data[start : start + CHUNK])

    def close(self) -> None:
        """Let the device file go, if it is open."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class Pins:
    """The part of RPi.GPIO that luma uses, on gpiozero's pins: data or command, and reset."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._pins: dict[int, OutputDevice] = {}

    def setup(self, pin: int, way: str) -> None:
        """Take a pin, by its BCM number, as an output. `way` is always OUT. Raises gpiozero's errors."""
        if pin not in self._pins:
            self._pins[pin] = OutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, level: int) -> None:
        """Drive a pin that was set up: LOW or HIGH."""
        self._pins[pin].value = level

    def cleanup(self, pins: Any = None) -> None:
        """Let all pins go, also those that luma does not name."""
        for pin in self._pins.values():
            pin.close()
        self._pins.clear()


class SpiBus(Serial):
    """luma's SPI. It lets go of its pins even if it did not open them."""

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

    def command(self, *said: int) -> None:
        self._serial.command(*said)

    def data(self, said: Any) -> None:
        self._serial.data(said)

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
"""A command of both chips that does nothing. It gets through only if the display is there."""

LOOKS: Final = 1.0
"""Seconds without a new frame after which the display is asked whether it is still there."""
FIRST_RETRY: Final = 0.5
LAST_RETRY: Final = 8.0
"""Seconds from one try to reach a lost display to the next. Each wait is twice the one before."""

FAULTS: Final = (OSError, LumaError)
"""The errors of a bus whose display is not there, or that is not there itself."""


class WiredDisplay(Display):
    """A display that may go and come. It shows its last frame as soon as it is there again. The drawing thread calls `lost`
    once each time."""

    def __init__(self, wiring: Wiring, plug: Plug, lost: Callable[[bool], None], clock: Clock) -> None:
        self._wire = Wire(plug)
        super().__init__(_driver(wiring, self._wire), wiring.brightness)
        self._tells = wiring.bus == "i2c"
        """Whether the bus notices a missing display. SPI never does."""
        self._lost, self._clock = lost, clock
        self._there: bool | None = None
        """Whether the display is there. None: nobody has tried yet."""
        self._wait, self._next_try = FIRST_RETRY, float("-inf")
        self._spoke = float("-inf")
        self._seen: tuple[Image.Image, Light] | None = None
        self.fault = ""
        """The bus's own words for why the display is lost."""

    def show(self, frame: Image.Image, light: Light) -> bool:
        """Send the frame and the light, and return whether one is new. Never raises for a display that is gone."""
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
        """Return what the display shows, or would show if it were there, as a PNG of 128 x 64."""
        return self._as_png(*self._seen) if self._seen else super().picture()

    def close(self, keep: bool) -> None:
        try:
            super().close(keep)
        except FAULTS:
            self._wire.cleanup()

    def _send(self, frame: Image.Image) -> None:
        """Send the set-up before each new frame. A display whose power failed for an instant comes right with the next
        page."""
        self._wire.set_up()
        super()._send(frame)
        self._relight()

    def _reach(self) -> None:
        if not self._there:
            self._forget()
            self._wire.connect()
            self._wire.command(NO_OPERATION)

    def _ask(self) -> None:
        """Ask whether the display is there, if it has had nothing to show for a while."""
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
    """Return luma's driver. Its commands while it is built go nowhere."""
    turned = wiring.rotate // 90
    if wiring.chip == "sh1106":
        return sh1106(wire, rotate=turned, page_address_offset=wiring.column_offset)
    return ssd1306(wire, rotate=turned)


def plug(wiring: Wiring, factory: Any, machine: Path = MACHINE) -> Plug:
    """Return the call that opens the wiring's bus. `factory` has the pins that an SPI display needs too."""
    if wiring.bus == "i2c":
        return lambda: serial.i2c(port=number("i2c", wiring.i2c["port"], machine), address=wiring.i2c["address"])
    return lambda: connect({**wiring.spi, "port": number("spi", wiring.spi["port"], machine)}, factory)
