"""The page that a panel shows, as every test reads it."""

from typing import Any


class Shown:
    """A test's view of a panel."""

    panel: Any

    @property
    def page(self) -> str:
        return self.panel.page().page

    @property
    def lines(self) -> tuple[str, ...]:
        return self.panel.page().lines

    @property
    def buttons(self) -> tuple[str, str, str]:
        return self.panel.page().buttons
