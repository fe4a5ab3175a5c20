"""The wire to the display, which may be unplugged at any time: luma's driver talks to it whether a bus is open or not."""

from collections.abc import Callable
from typing import Any, Final, Protocol

FASTEST: Final = (0xD5, 0xF0)
"""The chip's own clock at its fastest: a camera that reads the code sees fewer dark bands."""
DISPLAY_OFF: Final = 0xAE
"""The command that luma begins every set-up with."""


class Serial(Protocol):
    """luma's serial interface: I2C or SPI."""

    def command(self, *said: int) -> None:
        """Send command bytes, 0 to 255 each. Raises OSError or luma's Error if the bus says that nobody is there."""

    def data(self, said: Any) -> None:
        """Send bytes of the frame, 0 to 255 each: a column of 8 dots, the top one lowest, page after page from the top left
        (SSD1306 data sheet, 8.7). Raises as `command` does."""

    def cleanup(self) -> None:
        """Let the bus go. It need not be open."""


Plug = Callable[[], Serial]
"""Opens the bus to the display. Raises OSError or luma's Error."""


class Wire(Serial):
    """What luma's driver talks to. It is built while no bus is open, so that a display may be missing at first: what the
    driver says then is the chip's whole set-up, which is kept and said again whenever it is needed."""

    def __init__(self, plug: Plug) -> None:
        self._plug = plug
        self._bus: Serial | None = None
        self._set_up: tuple[int, ...] = ()

    def connect(self) -> None:
        """Open the bus anew, whatever it was. Raises as `plug` does."""
        self.cleanup()
        self._bus = self._plug()

    def set_up(self) -> None:
        """Say everything that the chip forgets when it loses its power, but do not put it out meanwhile."""
        self.command(*self._set_up)
        self.command(*FASTEST)

    def command(self, *said: int) -> None:
        """To the bus, if it is open; before it ever was, the first of them is the set-up, and is kept."""
        if self._bus is not None:
            self._bus.command(*said)
        elif not self._set_up:
            self._set_up = tuple(code for i, code in enumerate(said) if i or code != DISPLAY_OFF)

    def data(self, said: Any) -> None:
        """To the bus, if it is open; else it is lost, as the whole frame is sent anew when the display is found."""
        if self._bus is not None:
            self._bus.data(said)

    def cleanup(self) -> None:
        """Let the bus go, if it is open. It may be opened again."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.cleanup()
