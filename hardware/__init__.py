"""The box's panel: presses, pages, display. Only `start` and `check` are for others.

It holds the panel's side of the house (`companion/snapshot/panel.py`) and no more. In rooms below: `pages` (what is shown),
`drawing` (as dots), `device` (pins and wires).
"""

from collections.abc import Iterator
from pathlib import Path

from companion.findings import Finding
from companion.settings import Settings
from companion.snapshot.panel import Mount, Panel


def start(mount: Mount) -> Panel | None:
    """The panel that the settings name, put there for others to show; None if there is to be none."""
    settings = mount.settings
    if settings.panel == "none":
        return None
    if settings.panel == "gpio":
        from hardware import gpio
        from hardware.device import wiring

        # Not put there: a panel that can be touched is pressed by nobody over the network.
        return gpio.start_panel(
            mount.side, wiring.read(Path(settings.wiring) if settings.wiring else None), settings.state_folder()
        )
    from hardware.panel import start_panel

    mount.panel = start_panel(mount.side)
    return mount.panel


def check(settings: Settings) -> Iterator[Finding]:
    """For `companion check`: whether buttons, display and fonts are there."""
    from hardware import checking

    return checking.check(settings)
