"""The simulated panel: the same buttons and frames, on a display that exists only in memory."""

import time

from luma.core.device import dummy

from companion.letters import load
from companion.ports.clock import Clock
from companion.ports.panel import BoxSide
from hardware.device.display import Display
from hardware.drawing.draw import HEIGHT, WIDTH
from hardware.drawn import DrawnPanel


class SimulatedPanel(DrawnPanel):
    """A panel whose display thread draws into memory."""

    def __init__(self, side: BoxSide, clock: Clock) -> None:
        super().__init__(side, Display(dummy(WIDTH, HEIGHT, mode="1")), load(), clock)


def start_panel(side: BoxSide, clock: Clock = time.monotonic) -> SimulatedPanel:
    """A simulated panel whose thread runs; close it. `clock` counts seconds."""
    return SimulatedPanel(side, clock).start()
