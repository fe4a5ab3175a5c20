"""A panel with the thread that draws and sends, whatever its display is."""

import threading
from typing import Self

from companion.letters import Fonts
from companion.ports.clock import Clock
from companion.ports.panel import BoxSide
from hardware.boxpanel import BoxPanel
from hardware.device.display import Display

PACE = 0.5
"""Seconds between two looks at the clock; news and presses are drawn at once."""
STUCK = 5.0
"""Seconds without a look after which the display's thread is taken for dead."""


class DrawnPanel(BoxPanel):
    """A panel with the one thread that draws and sends."""

    def __init__(self, side: BoxSide, display: Display, fonts: Fonts, clock: Clock) -> None:
        super().__init__(side, display, fonts, clock)
        self._ticks_by, self._ticked_at = clock, clock()
        self._thread = threading.Thread(target=self._draw, name="display", daemon=True)

    def start(self) -> Self:
        """Draw whenever something is new, and every PACE seconds, until `close`."""
        self._thread.start()
        return self

    def _draw(self) -> None:
        while not self.is_closed:
            self.tick()
            self._ticked_at = self._ticks_by()
            self.woken.wait(PACE)
            self.woken.clear()

    def is_alive(self) -> bool:
        """Whether the display's thread still looks at the clock."""
        return self._thread.is_alive() and self._ticks_by() - self._ticked_at < STUCK

    def close(self) -> None:
        super().close()
        if self._thread.is_alive():
            self._thread.join()
