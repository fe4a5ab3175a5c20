"""The box's panel: presses, pages, display. Other packages call only `start` and `check`. Inside, `pages` has words and
keys, `drawing` makes dots of them, and `device` has pins and wires."""

from collections.abc import Iterator
from pathlib import Path

from companion.findings import Finding
from companion.settings import Settings
from companion.snapshot.panel import Mount, Panel


def start(mount: Mount) -> Panel | None:
    """Start the panel that the settings name, and return it. Only a simulated panel is put on `mount`, where the web finds
    it. Return None if the settings name no panel."""
    settings = mount.settings
    if settings.panel == "none":
        return None
    if settings.panel == "gpio":
        from hardware import gpio
        from hardware.device import wiring

        # Not mounted, because nobody may press real buttons over the network.
        return gpio.start_panel(
            mount.box, wiring.read(Path(settings.wiring) if settings.wiring else None), settings.state_folder()
        )
    from hardware.panel import start_panel

    mount.panel = start_panel(mount.box)
    return mount.panel


def check(settings: Settings) -> Iterator[Finding]:
    """Yield the findings of `companion check` on buttons, display and fonts."""
    from hardware import checking

    return checking.check(settings)
