"""The real panel: three buttons on pins, an OLED on a bus, and a thread for each."""

import time
from pathlib import Path
from typing import Any, Self

from companion.clock import Clock
from companion.letters import load
from companion.snapshot.panel import BoxForPanel
from hardware.device.buttons import ButtonEvents, Contacts, pin_factory
from hardware.device.oled import Plug, WiredDisplay, plug
from hardware.device.wiring import Wiring
from hardware.panel import DrawnPanel


class GpioPanel(DrawnPanel):
    """The panel with real buttons and a real display. If somebody unplugs the display, the buttons still work."""

    def __init__(self, box: BoxForPanel, wiring: Wiring, factory: Any, plugged: Plug, clock: Clock = time.monotonic) -> None:
        self.oled = WiredDisplay(wiring, plugged, box.display_lost, clock)
        super().__init__(box, self.oled, load(), clock)
        self.fingers = ButtonEvents(self, Contacts(wiring.buttons, factory, clock))

    def start(self) -> Self:
        """Start the threads of the display and of the buttons, and return the panel. They run until `close`."""
        super().start()
        self.fingers.start()
        return self

    def is_alive(self) -> bool:
        """Return whether the threads of the display and of the buttons both run. A table needs both."""
        return super().is_alive() and self.fingers.is_alive()

    def close(self) -> None:
        self.fingers.close()
        super().close()


def start_panel(box: BoxForPanel, wiring: Wiring, folder: Path) -> GpioPanel:
    """Return a running panel, which the caller closes. lgpio writes into `folder`. Raises BadSettings if this machine lacks
    these pins."""
    factory = pin_factory(folder)
    return GpioPanel(box, wiring, factory, plug(wiring, factory)).start()
