"""The real display: luma's driver on a wire that may be unplugged, and what is done so that it comes back by itself."""

from collections.abc import Callable
from typing import Any, Final

from luma.core.error import Error as LumaError
from luma.core.interface import serial
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.clock import Clock
from hardware.device.display import Display, Light
from hardware.device.wire import Plug, Wire
from hardware.device.wiring import Wiring

NO_OPERATION: Final = 0xE3
"""A command of both chips that does nothing: whether it gets through tells whether the display is there."""

LOOKS: Final = 1.0
"""Seconds after which a display that had nothing to show is asked whether it is still there."""
FIRST_RETRY: Final = 0.5
LAST_RETRY: Final = 8.0
"""Seconds from one try to reach a lost display to the next; each wait is twice the one before."""

FAULTS: Final = (OSError, LumaError)
"""What a bus says when the display, or the bus itself, is not there."""


class WiredDisplay(Display):
    """A display that may go and come. What it was to show is shown as soon as it is there again; `lost` is told, once each
    time, from the thread that draws."""

    def __init__(self, wiring: Wiring, plug: Plug, lost: Callable[[bool], None], clock: Clock) -> None:
        self._wire = Wire(plug)
        super().__init__(_driver(wiring, self._wire), wiring.brightness)
        self._tells = wiring.bus == "i2c"
        """Whether the bus says that nobody is there: SPI never does."""
        self._lost, self._clock = lost, clock
        self._there: bool | None = None
        """None: not tried yet."""
        self._wait, self._next_try = FIRST_RETRY, float("-inf")
        self._spoke = float("-inf")
        self._seen: tuple[Image.Image, Light] | None = None
        self.fault = ""
        """Why it is lost, in the bus's own words."""

    def show(self, frame: Image.Image, light: Light) -> bool:
        """Whether the frame or the light differ from what was there. Never raises for a display that is gone."""
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
        """What the display shows, or would if it were there, as PNG of 128 x 64."""
        return self._as_png(*self._seen) if self._seen else super().picture()

    def close(self, keep: bool) -> None:
        try:
            super().close(keep)
        except FAULTS:
            self._wire.cleanup()

    def _send(self, frame: Image.Image) -> None:
        """The set-up goes before each new frame: one whose power failed for an instant comes right with the next page."""
        self._wire.set_up()
        super()._send(frame)
        self._relight()

    def _reach(self) -> None:
        if not self._there:
            self._forget()
            self._wire.connect()
            self._wire.command(NO_OPERATION)

    def _ask(self) -> None:
        """A display that has had nothing to show for a while may have been unplugged."""
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
    """luma's own; what it sends while it is built goes nowhere."""
    turned = wiring.rotate // 90
    if wiring.chip == "sh1106":
        return sh1106(wire, rotate=turned, page_address_offset=wiring.column_offset)
    return ssd1306(wire, rotate=turned)


def plug(wiring: Wiring, factory: Any) -> Plug:
    """Opens the bus that the wiring names; `factory` has the pins that an SPI display needs besides."""
    if wiring.bus == "i2c":
        return lambda: serial.i2c(port=wiring.i2c["port"], address=wiring.i2c["address"])
    from hardware.device import spi

    return lambda: spi.connect(wiring.spi, factory)
