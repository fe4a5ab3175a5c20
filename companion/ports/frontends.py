"""What a front end is to the box that starts it, and what a panel is given by the box that it is mounted on."""

from typing import Protocol

from companion.ports.panel import BoxSide, Panel
from companion.settings import Settings


class FrontEnd(Protocol):
    """A front end that was started. One that can hang has `is_alive() -> bool` too, for the watchdog."""

    def close(self) -> None:
        """Stop, and come back only when nothing of it runs any more."""


class Mount(Protocol):
    """Where a panel is mounted: all that it ever gets of the box."""

    @property
    def settings(self) -> Settings:
        """Say which panel there is, where its wiring stands, and which folder can be written."""

    @property
    def side(self) -> BoxSide:
        """What the panel sees and may do."""

    panel: Panel | None
    """A panel that others may show and press; who mounts one puts it here."""
