"""The page that a panel shows, for all tests."""

from typing import Any


class Shown:
    """A panel with short ways to read its page."""

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
