"""SPI for luma without more packages: the kernel's device file, and two pins of gpiozero's."""

import fcntl
import os
from collections.abc import Callable, Mapping
from typing import Any, Final

from gpiozero import OutputDevice
from gpiozero.exc import GPIOZeroError
from luma.core.interface import serial

from hardware.device.wire import Serial

WRITE_MODE: Final = 0x40016B01
WRITE_SPEED: Final = 0x40046B04
"""ioctl numbers of linux/spi/spidev.h: one byte, and four."""
CHUNK: Final = 4096
"""The largest write that the kernel's driver takes."""
RESET_HOLD: Final = 0.01
"""Seconds; the chips want 3 microseconds."""


class SpiFile:
    """As much of the spidev package as luma uses: open, a speed, write."""

    def __init__(self, ioctl: Callable[[int, int, bytes], Any] = fcntl.ioctl, folder: str = "/dev") -> None:
        self._ioctl, self._folder = ioctl, folder
        self._file = -1

    def open(self, port: int, device: int) -> None:
        """Open the kernel's file of this bus and chip, in SPI mode 0. Raises OSError if SPI is not switched on."""
        self._file = os.open(f"{self._folder}/spidev{port}.{device}", os.O_RDWR)
        self._ioctl(self._file, WRITE_MODE, bytes([0]))

    @property
    def max_speed_hz(self) -> int:
        """The bus's clock, which luma sets once, in hertz; the kernel is told, and nobody reads it back."""
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
    """As much of RPi.GPIO as luma uses, on gpiozero's pins: data or command, and reset."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._pins: dict[int, OutputDevice] = {}

    def setup(self, pin: int, way: str) -> None:
        """Take a pin, by its BCM number, as an output; `way` is always OUT. Raises gpiozero's errors."""
        if pin not in self._pins:
            self._pins[pin] = OutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, level: int) -> None:
        """Drive a pin that was set up: LOW or HIGH."""
        self._pins[pin].value = level

    def cleanup(self, pins: Any = None) -> None:
        """Let all pins go, whichever of them luma names."""
        for pin in self._pins.values():
            pin.close()
        self._pins.clear()


class SpiBus(Serial):
    """luma's spi, which lets go of its pins also when it was given them."""

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
    """The display's SPI bus, open, with its pins taken. Raises OSError (also for a pin that cannot be used), or luma's
    Error."""
    try:
        return SpiBus(wires, factory, SpiFile())
    except GPIOZeroError as error:
        raise OSError(str(error)) from None
