"""The box's panel: presses, pages, display. Other rooms call only `start` and `check`. The rooms below: `pages` has words
and keys, `drawing` makes dots of them, `device` has pins and wires."""

from collections.abc import Iterator
from pathlib import Path

from companion.findings import Finding
from companion.settings import Settings
from companion.snapshot.panel import Mount, Panel


def start(mount: Mount) -> Panel | None:
    """Start the panel that the settings name, and mount it for others to show. Return None if there is to be none."""
    settings = mount.settings
    if settings.panel == "none":
        return None
    if settings.panel == "gpio":
        from hardware import gpio
        from hardware.device import wiring

        # Not mounted: nobody presses a panel over the network that people can touch.
        return gpio.start_panel(
            mount.side, wiring.read(Path(settings.wiring) if settings.wiring else None), settings.state_folder()
        )
    from hardware.panel import start_panel

    mount.panel = start_panel(mount.side)
    return mount.panel


def check(settings: Settings) -> Iterator[Finding]:
    """Return what `companion check` says of buttons, display and fonts."""
    from hardware import checking

    return checking.check(settings)
