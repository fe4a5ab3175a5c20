"""The box's panel: presses, pages, display. Only `start` and `check` are for others."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from companion.box.checking import Finding
from companion.ports.panel import BoxSide, Panel
from companion.settings import Settings


class House(Protocol):
    """As much of the house as a panel asks for."""

    @property
    def settings(self) -> Settings:
        """Says which panel there is, where its wiring stands, and which folder can be written."""


class Shared(Protocol):
    """What `companion.box.running` shares with the front ends."""

    @property
    def house(self) -> House:
        """The house whose table it is."""

    @property
    def side(self) -> BoxSide:
        """What a panel of this house sees and may do."""

    panel: Panel | None
    """The simulated one, for others to show; None while there is none."""


def start(shared: Shared) -> Panel | None:
    """The panel that the settings name, put into the box for others to show; None if there is to be none."""
    settings = shared.house.settings
    if settings.panel == "none":
        return None
    if settings.panel == "gpio":
        from hardware import gpio
        from hardware.device import wiring

        # Not put into the box: a panel that can be touched is pressed by nobody over the network.
        return gpio.start_panel(
            shared.side, wiring.read(Path(settings.wiring) if settings.wiring else None), settings.state_folder()
        )
    from hardware.simulated import start_panel

    shared.panel = start_panel(shared.side)
    return shared.panel


def check(settings: Settings) -> Iterator[Finding]:
    """For `companion check`: whether buttons, display and fonts are there."""
    from hardware import checking

    return checking.check(settings)
